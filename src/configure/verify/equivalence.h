// SPDX-License-Identifier: Apache-2.0
// How like the reference a framework trains: what mode `verify` of two runners wrote
// (docs/runner-protocol.md), compared. The reference is libtorch in float64. Frameworks in float32
// differ from it by rounding alone if they train the same network, so the bounds are small; where
// the reference's own float32 is further from its float64 (a deep or ill-conditioned network), ten
// times that gap is allowed (perturbation.h tells why once is not enough).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

using Arrays = std::map<std::string, Array>;  // of a verify.npz

// A difference beside what is allowed.
struct Gap {
  std::optional<double> seen;  // empty: not a number
  double bound = 0;
  std::string where = {};  // the weight, or the step
  bool within() const { return seen && *seen <= bound; }
};

struct Equivalence {
  int64_t parameters = 0;
  int64_t expected_parameters = 0;
  Gap logits;     // largest difference ÷ standard deviation of the reference's, first batch
  Gap gradients;  // of the weight that is furthest from its bound: ‖a − b‖ ÷ ‖b‖
  Gap losses;     // of the step that is furthest from its bound, relatively
  bool same_images = false;  // trained on, in order
  std::string broken = {};   // why it could not be compared at all; empty otherwise

  bool equal() const {
    return broken.empty() && parameters == expected_parameters && logits.within() &&
           gradients.within() && losses.within() && same_images;
  }
};

constexpr double kLogitsBound = 1e-4;
constexpr double kGradientsBound = 1e-4;
constexpr double kLossesBound = 1e-2;

// How far the reference's own float32 came from its float64: of several runs the furthest.
struct Rounding {
  bool complete = true;  // each had the reference's arrays
  double logits = 0;
  std::vector<double> losses = {};               // relatively, step by step
  std::map<std::string, double> gradients = {};  // ‖a − b‖, by array
};

// Adds a run to the others. Its arrays are large, and not needed any more.
void AddRun(const Arrays& reference, const Arrays& rounded, Rounding& rounding);

// Parameters are not in the arrays and are left to the caller.
Equivalence Compare(const Arrays& reference, const Rounding& rounding, const Arrays& candidate);

Json ToJson(const Equivalence& equivalence);
Result<Equivalence> EquivalenceFromJson(const Json& json);

}  // namespace trena

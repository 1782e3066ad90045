// SPDX-License-Identifier: Apache-2.0
// A design chooses which combinations of levels are measured (Jain 1991, chapters 16–19). Each is a
// small function in a file of its own, named in the table of design.cc; what else is known of a
// kind is its row in study/design_kinds.h, and the compiler sees that both tables have the same
// kinds. docs/methods/designs.md says when to use which.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/text/told.h"
#include "plan/designs/crossing.h"
#include "plan/designs/fraction/fraction.h"
#include "study/study.h"

namespace trena {

// One run of a replication.
struct DesignPoint {
  std::optional<Combination> combination;  // empty: the centre of all levels
  int block = 1;                           // within the replication, from 1
  FactorWord high = 0;                     // of a regular design: the factors at their high level
};

// In the order of their labels.
void SortPoints(std::vector<DesignPoint>& points);

// The runs of one replication.
struct Design {
  std::vector<DesignPoint> points;  // ascending; a combination may be there more than once
  Values centre;                    // the levels of the centre, where there are such points
  std::string centre_label;         // of its scenario: "C0", or as the crossing calls it
  int blocks = 1;                   // of each replication
  // Whether what it estimates rests on every point being measured.
  bool needs_all_points = false;
  std::optional<Fraction> regular;     // of two-level designs that are one, or 2^k whole
  std::optional<int> resolution;       // of a fraction
  std::optional<bool> search_stopped;  // of a design that was searched for
  Json details = Json::object();       // for programs: the above, aliases, …
  std::vector<Told> notes;             // for people, a sentence each
};

// How far a search is.
struct SearchProgress {
  int restart = 1;  // from 1
  int restarts = 1;
  int sweeps = 0;  // so far
  double efficiency_percent = 0;
};

// Where a search keeps what it found, by a hash of all that it depends on, and finds it again. Both
// may be empty.
struct KeptSearches {
  std::function<std::optional<Json>(const std::string& key)> find;
  // Whether it could be kept.
  std::function<Status(const std::string& key, const Json& search)> keep;
};

// What a design chooses from.
struct DesignRequest {
  const Study& study;
  std::vector<Axis> axes;
  // Whether the study's exclude and only leave a combination.
  std::function<Result<bool>(Combination)> allowed;
  // Called now and then by a search; false stops it with the best so far. May be empty.
  std::function<bool(const SearchProgress&)> progress;
  KeptSearches kept = {};
};

// Chooses by the study's kind, then adds its blocks and centre points. Every error shows the place
// in the study file.
Result<Design> MakeDesign(const DesignRequest& request);

// More scenarios than this are counted, never listed, and refused with the number.
inline constexpr size_t kMostScenarios = 1'000'000;

}  // namespace trena

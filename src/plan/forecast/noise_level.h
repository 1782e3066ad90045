// SPDX-License-Identifier: Apache-2.0
// How much runs of the same scenario differ, as a part of their mean: seen in what was measured, or
// assumed. Pooled over scenarios on squares of relative deviations, since times are of any size and
// their noise grows with them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "plan/plan.h"
#include "store/run.h"

namespace trena {

struct NoiseLevel {
  enum class Source { kAssumed, kGiven, kSeen };
  double relative = 0.05;  // standard deviation ÷ mean
  Source source = Source::kAssumed;
  size_t runs = 0;  // it was seen in
  size_t scenarios = 0;
};

// What the study asks about, of one run that ended well: its response, train_s in place of a cost,
// wall_s where the run does not tell train_s.
std::optional<double> ResponseOf(const Study& study, const RunRecord& run);

// `given` where a person said it; else seen where two runs of a scenario are there; else assumed.
NoiseLevel FindNoiseLevel(const Study& study, const Plan& plan, const std::vector<RunRecord>& runs,
                          std::optional<double> given);

// "3.1 %, seen in 16 runs of 8 scenarios".
Told Describe(const NoiseLevel& noise);

Json ToJson(const NoiseLevel& noise);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// plan.json: a plan as text, and what is read back of the plan of the last `measure`. Written a row
// a line, so that a plan of 100,000 runs needs neither a tree of JSON nor seconds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "plan/plan.h"

namespace trena {

inline constexpr int kPlanFormat = 1;

// The fields of plan.json (schemas/plan.schema.json), those of `more` first. Ends in a newline.
std::string PlanJson(const Plan& plan, const Json& more = Json::object());

// What a plan.json says, without what only its study could tell.
struct SavedPlan {
  struct SavedScenario {
    std::string id;
    std::string key;
    Values levels;
  };
  std::string design;
  uint64_t seed = 0;
  int replications = 0;
  bool random_order = true;
  std::string study_hash;
  Values fixed;
  Json maps = Json::object();
  std::vector<SavedScenario> scenarios;
  std::vector<PlannedRun> runs;  // in order
};

// Fails for what is no plan.json of this format.
Result<SavedPlan> ReadPlanJson(std::string_view text);

}  // namespace trena

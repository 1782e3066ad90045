// SPDX-License-Identifier: Apache-2.0
// Whatever a plan.json holds, it is a plan whose runs are of its scenarios, or none.
#include <gtest/gtest.h>

#include "core/test_fuzz.h"
#include "plan/plan_file.h"

namespace trena {
namespace {

constexpr const char* kSaved =
    R"({"format": 1, "design": "full", "seed": 7, "order": "random", "replications": 2,
"fixed": {"epochs": 1}, "study_sha256": "ab",
"scenarios": [{"id": "C1", "key": "k1", "levels": {"batch": 64}}],
"runs": [{"scenario": "C1", "replication": 1, "block": 1, "plot": 1}]})";

TEST(PlanFuzz, RunsAreOfScenariosThatAreThere) {
  size_t plans = 0;
  FuzzedTexts(7, {kSaved},
              {"{", "}", "[", "]", ",", ":", "\"", "1", "-1", "1e400", "null", "\"runs\"",
               "\"scenarios\"", "\"levels\"", "\"C1\"", "\"id\"", "\xff", "\n"})
      .For(6, [&](const std::string& text) {
        const Result<SavedPlan> plan = ReadPlanJson(text);
        if (!plan.ok()) return;
        ++plans;
        for (const PlannedRun& run : plan.value().runs) {
          EXPECT_LT(run.scenario, plan.value().scenarios.size()) << text;
        }
      });
  EXPECT_GT(plans, 10u);
}

}  // namespace
}  // namespace trena

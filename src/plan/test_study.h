// SPDX-License-Identifier: Apache-2.0
// Studies and runs for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plan/forecast/time_sum.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/study_reader.h"

namespace trena {

inline Study StudyOf(const std::string& text) {
  Result<Study> study = ReadStudyText("test.yaml", text);
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.ok() ? study.value() : Study();
}

inline Plan PlanOf(const Study& study, const PlanOptions& options = {}) {
  Result<Plan> plan = MakePlan(study, {}, options);
  EXPECT_TRUE(plan.ok()) << plan.error().message();
  return plan.ok() ? plan.value() : Plan();
}

// The design of a study, without its plan; every combination is allowed.
inline Result<Design> TryDesign(const Study& study) {
  auto all = [](Combination) -> Result<bool> { return true; };
  return MakeDesign({study, AxesOf(study), all, {}});
}

inline Design DesignOf(const Study& study) {
  Result<Design> design = TryDesign(study);
  EXPECT_TRUE(design.ok()) << design.error().message();
  return design.ok() ? design.value() : Design();
}

// Why a study cannot be planned; empty when it can.
inline std::string PlanError(const std::string& text) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  if (!study.ok()) return study.error().message();
  Result<Plan> plan = MakePlan(study.value(), {});
  return plan.ok() ? "" : plan.error().message();
}

inline void ExpectPlanError(const std::string& text, const std::string& part,
                            const std::string& hint = "") {
  std::string error = PlanError(text);
  EXPECT_NE(error.find(part), std::string::npos) << error << "\nshould say: " << part;
  EXPECT_NE(error.find(hint), std::string::npos) << error << "\nshould hint: " << hint;
}

// `count` factors A, B, … with that many levels each, and a design section.
inline std::string FactorsText(int count, int levels, const std::string& design) {
  std::string text = "fixed: { framework: fake }\nfactors:\n";
  for (int factor = 0; factor < count; ++factor) {
    text += "  f" + std::to_string(factor) + ": [";
    for (int level = 0; level < levels; ++level) {
      text += (level > 0 ? ", " : "") + std::to_string(level);
    }
    text += "]\n";
  }
  return text + "design: { " + design + " }\n";
}

inline std::vector<std::string> Ids(const Plan& plan) {
  std::vector<std::string> ids;
  for (const Scenario& scenario : plan.scenarios) ids.push_back(scenario.id);
  return ids;
}

// A run of the plan's scenario number `scenario`, from 0.
inline RunRecord RunOf(const Plan& plan, size_t scenario, int replication,
                       Outcome outcome = Outcome::kOk, int attempt = 1) {
  RunRecord run;
  run.scenario = plan.scenarios[scenario].id;
  run.key = plan.scenarios[scenario].key;
  run.environment = plan.scenarios[scenario].environment();
  run.replication = replication;
  run.attempt = attempt;
  run.outcome = outcome;
  return run;
}

inline RunRecord TimedRun(const Plan& plan, size_t scenario, int replication, double wall_s,
                          Outcome outcome = Outcome::kOk) {
  RunRecord run = RunOf(plan, scenario, replication, outcome);
  run.metrics["wall_s"] = wall_s;
  return run;
}

// One pilot of the scenario tells so many seconds, with an error of 1 %.
inline ForetoldTimes Piloted(const Scenario& scenario, double seconds) {
  ForetoldTimes told;
  told.by_key[scenario.key] = {TimeSource::kPilot, seconds, 1, 0.01, 0, 1};
  return told;
}

}  // namespace trena

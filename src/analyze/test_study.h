// SPDX-License-Identifier: Apache-2.0
// Studies with their plan and runs made by hand, for the tests of this folder.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/analyze.h"

namespace trena {

inline Environment EnvironmentOf(const std::string& name, std::optional<Price> price = {},
                                 const std::string& device = "cpu") {
  Environment environment;
  environment.name = name;
  environment.price = std::move(price);
  environment.device = device;
  return environment;
}

struct TestStudy {
  Study study;
  Plan plan;
  std::vector<RunRecord> runs;

  // A run that ended well, 10 s longer than its training.
  RunRecord& AddRun(size_t scenario, int replication, double train_s) {
    RunRecord run;
    run.scenario = plan.scenarios[scenario].id;
    run.key = plan.scenarios[scenario].key;
    run.replication = replication;
    run.folder = fmt::format("{}-r{}-a1", run.scenario, replication);
    run.levels = plan.scenarios[scenario].levels;
    run.environment = plan.scenarios[scenario].environment();
    run.framework = "libtorch";
    run.metrics = {{"train_s", train_s}, {"wall_s", train_s + 10}};
    runs.push_back(run);
    return runs.back();
  }

  // A run that ended otherwise, after 10 s.
  RunRecord& AddRun(size_t scenario, int replication, Outcome outcome) {
    RunRecord& run = AddRun(scenario, replication, 0);
    run.outcome = outcome;
    run.metrics.erase("train_s");
    return run;
  }

  RunRecord& AddAttempt(const RunRecord& earlier, double train_s) {
    RunRecord run = earlier;
    run.outcome = Outcome::kOk;
    ++run.attempt;
    run.folder = fmt::format("{}-r{}-a{}", run.scenario, run.replication, run.attempt);
    run.metrics = {{"train_s", train_s}, {"wall_s", train_s + 10}};
    runs.push_back(run);
    return runs.back();
  }

  RunRecord& Run(size_t scenario, int replication) {
    return *std::find_if(runs.begin(), runs.end(), [&](const RunRecord& run) {
      return run.key == plan.scenarios[scenario].key && run.replication == replication;
    });
  }

  void Remove(size_t scenario, int replication) {
    std::erase_if(runs, [&](const RunRecord& run) {
      return run.key == plan.scenarios[scenario].key && run.replication == replication;
    });
  }

  Analysis Analyze() const { return trena::Analyze(study, plan, runs, {}); }
};

// The full crossing of `factors`, last fastest, on an environment `here` without a price unless
// `environment` is a factor.
inline TestStudy CrossingOf(std::vector<Factor> factors, int replications) {
  TestStudy test;
  test.study.path = "first.yaml";
  test.study.name = "first";
  test.study.factors = std::move(factors);
  test.study.environments = {EnvironmentOf("here")};
  std::vector<Values> crossing = {{}};
  for (const Factor& factor : test.study.factors) {
    std::vector<Values> longer;
    for (const Values& levels : crossing) {
      for (const Value& level : factor.levels) {
        longer.push_back(levels);
        longer.back().emplace_back(factor.name, level);
      }
    }
    crossing = std::move(longer);
  }
  for (const Values& levels : crossing) {
    Scenario scenario;
    scenario.id = fmt::format("C{}", test.plan.scenarios.size() + 1);
    scenario.key = "key of " + scenario.id;
    scenario.levels = scenario.values = levels;
    if (Find(levels, "environment") == nullptr) scenario.values.emplace_back("environment", "here");
    test.plan.scenarios.push_back(scenario);
  }
  test.plan.replications = replications;
  for (int replication = 1; replication <= replications; ++replication) {
    for (size_t i = 0; i < crossing.size(); ++i) {
      test.plan.runs.push_back({.scenario = i, .replication = replication});
    }
  }
  return test;
}

inline void AddRuns(TestStudy& test, const std::vector<std::vector<double>>& train_s) {
  for (size_t i = 0; i < train_s.size(); ++i) {
    int replication = 0;
    for (double seconds : train_s[i]) test.AddRun(i, ++replication, seconds);
  }
}

// Jain's 2²·3 example (1991, chapter 18) as seconds of training: memory is his A, cache his B.
// Means of C1 to C4 are 15, 24, 48 and 77; the residual standard deviation is √(102 ÷ 8) = 3.57.
inline TestStudy JainStudy() {
  TestStudy test = CrossingOf({{"memory", {4, 16}}, {"cache", {1, 2}}}, 3);
  AddRuns(test, {{15, 18, 12}, {25, 28, 19}, {45, 48, 51}, {75, 75, 81}});
  return test;
}

// 3.6 an hour is 0.001 a second.
inline Price ThousandthPerSecond(const std::string& currency) { return {3.6, currency, false}; }
inline Price Free() { return {0, "", true}; }

// The arguments of the first warning with this code; empty when there is no such warning.
inline std::optional<std::vector<std::string>> WarningArguments(const Analysis& analysis,
                                                                const std::string& code) {
  for (const Warning& warning : analysis.warnings) {
    if (warning.code == code) return warning.arguments;
  }
  return std::nullopt;
}

}  // namespace trena

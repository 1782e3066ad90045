// SPDX-License-Identifier: Apache-2.0
#include "analyze/analyze.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using Names = std::vector<std::string>;

TEST(Analyze, AnswersJainsExample) {
  TestStudy test = JainStudy();
  test.study.question = "What drives it?";
  test.study.environments[0].price = ThousandthPerSecond("USD");
  const Analysis analysis = test.Analyze();

  EXPECT_EQ(analysis.study, "first");
  EXPECT_EQ(analysis.question, "What drives it?");
  EXPECT_EQ(analysis.path, "first.yaml");
  EXPECT_EQ(analysis.response, "train_s");
  EXPECT_EQ(analysis.planned_runs, 12);
  EXPECT_EQ(analysis.finished_runs, 12);
  EXPECT_EQ(analysis.runs.size(), 12u);
  ASSERT_EQ(analysis.drivers.size(), 3u);
  EXPECT_EQ(analysis.drivers[0].term, "memory");
  EXPECT_NEAR(analysis.drivers[0].percent, 78.88, 0.005);
  EXPECT_EQ(analysis.drivers[1].term, "cache");
  EXPECT_NEAR(analysis.drivers[1].percent, 15.40, 0.005);
  EXPECT_EQ(analysis.drivers[2].term, "memory:cache");
  EXPECT_NEAR(analysis.drivers[2].percent, 4.27, 0.005);
  EXPECT_LT(*analysis.drivers[2].p, 0.05);
  EXPECT_EQ(analysis.fastest, "C1");
  EXPECT_EQ(analysis.cost.cheapest, "C1");
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  EXPECT_EQ(analysis.next, NextStep{});
}

TEST(Analyze, CheapestNeedNotBeFastest) {
  TestStudy test = CrossingOf({{"environment", {"slow", "quick"}}}, 2);
  const Price ten_times{36, "USD", false};
  test.study.environments = {EnvironmentOf("slow", ThousandthPerSecond("USD")),
                             EnvironmentOf("quick", ten_times)};
  AddRuns(test, {{50, 51}, {20, 21}});  // 0.0505 and 0.205 USD
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.fastest, "C2");
  EXPECT_EQ(analysis.cost.cheapest, "C1");
}

TEST(Analyze, EveryAttemptIsBilledAndTheLastAnalysed) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  test.Run(0, 1).outcome = Outcome::kFailed;
  test.Run(0, 1).metrics = {{"wall_s", 40}};
  test.AddAttempt(RunRecord(test.Run(0, 1)), 15);
  const Analysis analysis = test.Analyze();

  EXPECT_EQ(analysis.scenarios[0].metrics.at("train_s").values, (std::vector<double>{15, 18, 12}));
  EXPECT_EQ(analysis.runs.size(), 13u);
  EXPECT_EQ(analysis.finished_runs, 12);
  // 492 s of training and 12 × 10 s beside it, and the 40 s of the attempt that failed.
  EXPECT_NEAR(*analysis.cost.spent, 0.652, 1e-12);
  EXPECT_EQ(WarningArguments(analysis, warning::kFailedRuns), std::nullopt);
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
}

TEST(Analyze, RunsSkippedAfterAnOutOfMemoryAreNamedAndNotMissing) {
  TestStudy test = CrossingOf({{"batch", {64, 128, 256}}}, 2);
  test.AddRun(0, 1, 10);
  test.AddRun(0, 2, 11);
  test.AddRun(1, 1, Outcome::kOutOfMemory);
  test.AddRun(1, 2, Outcome::kOutOfMemory);
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMissingRuns), (Names{"2", "6"}))
      << "nothing is skipped unless the study says so";
  test.study.measure.skip_larger_after_oom = true;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kMissingRuns), std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kSkippedAfterOom), (Names{"2", "C2", "C3"}));
  EXPECT_EQ(analysis.next.kind, NextStep::Kind::kNone) << "nothing is left to measure";
  EXPECT_EQ(analysis.main.why_not, why_not::kFailedScenarios);
}

TEST(Analyze, RepricesWithoutMeasuring) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  EXPECT_NEAR(*test.Analyze().scenarios[0].metrics.at("cost").summary.mean, 0.015, 1e-12);
  test.study.environments[0].price->per_hour *= 2;
  EXPECT_NEAR(*test.Analyze().scenarios[0].metrics.at("cost").summary.mean, 0.030, 1e-12);
}

TEST(Analyze, ForeignRunsAreLeftOutAndSaidToBe) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  test.AddRun(0, 1, 990).key = "a key of another plan";
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kForeignRuns), Names{"1"});
  EXPECT_EQ(analysis.runs.size(), 12u);
  EXPECT_EQ(*analysis.scenarios[0].metrics.at("train_s").summary.mean, 15);
  // They were paid for all the same: 612 s, and 1000 s.
  EXPECT_NEAR(*analysis.cost.spent, 1.612, 1e-12);
}

TEST(Analyze, FoldersSetAsideAreNamed) {
  const TestStudy test = JainStudy();
  const Analysis analysis =
      Analyze(test.study, test.plan, test.runs, {"runs/C1-r1-a1: no run.json"});
  EXPECT_EQ(analysis.set_aside, Names{"runs/C1-r1-a1: no run.json"});
  EXPECT_EQ(WarningArguments(analysis, warning::kSetAside), Names{"runs/C1-r1-a1: no run.json"});
}

TEST(Analyze, NothingMeasuredYet) {
  TestStudy test = JainStudy();
  test.runs.clear();
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios.size(), 4u);
  EXPECT_EQ(analysis.finished_runs, 0);
  EXPECT_FALSE(analysis.main.stated);
  EXPECT_TRUE(analysis.drivers.empty());
  EXPECT_EQ(analysis.fastest, std::nullopt);
  EXPECT_EQ(analysis.cost.cheapest, std::nullopt);
  EXPECT_EQ(analysis.verdict, Verdict::kInvalid);
  EXPECT_EQ(analysis.next, NextStep{NextStep::Kind::kMeasure});
}

}  // namespace
}  // namespace trena

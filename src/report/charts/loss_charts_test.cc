// SPDX-License-Identifier: Apache-2.0
// Which lines of loss are drawn, of which runs, at which iterations. In the example C1 to C4 have
// batch 64 and C5 to C8 batch 128, with the other factors' levels in the same order.
#include "report/charts/loss_charts.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kLossEnglish(Language::kEnglish);

std::string FolderOf(size_t scenario, int replication = 1) {
  return "C" + std::to_string(scenario) + "-r" + std::to_string(replication) + "-a1-aaaaaaaaaaaa";
}

EpochEvent EpochWith(std::optional<double> loss, std::optional<double> images) {
  EpochEvent epoch;
  epoch.loss = loss;
  epoch.images = images;
  return epoch;
}

std::vector<Json> PointsIn(const Chart& chart) {
  const Json& values = chart.spec["data"]["values"];
  return {values.begin(), values.end()};
}

TEST(LossChartsTest, ALineForEachBatchOfACombination) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.steps[FolderOf(1)] = {{1, 3}, {2, 2}};
  analysis.series.steps[FolderOf(5)] = {{1, 4}, {2, 1}};
  analysis.series.steps[FolderOf(2)] = {{1, 5}, {2, 6}};
  const auto charts = LossCharts(analysis, kLossEnglish);
  ASSERT_EQ(charts.size(), 2u) << "network1 with two lines, network2 with one";
  EXPECT_EQ(charts[0].name, "loss-iteration-1");
  EXPECT_EQ(charts[0].title, "Loss against iteration: image 32, network1");
  EXPECT_EQ(charts[1].name, "loss-iteration-2");
  EXPECT_EQ(charts[1].title, "Loss against iteration: image 32, network2");
  const auto points = PointsIn(charts[0]);
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[0], Json({{"group", "64"}, {"scenario", "C1"}, {"iteration", 1}, {"loss", 3}}));
  EXPECT_EQ(points[3], Json({{"group", "128"}, {"scenario", "C5"}, {"iteration", 2}, {"loss", 1}}));
  EXPECT_EQ(PointsIn(charts[1]).size(), 2u);
}

TEST(LossChartsTest, WhereOnlyTheBatchVariesThereIsNothingToName) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios = {analysis.scenarios[0], analysis.scenarios[4]};
  analysis.series.steps[FolderOf(1)] = {{1, 3}, {2, 2}};
  const auto charts = LossCharts(analysis, Words(Language::kPortuguese));
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].title, "Perda em função da iteração");
  EXPECT_TRUE(Has(charts[0].caption, "A primeira repetição de cada tamanho de lote"));
  EXPECT_TRUE(Has(charts[0].caption, "No máximo 300 pontos por linha"));
}

// The first replication that ended well, whatever the order of the runs.
TEST(LossChartsTest, TheFirstReplicationIsDrawn) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.steps[FolderOf(1, 1)] = {{1, 1}, {2, 1}};
  analysis.series.steps[FolderOf(1, 2)] = {{1, 2}, {2, 2}};
  analysis.series.steps[FolderOf(1, 3)] = {{1, 3}, {2, 3}};
  std::swap(analysis.runs[0], analysis.runs[2]);
  EXPECT_EQ(PointsIn(LossCharts(analysis, kLossEnglish).at(0))[0]["loss"], 1);
  analysis.runs[2].outcome = Outcome::kTimedOut;
  EXPECT_EQ(PointsIn(LossCharts(analysis, kLossEnglish).at(0))[0]["loss"], 2);
  for (size_t i : {0, 1}) analysis.runs[i].outcome = Outcome::kFailed;
  EXPECT_TRUE(LossCharts(analysis, kLossEnglish).empty()) << "no run of C1 ended well";
}

// ⌊650 ÷ 64⌋ = 10 steps: the partial batch is dropped (docs/runner-protocol.md).
TEST(LossChartsTest, AnEpochEndsAtItsLastWholeBatch) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.epochs[FolderOf(1)] = {EpochWith(3, 650), EpochWith({}, 650), EpochWith(1, 650)};
  auto points = PointsIn(LossCharts(analysis, kLossEnglish).at(0));
  ASSERT_EQ(points.size(), 2u) << "an epoch without a loss is no point";
  EXPECT_EQ(points[0]["iteration"], 10);
  EXPECT_EQ(points[1]["iteration"], 30) << "but it counts";
  EXPECT_TRUE(Has(LossCharts(analysis, kLossEnglish)[0].caption, "steps were not recorded"));
  analysis.series.epochs[FolderOf(1)] = {EpochWith(3, 10), EpochWith(2, 64), EpochWith(1, 128)};
  points = PointsIn(LossCharts(analysis, kLossEnglish).at(0));
  EXPECT_EQ(points[0]["iteration"], 1) << "fewer images than a batch are a step still";
  EXPECT_EQ(points[1]["iteration"], 2);
  EXPECT_EQ(points[2]["iteration"], 4);
}

TEST(LossChartsTest, StepsThatCannotBeCountedAreNotDrawn) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.epochs[FolderOf(1)] = {EpochWith(3, 640), EpochWith(2, {}), EpochWith(1, 640)};
  EXPECT_TRUE(LossCharts(analysis, kLossEnglish).empty());
  analysis.series.epochs[FolderOf(1)] = {EpochWith(3, 640), EpochWith(2, 640)};
  EXPECT_EQ(LossCharts(analysis, kLossEnglish).size(), 1u);
  analysis.scenarios[0].levels[0].second = 0;
  EXPECT_TRUE(LossCharts(analysis, kLossEnglish).empty()) << "a batch of nothing";
  analysis.scenarios[0].levels[0].second = "all";
  EXPECT_TRUE(LossCharts(analysis, kLossEnglish).empty()) << "a batch that is no number";
}

TEST(LossChartsTest, ALossThatIsNoNumberIsAGap) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.steps[FolderOf(1)] = {
      {1, 3}, {2, std::numeric_limits<double>::quiet_NaN()}, {3, 1}};
  const auto points = PointsIn(LossCharts(analysis, kLossEnglish).at(0));
  ASSERT_EQ(points.size(), 3u);
  EXPECT_TRUE(points[1]["loss"].is_null());
  EXPECT_EQ(points[2]["loss"], 1);
}

TEST(LossChartsTest, TheAxisOfLossNeedNotBeginAtZero) {
  Analysis analysis = ExampleAnalysis();
  analysis.series.steps[FolderOf(1)] = {{1, 5}, {2, 5}};
  const Chart chart = LossCharts(analysis, kLossEnglish).at(0);
  const Json& encoding = chart.spec["layer"][0]["encoding"];
  EXPECT_EQ(encoding["y"]["scale"]["zero"], false);
  EXPECT_EQ(encoding["x"]["scale"]["zero"], true);
  EXPECT_EQ(encoding["color"]["title"], "batch size");
  EXPECT_EQ(encoding["strokeDash"]["field"], "group") << "dashes say what colours say";
}

TEST(ThinnedTest, NeverMoreThanAskedForAndNothingIsLost) {
  std::vector<StepLoss> losses;
  for (int i = 1; i <= 1000; ++i) losses.push_back({static_cast<double>(i), 2.0});
  for (size_t most : {1u, 3u, 300u, 999u, 1000u, 2000u}) {
    const auto thin = Thinned(losses, most);
    EXPECT_LE(thin.size(), most);
    EXPECT_EQ(thin.back().iteration, 1000) << "it ends where the run did";
    for (const StepLoss& point : thin) EXPECT_EQ(point.loss, 2) << "a mean of equals";
  }
  EXPECT_EQ(Thinned(losses, 1000).size(), 1000u);
  EXPECT_EQ(Thinned({{7, 3}}, 1).size(), 1u);
  EXPECT_EQ(Thinned({{7, 3}}, 1)[0].iteration, 7);
}

}  // namespace
}  // namespace trena

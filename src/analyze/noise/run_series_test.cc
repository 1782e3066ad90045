// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/run_series.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

SampleTable Alternating(int seconds) {
  SampleTable table{{"cpu_pct", "gpu_pct"}, {}};
  for (int i = 0; i <= seconds; ++i) {
    table.samples.push_back({100.0 + i, {i % 2 == 0 ? 0 : 100, std::nullopt}});
  }
  return table;
}

TEST(RunSeriesTest, FewSamplesAreKeptAsTheyAre) {
  RunSeries series = MakeSeries(Alternating(4), {}, 100, 104, 500);
  EXPECT_EQ(series.each, 1u);
  EXPECT_EQ(series.samples, 5u);
  EXPECT_EQ(series.seconds, 4);
  ASSERT_EQ(series.columns.size(), 1u) << "nothing was read of a GPU";
  const auto& parts = series.columns[0].parts;
  ASSERT_EQ(parts.size(), 4u) << "the first sample has no time before it to stand for";
  EXPECT_EQ(parts[0].end, 1);
  EXPECT_EQ(parts[0].mean, 100);
  EXPECT_EQ(parts[1].mean, 0);
}

TEST(RunSeriesTest, ManyBecomeLeastMeanAndMost) {
  RunSeries series = MakeSeries(Alternating(3000), {}, 100, 3100, 500);
  EXPECT_EQ(series.each, 6u);
  const auto& parts = series.columns[0].parts;
  ASSERT_EQ(parts.size(), 500u);
  EXPECT_EQ(parts[0].end, 6);
  EXPECT_EQ(parts[0].least, 0);
  EXPECT_EQ(parts[0].mean, 50);
  EXPECT_EQ(parts[0].most, 100);
  EXPECT_EQ(parts.back().end, 3000);
}

TEST(RunSeriesTest, AMeanIsWeightedByTime) {
  SampleTable table{{"cpu_pct"}, {{0, {0}}, {1, {100}}, {4, {20}}, {4, {90}}}};
  RunSeries series = MakeSeries(table, {}, 0, 4, 1);
  ASSERT_EQ(series.columns[0].parts.size(), 1u);
  EXPECT_EQ(series.columns[0].parts[0].mean, (100 * 1 + 20 * 3) / 4.0);
  EXPECT_EQ(series.columns[0].parts[0].most, 100) << "a reading of no time says nothing";
}

TEST(RunSeriesTest, AGapIsMissing) {
  SampleTable table{{"cpu_pct"}, {{0, {std::nullopt}}, {1, {10}}, {2, {std::nullopt}}, {3, {30}}}};
  RunSeries series = MakeSeries(table, {}, 0, 3, 500);
  EXPECT_EQ(series.columns[0].parts[1].mean, std::nullopt);
  EXPECT_EQ(series.columns[0].parts[1].least, std::nullopt);
  EXPECT_EQ(series.columns[0].parts[2].mean, 30);
}

TEST(RunSeriesTest, EpochsOutsideTheRunAreNotBelieved) {
  std::vector<EpochEvent> epochs = {{1, 101.0, 1.0, 2.5, 0.5, 10, false},
                                    {2, 4e9, 1.0, 2.0, 0.6, 10, false},
                                    {3, 99.0, 1.0, 2.0, 0.6, 10, false},
                                    {4, std::nullopt, 1.0, 1.5, 0.7, 10, false}};
  RunSeries series = MakeSeries(Alternating(4), epochs, 100, 104, 500);
  ASSERT_EQ(series.epochs.size(), 1u);
  EXPECT_EQ(series.epochs[0].at, 1);
  EXPECT_EQ(series.epochs[0].loss, 2.5);
}

TEST(RunSeriesTest, NothingHasNoSeries) {
  RunSeries series = MakeSeries({}, {}, 0, 0, 500);
  EXPECT_TRUE(series.columns.empty());
  EXPECT_TRUE(MakeSeries(Alternating(0), {}, 100, 100, 500).columns.empty());
}

TEST(RunSeriesTest, ManyRunsShareWhatAPageHolds) {
  EXPECT_EQ(PartsFor(0), kMostParts);
  EXPECT_EQ(PartsFor(40), 500u);
  EXPECT_EQ(PartsFor(240), 83u);
  EXPECT_EQ(PartsFor(5000), kFewestParts);
}

TEST(RunSeriesTest, OfTooManyRunsTheFirstReplications) {
  std::vector<RunRecord> runs(kMostSeries);
  EXPECT_EQ(ChooseSeries(runs).size(), kMostSeries);
  runs.resize(1000);
  for (size_t i = 0; i < runs.size(); ++i) runs[i].replication = static_cast<int>(i % 5) + 1;
  auto chosen = ChooseSeries(runs);
  EXPECT_EQ(chosen.size(), 200u);
  EXPECT_EQ(chosen[1], 5u);
  runs.assign(2000, RunRecord{});
  EXPECT_EQ(ChooseSeries(runs).size(), kMostSeries);
}

}  // namespace
}  // namespace trena

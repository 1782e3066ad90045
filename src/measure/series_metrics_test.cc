// SPDX-License-Identifier: Apache-2.0
#include "measure/series_metrics.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const std::vector<std::string> kColumns = {"cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct",
                                           "host_cpu_pct"};

Sample At(double t, Reading cpu, Reading memory = {}) { return {t, {cpu, memory, {}, {}, {}}}; }

std::map<std::string, double> Over(double begin, double end, const std::vector<Sample>& samples) {
  return SeriesMetrics(kColumns, samples, {begin, end});
}

TEST(SeriesMetrics, ASampleStandsForTheTimeSinceTheOneBefore) {
  // 10 % for 1 s, 40 % for 3 s, 100 % for 1 s.
  auto metrics = Over(0, 5, {At(0, {}), At(1, 10), At(4, 40), At(5, 100)});
  EXPECT_DOUBLE_EQ(metrics["cpu_pct"], (10 * 1 + 40 * 3 + 100 * 1) / 5.0);
  EXPECT_DOUBLE_EQ(metrics["cpu_pct_max"], 100);
}

TEST(SeriesMetrics, OnlyTheWindowCounts) {
  // Within 2 … 4.5: 40 % for 2 s and 100 % for 0.5 s.
  std::vector<Sample> samples = {At(0, {}), At(1, 90), At(4, 40), At(5, 100), At(9, 99)};
  auto metrics = Over(2, 4.5, samples);
  EXPECT_DOUBLE_EQ(metrics["cpu_pct"], (40 * 2 + 100 * 0.5) / 2.5);
  EXPECT_DOUBLE_EQ(metrics["cpu_pct_max"], 100);
  EXPECT_DOUBLE_EQ(Over(2, 3, samples)["cpu_pct_max"], 40);
}

TEST(SeriesMetrics, MissingReadingsWeighNothing) {
  auto metrics = Over(0, 4, {At(0, {}), At(1, 20), At(3, {}), At(4, 50)});
  EXPECT_DOUBLE_EQ(metrics["cpu_pct"], (20 * 1 + 50 * 1) / 2.0);
  EXPECT_FALSE(metrics.contains("mem_pct")) << "no reading, no metric";
  EXPECT_FALSE(metrics.contains("gpu_pct_max"));
}

TEST(SeriesMetrics, ZeroIsAReading) {
  auto metrics = Over(0, 2, {At(0, {}), At(1, 0), At(2, 0)});
  EXPECT_EQ(metrics.at("cpu_pct"), 0);
  EXPECT_EQ(metrics.at("cpu_pct_max"), 0);
}

TEST(SeriesMetrics, NothingInTheWindowGivesNothing) {
  EXPECT_TRUE(Over(0, 1, {}).empty());
  EXPECT_TRUE(Over(0, 1, {At(0, 50)}).empty());
  EXPECT_TRUE(Over(7, 9, {At(0, {}), At(1, 50)}).empty());
  EXPECT_TRUE(Over(1, 0, {At(0, {}), At(1, 50)}).empty());
}

TEST(SeriesMetrics, ColumnsAreFoundByName) {
  auto metrics = SeriesMetrics({"processes", "mem_pct"}, {{0, {1, {}}}, {1, {2, 30}}}, {0, 1});
  EXPECT_EQ(metrics, (std::map<std::string, double>{{"mem_pct", 30}, {"mem_pct_max", 30}}));
}

}  // namespace
}  // namespace trena

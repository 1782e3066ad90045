// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/yardstick.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

TEST(YardstickTest, EveryKernelDoesTheSameWorkEachTime) {
  for (const YardstickKind& kind : YardstickKinds()) {
    auto kernel = kind.make(2);
    double work = kernel->Work();
    EXPECT_GT(work, 0) << kind.name;
    EXPECT_EQ(kernel->Work(), work) << kind.name;
  }
}

double WorkOf(const std::string& name, int threads) {
  const auto kind = std::find_if(YardstickKinds().begin(), YardstickKinds().end(),
                                 [&](const YardstickKind& one) { return one.name == name; });
  return kind->make(threads)->Work();
}

// 48 products of 128 × 128 matrices are 48 · 2 · 128³ operations.
TEST(YardstickTest, WorkIsCountedInItsUnit) {
  EXPECT_DOUBLE_EQ(WorkOf("matrix", 1), 48 * 2 * 128.0 * 128 * 128 / 1e9);
  // On a machine of many threads each has less: 512 MiB ÷ 64 ÷ 3 arrays, in whole vectors.
  double few = WorkOf("stream", 2);
  double many = WorkOf("stream", 64);
  EXPECT_DOUBLE_EQ(few, 24.0 * (1 << 20) / 1e9);
  EXPECT_NEAR(many, 8.0 * (1 << 20) / 1e9, 1e-6);
}

TEST(YardstickTest, ThreeRepetitionsAtLeast) {
  YardstickSeries series = RepeatKernel(YardstickKinds()[0], 0, 1);
  EXPECT_EQ(series.rates.size(), 3u);
  EXPECT_GT(*std::min_element(series.rates.begin(), series.rates.end()), 0);
}

TEST(YardstickTest, SpreadIsTheMedianDistanceOverTheMedian) {
  // Distances from 10 are 1, 0, 4: their median is 1.
  EXPECT_DOUBLE_EQ(*YardstickSeries({{9, 10, 14}}).spread(), 0.1);
  EXPECT_EQ(YardstickSeries({{9, 10}}).spread(), std::nullopt);
  EXPECT_EQ(YardstickSeries().median(), 0);
}

TEST(YardstickTest, MetricsAreGeometricMeans) {
  YardstickReading before{{{4}}, {{8}}, 0.5, 1.5};
  YardstickReading after{{{9}}, {{2}}, 0.5, 0.5};
  Json json = YardstickJson(before, after);
  EXPECT_EQ(json["version"], kYardstickVersion);
  EXPECT_EQ(json["cpu_s"], 2.0);
  auto metrics = YardstickMetrics(json);
  EXPECT_DOUBLE_EQ(metrics.at("yardstick_compute"), 6);             // √(4 · 9)
  EXPECT_DOUBLE_EQ(metrics.at("yardstick_memory"), 4);              // √(8 · 2)
  EXPECT_DOUBLE_EQ(metrics.at("yardstick"), std::sqrt(6.0 * 4.0));  // of both
}

TEST(YardstickTest, WhatIsMissingStaysMissing) {
  EXPECT_TRUE(YardstickMetrics(Json()).empty());
  EXPECT_TRUE(YardstickMetrics(Json::parse(R"({"before": 3})")).empty());
  Json half = Json::parse(R"({"before": {"compute": 4, "memory": null},
                              "after": {"compute": 9, "memory": 0}})");
  auto metrics = YardstickMetrics(half);
  EXPECT_EQ(metrics.size(), 1u);
  EXPECT_DOUBLE_EQ(metrics.at("yardstick_compute"), 6);
}

}  // namespace
}  // namespace trena

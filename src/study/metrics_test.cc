// SPDX-License-Identifier: Apache-2.0
#include "study/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

namespace trena {
namespace {

using MetricNames = std::vector<std::string>;

TEST(KnownMetricsTest, AMetricIsFoundByItsName) {
  std::set<std::string> names;
  for (const KnownMetric& metric : KnownMetrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name << " is there twice";
    EXPECT_EQ(FindKnownMetric(metric.name), &metric);
  }
  EXPECT_EQ(FindKnownMetric("joules"), nullptr);
}

// Reports and people read units from names: what a name ends with is what its row says.
TEST(KnownMetricsTest, NamesEndWithTheirUnits) {
  for (const KnownMetric& metric : KnownMetrics()) {
    if (metric.kind == MetricKind::kFraction || metric.kind == MetricKind::kMoney) continue;
    // A metric that is not known is judged by its ending alone.
    EXPECT_EQ(UnitOf(metric.name, "USD"), UnitOf("own_" + std::string(metric.name), "USD"))
        << metric.name;
  }
}

TEST(KnownMetricsTest, AnUnknownMetricHasTheUnitOfItsName) {
  EXPECT_EQ(UnitOf("warm_s", ""), "s");
  EXPECT_EQ(UnitOf("tokens_per_s", ""), "1/s");
  EXPECT_EQ(UnitOf("read_bytes_per_s", ""), "bytes/s");
  EXPECT_EQ(UnitOf("fan_pct_max", ""), "%");
  EXPECT_EQ(UnitOf("score", "USD"), "");
  EXPECT_EQ(UnitOf("bill", "USD"), "USD");
  EXPECT_EQ(UnitOf("own_bill", "USD"), "");
}

TEST(KnownMetricsTest, BoundsHoldTheirEdges) {
  const MetricBounds& accuracy = FindKnownMetric("accuracy")->bounds;
  EXPECT_TRUE(accuracy.Hold(0));
  EXPECT_TRUE(accuracy.Hold(1));
  EXPECT_FALSE(accuracy.Hold(1.0001));
  EXPECT_FALSE(accuracy.Hold(-0.0001));
  EXPECT_FALSE(accuracy.Hold(std::numeric_limits<double>::quiet_NaN()));
  const MetricBounds& percent = FindKnownMetric("cpu_pct")->bounds;
  EXPECT_TRUE(percent.Hold(100));
  EXPECT_FALSE(percent.Hold(100.5));
  const MetricBounds& time = FindKnownMetric("train_s")->bounds;
  EXPECT_FALSE(time.Hold(0)) << "nothing trains in no time";
  EXPECT_TRUE(time.Hold(1e-9));
  EXPECT_TRUE(FindKnownMetric("cost")->bounds.Hold(0)) << "it may be free";
  EXPECT_TRUE(FindKnownMetric("loss")->bounds.Hold(-3)) << "a warning, not a mistake";
}

// Every metric: what is read of a run is summed and squared.
TEST(KnownMetricsTest, NothingIsWithoutBounds) {
  for (const KnownMetric& metric : KnownMetrics()) {
    for (double value : {1e200, -1e200, std::numeric_limits<double>::quiet_NaN()}) {
      EXPECT_FALSE(CanBe(metric.name, value)) << metric.name << " " << value;
    }
  }
  EXPECT_FALSE(CanBe("own", 1e200));
  EXPECT_TRUE(CanBe("own", -1e99));
  EXPECT_TRUE(CanBe("clock_step_s", -3600)) << "the calendar may be set back";
  EXPECT_FALSE(CanBe("gpu_temp_c_max", -300));
}

TEST(KnownMetricsTest, BoundsFollowTheUnit) {
  for (const KnownMetric& metric : KnownMetrics()) {
    if (metric.kind == MetricKind::kPercent) {
      EXPECT_EQ(metric.bounds.most, 100) << metric.name;
    }
    if (metric.kind == MetricKind::kPercent || metric.kind == MetricKind::kMoney ||
        metric.kind == MetricKind::kJoules || metric.kind == MetricKind::kBytes) {
      EXPECT_FALSE(metric.bounds.Hold(-1)) << metric.name;
    }
  }
}

// docs/methods/sensors.md: a metric from samples is a figure of one column, and `_max` its largest.
TEST(KnownMetricsTest, WhatComesFromSamplesNamesItsColumn) {
  for (const KnownMetric& metric : KnownMetrics()) {
    EXPECT_EQ(metric.column.has_value(), metric.source == MetricSource::kSamples) << metric.name;
    if (!metric.column || metric.column->figure == ColumnFigure::kThrottle) continue;
    const bool most = metric.column->figure == ColumnFigure::kMost;
    EXPECT_EQ(metric.name, std::string(metric.column->name) + (most ? "_max" : ""));
  }
}

TEST(KnownMetricsTest, ListsAreInTheirOrder) {
  EXPECT_EQ(MetricNames(UseMetrics().begin(), UseMetrics().end()),
            (MetricNames{"cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct"}))
      << "the first columns of samples.csv (docs/run-folder.md)";
  MetricNames shown;
  for (const KnownMetric* metric : ScenarioMetrics()) shown.emplace_back(metric->name);
  EXPECT_EQ(shown, (MetricNames{"train_s", "images_per_s", "tokens_per_s", "cost", "accuracy",
                                "cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct", "cpu_energy_j",
                                "gpu_energy_j", "wall_s"}));
  for (const KnownMetric& metric : KnownMetrics()) {
    if (!metric.explained) continue;
    const auto& responses = ResponseMetrics();
    EXPECT_NE(std::find(responses.begin(), responses.end(), metric.name), responses.end())
        << metric.name << " is explained, so a study may ask for it";
  }
}

TEST(KnownMetricsTest, WhatReportsShowHasWords) {
  for (const KnownMetric& metric : KnownMetrics()) {
    const bool shown = metric.scenario_column > 0 || metric.use != nullptr || metric.explained;
    if (shown) {
      EXPECT_TRUE(metric.words.has_value()) << metric.name;
    }
    if (metric.words) {
      EXPECT_TRUE(metric.words->the.In(Language::kEnglish).starts_with("the ")) << metric.name;
      EXPECT_TRUE(metric.words->the.In(Language::kPortuguese).starts_with("o ") ||
                  metric.words->the.In(Language::kPortuguese).starts_with("a "))
          << metric.name;
    }
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

MachineSpeed SpeedOf(const std::string& environment) {
  MachineSpeed speed{environment, {}, 0.8, 1.25, std::nullopt, 0};
  speed.points = {{"C1-r1", "C1", 1, 1.0, 0.8, 0.9}, {"C2-r1", "C2", 2, 1.0, 1.25, 1.1}};
  return speed;
}

std::vector<Chart> DrawnSpeeds(std::vector<MachineSpeed> speeds,
                               Language language = Language::kEnglish) {
  Analysis analysis = ExampleAnalysis();
  analysis.machine_speed = std::move(speeds);
  return MachineSpeedCharts(analysis, Words(language));
}

TEST(MachineSpeedChartsTest, ComputeAndMemoryOfEachRunInPercent) {
  const Json values = DrawnSpeeds({SpeedOf("laptop")})[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 4u);
  EXPECT_EQ(values[0]["group"], "compute");
  EXPECT_EQ(values[0]["speed"], 80);
  EXPECT_EQ(values[1]["group"], "memory");
  EXPECT_EQ(values[1]["speed"], 90);
  EXPECT_EQ(values[2]["order"], 2);
  EXPECT_EQ(values[2]["speed"], 125);
  EXPECT_EQ(values[2]["run"], "C2-r1");
}

TEST(MachineSpeedChartsTest, AReadingThatIsMissingIsNoPoint) {
  MachineSpeed speed = SpeedOf("laptop");
  speed.points[0].compute.reset();
  speed.points[1].memory.reset();
  const Json values = DrawnSpeeds({speed})[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0]["group"], "memory");
  EXPECT_EQ(values[1]["group"], "compute");
}

TEST(MachineSpeedChartsTest, EachEnvironmentWithASeriesHasAChart) {
  MachineSpeed one = SpeedOf("cloud");
  one.points.pop_back();
  const auto charts = DrawnSpeeds({one, SpeedOf("laptop"), SpeedOf("server")});
  ASSERT_EQ(charts.size(), 2u) << "one run is no series";
  EXPECT_EQ(charts[0].name, "speed-1");
  EXPECT_EQ(charts[0].title, "The machine's speed over the study: laptop");
  EXPECT_EQ(charts[1].name, "speed-2");
}

TEST(MachineSpeedChartsTest, ACorrelationIsSaidWhereItIsKnown) {
  MachineSpeed speed = SpeedOf("laptop");
  EXPECT_FALSE(Has(DrawnSpeeds({speed})[0].caption, "correlates"));
  EXPECT_TRUE(
      Has(DrawnSpeeds({speed})[0].caption, "It ranged from 80.0% to 125.0%. Unit: %; n = 2 runs."));
  speed.correlation = -0.5;
  speed.correlated = 16;
  EXPECT_TRUE(Has(DrawnSpeeds({speed})[0].caption,
                  "Within scenarios it correlates with the time by r = −0.50 (n = 16)."));
  EXPECT_TRUE(Has(DrawnSpeeds({speed}, Language::kPortuguese)[0].caption,
                  "correlaciona-se com o tempo com r = −0,50 (n = 16)."));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/machine_speed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analyze/test_study.h"

namespace trena {
namespace {

// One scenario, run at these speeds one after the other; the time is 100 s of work at that speed.
TestStudy StudyAt(const std::vector<double>& speeds) {
  TestStudy test = CrossingOf({{"batch", {64}}}, static_cast<int>(speeds.size()));
  int replication = 0;
  for (double speed : speeds) {
    RunRecord& run = test.AddRun(0, ++replication, 100 / speed);
    run.position = replication;
    run.metrics["yardstick"] = speed;
    run.yardstick = {{"version", 1}};
  }
  return test;
}

std::vector<MachineSpeed> SpeedOf(const TestStudy& test) {
  return FindMachineSpeed(GroupRuns(test.plan, test.runs), "train_s");
}

TEST(MachineSpeedTest, IsRelativeToItsMedian) {
  TestStudy test = StudyAt({40, 50, 60});
  test.runs[1].metrics["yardstick_compute"] = 7;
  auto speed = SpeedOf(test);
  ASSERT_EQ(speed.size(), 1u);
  EXPECT_EQ(speed[0].environment, "here");
  ASSERT_EQ(speed[0].points.size(), 3u);
  EXPECT_DOUBLE_EQ(speed[0].points[0].speed, 0.8);
  EXPECT_DOUBLE_EQ(*speed[0].points[1].compute, 1);
  EXPECT_FALSE(speed[0].points[1].memory);
  EXPECT_DOUBLE_EQ(speed[0].slowest, 0.8);
  EXPECT_DOUBLE_EQ(speed[0].fastest, 1.2);
  EXPECT_FALSE(speed[0].correlation);  // of three runs
}

TEST(MachineSpeedTest, RunsStandInTheOrderTheyWereMade) {
  TestStudy test = StudyAt({40, 50, 60});
  test.runs[0].started = "2026-01-01T10:00:02Z";
  test.runs[1].started = "2026-01-01T10:00:01Z";
  test.runs[2].started = "2026-01-01T10:00:01Z";
  auto speed = SpeedOf(test);
  EXPECT_EQ(speed[0].points[0].folder, "C1-r2-a1");
  EXPECT_EQ(speed[0].points[1].folder, "C1-r3-a1");
  EXPECT_EQ(speed[0].points[2].folder, "C1-r1-a1");
  EXPECT_EQ(speed[0].points[2].order, 3);
}

TEST(MachineSpeedTest, ARunFarFromTheOthers) {
  // The other logarithms have a mean of −0.0051 and a deviation of 0.0129: t = −15.0 with three
  // degrees of freedom, p = 0.0006, of five runs 0.003.
  auto far = SpeedOf(StudyAt({100, 101, 99, 98, 80}))[0];
  EXPECT_TRUE(far.points[4].far);
  EXPECT_FALSE(far.points[3].far);
  // t = −4.65, p = 0.019, of five runs 0.094: by 3.5 deviations from the median it was far.
  EXPECT_FALSE(SpeedOf(StudyAt({100, 101, 99, 98, 93}))[0].points[4].far);
  // Within 5 % nothing is far, however quiet the rest.
  EXPECT_FALSE(SpeedOf(StudyAt({100, 100.01, 100.02, 100.01, 96}))[0].points[4].far);
  EXPECT_FALSE(SpeedOf(StudyAt({100, 100, 100, 50}))[0].points[3].far);  // four runs tell nothing
}

// Studies of so many runs at a speed that varies by 5 % (lognormal), one of them slower by so many
// standard deviations: the share of studies in which any run is far.
double ShareFar(size_t runs, double off, int studies) {
  std::mt19937_64 random(31);
  std::normal_distribution<double> normal;
  int far = 0;
  for (int study = 0; study < studies; ++study) {
    std::vector<double> speeds;
    for (size_t i = 0; i < runs; ++i) speeds.push_back(100 * std::exp(0.05 * normal(random)));
    speeds[runs / 2] *= std::exp(-0.05 * off);
    const auto points = SpeedOf(StudyAt(speeds))[0].points;
    far += std::any_of(points.begin(), points.end(), [](const auto& point) { return point.far; });
  }
  return static_cast<double>(far) / studies;
}

// 5 % is stated. By 3.5 deviations from the median any run was far in 15 % of studies of six.
TEST(MachineSpeedTest, FarRunsAreFalseAlarmsInFewStudies) {
  for (size_t runs : {6, 12}) EXPECT_LE(ShareFar(runs, 0, 600), 0.07) << runs;
}

TEST(MachineSpeedTest, FarRunsAreFoundAsOftenAsStated) {
  EXPECT_GE(ShareFar(12, 6, 200), 0.9);
  EXPECT_GE(ShareFar(12, 4, 200), 0.4);
}

TEST(MachineSpeedTest, CorrelationWithTheTime) {
  auto speed = SpeedOf(StudyAt({90, 100, 110, 95, 105, 100, 120, 80}))[0];
  EXPECT_EQ(speed.correlated, 8u);
  EXPECT_NEAR(*speed.correlation, -1, 1e-12);  // time is work over speed
}

TEST(MachineSpeedTest, OtherVersionsAndRunsWithoutAreLeftOut) {
  TestStudy test = StudyAt({100, 50, 60});
  test.runs[0].yardstick = {{"version", 0}};
  test.runs[2].metrics.erase("yardstick");
  auto speed = SpeedOf(test);
  ASSERT_EQ(speed[0].points.size(), 1u);
  EXPECT_EQ(speed[0].points[0].order, 2);
  test.runs[1].metrics.erase("yardstick");
  test.runs[0].metrics["yardstick"] = 0;
  EXPECT_TRUE(SpeedOf(test).empty());
}

}  // namespace
}  // namespace trena

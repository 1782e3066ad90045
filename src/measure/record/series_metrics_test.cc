// SPDX-License-Identifier: Apache-2.0
#include "measure/record/series_metrics.h"

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

// One column over seconds 0, 1, 2, ….
std::map<std::string, double> OfColumn(const std::string& column, Window window,
                                       const std::vector<Reading>& readings) {
  std::vector<Sample> samples;
  for (const Reading& reading : readings) {
    samples.push_back({static_cast<double>(samples.size()), {reading}});
  }
  return SeriesMetrics({column}, samples, window);
}

using Metrics = std::map<std::string, double>;

TEST(SeriesMetrics, EnergyIsWhatWasUsedWithinTheWindow) {
  // 10 J, 30 J, 20 J and 40 J in the four seconds; of the first and the last half is within.
  EXPECT_EQ(OfColumn("gpu_energy_j", {0.5, 3.5}, {0, 10, 40, 60, 100}),
            (Metrics{{"gpu_energy_j", 5 + 30 + 20 + 20}}));
  EXPECT_EQ(OfColumn("cpu_energy_j", {-9, 9}, {7, 8, 9}), (Metrics{{"cpu_energy_j", 2}}))
      << "beyond the samples nothing is known, and nothing is added";
}

TEST(SeriesMetrics, EnergyOverAGapIsKnownButNotBeyondTheLastReading) {
  EXPECT_EQ(OfColumn("gpu_energy_j", {0, 4}, {0, {}, {}, 60, 100}),
            (Metrics{{"gpu_energy_j", 100}}));
  EXPECT_TRUE(OfColumn("gpu_energy_j", {0, 4}, {0, 10, 20, {}, {}}).empty())
      << "half of the energy is not the energy";
  EXPECT_TRUE(OfColumn("gpu_energy_j", {0, 4}, {{}, {}, 7, {}, {}}).empty());
}

TEST(SeriesMetrics, EnergyOfADeviceThatIsTakenUpLater) {
  // Nothing is charged in the first second; 7 J in the next, 10 J and 20 J after it.
  EXPECT_EQ(OfColumn("gpu_energy_j", {0, 4}, {{}, {}, 7, 17, 37}), (Metrics{{"gpu_energy_j", 37}}));
  EXPECT_EQ(OfColumn("gpu_energy_j", {1.5, 3}, {{}, {}, 7, 17, 37}),
            (Metrics{{"gpu_energy_j", 3.5 + 10}}));
}

TEST(SeriesMetrics, EventsAreCountedAsFarAsTheyAreKnown) {
  EXPECT_EQ(OfColumn("thermal_throttles", {0, 4}, {0, 3, {}, {}, {}}),
            (Metrics{{"thermal_throttles", 3}}));
  EXPECT_EQ(OfColumn("thermal_throttles", {0, 2}, {0, 0, 0}), (Metrics{{"thermal_throttles", 0}}));
}

TEST(SeriesMetrics, ThrottlingIsAShareOfTimeByReason) {
  // 1 is idleness and slows nothing; 4 a power cap; 0x20 and 0x40 heat.
  Metrics metrics = OfColumn("gpu_throttle_bits", {0, 5}, {4, 1, 5, 0x60, 0, {}});
  EXPECT_EQ(metrics, (Metrics{{"gpu_throttled_pct", 50},
                              {"gpu_throttled_power_cap_pct", 25},
                              {"gpu_throttled_software_thermal_pct", 25},
                              {"gpu_throttled_hardware_thermal_pct", 25}}));
  EXPECT_EQ(OfColumn("gpu_throttle_bits", {0, 1}, {0, 1}), (Metrics{{"gpu_throttled_pct", 0}}));
  EXPECT_TRUE(OfColumn("gpu_throttle_bits", {0, 1}, {0, {}}).empty());
}

TEST(SeriesMetrics, SomeColumnsGiveOnlyTheMeanOrThePeak) {
  EXPECT_EQ(OfColumn("pressure_io_pct", {0, 2}, {{}, 10, 20}), (Metrics{{"pressure_io_pct", 15}}));
  EXPECT_EQ(OfColumn("gpu_temp_c", {0, 2}, {{}, 61, 55}), (Metrics{{"gpu_temp_c_max", 61}}));
  EXPECT_TRUE(OfColumn("gpu0_pct", {0, 2}, {{}, 61, 55}).empty()) << "devices have no figures";
}

TEST(SeriesMetrics, ColumnsAreFoundByName) {
  auto metrics = SeriesMetrics({"processes", "mem_pct"}, {{0, {1, {}}}, {1, {2, 30}}}, {0, 1});
  EXPECT_EQ(metrics, (std::map<std::string, double>{{"mem_pct", 30}, {"mem_pct_max", 30}}));
}

std::vector<EpochEvent> Epochs(const std::vector<std::optional<double>>& seconds) {
  std::vector<EpochEvent> epochs;
  for (const auto& value : seconds) {
    EpochEvent epoch;
    epoch.seconds = value;
    epochs.push_back(epoch);
  }
  return epochs;
}

using Metrics = std::map<std::string, double>;

TEST(EpochMetricsTest, TheFirstBesideTheLater) {
  // Of 4, 5 and 8 the median is 5; their distances 1, 0 and 3 have the median 1.
  EXPECT_EQ(EpochMetrics(Epochs({9, 4, 5, 8})),
            (Metrics{{"first_epoch_s", 9}, {"later_epoch_s", 5}, {"later_epoch_mad_s", 1}}));
}

TEST(EpochMetricsTest, WhatIsNotKnownIsMissing) {
  EXPECT_EQ(EpochMetrics({}), Metrics{});
  EXPECT_EQ(EpochMetrics(Epochs({9})), (Metrics{{"first_epoch_s", 9}}));
  EXPECT_EQ(EpochMetrics(Epochs({9, 4, 6})), (Metrics{{"first_epoch_s", 9}, {"later_epoch_s", 5}}));
  EXPECT_EQ(EpochMetrics(Epochs({9, std::nullopt, 5})), Metrics{});
}

// Ends at 10, 12 and 16: two periods in 6 s, whatever of them is training.
TEST(EpochPeriodTest, IsFromEndToEnd) {
  std::vector<EpochEvent> epochs = Epochs({1, 1, 1});
  EXPECT_EQ(EpochPeriod({}), Metrics{});
  EXPECT_EQ(EpochPeriod(epochs), (Metrics{{"epochs_told", 3}})) << "nobody told when";
  epochs[0].t = 10;
  epochs[1].t = 12;
  epochs[2].t = 16;
  EXPECT_EQ(EpochPeriod(epochs), (Metrics{{"epochs_told", 3}, {"epoch_period_s", 3}}));
  epochs.resize(1);
  EXPECT_EQ(EpochPeriod(epochs), (Metrics{{"epochs_told", 1}}));
}

}  // namespace

}  // namespace trena

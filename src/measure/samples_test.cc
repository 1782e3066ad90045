// SPDX-License-Identifier: Apache-2.0
#include "measure/samples.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "configure/testing.h"
#include "core/text.h"

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

TEST(Sampler, TheFourPercentagesOfThePapersComeFirst) {
  TestFolder folder;
  Machine machine = ReadMachine();
  SensorContext context{getpid(), &machine};
  fs::path path = folder.path() / "samples.csv";
  Result<Sampler> sampler = Sampler::Open(path, context);
  ASSERT_TRUE(sampler.ok());
  sampler.value().Take(100.25);
  sampler.value().Take(101.5);
  // Whole rows are in the file while the run still lives.
  std::vector<std::string> lines = Split(ReadFile(path).value(), '\n');
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[3], "") << "the last row ends with a newline";
  EXPECT_TRUE(lines[0].starts_with("cpu_pct,mem_pct,gpu_pct,gpu_mem_pct,t,")) << lines[0];
  size_t cells = Split(lines[0], ',').size();
  for (size_t row : {1, 2}) EXPECT_EQ(Split(lines[row], ',').size(), cells);
  EXPECT_EQ(Split(lines[1], ',')[2], "") << "no GPU is an empty cell, not 0";
  EXPECT_EQ(Split(lines[1], ',')[4], "100.250000");
  EXPECT_EQ(Split(lines[2], ',')[4], "101.500000");
  ASSERT_EQ(sampler.value().samples().size(), 2u);
  EXPECT_EQ(sampler.value().samples()[1].t, 101.5);
  EXPECT_EQ(sampler.value().samples()[0].readings.size(), sampler.value().columns().size());
}

TEST(Sampler, AFileThatCannotBeWrittenIsAnError) {
  Machine machine;
  EXPECT_FALSE(Sampler::Open("/proc/no/samples.csv", {getpid(), &machine}).ok());
}

}  // namespace
}  // namespace trena

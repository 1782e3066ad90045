// SPDX-License-Identifier: Apache-2.0
#include "measure/record/samples.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "configure/testing.h"
#include "core/text/text.h"

namespace trena {
namespace {

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

TEST(Sampler, OnlyTheSensorsAskedFor) {
  TestFolder folder;
  Machine machine;
  fs::path path = folder.path() / "samples.csv";
  Result<Sampler> sampler = Sampler::Open(path, {getpid(), &machine}, {"host"});
  ASSERT_TRUE(sampler.ok());
  EXPECT_FALSE(Has(ReadFile(path).value(), {"tree_cpu_s"}));
  EXPECT_TRUE(Has(ReadFile(path).value(), {"cpu_pct,mem_pct,gpu_pct,gpu_mem_pct,t,host_cpu_pct"}));
}

TEST(Sampler, ADiskThatIsFullLeavesWholeRows) {
  TestFolder folder;
  Machine machine;
  fs::path path = folder.path() / "samples.csv";
  Result<Sampler> sampler = Sampler::Open(path, {getpid(), &machine}, {"host"});
  ASSERT_TRUE(sampler.ok());
  sampler.value().Take(1);
  std::string before = ReadFile(path).value();
  // Room for a part of a row; the write that finds it stops there.
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  rlimit full{before.size() + 5, usual.rlim_max};
  auto ignored = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &full);
  sampler.value().Take(2);
  sampler.value().Take(3);
  setrlimit(RLIMIT_FSIZE, &usual);
  signal(SIGXFSZ, ignored);
  EXPECT_EQ(ReadFile(path).value(), before);
  EXPECT_EQ(sampler.value().unwritten(), 2u);
  EXPECT_EQ(sampler.value().samples().size(), 3u);
  sampler.value().Take(4);
  EXPECT_EQ(Split(ReadFile(path).value(), '\n').size(), 4u) << "and goes on when there is room";
}

TEST(Sampler, AFileThatCannotBeWrittenIsAnError) {
  Machine machine;
  EXPECT_FALSE(Sampler::Open("/proc/no/samples.csv", {getpid(), &machine}).ok());
}

}  // namespace
}  // namespace trena

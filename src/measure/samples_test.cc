// SPDX-License-Identifier: Apache-2.0
#include "measure/samples.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "configure/testing.h"
#include "core/text.h"

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

TEST(Sampler, AFileThatCannotBeWrittenIsAnError) {
  Machine machine;
  EXPECT_FALSE(Sampler::Open("/proc/no/samples.csv", {getpid(), &machine}).ok());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/record/sample_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

constexpr std::string_view kWanted[] = {"cpu_pct", "gpu_pct"};

class SampleFileTest : public testing::Test {
 protected:
  SampleTable Read(const std::string& text) {
    EXPECT_TRUE(WriteFile(scratch_.path() / "samples.csv", text).ok());
    return ReadSamples(scratch_.path() / "samples.csv", kWanted).value();
  }

  ScratchFolder scratch_{MakeTemporaryFolder(fs::temp_directory_path(), "samples").value()};
};

TEST_F(SampleFileTest, OnlyWhatIsWantedAndMissingStaysMissing) {
  SampleTable table = Read("cpu_pct,mem_pct,gpu_pct,t,more\n,1,,100.5,9\n50,2,7.25,101.5,9\n");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"cpu_pct", "gpu_pct"}));
  ASSERT_EQ(table.samples.size(), 2u);
  EXPECT_EQ(table.samples[0].t, 100.5);
  EXPECT_EQ(table.samples[0].readings[0], std::nullopt);
  EXPECT_EQ(table.samples[1].readings[0], 50);
  EXPECT_EQ(table.samples[1].readings[1], 7.25);
}

TEST_F(SampleFileTest, RubbishIsPassedOver) {
  SampleTable table = Read("cpu_pct,t\n1,100\nrubbish\n2,1x2\n\nnan,101\n1e999,102\n9,50\n4,1");
  ASSERT_EQ(table.samples.size(), 3u) << "no time, time going back, a row that was cut";
  EXPECT_EQ(table.samples[1].readings[0], std::nullopt);
  EXPECT_EQ(table.samples[2].readings[0], std::nullopt);
}

TEST_F(SampleFileTest, NothingToReadHasNoSamples) {
  EXPECT_TRUE(Read("").samples.empty());
  EXPECT_TRUE(Read("cpu_pct,t\n").samples.empty());
  EXPECT_TRUE(Read("cpu_pct,mem_pct\n1,2\n").samples.empty());
  EXPECT_TRUE(ReadSamples(scratch_.path() / "none", kWanted).value().samples.empty());
  ASSERT_EQ(mkfifo((scratch_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(ReadSamples(scratch_.path() / "pipe", kWanted).value().samples.empty());
}

}  // namespace
}  // namespace trena

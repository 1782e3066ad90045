// SPDX-License-Identifier: Apache-2.0
#include "store/sample_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

constexpr std::string_view kWanted[] = {"cpu_pct", "gpu_pct"};

class SampleFileTest : public testing::Test {
 protected:
  fs::path Written(const std::string& text) {
    EXPECT_TRUE(WriteFile(scratch_.path() / "samples.csv", text).ok());
    return scratch_.path() / "samples.csv";
  }
  SampleTable Read(const std::string& text) { return ReadSamples(Written(text), kWanted).value(); }

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

TEST_F(SampleFileTest, ANumberIsOneFromItsFirstCharacterToItsLast) {
  SampleTable table = Read("cpu_pct,gpu_pct,t\n7x,x7,100\n 1,1 ,101\n,-2e1,102\n");
  ASSERT_EQ(table.samples.size(), 3u);
  for (size_t row : {0, 1}) {
    EXPECT_EQ(table.samples[row].readings[0], std::nullopt) << row;
    EXPECT_EQ(table.samples[row].readings[1], std::nullopt) << row;
  }
  EXPECT_EQ(table.samples[2].readings[1], -20);
}

TEST_F(SampleFileTest, TwoRowsOfOneTimeAreBothKept) {
  EXPECT_EQ(Read("cpu_pct,t\n1,100\n2,100\n").samples.size(), 2u);
}

TEST_F(SampleFileTest, WhatIsTooLargeForARunIsAnError) {
  fs::path path = Written("cpu_pct,t\n1,100\n");
  fs::resize_file(path, (uint64_t{256} << 20) + 1);  // a hole: it takes no disk
  Result<SampleTable> table = ReadSamples(path, kWanted);
  ASSERT_FALSE(table.ok());
  EXPECT_NE(table.error().message().find("too large"), std::string::npos);
  EXPECT_EQ(SampledSeconds(path), std::nullopt);
}

TEST_F(SampleFileTest, SecondsFromTheFirstSampleToTheLast) {
  EXPECT_EQ(SampledSeconds(Written("cpu_pct,t\n1,100.5\n,103.75\n")), 3.25);
  EXPECT_EQ(SampledSeconds(Written("cpu_pct,t\n1,100\n2,104\n3,102\n")), 4)
      << "it lived at least until 104";
  EXPECT_EQ(SampledSeconds(Written("cpu_pct,t\n1,100\n2,100\n")), std::nullopt) << "never 0";
  EXPECT_EQ(SampledSeconds(Written("cpu_pct,t\n1,100\n2,nan\n")), std::nullopt);
  EXPECT_EQ(SampledSeconds(Written("cpu_pct,t\n1,100\n")), std::nullopt);
  EXPECT_EQ(SampledSeconds(scratch_.path() / "none"), std::nullopt);
}

TEST_F(SampleFileTest, RowsAreAsTheyStandInTheFile) {
  using Cells = std::vector<std::string>;
  SampleRows read = ReadSampleRows(Written("t,cpu_pct\r\n3,=cmd()\r\n1,2,3\nshort\n,\n9,8"));
  EXPECT_EQ(read.columns, (Cells{"t", "cpu_pct"}));
  EXPECT_EQ(read.rows, (std::vector<Cells>{{"3", "=cmd()"}, {"", ""}}))
      << "rows of another width and the one that was cut are none";
  EXPECT_TRUE(ReadSampleRows(Written("t,cpu_pct")).columns.empty()) << "a head that was cut";
  EXPECT_TRUE(ReadSampleRows(scratch_.path()).columns.empty());
  fs::create_symlink("samples.csv", scratch_.path() / "link");
  EXPECT_TRUE(ReadSampleRows(scratch_.path() / "link").columns.empty());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/formats/csv_report.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "core/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

TEST(CsvReportTest, HasOneRowPerRunWithLevelsMetricsAndCost) {
  std::vector<std::string> lines = Split(CsvReport(ExampleAnalysis(), {}), '\n');
  ASSERT_EQ(lines.size(), 26u) << "head, 24 runs, nothing after the last";
  EXPECT_TRUE(
      lines[0].starts_with("scenario,replication,attempt,outcome,batch,image,network,"
                           "accuracy,cpu_pct,images_per_s,mem_pct,train_s,wall_s,cost,"
                           "currency,"))
      << lines[0];
  // C1: 10 + 0.5 - 2 - 1 = 7.5 s; replication 2 is the one without a deviation.
  EXPECT_TRUE(lines[2].starts_with("C1,2,1,ok,64,32,network1,0.8,98,")) << lines[2];
  EXPECT_TRUE(Has(lines[2], ",7.5,9.5,0.00075,USD,laptop,libtorch,1.13.1,false,"));
  EXPECT_TRUE(lines[2].ends_with('\r'));
}

TEST(CsvReportTest, AMissingReadingIsAnEmptyCell) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs.resize(1);
  analysis.runs[0].outcome = Outcome::kFailed;
  analysis.runs[0].metrics = {{"wall_s", 3}};
  analysis.runs[0].folder = "C1-r1-a2-aaaaaaaaaaaa";  // an attempt that was not analysed
  analysis.runs.push_back(analysis.runs[0]);
  analysis.runs[1].metrics = {{"train_s", 2}};
  EXPECT_TRUE(Has(CsvReport(analysis, {}), "C1,1,1,failed,64,32,network1,,3,,,laptop"));
}

TEST(CsvReportTest, NoCellIsAFormula) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs.resize(6);
  const char* levels[] = {"=cmd()", "+1+1", "-x", "@SUM(A1)", "\t=1", "-5"};
  for (size_t i = 0; i < 6; ++i) analysis.runs[i].levels[2].second = std::string(levels[i]);
  std::string csv = CsvReport(analysis, {});
  for (const char* safe :
       {",\"'=cmd()\",", ",\"'+1+1\",", ",\"'-x\",", ",\"'@SUM(A1)\",", ",\"'\t=1\",", ",-5,"}) {
    EXPECT_TRUE(Has(csv, safe));
  }
}

TEST(CsvReportTest, QuotesAsTheStandardSays) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs.resize(1);
  analysis.runs[0].levels[2].second = "a \"b\", c\nd";
  EXPECT_TRUE(Has(CsvReport(analysis, {}), ",\"a \"\"b\"\", c\nd\","));
}

TEST(CsvReportTest, IgnoresTheLanguage) {
  ReportContext context;
  context.language = Language::kPortuguese;
  EXPECT_EQ(CsvReport(ExampleAnalysis(), context), CsvReport(ExampleAnalysis(), {}));
}

class CsvTablesTest : public testing::Test {
 protected:
  CsvTablesTest() {
    analysis_.runs.resize(2);
    context_.runs = scratch_.path();
    context_.language = Language::kPortuguese;
  }

  void Write(size_t run, const std::string& file, const std::string& text) {
    const fs::path folder = scratch_.path() / analysis_.runs[run].folder;
    ASSERT_TRUE(MakeFolder(folder).ok());
    ASSERT_TRUE(WriteFile(folder / file, text).ok());
  }

  Analysis analysis_ = ExampleAnalysis();
  ReportContext context_;
  ScratchFolder scratch_{MakeTemporaryFolder(testing::TempDir(), "tables-").value()};
};

TEST_F(CsvTablesTest, EpochsOfEveryRun) {
  Write(0, "events.jsonl",
        "{\"event\":\"epoch\",\"t\":5.5,\"epoch\":1,\"seconds\":2.25,\"loss\":0.5,\"images\":64}\n"
        "{\"event\":\"epoch\",\"t\":8,\"epoch\":2,\"seconds\":2.5,\"accuracy\":0.75}\n");
  EXPECT_EQ(EpochsCsv(analysis_, context_),
            "run,scenario,replication,attempt,epoch,seconds,loss,accuracy,images,t\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,1,2.25,0.5,,64,5.5\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,2,2.5,,0.75,,8\r\n")
      << "a point for decimals, whatever the language; missing is empty";
}

TEST_F(CsvTablesTest, SamplesHaveTheColumnsOfAllRuns) {
  Write(0, "samples.csv", "cpu_pct,t\n,10\n50.5,11.5\n60,1");  // the last line was cut short
  Write(1, "samples.csv", "t,gpu_pct,cpu_pct\n3,9,8\nrubbish\n4.25,=cmd(),7\n");
  EXPECT_EQ(SamplesCsv(analysis_, context_),
            "run,scenario,replication,attempt,since_start_s,cpu_pct,t,gpu_pct\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,0,,10,\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,1.5,50.5,11.5,\r\n"
            "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,0,8,3,9\r\n"
            "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,1.25,7,4.25,\"'=cmd()\"\r\n");
}

TEST_F(CsvTablesTest, WhatIsNoFileHasNoRows) {
  const fs::path folder = scratch_.path() / analysis_.runs[0].folder;
  ASSERT_TRUE(MakeFolder(folder / "samples.csv").ok());
  ASSERT_TRUE(MakeFolder(folder / "events.jsonl").ok());
  EXPECT_EQ(Split(SamplesCsv(analysis_, context_), '\n').size(), 2u);
  EXPECT_EQ(Split(EpochsCsv(analysis_, context_), '\n').size(), 2u);
  EXPECT_EQ(Split(SamplesCsv(analysis_, {}), '\n').size(), 2u) << "no folder at all";
}

// 8 runs of image 32 and 64 in each of the example's 24: effects −2 and 2 s, of 96 of 126.16 s².
TEST_F(CsvTablesTest, EffectsOfEveryResponse) {
  std::string text = EffectsCsv(ExampleAnalysis(), context_);
  std::vector<std::string> lines = Split(text, '\n');
  EXPECT_EQ(lines[0],
            "response,unit,scale,term,batch,image,network,n,mean,effect,low,high,confidence,"
            "term_percent,term_p\r");
  std::vector<std::string> image = Split(lines[4], ',');
  EXPECT_EQ(Join({image.begin(), image.begin() + 8}, ","), "train_s,s,raw,image,,64,,12");
  EXPECT_NEAR(std::stod(image[8]), 12, 1e-9);
  EXPECT_NEAR(std::stod(image[9]), 2, 1e-9);
  EXPECT_NEAR(std::stod(image[13]), 100 * 96 / 126.16, 1e-9);
  EXPECT_TRUE(Has(text, "\r\ncost,USD,raw,image,,64,,12,"));
}

}  // namespace

}  // namespace trena

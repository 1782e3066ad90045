// SPDX-License-Identifier: Apache-2.0
#include "report/formats/csv_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/files.h"
#include "core/text/text.h"
#include "report/formats/example_analysis.h"
#include "report/formats/formats.h"

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

// A name that stands twice in the head is taken for either by who reads it.
TEST(CsvReportTest, NoColumnStandsTwice) {
  Analysis analysis = ExampleAnalysis();
  for (RunRecord& run : analysis.runs) {
    run.levels.Change().emplace_back("environment", run.environment);
    run.levels.Change().emplace_back("framework", "libtorch@1.13.1");
  }
  const std::vector<std::string> lines = Split(CsvReport(analysis, {}), '\n');
  std::vector<std::string> head = Split(lines[0], ',');
  EXPECT_TRUE(lines[0].starts_with(
      "scenario,replication,attempt,outcome,batch,image,network,environment,framework,accuracy,"));
  EXPECT_TRUE(Has(lines[0], ",cost,currency,framework_version,"));
  EXPECT_TRUE(Has(lines[2], ",network1,laptop,libtorch@1.13.1,0.8,")) << lines[2];
  EXPECT_TRUE(Has(lines[2], ",0.00075,USD,1.13.1,false,")) << lines[2];
  EXPECT_EQ(Split(lines[2], ',').size(), head.size());
  std::sort(head.begin(), head.end());
  EXPECT_EQ(std::adjacent_find(head.begin(), head.end()), head.end());
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
  for (size_t i = 0; i < 6; ++i)
    analysis.runs[i].levels.Change()[2].second = std::string(levels[i]);
  std::string csv = CsvReport(analysis, {});
  for (const char* safe :
       {",\"'=cmd()\",", ",\"'+1+1\",", ",\"'-x\",", ",\"'@SUM(A1)\",", ",\"'\t=1\",", ",-5,"}) {
    EXPECT_TRUE(Has(csv, safe));
  }
}

TEST(CsvReportTest, QuotesAsTheStandardSays) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs.resize(1);
  analysis.runs[0].levels.Change()[2].second = "a \"b\", c\nd";
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
    context_.language = Language::kPortuguese;
  }

  const std::string& Folder(size_t run) const { return analysis_.runs[run].folder; }

  Analysis analysis_ = ExampleAnalysis();
  ReportContext context_;
};

TEST_F(CsvTablesTest, EpochsOfEveryRun) {
  analysis_.series.epochs[Folder(0)] = {
      {.epoch = 1, .t = 5.5, .seconds = 2.25, .loss = 0.5, .accuracy = {}, .images = 64},
      {.epoch = 2, .t = 8, .seconds = 2.5, .loss = {}, .accuracy = 0.75, .images = {}}};
  EXPECT_EQ(EpochsCsv(analysis_, context_),
            "run,scenario,replication,attempt,epoch,seconds,loss,accuracy,images,t\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,1,2.25,0.5,,64,5.5\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,2,2.5,,0.75,,8\r\n")
      << "a point for decimals, whatever the language; missing is empty";
}

TEST_F(CsvTablesTest, SamplesHaveTheColumnsOfAllRuns) {
  analysis_.series.samples[Folder(0)] = {{"cpu_pct", "t"}, {{"", "10"}, {"50.5", "11.5"}}};
  analysis_.series.samples[Folder(1)] = {{"t", "gpu_pct", "cpu_pct"},
                                         {{"3", "9", "8"}, {"4.25", "=cmd()", "7"}}};
  EXPECT_EQ(SamplesCsv(analysis_, context_),
            "run,scenario,replication,attempt,since_start_s,cpu_pct,t,gpu_pct\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,0,,10,\r\n"
            "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,1.5,50.5,11.5,\r\n"
            "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,0,8,3,9\r\n"
            "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,1.25,7,4.25,\"'=cmd()\"\r\n");
}

// The clock of samples that have none is not made up, nor is what cannot be read taken for 0.
TEST_F(CsvTablesTest, ASampleWithoutATimeHasNone) {
  analysis_.series.samples[Folder(0)] = {{"cpu_pct"}, {{"1"}}};
  analysis_.series.samples[Folder(1)] = {{"t"}, {{"late"}, {"7"}, {"7.5x"}, {"9"}}};
  const std::vector<std::string> lines = Split(SamplesCsv(analysis_, context_), '\n');
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[1], "C1-r1-a1-aaaaaaaaaaaa,C1,1,1,,1,\r");
  EXPECT_EQ(lines[2], "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,,,late\r");
  EXPECT_EQ(lines[3], "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,0,,7\r") << "the first time that is one";
  EXPECT_EQ(lines[4], "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,,,7.5x\r");
  EXPECT_EQ(lines[5], "C1-r2-a1-aaaaaaaaaaaa,C1,2,1,2,,9\r");
}

TEST_F(CsvTablesTest, ARunThatRecordedNothingHasNoRows) {
  EXPECT_EQ(Split(SamplesCsv(analysis_, context_), '\n').size(), 2u) << "the head alone";
  EXPECT_EQ(Split(EpochsCsv(analysis_, context_), '\n').size(), 2u);
  analysis_.series.epochs["of no run"] = {EpochEvent{}};
  EXPECT_EQ(Split(EpochsCsv(analysis_, context_), '\n').size(), 2u);
}

TEST(CsvNeeds, TheRecordIsToHoldWhatIsDrawn) {
  EXPECT_TRUE(FindFormat("epochs")->needs.epochs);
  EXPECT_FALSE(FindFormat("epochs")->needs.samples);
  EXPECT_TRUE(FindFormat("samples")->needs.samples);
  EXPECT_FALSE(FindFormat("html")->needs.samples || FindFormat("html")->needs.epochs);
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

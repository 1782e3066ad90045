// SPDX-License-Identifier: Apache-2.0
#include "report/formats/csv_report.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace trena

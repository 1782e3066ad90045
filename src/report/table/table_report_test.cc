// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_report.h"

#include <gtest/gtest.h>

#include <fstream>

#include "analyze/table/table_analysis.h"
#include "core/files.h"
#include "core/json.h"
#include "report/table/table_json.h"

namespace trena {
namespace {

class TableReportTest : public testing::Test {
 protected:
  TableReportTest()
      : folder_(MakeTemporaryFolder(fs::temp_directory_path(), "trena-report-").value()) {}
  ~TableReportTest() override { fs::remove_all(folder_); }

  TableAnalysis Analyze(const std::string& text, TableRequest request = {},
                        const ModelRequest& model = {}) {
    request.path = (folder_ / "runs.csv").string();
    request.response = "y";
    std::ofstream(request.path) << text;
    auto analysis = AnalyzeTable(request, model);
    EXPECT_TRUE(analysis.ok()) << analysis.error().message();
    return analysis.ok() ? analysis.value() : TableAnalysis{};
  }

  fs::path folder_;
};

// Jain (1991), chapter 18: a 2² design with three replications; sums of squares 5547, 1083, 300,
// 102 of 7032.
constexpr const char* kJain =
    "memory,cache,y\n"
    "4,1,15\n4,1,18\n4,1,12\n16,1,45\n16,1,48\n16,1,51\n"
    "4,2,25\n4,2,28\n4,2,19\n16,2,75\n16,2,75\n16,2,81\n";

const AnovaRow& Row(const TableAnalysis& analysis, const std::string& term) {
  for (const AnovaRow& row : analysis.stated.model.rows) {
    if (row.term == term) return row;
  }
  ADD_FAILURE() << term;
  return analysis.stated.model.rows.front();
}

TEST_F(TableReportTest, JainChapter18) {
  const TableAnalysis analysis = Analyze(kJain);
  EXPECT_NEAR(Row(analysis, "memory").ss, 5547, 1e-9);
  EXPECT_NEAR(Row(analysis, "cache").ss, 1083, 1e-9);
  EXPECT_NEAR(Row(analysis, "memory:cache").ss, 300, 1e-9);
  EXPECT_NEAR(Row(analysis, "residuals").ss, 102, 1e-9);
  EXPECT_NEAR(*Row(analysis, "memory").percent, 78.88, 0.005);
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  // Of 15, 18, 12: mean 15, s = 3, t(0.975, 2) = 4.3027; 3 / √3 × 4.3027 = 7.4525.
  EXPECT_NEAR(*analysis.summaries[0].high, 22.4525, 1e-4);
}

TEST_F(TableReportTest, TheTerminalShowsTableMeansAndAnswer) {
  const std::string page = TableReport(Analyze(kJain), {});
  for (const char* expected :
       {"12 rows, 12 analysed", "Factors found: memory and cache", "Analysis of variance of y",
        "memory:cache", "78.9%",
        // By R: (5547 − 12.75) ÷ (7032 + 12.75) = 0.78558…, cache 0.15192…, both 0.04077….
        "adjusted", "78.6%", "15.2%", "4.1%", "balanced", "C4", "from 7.5476 to 22.452",
        "What drives y, in percent of its variation: memory (78.9%, p < 0.001)",
        "y goes from 15.00 at memory 4, cache 1 to 77.00 at memory 16, cache 2.",
        "The answer is valid"}) {
    EXPECT_NE(page.find(expected), std::string::npos) << expected << "\n" << page;
  }
}

TEST_F(TableReportTest, InPortuguese) {
  ReportContext context;
  context.language = Language::kPortuguese;
  const std::string page = TableReport(Analyze(kJain), context);
  EXPECT_NE(page.find("Análise de variância de y"), std::string::npos) << page;
  EXPECT_NE(page.find("78,9%"), std::string::npos);
}

TEST_F(TableReportTest, ProgramsReadTheSame) {
  const auto json = ParseJson(TableJson(Analyze(kJain), {}));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json.value()["scenarios"].size(), 4u);
  EXPECT_EQ(json.value()["scenarios"][1]["levels"]["memory"], 4);
  EXPECT_EQ(json.value()["scenarios"][1]["levels"]["cache"], 2);
  EXPECT_EQ(json.value()["scenarios"][1]["metrics"]["y"]["n"], 3);
  EXPECT_EQ(json.value()["anova"].back()["term"], "residuals");
  EXPECT_EQ(json.value()["table"]["factors_found"], true);
  EXPECT_EQ(json.value()["verdict"], "valid");
}

TEST_F(TableReportTest, WithoutRepetitionTheHighestInteractionIsTheError) {
  const TableAnalysis analysis = Analyze("a,b,y\n1,1,3\n1,2,5\n1,3,9\n2,1,4\n2,2,7\n2,3,11\n");
  EXPECT_TRUE(analysis.stated.choice.without_highest);
  EXPECT_EQ(Row(analysis, "residuals").df, 2u);
  const TableAnalysis full =
      Analyze("a,b,y\n1,1,3\n1,2,5\n1,3,9\n2,1,4\n2,2,7\n2,3,11\n", {}, {.terms = "full"});
  EXPECT_EQ(full.verdict, Verdict::kInconclusive);
  EXPECT_FALSE(Row(full, "a").f.has_value());
}

TEST_F(TableReportTest, NothingVaries) {
  const TableAnalysis analysis = Analyze("f,y\na,5\na,5\nb,5\nb,5\n");
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_NE(TableReport(analysis, {}).find("the same in all rows"), std::string::npos);
}

TEST_F(TableReportTest, BlocksHaveNoInteractions) {
  TableRequest request;
  request.block = "day";
  std::string text = "day,f,g,y\n";
  for (int i = 0; i < 24; ++i) {
    text += std::to_string(i / 8) + "," + "ab"[i % 2] + "," + "pq"[i / 2 % 2] + "," +
            std::to_string(i * i % 13) + "\n";
  }
  const TableAnalysis analysis = Analyze(text, request, {.block = "day"});
  std::vector<std::string> terms;
  for (const AnovaRow& row : analysis.stated.model.rows) terms.push_back(row.term);
  EXPECT_EQ(terms, (std::vector<std::string>{"day", "f", "g", "f:g", "residuals"}));
}

TEST_F(TableReportTest, LogarithmsAreShownAsGeometricMeans) {
  TableRequest request;
  request.log = true;
  const std::string page = TableReport(Analyze("f,y\na,1\na,100\nb,1000\nb,1000\n", request), {});
  EXPECT_NE(page.find("Geometric means of y"), std::string::npos);
  EXPECT_NE(page.find("10.000"), std::string::npos) << page;
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A table on a screen and as a page; what they say is table_answer.h's.
#include "report/table/table_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "report/table/table_as_study.h"
#include "report/table/table_page.h"
#include "report/table/table_tables.h"

namespace trena {
namespace {

TableAnalysis AnalysisOfTable(const std::string& text, bool log = false) {
  ScratchFolder folder(MakeTemporaryFolder(fs::temp_directory_path(), "trena-table-").value());
  TableRequest request;
  request.path = (folder.path() / "runs.csv").string();
  request.response = "y";
  request.log = log;
  std::ofstream(request.path) << text;
  ModelRequest model;
  model.log_scale = log;
  auto analysis = AnalyzeTable(request, model);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return analysis.ok() ? analysis.value() : TableAnalysis{};
}

// 48 cells of three rows: the time doubles with the second level of each of two factors.
std::string FortyEightCells() {
  std::string text = "framework,device,batch,image,y\n";
  int row = 0;
  for (const char* framework : {"mxnet", "pytorch", "tensorflow"}) {
    for (const char* device : {"cpu", "t4", "v100", "a100"}) {
      for (int batch : {32, 128}) {
        for (int image : {32, 64}) {
          for (int i = 0; i < 3; ++i) {
            const double base = (batch == 32 ? 2 : 1) * (image == 64 ? 2 : 1) * 10;
            text += std::string(framework) + "," + device + "," + std::to_string(batch) + "," +
                    std::to_string(image) + "," + std::to_string(base + 0.1 * (++row % 7)) + "\n";
          }
        }
      }
    }
  }
  return text;
}

size_t LinesOf(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TableScreen, FortyEightCellsFitAScreen) {
  const std::string screen = TableScreen(AnalysisOfTable(FortyEightCells()), {});
  EXPECT_LE(LinesOf(screen), 40u) << screen;
  for (const char* part : {"144 rows, 144 analysed", "Factors: framework, device, batch and image.",
                           "The answer is valid", "Means of y, the least", "and 42 more: --all",
                           "! The table was observed", "`--page FILE`"}) {
    EXPECT_TRUE(Holds(screen, part)) << part << "\n" << screen;
  }
}

TEST(TableScreen, OfASmallTableNothingIsCut) {
  const std::string screen = TableScreen(AnalysisOfTable("a,y\nx,1\nx,2\nz,5\nz,6\n"), {});
  EXPECT_FALSE(Holds(screen, "more: --all")) << screen;
  EXPECT_FALSE(Holds(screen, "the least")) << screen;
}

TEST(TableScreen, AContrastThatWasAskedForIsThere) {
  ScratchFolder folder(MakeTemporaryFolder(fs::temp_directory_path(), "trena-table-").value());
  TableRequest request;
  request.path = (folder.path() / "runs.csv").string();
  request.response = "y";
  std::ofstream(request.path) << "a,y\nx,1\nx,2\nz,5\nz,6\n";
  ModelRequest model;
  model.contrasts = {"a: z - x"};
  auto analysis = AnalyzeTable(request, model);
  ASSERT_TRUE(analysis.ok()) << analysis.error().message();
  const std::string screen = TableScreen(analysis.value(), {});
  EXPECT_TRUE(Holds(screen, "Contrasts")) << screen;
  EXPECT_TRUE(Holds(screen, "4.000")) << "5.5 less 1.5\n" << screen;
}

TEST(TableScreen, RowsThatAreLeftOutAreSaid) {
  const std::string table = "a,status,y\nx,ok,1\nx,ok,2\nz,ok,5\nz,ok,6\nz,failed,\nz,failed,\n";
  EXPECT_TRUE(Holds(TableScreen(AnalysisOfTable(table), {}), "2 rows are left out: failed (2)"));
}

TEST(TableAsStudy, OfLogarithmsTheMeansAreGeometric) {
  const Analysis study = AsStudy(AnalysisOfTable("a,y\n1,2\n1,8\n2,10\n2,1000\n", true));
  ASSERT_EQ(study.scenarios.size(), 2u);
  EXPECT_NEAR(*study.scenarios[0].metrics.at("y").summary.mean, 4, 1e-12) << "√(2 × 8)";
  EXPECT_NEAR(*study.scenarios[1].metrics.at("y").summary.mean, 100, 1e-10);
  EXPECT_EQ(study.main.scale, "log");
  EXPECT_EQ(study.main.levels[0][0].number(), 1) << "a level that is a number is one";
}

TEST(TableTables, CellsWithTheLeastMeansKeepTheirOrder) {
  const TableAnalysis analysis = AnalysisOfTable("a,y\np,9\np,9.5\nq,1\nq,2\nr,5\nr,6\ns,3\ns,4\n");
  EXPECT_EQ(CellsByMean(analysis, 3), (std::vector<size_t>{1, 2, 3}));
  EXPECT_EQ(CellsByMean(analysis, 2), (std::vector<size_t>{1, 3}));
  EXPECT_EQ(CellsByMean(analysis, 4).size(), 4u);
}

TEST(TablePage, HasTheAnswerTheChartsAndBothLanguages) {
  const std::string page = TablePageReport(AnalysisOfTable(FortyEightCells()), {});
  for (const char* part :
       {"Verdict: valid", "Veredito: resposta válida", "id=\"cells\"", "id=\"variance\"",
        "id=\"drivers\"", "id=\"warnings\"", "The mark is the mean", "id=\"checks\"",
        "class=\"contents\"", "vega-lite"}) {
    EXPECT_TRUE(Holds(page, part)) << part;
  }
}

TEST(TablePage, NothingOfTheFileIsMarkup) {
  const std::string page = TablePageReport(
      AnalysisOfTable("<i>f</i>,y\n<script>alert(1)</script>,1\n<script>alert(1)</script>,2\nb,3\n"
                      "b,4\n"),
      {});
  EXPECT_FALSE(Holds(page, "<script>alert"));
  EXPECT_FALSE(Holds(page, "<i>f"));
  EXPECT_TRUE(Holds(page, "&lt;script&gt;alert")) << "it is shown as what it is";
}

}  // namespace
}  // namespace trena

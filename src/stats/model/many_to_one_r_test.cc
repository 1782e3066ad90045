// SPDX-License-Identifier: Apache-2.0
// Random comparisons with a control against multcomp, by testdata/many_to_one.R in one R process.
// `make test` runs a few where it is installed and skips them where it is not; `make test-r`
// installs it and runs more.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "stats/model/comparisons.h"
#include "stats/model/test_cells.h"
#include "stats/model/test_table.h"

namespace trena {
namespace {

using ToOneTables = std::map<std::string, std::vector<TestRow>>;

// Nothing when R fails.
ToOneTables AskMultcomp() {
  const char* asked = std::getenv("TRENA_R_DESIGNS");
  std::string folder = testing::TempDir() + "trena-to-one-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return {};
  const std::string command = "Rscript '" TRENA_SOURCE_DIR "/src/stats/testdata/many_to_one.R' " +
                              std::to_string(asked ? std::atoi(asked) : 6) + " '" + folder +
                              "' >/dev/null 2>&1";
  ToOneTables tables;
  if (std::system(command.c_str()) == 0) {
    for (const char* name : {"data", "pairs"}) {
      tables[name] = ReadTestTableAt(folder + "/" + name + ".csv");
    }
  }
  std::filesystem::remove_all(folder);
  return tables;
}

struct ToOneCase {
  std::string kind;
  TestRows rows;
};

ModelAnalysis Fitted(const ToOneCase& made) {
  ModelOptions options{.terms = {{0}}};
  if (made.kind == "blocked") options.terms = {{0}, {1}};
  return AnalyzeModel(MakeCells(made.rows), options).value();
}

TEST(ManyToOneR, IntervalsAndPAreThoseOfMultcomp) {
  const ToOneTables tables = AskMultcomp();
  if (tables.empty()) GTEST_SKIP() << "multcomp is not installed (make test-r does)";
  std::map<std::string, ToOneCase> cases;
  for (const TestRow& row : tables.at("data")) {
    ToOneCase& made = cases[row.at("case")];
    made.kind = row.at("kind");
    made.rows.levels.push_back({static_cast<uint32_t>(std::stoul(row.at("A")) - 1),
                                static_cast<uint32_t>(std::stoul(row.at("block")) - 1)});
    made.rows.y.push_back(std::stod(row.at("y")));
    if (made.kind == "covariate") made.rows.covariates.push_back({std::stod(row.at("x"))});
  }
  ASSERT_GE(cases.size(), 6u);
  std::map<std::string, std::vector<PairComparison>> found;
  for (const auto& [id, made] : cases) {
    const ModelAnalysis analysis = Fitted(made);
    std::vector<size_t> means;  // those of A come first, by level
    for (size_t i = 0; i < analysis.means.size(); ++i) {
      if (analysis.means[i].factors == std::vector<size_t>{0}) means.push_back(i);
    }
    found[id] = CompareWithControl(analysis, means.at(0), means);
  }
  for (const TestRow& row : tables.at("pairs")) {
    const std::string what = "case " + row.at("case") + " level " + row.at("level");
    const PairComparison& pair = found.at(row.at("case")).at(std::stoul(row.at("level")) - 1);
    const double error = std::stod(row.at("se"));
    EXPECT_NEAR(pair.difference, std::stod(row.at("difference")), 1e-8 * error) << what;
    EXPECT_NEAR(*pair.standard_error, error, 1e-8 * error) << what;
    EXPECT_NEAR(*pair.p, std::stod(row.at("p")), 3e-4) << what;
    EXPECT_NEAR(*pair.low, std::stod(row.at("low")), 0.03 * error) << what;
    EXPECT_NEAR(*pair.high, std::stod(row.at("high")), 0.03 * error) << what;
  }
}

}  // namespace
}  // namespace trena

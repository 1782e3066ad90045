// SPDX-License-Identifier: Apache-2.0
// Random split plots with lost runs against lmerTest and emmeans, by testdata/mixed.R in one R
// process. `make test` runs a few where both are installed and skips them where they are not; `make
// test-r` installs them and runs 200.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "stats/model/comparisons.h"
#include "stats/model/strata/reml.h"
#include "stats/model/test_table.h"

namespace trena {
namespace {

using MixedTables = std::map<std::string, std::vector<TestRow>>;

// Nothing when R fails.
MixedTables AskLmerTest() {
  const char* asked = std::getenv("TRENA_R_DESIGNS");
  std::string folder = testing::TempDir() + "trena-mixed-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return {};
  const std::string command = "Rscript '" TRENA_SOURCE_DIR "/src/stats/testdata/mixed.R' " +
                              std::to_string(asked ? std::atoi(asked) : 6) + " '" + folder +
                              "' >/dev/null 2>&1";
  MixedTables tables;
  if (std::system(command.c_str()) == 0) {
    for (const char* name : {"data", "anova", "pairs"}) {
      tables[name] = ReadTestTableAt(folder + "/" + name + ".csv");
    }
  }
  std::filesystem::remove_all(folder);
  return tables;
}

const char* const kMixedFactors[] = {"A", "B", "plot", "block"};

std::map<std::string, Cells> MixedCases(const std::vector<TestRow>& rows) {
  std::map<std::string, Cells> cases;
  for (const TestRow& row : rows) {
    Cells& cells = cases[row.at("case")];
    cells.response = "y";
    if (cells.factors.empty()) {
      for (const char* name : kMixedFactors) cells.factors.push_back({name, {}});
    }
    Cell cell;
    for (CellFactor& factor : cells.factors) {
      const size_t level = std::stoul(row.at(factor.name));
      while (factor.levels.size() < level) {
        factor.levels.push_back(std::to_string(factor.levels.size() + 1));
      }
      cell.levels.push_back(static_cast<uint32_t>(level - 1));
    }
    cell.n = 1;
    cell.mean = std::stod(row.at("y"));
    cells.cells.push_back(cell);
  }
  return cases;
}

// Each is fitted once.
class MixedFits {
 public:
  explicit MixedFits(std::map<std::string, Cells> cases) : cases_(std::move(cases)) {}

  const MixedAnalysis& Of(const std::string& name, int type) {
    auto [fit, is_new] = fits_.try_emplace({name, type});
    if (is_new) {
      const auto mixed = AnalyzeMixed(
          cases_.at(name), {.terms = {{0}, {1}, {0, 1}}, .errors = {{3}, {2}}, .ss_type = type});
      EXPECT_TRUE(mixed.ok()) << name;
      if (mixed.ok()) fit->second = mixed.value();
    }
    return fit->second;
  }

 private:
  std::map<std::string, Cells> cases_;
  std::map<std::pair<std::string, int>, MixedAnalysis> fits_;
};

// lmer's search ends some 1e-5 from the least deviance.
void ExpectNearR(double actual, const std::string& expected, double relative,
                 const std::string& what) {
  const double value = std::stod(expected);
  EXPECT_NEAR(actual, value, relative * std::abs(value) + 1e-7) << what;
}

// Of several degrees of freedom lmerTest's depend on how it writes the hypothesis: Fai and
// Cornelius' rule takes the axes of its rows, which other rows of the same hypothesis turn. Of 200
// designs two, with four degrees of freedom for the error, are 3 % apart.
double ToleranceOf(const TestRow& row) { return row.at("df") == "1" ? 1e-3 : 0.04; }

TEST(RemlR, TermsAndPairsAreThoseOfLmerTest) {
  const MixedTables tables = AskLmerTest();
  if (tables.empty()) GTEST_SKIP() << "lmerTest and emmeans are not installed (make test-r does)";
  ASSERT_FALSE(tables.at("data").empty());
  MixedFits fits(MixedCases(tables.at("data")));
  for (const TestRow& row : tables.at("anova")) {
    const std::string what =
        "case " + row.at("case") + " type " + row.at("type") + " " + row.at("term");
    const MixedAnalysis& mixed = fits.Of(row.at("case"), std::stoi(row.at("type")));
    const auto found = std::find_if(mixed.model.rows.begin(), mixed.model.rows.end(),
                                    [&](const AnovaRow& r) { return r.term == row.at("term"); });
    ASSERT_NE(found, mixed.model.rows.end()) << what;
    EXPECT_EQ(std::to_string(found->df), row.at("df")) << what;
    ExpectNearR(*found->f, row.at("f"), 1e-3, what);
    ExpectNearR(*found->error_df, row.at("error_df"), ToleranceOf(row), what);
    ExpectNearR(*found->p, row.at("p"), 10 * ToleranceOf(row), what);
  }
}

TEST(RemlR, PairsAreThoseOfEmmeans) {
  const MixedTables tables = AskLmerTest();
  if (tables.empty()) GTEST_SKIP() << "lmerTest and emmeans are not installed (make test-r does)";
  MixedFits fits(MixedCases(tables.at("data")));
  for (const TestRow& row : tables.at("pairs")) {
    const std::string& pair = row.at("pair");  // "B2 - B1"
    const std::string what = "case " + row.at("case") + " " + pair;
    const ModelAnalysis& model = fits.Of(row.at("case"), 2).model;
    const auto level = [&](size_t at) { return static_cast<uint32_t>(pair[at] - '1'); };
    bool seen = false;
    for (const PairComparison& made : ComparePairs(model, {row.at("factor") == "A" ? 0u : 1u})) {
      if (model.means[made.first].levels[0] != level(6)) continue;
      if (model.means[made.second].levels[0] != level(1)) continue;
      seen = true;
      ExpectNearR(made.difference, row.at("estimate"), 1e-3, what);
      ExpectNearR(*made.standard_error, row.at("se"), 1e-3, what);
      ExpectNearR(*made.p, row.at("p"), 5e-3, what);
    }
    EXPECT_TRUE(seen) << what;
  }
}

}  // namespace
}  // namespace trena

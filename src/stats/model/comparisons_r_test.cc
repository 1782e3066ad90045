// SPDX-License-Identifier: Apache-2.0
// Simple effects against emmeans, the candidates for the least against multcomp's one-sided
// comparisons, and balanced whole plots against pbkrtest, by testdata/comparisons.R in one R
// process. `make test` runs a few where they are installed and skips them where they are not; `make
// test-r` installs them and runs 200.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "stats/comparisons/dunnett.h"
#include "stats/model/comparisons.h"
#include "stats/model/strata/reml.h"
#include "stats/model/test_cells.h"
#include "stats/model/test_table.h"

namespace trena {
namespace {

using AskedTables = std::map<std::string, std::vector<TestRow>>;

// R is asked once. Nothing when it fails.
const AskedTables& AskOfComparisons() {
  static const AskedTables tables = [] {
    AskedTables asked;
    const char* count = std::getenv("TRENA_R_DESIGNS");
    std::string folder = testing::TempDir() + "trena-comparisons-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) return asked;
    const std::string command = "Rscript '" TRENA_SOURCE_DIR "/src/stats/testdata/comparisons.R' " +
                                std::to_string(count ? std::atoi(count) : 6) + " '" + folder +
                                "' >/dev/null 2>&1";
    if (std::system(command.c_str()) == 0) {
      for (const char* name :
           {"crossed", "simple_effects", "samples", "controls", "plots", "kenward_roger"}) {
        asked[name] = ReadTestTableAt(folder + "/" + name + ".csv");
      }
    }
    std::filesystem::remove_all(folder);
    return asked;
  }();
  return tables;
}

uint32_t LevelIn(const TestRow& row, const char* name) {
  return static_cast<uint32_t>(std::stoul(row.at(name)) - 1);
}

// Each design's observations, with the levels of these factors.
std::map<std::string, TestRows> DesignsOf(const std::vector<TestRow>& rows,
                                          const std::vector<const char*>& factors) {
  std::map<std::string, TestRows> designs;
  for (const TestRow& row : rows) {
    TestRows& design = designs[row.at("case")];
    std::vector<uint32_t>& levels = design.levels.emplace_back();
    for (const char* factor : factors) levels.push_back(LevelIn(row, factor));
    design.y.push_back(std::stod(row.at("y")));
  }
  return designs;
}

constexpr const char* kNoComparisons =
    "emmeans, lmerTest and multcomp are not installed (make test-r does)";

TEST(ComparisonsR, SimpleEffectsAreThoseOfEmmeans) {
  const AskedTables& tables = AskOfComparisons();
  if (tables.empty()) GTEST_SKIP() << kNoComparisons;
  std::map<std::string, ModelAnalysis> models;
  for (const auto& [id, rows] : DesignsOf(tables.at("crossed"), {"A", "B"})) {
    const Cells cells = MakeCells(rows);
    models[id] = AnalyzeModel(cells, {.terms = FullTerms(cells)}).value();
  }
  ASSERT_FALSE(tables.at("simple_effects").empty());
  for (const TestRow& row : tables.at("simple_effects")) {
    const std::string& pair = row.at("pair");  // "2 - 1"
    const std::string what = "case " + row.at("case") + " " + pair + " at " + row.at("by");
    const ModelAnalysis& model = models.at(row.at("case"));
    bool seen = false;
    for (const PairComparison& made : ComparePairsAt(model, 0, 1, LevelIn(row, "by"))) {
      const auto level_of = [&](size_t mean) { return model.means[mean].levels[0] + 1; };
      if (std::to_string(level_of(made.second)) != pair.substr(0, 1)) continue;
      if (std::to_string(level_of(made.first)) != pair.substr(4, 1)) continue;
      seen = true;
      const double error = std::stod(row.at("se"));
      EXPECT_NEAR(made.difference, std::stod(row.at("estimate")), 1e-8 * error) << what;
      EXPECT_NEAR(*made.standard_error, error, 1e-8 * error) << what;
      EXPECT_NEAR(*made.p, std::stod(row.at("p")), 1e-6) << what;
    }
    EXPECT_TRUE(seen) << what;
  }
}

// A mean may be the least where no other is below it for certain, itself being the control.
TEST(ComparisonsR, CandidatesAreThoseThatMultcompLeavesIn) {
  const AskedTables& tables = AskOfComparisons();
  if (tables.empty()) GTEST_SKIP() << kNoComparisons;
  std::map<std::string, std::vector<bool>> candidates;
  for (const auto& [id, rows] : DesignsOf(tables.at("samples"), {"level"})) {
    const Cells cells = MakeCells(rows);
    std::vector<MeanOfSample> means;
    double squares = 0, df = 0;
    for (const Cell& cell : cells.cells) {
      means.push_back({cell.mean, cell.n});
      squares += cell.squares;
      df += cell.n - 1;
    }
    candidates[id] = CandidatesForLeast(means, std::sqrt(squares / df), df);
  }
  size_t left_out = 0;
  for (const TestRow& row : tables.at("controls")) {
    const double p = std::stod(row.at("p"));
    if (std::abs(p - 0.05) < 1e-3) continue;  // R's own integral is no nearer
    left_out += p < 0.05 ? 1 : 0;
    EXPECT_EQ(candidates.at(row.at("case")).at(LevelIn(row, "level")), p >= 0.05)
        << "case " << row.at("case") << " level " << row.at("level") << " p " << p;
  }
  EXPECT_GT(left_out, 0u);
}

TEST(ComparisonsR, BalancedPlotsAreThoseOfKenwardAndRoger) {
  const AskedTables& tables = AskOfComparisons();
  if (tables.empty()) GTEST_SKIP() << kNoComparisons;
  std::map<std::string, MixedAnalysis> found;
  for (const auto& [id, rows] : DesignsOf(tables.at("plots"), {"A", "B", "plot"})) {
    const auto mixed =
        AnalyzeMixed(MakeCells(rows), {.terms = {{0}, {1}, {0, 1}}, .errors = {{2}}});
    ASSERT_TRUE(mixed.ok()) << id << mixed.error().message();
    found[id] = mixed.value();
  }
  size_t compared = 0;
  for (const TestRow& row : tables.at("kenward_roger")) {
    if (row.at("plots_differ") != "TRUE") continue;  // at the edge the two are not one
    const std::vector<AnovaRow>& terms = found.at(row.at("case")).model.rows;
    const auto term = std::find_if(terms.begin(), terms.end(),
                                   [&](const AnovaRow& r) { return r.term == row.at("term"); });
    const std::string what = "case " + row.at("case") + " " + row.at("term");
    ASSERT_NE(term, terms.end()) << what;
    ++compared;
    EXPECT_EQ(std::to_string(term->df), row.at("df")) << what;
    const auto near = [&](double actual, const char* column) {
      const double expected = std::stod(row.at(column));
      EXPECT_NEAR(actual, expected, 1e-3 * std::abs(expected) + 1e-7) << what << " " << column;
    };
    near(*term->f, "f");
    near(*term->error_df, "error_df");
    near(*term->p, "p");
  }
  EXPECT_GT(compared, 0u);
}

}  // namespace
}  // namespace trena

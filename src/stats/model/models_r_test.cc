// SPDX-License-Identifier: Apache-2.0
// Random designs against R, made and analysed by testdata/models.R in one R process: balanced,
// unbalanced with empty cells, blocked, split-plot, with a covariate, and split-plot with one.
// `make test` runs some of them where R is installed and skips them where it is not; `make test-r`
// installs it and runs 200.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "stats/comparisons/studentized_range.h"
#include "stats/comparisons/two_samples.h"
#include "stats/diagnostics.h"
#include "stats/model/comparisons.h"
#include "stats/model/linear_model.h"
#include "stats/model/regression.h"
#include "stats/model/strata/error_strata.h"
#include "stats/model/test_cells.h"
#include "stats/model/test_table.h"
#include "stats/power.h"

namespace trena {
namespace {

constexpr double kRelative = 1e-8;
constexpr double kOfTotal = 1e-10;

struct Case {
  std::string kind;
  std::vector<std::string> factors;
  TestRows rows;
  Cells cells;
  double total_ss = 0;
};

using ModelsRTables = std::map<std::string, std::vector<TestRow>>;

// The designs, and what R found.
struct Answers {
  std::map<std::string, Case> cases;
  ModelsRTables tables;
};

void AddObservation(const TestRow& row, Case& made) {
  made.kind = row.at("kind");
  made.factors = SplitText(row.at("factors"), ':');
  const std::vector<size_t> levels = SplitNumbers(row.at("levels"), ':');
  made.rows.levels.emplace_back(levels.begin(), levels.end());
  made.rows.y.push_back(std::stod(row.at("y")));
  if (!row.at("x1").empty()) made.rows.covariates.push_back({std::stod(row.at("x1"))});
}

void Finish(Case& made) {
  made.cells = MakeCells(made.rows);
  for (size_t i = 0; i < made.factors.size(); ++i) made.cells.factors[i].name = made.factors[i];
  made.total_ss = SquaredDeviations(made.rows.y, MeanOf(made.rows.y));
}

// Nothing when R fails.
Answers AskR() {
  const char* asked = std::getenv("TRENA_R_DESIGNS");
  std::string folder = testing::TempDir() + "trena-models-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return {};
  const std::string command = "Rscript '" TRENA_SOURCE_DIR "/src/stats/testdata/models.R' " +
                              std::to_string(asked ? std::atoi(asked) : 40) + " '" + folder +
                              "' >/dev/null 2>'" + folder + "/errors'";
  Answers answers;
  if (std::system(command.c_str()) == 0) {
    for (const char* name : {"data", "anova", "means", "pairs", "tests", "tukey", "power",
                             "regression", "regression_data"}) {
      answers.tables[name] = ReadTestTableAt(folder + "/" + name + ".csv");
    }
  }
  std::filesystem::remove_all(folder);
  for (const TestRow& row : answers.tables["data"]) {
    AddObservation(row, answers.cases[row.at("case")]);
  }
  for (auto& [id, made] : answers.cases) Finish(made);
  return answers;
}

// The model that models.R fits: all interactions, of blocks the main effect alone.
ModelOptions OptionsOf(const Case& made, int type) {
  std::vector<size_t> crossed;
  std::vector<ModelTerm> terms;
  for (size_t i = 0; i < made.factors.size(); ++i) {
    if (made.factors[i] == "block") {
      terms.push_back({i});
    } else {
      crossed.push_back(i);
    }
  }
  for (ModelTerm& term : FullTerms(made.cells, crossed)) terms.push_back(std::move(term));
  return {.terms = std::move(terms), .ss_type = type};
}

void ExpectClose(double actual, const std::string& expected, double absolute,
                 const std::string& what) {
  const double value = std::stod(expected);
  EXPECT_NEAR(actual, value, std::max(absolute, kRelative * std::abs(value))) << what;
}

void ModelsRExpectRow(const AnovaRow& actual, const TestRow& expected, double total_ss) {
  const std::string what = "case " + expected.at("case") + " type " + expected.at("type") + " " +
                           expected.at("stratum") + " " + expected.at("term");
  EXPECT_EQ(std::to_string(actual.df), expected.at("df")) << what;
  ExpectClose(actual.ss, expected.at("ss"), kOfTotal * total_ss, what);
  ASSERT_EQ(actual.f.has_value(), !expected.at("f").empty()) << what;
  if (!actual.f) return;
  // What the squares may be off by, in units of F.
  const double of_f = kOfTotal * total_ss / *actual.ms * *actual.f;
  ExpectClose(*actual.f, expected.at("f"), of_f, what);
  ExpectClose(*actual.p, expected.at("p"), 1e-10, what);
}

const AnovaRow* RowOf(const std::vector<AnovaRow>& rows, const std::string& term) {
  for (const AnovaRow& row : rows) {
    if (row.term == (term == "Residuals" ? "residuals" : term)) return &row;
  }
  return nullptr;
}

void CompareTables(const Answers& r) {
  size_t compared = 0;
  std::map<std::string, ModelAnalysis> analyses;
  for (const TestRow& row : r.tables.at("anova")) {
    const Case& made = r.cases.at(row.at("case"));
    if (made.kind.starts_with("split")) continue;
    const std::string key = row.at("case") + "/" + row.at("type");
    if (!analyses.contains(key)) {
      const auto analysis = AnalyzeModel(made.cells, OptionsOf(made, std::stoi(row.at("type"))));
      ASSERT_TRUE(analysis.ok()) << key;
      analyses[key] = analysis.value();
    }
    const AnovaRow* actual = RowOf(analyses[key].rows, row.at("term"));
    ASSERT_TRUE(actual) << key << " " << row.at("term");
    ModelsRExpectRow(*actual, row, made.total_ss);
    ++compared;
  }
  EXPECT_GT(compared, r.cases.size());
}

// Nothing that R has no row for, in tables of any type.
void ExpectNoOtherRows(const Answers& r) {
  std::map<std::string, size_t> counts;
  for (const TestRow& row : r.tables.at("anova")) {
    if (row.at("term") != "Residuals") ++counts[row.at("case") + "/" + row.at("type")];
  }
  for (const auto& [id, made] : r.cases) {
    if (made.kind.starts_with("split") || !counts.contains(id + "/1")) continue;
    for (int type : {1, 2, 3}) {
      const auto analysis = AnalyzeModel(made.cells, OptionsOf(made, type)).value();
      EXPECT_EQ(analysis.rows.size() - 1, counts[id + "/" + std::to_string(type)]) << id;
    }
  }
}

void CompareStrata(const Answers& r) {
  size_t compared = 0, of_covariates = 0;
  for (const TestRow& row : r.tables.at("anova")) {
    const Case& made = r.cases.at(row.at("case"));
    if (!made.kind.starts_with("split")) continue;
    const auto analysis =
        AnalyzeStrata(made.cells, {.terms = FullTerms(made.cells, {0, 1}), .errors = {{2}}});
    ASSERT_TRUE(analysis.ok());
    const size_t stratum = row.at("stratum") == "plot" ? 0 : 1;
    const AnovaRow* actual = RowOf(analysis.value().strata[stratum].rows, row.at("term"));
    ASSERT_TRUE(actual) << row.at("case") << " " << row.at("term");
    ModelsRExpectRow(*actual, row, made.total_ss);
    ++compared;
    of_covariates += row.at("term") == "x1" ? 1 : 0;
  }
  EXPECT_GE(compared, 8u);
  EXPECT_GE(of_covariates, 2u);
}

void CompareMeans(const Answers& r) {
  for (const TestRow& row : r.tables.at("means")) {
    const Case& made = r.cases.at(row.at("case"));
    const auto analysis = AnalyzeModel(made.cells, OptionsOf(made, 2)).value();
    const std::string what = row.at("case") + " " + row.at("factor") + " " + row.at("level");
    if (row.at("factor") == "x1") {
      ExpectClose(analysis.slopes.at(0).slope, row.at("mean"), 0, what);
      ExpectClose(*analysis.slopes[0].low, row.at("low"), 0, what);
      ExpectClose(*analysis.slopes[0].high, row.at("high"), 0, what);
      continue;
    }
    const double scale = kRelative * std::sqrt(made.total_ss);
    bool found = false;
    for (const LevelMean& mean : analysis.means) {
      if (mean.factors.size() != 1 || made.factors[mean.factors[0]] != row.at("factor") ||
          std::to_string(mean.levels[0]) != row.at("level")) {
        continue;
      }
      found = true;
      ExpectClose(*mean.mean, row.at("mean"), scale, what);
      ExpectClose(*mean.low, row.at("low"), scale, what);
      ExpectClose(*mean.high, row.at("high"), scale, what);
    }
    EXPECT_TRUE(found) << what;
  }
}

// R's qtukey stops at a change of 1e-4, so that the ends of its intervals are not held to more.
void ComparePairsOfMeans(const Answers& r) {
  for (const TestRow& row : r.tables.at("pairs")) {
    const Case& made = r.cases.at(row.at("case"));
    const auto analysis = AnalyzeModel(made.cells, OptionsOf(made, 2)).value();
    const size_t factor =
        static_cast<size_t>(std::find(made.factors.begin(), made.factors.end(), row.at("factor")) -
                            made.factors.begin());
    bool found = false;
    for (const PairComparison& pair : ComparePairs(analysis, {factor})) {
      if (std::to_string(analysis.means[pair.first].levels[0]) != row.at("first") ||
          std::to_string(analysis.means[pair.second].levels[0]) != row.at("second")) {
        continue;
      }
      found = true;
      const double width = *pair.high - *pair.low;
      ExpectClose(pair.difference, row.at("difference"), 1e-10 * width, row.at("case"));
      EXPECT_NEAR(*pair.low, std::stod(row.at("low")), 1e-4 * width);
      EXPECT_NEAR(*pair.high, std::stod(row.at("high")), 1e-4 * width);
      EXPECT_NEAR(*pair.p, std::stod(row.at("p")), 1e-8) << row.at("case");
    }
    EXPECT_TRUE(found);
  }
}

void CompareStudentizedRange(const Answers& r) {
  ASSERT_GT(r.tables.at("tukey").size(), 100u);
  for (const TestRow& row : r.tables.at("tukey")) {
    const double p = *StudentizedRange(std::stoul(row.at("means")), std::stod(row.at("df")))
                          .Tail(std::stod(row.at("q")));
    EXPECT_NEAR(p, std::stod(row.at("p")), 1e-8)
        << row.at("q") << " " << row.at("means") << " " << row.at("df");
  }
}

void CompareTwoSamples(const Answers& r) {
  for (const TestRow& row : r.tables.at("tests")) {
    const Case& made = r.cases.at(row.at("case"));
    std::map<uint32_t, std::vector<double>> groups;
    for (size_t i = 0; i < made.rows.y.size(); ++i) {
      groups[made.rows.levels[i][0]].push_back(made.rows.y[i]);
    }
    const std::string what = row.at("case") + " " + row.at("test");
    if (row.at("test") == "spread") {
      std::vector<std::vector<double>> all;
      for (const auto& [level, values] : groups) all.push_back(values);
      const auto test = CompareSpreads(all);
      ASSERT_TRUE(test) << what;
      ExpectClose(test->f, row.at("statistic"), 1e-10, what);
      ExpectClose(test->p, row.at("p"), 1e-10, what);
    } else {
      const auto test = WelchTest(groups[0], groups[1]);
      ExpectClose(test->t, row.at("statistic"), 0, what);
      ExpectClose(test->df, row.at("df"), 0, what);
      ExpectClose(test->p, row.at("p"), 0, what);
      ExpectClose(test->low, row.at("low"), 0, what);
      ExpectClose(test->high, row.at("high"), 0, what);
    }
  }
}

// R sums the non-central distribution until what is left is below 1e-9 (its pnbeta.c).
void ComparePower(const Answers& r) {
  for (const TestRow& row : r.tables.at("power")) {
    const double groups = std::stod(row.at("groups"));
    const double n = std::stod(row.at("n"));
    const double variances = std::stod(row.at("between")) / std::stod(row.at("within"));
    const auto power = FTestPower(groups - 1, groups * (n - 1), (groups - 1) * n * variances);
    ASSERT_TRUE(power);
    ExpectClose(*power, row.at("power"), 2e-9, row.at("groups"));
  }
}

std::vector<double> Numbers(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& part : SplitText(text, ':')) numbers.push_back(std::stod(part));
  return numbers;
}

void ExpectFigure(const Regression& fit, const TestRow& row) {
  const std::string& what = row.at("what");
  if (what == "r_squared") {
    ExpectClose(*fit.r_squared, row.at("value"), 0, what);
    ExpectClose(*fit.adjusted_r_squared, row.at("low"), 0, what);
    ExpectClose(*fit.residual_sd, row.at("high"), 0, what);
    ExpectClose(*fit.p, row.at("p"), 0, what);
  } else if (what == "confidence" || what == "prediction") {
    const Prediction at = Predict(fit, {42, 0.5}).value();
    const bool one = what == "prediction";
    ExpectClose(at.value, row.at("value"), 0, what);
    ExpectClose(one ? *at.low : *at.mean_low, row.at("low"), 0, what);
    ExpectClose(one ? *at.high : *at.mean_high, row.at("high"), 0, what);
  } else if (what == "francia") {
    ExpectClose(*CheckNormal(fit.residuals).w, row.at("value"), 0, what);
  } else if (what == "trend") {
    std::vector<double> order;
    for (size_t i = 0; i < fit.n; ++i) order.push_back(static_cast<double>(i));
    ExpectClose(CheckOrder(fit.residuals, order)->rho, row.at("value"), 1e-10, what);
    ExpectClose(CheckOrder(fit.residuals, order)->p, row.at("p"), 1e-10, what);
  } else {
    const size_t index = what == "(Intercept)" ? 0 : what == "x1" ? 1 : 2;
    ExpectClose(fit.coefficients[index].value, row.at("value"), 1e-10, what);
    ExpectClose(*fit.coefficients[index].low, row.at("low"), 1e-10, what);
    ExpectClose(*fit.coefficients[index].high, row.at("high"), 1e-10, what);
    ExpectClose(*fit.coefficients[index].p, row.at("p"), 0, what);
  }
}

void CompareRegressions(const Answers& r) {
  std::map<std::string, Regression> fits;
  for (const TestRow& row : r.tables.at("regression_data")) {
    const auto fit = FitRegression({.names = {"x1", "x2"},
                                    .columns = {Numbers(row.at("x1")), Numbers(row.at("x2"))},
                                    .y = Numbers(row.at("y"))});
    ASSERT_TRUE(fit.ok());
    fits[row.at("case")] = fit.value();
  }
  ASSERT_EQ(fits.size(), 20u);
  for (const TestRow& row : r.tables.at("regression")) {
    SCOPED_TRACE("case " + row.at("case"));
    ExpectFigure(fits.at(row.at("case")), row);
  }
}

// One test, for each test is a process of its own and R takes long to start.
TEST(ModelsR, RandomDesignsAgree) {
  if (std::system("command -v Rscript >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "R is not installed: make test-r installs it";
  }
  const Answers r = AskR();
  ASSERT_FALSE(r.cases.empty()) << "models.R failed";
  CompareTables(r);
  ExpectNoOtherRows(r);
  CompareStrata(r);
  CompareMeans(r);
  ComparePairsOfMeans(r);
  CompareStudentizedRange(r);
  CompareTwoSamples(r);
  ComparePower(r);
  CompareRegressions(r);
}

}  // namespace
}  // namespace trena

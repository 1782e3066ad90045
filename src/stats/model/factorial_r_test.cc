// SPDX-License-Identifier: Apache-2.0
// Random balanced designs against R: aov, model.tables and intervals from vcov, kept in testdata/
// as made by testdata/make_factorial.R.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "stats/model/test_cells.h"
#include "stats/model/test_table.h"

namespace trena {
namespace {

constexpr double kTolerance = 1e-10;  // relative

std::map<std::string, TestCrossing> ReadCases() {
  std::map<std::string, TestCrossing> cases;
  for (const TestRow& row : ReadTestTable("factorial_data.csv")) {
    TestCrossing& data = cases[row.at("case")];
    data.level_counts = SplitNumbers(row.at("counts"), ':');
    data.levels.push_back(SplitNumbers(row.at("levels"), ':'));
    data.y.push_back(std::stod(row.at("y")));
  }
  for (auto& [id, data] : cases) {
    for (size_t i = 0; i < data.level_counts.size(); ++i) {
      data.factors.push_back(std::string(1, static_cast<char>('A' + i)));
    }
  }
  return cases;
}

// By case, then by term and levels: R has its own order of interactions.
using Tables = std::map<std::string, std::map<std::string, TestRow>>;

Tables ReadTables(const std::string& name) {
  Tables tables;
  for (const TestRow& row : ReadTestTable(name)) {
    const auto levels = row.find("levels");
    const std::string at = levels == row.end() ? "" : " " + levels->second;
    tables[row.at("case")][row.at("term") + at] = row;
  }
  return tables;
}

std::string KeyOf(const Effect& effect) {
  std::string levels;
  for (size_t level : effect.levels) levels += (levels.empty() ? " " : ":") + std::to_string(level);
  return effect.term + levels;
}

void ExpectNear(double actual, const std::string& expected, const std::string& what) {
  const double value = std::stod(expected);
  EXPECT_NEAR(actual, value, kTolerance * std::abs(value)) << what;
}

void ExpectRow(const AnovaRow& actual, const TestRow& expected) {
  const std::string what = "case " + expected.at("case") + " " + expected.at("term");
  EXPECT_EQ(std::to_string(actual.df), expected.at("df")) << what;
  ExpectNear(actual.ss, expected.at("ss"), what);
  ExpectNear(*actual.ms, expected.at("ms"), what);
  ASSERT_EQ(actual.f.has_value(), !expected.at("f").empty()) << what;
  ASSERT_EQ(actual.p.has_value(), !expected.at("p").empty()) << what;
  if (!actual.f) return;
  ExpectNear(*actual.f, expected.at("f"), what);
  ExpectNear(*actual.p, expected.at("p"), what);
}

TEST(FactorialR, TablesAgree) {
  const Tables tables = ReadTables("factorial_anova.csv");
  const auto cases = ReadCases();
  ASSERT_EQ(cases.size(), 7u);
  for (const auto& [id, data] : cases) {
    const auto analysis = AnalyzeCrossing(data);
    ASSERT_TRUE(analysis.ok()) << analysis.error().message();
    const auto& rows = analysis.value().rows;
    ASSERT_EQ(rows.size(), tables.at(id).size()) << id;
    for (const AnovaRow& row : rows) {
      ASSERT_TRUE(tables.at(id).contains(row.term)) << row.term;
      ExpectRow(row, tables.at(id).at(row.term));
    }
  }
}

void ExpectEffect(const Effect& actual, const TestRow& expected) {
  const std::string what =
      "case " + expected.at("case") + " " + expected.at("term") + " at " + expected.at("levels");
  ExpectNear(actual.mean, expected.at("mean"), what);
  ExpectNear(actual.effect, expected.at("effect"), what);
  ASSERT_TRUE(actual.low && actual.high) << what;
  ExpectNear(*actual.low, expected.at("low"), what);
  ExpectNear(*actual.high, expected.at("high"), what);
}

TEST(FactorialR, EffectsAndIntervalsAgree) {
  const Tables tables = ReadTables("factorial_effects.csv");
  ASSERT_EQ(tables.size(), 7u);
  for (const auto& [id, data] : ReadCases()) {
    const auto& table = tables.at(id);
    const TestRow& mean = table.at("mean ");
    const auto analysis = AnalyzeCrossing(data, std::stod(mean.at("confidence")));
    ASSERT_TRUE(analysis.ok()) << analysis.error().message();
    const GrandMean& grand_mean = analysis.value().grand_mean;
    ExpectNear(grand_mean.mean, mean.at("effect"), id);
    ExpectNear(*grand_mean.low, mean.at("low"), id);
    ExpectNear(*grand_mean.high, mean.at("high"), id);
    const auto& effects = analysis.value().effects;
    ASSERT_EQ(effects.size() + 1, table.size()) << id;
    for (const Effect& effect : effects) {
      ASSERT_TRUE(table.contains(KeyOf(effect))) << KeyOf(effect);
      ExpectEffect(effect, table.at(KeyOf(effect)));
    }
  }
}

}  // namespace
}  // namespace trena

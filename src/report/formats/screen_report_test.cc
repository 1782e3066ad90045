// SPDX-License-Identifier: Apache-2.0
#include "report/formats/screen_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

std::vector<std::string> LinesOf(const Analysis& analysis, Language language) {
  ReportContext context;
  context.language = language;
  return Split(ScreenReport(analysis, context), '\n');
}

size_t At(const std::string& text, const std::string& part) {
  const size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part << " is missing in\n" << text;
  return at;
}

// 2 × 2 × 2 scenarios; two more lines name the page and its data when `run` has written them.
TEST(ScreenReportTest, TheFirstStudyFitsIntoFortyLines) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    const auto lines = LinesOf(ExampleAnalysis(), language);
    EXPECT_LE(lines.size(), 34u) << "its end included; five more for warnings, two for the page";
    for (const std::string& line : lines) EXPECT_LE(DisplayWidth(line), 100u) << line;
  }
}

// Whatever the number of scenarios and of warnings.
TEST(ScreenReportTest, FortyEightScenariosFitIntoSixtyLines) {
  Analysis analysis = ExampleAnalysis();
  const std::vector<ScenarioAnalysis> eight = analysis.scenarios;
  while (analysis.scenarios.size() < 48) {
    for (ScenarioAnalysis scenario : eight) {
      scenario.id = "C" + std::to_string(analysis.scenarios.size() + 1);
      for (double& value : scenario.metrics["train_s"].values) value *= 2;
      scenario.metrics["train_s"].summary = Summarize(scenario.metrics["train_s"].values);
      analysis.scenarios.push_back(scenario);
    }
  }
  for (int i = 0; i < 20; ++i) analysis.warnings.push_back({"few_replications", {"3"}});
  const auto lines = LinesOf(analysis, Language::kEnglish);
  EXPECT_LE(lines.size(), 56u);
  const std::string text = Join(lines, "\n");
  EXPECT_TRUE(Has(text, "and 30 more: --all")) << text;
  EXPECT_TRUE(Has(text, "and 17 more: --all")) << text;
  for (const ScenarioAnalysis& scenario : eight) {
    EXPECT_TRUE(Has(text, "\n  " + scenario.id + " ")) << "the fastest are shown";
  }
}

// C1 takes 19 s, C2 18 s, …, C19 1 s: a screen has eighteen, and the slowest is left out.
TEST(ScreenReportTest, OneMoreThanFitsLeavesOutTheSlowest) {
  Analysis analysis = ExampleAnalysis();
  const ScenarioAnalysis first = analysis.scenarios[0];
  analysis.scenarios.clear();
  for (int i = 1; i <= 19; ++i) {
    ScenarioAnalysis scenario = first;
    scenario.id = "C" + std::to_string(i);
    const double seconds = 20 - i;
    scenario.metrics["train_s"].values = {seconds, seconds, seconds};
    scenario.metrics["train_s"].summary = Summarize(scenario.metrics["train_s"].values);
    analysis.scenarios.push_back(scenario);
  }
  const std::string text = Join(LinesOf(analysis, Language::kEnglish), "\n");
  EXPECT_TRUE(Has(text, "and 1 more: --all")) << text;
  EXPECT_FALSE(Has(text, "\n  C1 ")) << text;
  for (int i = 2; i <= 19; ++i) EXPECT_TRUE(Has(text, "\n  C" + std::to_string(i) + " ")) << i;
}

TEST(ScreenReportTest, TheAnswerComesFirst) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"few_replications", {"3"}}};
  const std::string text = ScreenReport(analysis, {});
  const size_t answer = At(text, "Fastest and cheapest is C5");
  const size_t verdict = At(text, "The answer is valid");
  const size_t scenarios = At(text, "6.50 ± 0.25");
  const size_t drivers = At(text, "█");
  const size_t warning = At(text, "! There are 3 replications");
  const size_t next = At(text, "Next: `trena report examples/first.yaml`");
  const std::vector<size_t> order = {answer, verdict, warning, next};
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_LT(verdict, text.find("C1  ", verdict)) << "the table is below the verdict";
  EXPECT_LT(drivers, warning);
  EXPECT_LT(answer, verdict);
  EXPECT_NE(scenarios, std::string::npos);
}

TEST(ScreenReportTest, AWarningIsOneLine) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"noisy", {"12.3"}}};
  for (int i = 0; i < 60; ++i) analysis.warnings[0].arguments.push_back("C" + std::to_string(i));
  size_t warnings = 0;
  for (const std::string& line : LinesOf(analysis, Language::kEnglish)) {
    EXPECT_LE(DisplayWidth(line), 100u);
    warnings += Has(line, "C59");
    if (!line.starts_with("! ")) continue;
    EXPECT_TRUE(line.ends_with("…")) << line;
  }
  EXPECT_EQ(warnings, 0u);
}

TEST(ScreenReportTest, NothingFromAFileDrivesTheTerminal) {
  const std::string text = ScreenReport(HostileAnalysis(), {});
  for (const char* harm : {"\x1b", "\u202e", "\u2028"}) EXPECT_FALSE(Has(text, harm));
}

TEST(ScreenReportTest, HasAnAnswerToNothing) {
  EXPECT_TRUE(Has(ScreenReport(Analysis{}, {}), "inconclusive"));
}

}  // namespace
}  // namespace trena

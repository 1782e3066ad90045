// SPDX-License-Identifier: Apache-2.0
#include "report/answer/baseline_words.h"

#include <gtest/gtest.h>

#include "report/answer/short_answer.h"
#include "report/formats/example_analysis.h"
#include "report/formats/json_report.h"
#include "report/sections.h"
#include "report/words/test_words.h"

namespace trena {
namespace {

// The example with a baseline: batch 128 takes a second less than 64, 9.5 against 10.5 s.
Analysis WithBaseline(const Values& levels) {
  Analysis analysis = ExampleAnalysis();
  analysis.baseline = levels;
  std::vector<NamedLevel> named;
  for (const auto& [factor, level] : levels) named.push_back({factor, level.ToString()});
  analysis.main.stated->baseline = CompareWithBaseline(*analysis.main.stated, named);
  for (ResponseAnalysis& response : analysis.others) {
    response.stated->baseline = CompareWithBaseline(*response.stated, named);
  }
  return analysis;
}

std::string SaidOf(const Analysis& analysis, Language language = Language::kEnglish) {
  std::string text;
  for (const std::string& sentence : Said(SayBaseline, analysis, language)) text += sentence + "\n";
  return text;
}

TEST(BaselineWords, WhoIsFasterAndByHowMuch) {
  const std::string text = SaidOf(WithBaseline({{"batch", 64}}));
  EXPECT_TRUE(Has(text,
                  "Against the baseline batch 64 (training time): batch 128 is faster, 0.905 "
                  "times as much (from 0."))
      << text;
  EXPECT_TRUE(Has(text, "95% confidence in all of these comparisons together (Dunnett)")) << text;
  EXPECT_FALSE(Has(text, "cannot be told")) << text;
  // A second has one price: what is said of time is said of cost.
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
}

TEST(BaselineWords, ScenariosAreNamedByTheirLevels) {
  const std::string text =
      SaidOf(WithBaseline({{"batch", 64}, {"image", 32}, {"network", "network1"}}));
  EXPECT_TRUE(Has(text, "Against the baseline batch 64, image 32, network1 (training time): "))
      << text;
  EXPECT_TRUE(Has(text, "batch 128, image 32, network1 is faster")) << text;
  EXPECT_TRUE(Has(text, "batch 64, image 64, network2 is slower")) << text;
  EXPECT_TRUE(Has(text, "3 more are slower")) << text;  // six are, three with their ratios
}

TEST(BaselineWords, WhatCannotBeToldIsNotCalledFaster) {
  Analysis analysis = WithBaseline({{"batch", 64}});
  PairComparison& found = analysis.main.stated->baseline->others[0].comparison;
  found.verdict = PairVerdict::kCannotTell;
  found.ratio_low = 0.8;
  found.ratio_high = 1.1;
  const std::string text = SaidOf(analysis);
  EXPECT_TRUE(Has(text, "cannot be told from it: batch 128")) << text;
  EXPECT_FALSE(Has(text.substr(0, text.find('\n')), "faster")) << text;
  found.verdict = PairVerdict::kSame;
  EXPECT_TRUE(Has(SaidOf(analysis), "the same within 5.0%: batch 128")) << SaidOf(analysis);
}

TEST(BaselineWords, WhatDependsIsSaidToDepend) {
  Analysis analysis = WithBaseline({{"batch", 64}});
  for (ResponseAnalysis* response : {&analysis.main, &analysis.others[0]}) {
    response->stated->baseline->others[0].depends = true;
    response->stated->baseline->by = 2;
  }
  const std::string text = SaidOf(analysis);
  EXPECT_TRUE(Has(text, "depends on network: batch 128")) << text;
  EXPECT_FALSE(Has(text, "faster")) << text;
}

TEST(BaselineWords, CostIsSaidWhereItsRatiosAreOthers) {
  Analysis analysis = WithBaseline({{"batch", 64}});
  PairComparison& found = analysis.others[0].stated->baseline->others[0].comparison;
  found.ratio = 1.8;
  found.ratio_low = 1.7;
  found.ratio_high = 1.9;
  found.verdict = PairVerdict::kSlower;
  const std::string text = SaidOf(analysis);
  EXPECT_TRUE(Has(text, "batch 128 is faster")) << text;
  EXPECT_TRUE(Has(text, "batch 128 is dearer, 1.80 times as much (from 1.70 to 1.90)")) << text;
}

TEST(BaselineWords, NothingWithoutOneAndNothingInventedWithoutRuns) {
  EXPECT_EQ(SaidOf(ExampleAnalysis()), "");
  Analysis analysis = WithBaseline({{"batch", 64}});
  *analysis.main.stated->baseline = {.factors = {}, .levels = {}, .problem = "none"};
  EXPECT_EQ(SaidOf(analysis),
            "Nothing could be compared with the baseline batch 64 by the runs analysed.\n");
}

TEST(BaselineWords, InPortuguese) {
  const std::string text = SaidOf(WithBaseline({{"batch", 64}}), Language::kPortuguese);
  EXPECT_TRUE(Has(text, "Em relação à linha de base batch 64")) << text;
  EXPECT_TRUE(Has(text, "batch 128 é mais rápido, 0,905 vezes a linha de base (de 0,")) << text;
}

TEST(BaselineWords, TheFirstScreenSaysItAndEveryFormatHasTheTable) {
  const Analysis analysis = WithBaseline({{"batch", 64}});
  EXPECT_TRUE(Has(ShortAnswer(analysis, Words(Language::kEnglish)), "Against the baseline"));
  for (const ReportSection& section : ReportSections()) {
    if (std::string(section.id) != "baseline") continue;
    for (ReportForm form :
         {ReportForm::kTerminal, ReportForm::kMarkdown, ReportForm::kLatex, ReportForm::kPage}) {
      const auto tables = TablesOf(section, form, analysis, Words(Language::kEnglish));
      ASSERT_EQ(tables.size(), 2u);  // time and cost
      EXPECT_EQ(tables[0].title, "Against the baseline batch 64: training time");
      ASSERT_EQ(tables[0].rows.size(), 1u);
      EXPECT_EQ(tables[0].rows[0][0].text, "batch 128");
      EXPECT_EQ(tables[0].rows[0][1].text.substr(0, 4), "−1");  // a minus has three bytes
    }
  }
  const Json json = ParseJson(JsonReport(analysis, {})).value();
  EXPECT_EQ(json["baseline"]["levels"]["batch"], "64");
  EXPECT_EQ(json["baseline"]["others"][0]["verdict"], "faster");
  EXPECT_NEAR(json["baseline"]["others"][0]["difference"].get<double>(), -1, 1e-9);
  EXPECT_NEAR(json["responses"]["cost"]["baseline"]["others"][0]["difference"].get<double>(), -1e-4,
              1e-12);
}

}  // namespace
}  // namespace trena

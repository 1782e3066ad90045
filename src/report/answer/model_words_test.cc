// SPDX-License-Identifier: Apache-2.0
#include "report/answer/model_words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/model/cell_table.h"
#include "report/answer/check_words.h"
#include "report/formats/example_analysis.h"
#include "report/tables/model_tables.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);
const Words kPortuguese(Language::kPortuguese);

// Rows of levels, the response last.
StatedAnalysis Analyze(std::vector<CellFactor> factors,
                       const std::vector<std::vector<double>>& rows, const ModelRequest& request) {
  Cells cells{.response = "time_s", .factors = std::move(factors), .covariates = {}, .cells = {}};
  CellTable table(cells.factors.size(), 0);
  for (const auto& row : rows) {
    const std::vector<uint32_t> levels(row.begin(), row.end() - 1);
    table.Add(levels, {}, row.back());
  }
  cells.cells = table.ToCells();
  auto stated = AnalyzeWhole(std::move(cells), {}, request);
  EXPECT_TRUE(stated.ok()) << (stated.ok() ? "" : stated.error().message());
  return stated.ok() ? std::move(stated).value() : StatedAnalysis{};
}

const std::vector<CellFactor> kThree = {{"a", {"0", "1"}}, {"b", {"0", "1"}}, {"c", {"0", "1"}}};

TEST(ModelWords, AFractionSaysItsAliases) {
  const StatedAnalysis stated = Analyze(kThree,
                                        {{0, 0, 1, 10},
                                         {0, 1, 0, 20},
                                         {1, 0, 0, 30},
                                         {1, 1, 1, 50},
                                         {0, 0, 1, 11},
                                         {0, 1, 0, 21},
                                         {1, 0, 0, 31},
                                         {1, 1, 1, 52}},
                                        {.terms = "full"});
  const auto caveats = CaveatsInWords(stated, kEnglish);
  ASSERT_EQ(caveats.size(), 1u);
  EXPECT_TRUE(Has(caveats[0], "a = b:c")) << caveats[0];
  EXPECT_TRUE(Has(CaveatsInWords(stated, kPortuguese)[0], "fração"));
}

TEST(ModelWords, OneWholePlotPerLevelIsSaid) {
  const std::vector<CellFactor> factors = {
      {"machine", {"x", "y"}}, {"b", {"0", "1"}}, {"plot", {"1", "2"}}};
  const StatedAnalysis stated = Analyze(factors,
                                        {{0, 0, 0, 10},
                                         {0, 1, 0, 12},
                                         {0, 0, 0, 11},
                                         {0, 1, 0, 13.5},
                                         {1, 0, 1, 20},
                                         {1, 1, 1, 22},
                                         {1, 0, 1, 21},
                                         {1, 1, 1, 23}},
                                        {.terms = "full", .plot = "plot"});
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "one whole plot for each level of machine"));
  // Nor is its pair judged; that within plots is.
  ASSERT_EQ(stated.pairs.size(), 2u);
  EXPECT_FALSE(stated.pairs[0].pairs[0].comparison.p);
  EXPECT_TRUE(stated.pairs[1].pairs[0].comparison.p);
}

// Two levels in three blocks; what is left over after blocks and levels is ±0.5 in the first two.
StatedAnalysis InBlocks(const std::vector<double>& blocks, bool in_turns) {
  std::vector<std::vector<double>> rows;
  const double rest[] = {0.5, -0.5, 0};
  for (size_t k = 0; k < 3; ++k) {
    const double block = static_cast<double>(k);
    rows.push_back({block, 0, blocks[k] + 10 + rest[k]});
    rows.push_back({block, 1, blocks[k] + 20 - rest[k]});
  }
  return Analyze({{"block", {"1", "2", "3"}}, {"a", {"0", "1"}}}, rows,
                 {.terms = "full", .block = "block", .in_turns = in_turns});
}

// Squares of 1 on 2 degrees of freedom are left with blocks of −4, 0 and 4, whose own are
// 2 · 32 = 64; without them 65 on 4. By t's table 1 − 4.302653 √(1/2) ÷ (2.776445 √(65/4)) = 72.8
// %.
TEST(ModelWords, WhatTurnsGainedIsSaid) {
  const StatedAnalysis stated = InBlocks({-4, 0, 4}, true);
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish),
                  "The runs of a block were measured in turns: with the blocks taken out, "
                  "intervals are 72.8% narrower."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese),
                  "As execuções de um bloco foram medidas em turnos: descontados os blocos, os "
                  "intervalos são 72,8% mais estreitos."));
}

// Blocks alike cost degrees of freedom: 4.302653 √(1/2) ÷ (2.776445 √(1/4)) − 1 = 119.2 %.
TEST(ModelWords, TurnsThatHelpedNothingAreSaidTo) {
  const StatedAnalysis stated = InBlocks({0, 0, 0}, true);
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish),
                  "measured in turns, which helped nothing here: with the blocks taken out, "
                  "intervals are 119.2% wider."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "os intervalos são 119,2% mais largos."));
}

TEST(ModelWords, OfBlocksThatWerePlannedNothingIsSaidOfTurns) {
  EXPECT_FALSE(Has(ModelInWords(InBlocks({-4, 0, 4}, false), kEnglish), "in turns"));
  StatedAnalysis without = InBlocks({-4, 0, 4}, true);
  without.request.block.clear();
  EXPECT_FALSE(Has(ModelInWords(without, kEnglish), "in turns"));
}

TEST(ModelWords, WhatIsNotBalancedIsSaid) {
  const StatedAnalysis stated = Analyze(
      kThree,
      {{0, 0, 0, 10}, {0, 0, 0, 11}, {0, 1, 0, 20}, {0, 1, 0, 22}, {1, 0, 0, 31}, {1, 1, 0, 52}},
      {.terms = "full"});
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "not balanced"));
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "type II"));
}

TEST(ModelWords, VerdictsAreInTheWordsOfTheResponse) {
  StatedAnalysis stated;
  for (const auto& [response, faster] : {std::pair("train_s", "faster"),
                                         {"cost", "cheaper"},
                                         {"accuracy", "lower"},
                                         {"images_per_s", "lower"}}) {
    stated.cells.response = response;
    EXPECT_EQ(VerdictOfPair(stated, PairVerdict::kFaster, kEnglish), faster) << response;
  }
  stated.request.same_within = 0.05;
  EXPECT_EQ(VerdictOfPair(stated, PairVerdict::kSame, kEnglish), "same within 5.0%");
  EXPECT_EQ(VerdictOfPair(stated, PairVerdict::kCannotTell, kPortuguese), "não se sabe");
}

TEST(ModelWords, HolesAndFactorsThatChangeTogetherAreSaid) {
  const std::vector<CellFactor> factors = {
      {"machine", {"t4", "v100", "p100"}}, {"network", {"1", "2"}}, {"driver", {"a", "b", "c"}}};
  const StatedAnalysis stated = Analyze(factors,
                                        {{0, 0, 2, 50},
                                         {0, 0, 2, 52},
                                         {1, 0, 0, 10},
                                         {1, 0, 0, 11},
                                         {1, 1, 0, 21},
                                         {1, 1, 0, 20},
                                         {2, 0, 1, 30},
                                         {2, 0, 1, 31},
                                         {2, 1, 1, 40},
                                         {2, 1, 1, 41}},
                                        {.terms = "full"});
  const auto caveats = CaveatsInWords(stated, kEnglish);
  EXPECT_TRUE(Has(caveats, "takes it that these interactions do nothing: machine:network."));
  EXPECT_TRUE(Has(caveats, "machine and driver always change together"));
  EXPECT_TRUE(Has(CaveatsInWords(stated, kPortuguese), "sempre mudam juntos"));
}

TEST(CheckWords, TheExampleIsBelieved) {
  const StatedAnalysis stated = *ExampleAnalysis().main.stated;
  const auto checks = ChecksInWords(stated, kEnglish);
  EXPECT_TRUE(Has(checks, "agrees about every term"));
  EXPECT_TRUE(DoubtsInWords(stated, kEnglish).empty());
  const auto comparison = ComparisonInWords(stated, kEnglish);
  ASSERT_EQ(comparison.size(), 1u);
  EXPECT_TRUE(Has(comparison[0], "image: 64 against 32 is 1.50 times as much")) << comparison[0];
  EXPECT_TRUE(Has(comparison[0], "slower")) << comparison[0];
}

// Fivefold spreads that would hardly be seen: that none was seen says nothing.
TEST(CheckWords, AChecksPowerIsSaid) {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  stated.checks.equal_spreads = SpreadTest{.f = 1, .df1 = 7, .df2 = 16, .p = 0.7};
  stated.checks.spread_power = 0.83;
  EXPECT_TRUE(Has(ChecksInWords(stated, kEnglish),
                  "Nothing says that they spread more in some scenarios than in others (Brown and "
                  "Forsythe, p = 0.700); 5 times the spread in one of them would be seen in 83% of "
                  "such studies."));
  stated.checks.spread_power = 0.31;
  EXPECT_TRUE(Has(ChecksInWords(stated, kEnglish), "cannot be told from so few runs"));
  EXPECT_TRUE(Has(ChecksInWords(stated, kEnglish), "in 31% of such studies"));
  EXPECT_TRUE(Has(ChecksInWords(stated, kPortuguese), "Não se sabe, com tão poucas execuções"));
  stated.checks.equal_spreads->p = 0.01;
  EXPECT_TRUE(Has(ChecksInWords(stated, kEnglish), "They do not spread alike"));
}

// No interval from 1.20 to 1.20: nothing was seen of chance, and that is said.
TEST(CheckWords, NoSpreadIsSaid) {
  const StatedAnalysis stated =
      Analyze(kThree, {{0, 0, 0, 10}, {0, 0, 0, 10}, {1, 0, 0, 12}, {1, 0, 0, 12}}, {.terms = "a"});
  EXPECT_TRUE(Has(CaveatsInWords(stated, kEnglish), "No replication differs from another"));
  EXPECT_TRUE(Has(CaveatsInWords(stated, kPortuguese), "Nenhuma repetição difere"));
  EXPECT_TRUE(Has(ComparisonInWords(stated, kEnglish),
                  "is 1.20 times as much (no interval: no replication differs from another)"));
}

// The first may be next to nothing, so that the ratio has no upper end.
TEST(CheckWords, ARatioWithoutAnEnd) {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  for (FactorPairs& pairs : stated.pairs) {
    for (LevelPair& pair : pairs.pairs) pair.comparison.ratio_high.reset();
  }
  EXPECT_TRUE(Has(ComparisonInWords(stated, kEnglish), "(with 95% confidence at least 1."));
  EXPECT_TRUE(Has(ComparisonInWords(stated, kPortuguese), "pelo menos 1,"));
}

TEST(CheckWords, SimpleEffectsOfACrossover) {
  const StatedAnalysis stated = Analyze(kThree,
                                        {{0, 0, 0, 99},
                                         {0, 0, 0, 101},
                                         {0, 1, 0, 139},
                                         {0, 1, 0, 141},
                                         {1, 0, 0, 137},
                                         {1, 0, 0, 139},
                                         {1, 1, 0, 97},
                                         {1, 1, 0, 99}},
                                        {.terms = "a*b"});
  EXPECT_TRUE(Has(ComparisonInWords(stated, kEnglish),
                  "What a does depends on b: 1 against 0 is 1.38 times as much at b 0 (slower) and "
                  "0.700 times as much at b 1 (faster)."));
  EXPECT_TRUE(Has(ComparisonInWords(stated, kPortuguese), "O que a faz depende de b"));
  EXPECT_EQ(SimpleEffectsInWords(stated, kEnglish).size(), 1u) << "one way round";
  EXPECT_EQ(PairTable(stated, kEnglish, 12).rows[0][5].text, "depends on b");
}

TEST(CheckWords, DisagreementIsADoubt) {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  stated.checks.ranked = {{.term = "image", .p = 0.01, .ranked_p = 0.4, .disagrees = true}};
  EXPECT_TRUE(Has(DoubtsInWords(stated, kEnglish), "disagrees about: image"));
  stated.checks.recommend_log = true;
  stated.checks.spread_level = SpreadLevel{.slope = 0.98, .low = 0.8, .high = 1.1, .cells = 8};
  EXPECT_TRUE(Has(DoubtsInWords(stated, kPortuguese), "Recomenda-se o logaritmo"));
}

// What is said of a model in which nothing is out of the ordinary: nothing.
StatedAnalysis Plain() {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  EXPECT_TRUE(ModelInWords(stated, kEnglish).empty());
  return stated;
}

TEST(ModelWords, TermsThatAreLeftOutAreSaid) {
  StatedAnalysis stated = Plain();
  stated.choice.without_highest = true;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "the highest interaction serves as the error"));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "a interação mais alta serve de erro"));
  stated.choice.without_highest = false;
  stated.choice.highest_order = 1;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "Interactions are not in the model"));
  stated.choice.highest_order = 2;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "Interactions of more than 2 factors"));
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "Interactions are not"));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "interações de mais de 2 fatores"));
}

TEST(ModelWords, HowRunsThatRepeatNothingAreJudgedIsSaid) {
  StatedAnalysis stated = Plain();
  stated.model.residual_df = 0;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "there is neither F nor p"));
  stated.model.pseudo_error = PseudoError{15, 2.625, 5, 6.748, 13.699};
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "there is neither F nor p"));
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "the 15 effects are judged by each other"));
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "an effect is one beyond 13.7"));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "um efeito é o que passa de 13,7"));
}

// √4 and √0.25.
TEST(ModelWords, PlotsThatAreNotBalancedAreSaidToHaveAMixedModel) {
  StatedAnalysis stated = Plain();
  stated.variances = {{"plot", 4}, {"residuals", 0.25}};
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "are judged by a mixed model"));
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "plot 2.00 and runs 0.500."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "plot 2,00 e execuções 0,500."));
}

TEST(ModelWords, ADesignThatWasPlannedSoIsNotCalledUnbalanced) {
  StatedAnalysis stated = Plain();
  stated.model.orthogonal = false;
  stated.model.ss_type = 3;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "type III."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "tipo III."));
  stated.request.curvature = "centre";
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "type III"));
  stated.request.curvature.clear();
  stated.choice.aliases = {{false, {{{0}, 1}}}};
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "not balanced"));
}

TEST(ModelWords, TermsThatCannotBeEstimatedAreListed) {
  StatedAnalysis stated = Plain();
  stated.model.inestimable = {{"a:b", {0, 1}, 1, 2}, {"a:c", {0, 2}, 0, 2}};
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "combinations measured: a:b and a:c."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "combinações medidas: a:b e a:c."));
}

// The batch has 6 of 126.16: 4.8 %.
TEST(ModelWords, BlocksAndCurvatureAreExplained) {
  StatedAnalysis stated = Plain();
  stated.request.block = "batch";
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "between blocks (4.8% of the variation)"));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "entre blocos (4,8% da variação)"));
  stated.model.rows[0].percent.reset();
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "between blocks"));
  stated.request.block.clear();
  stated.request.curvature = "image";
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "image compares the centre of the design"));
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "batch compares"));
}

StatedAnalysis InPlots(size_t plots_df) {
  StatedAnalysis stated = Plain();
  stated.request.plot = "machine";
  AnovaRow of_image, of_plots;
  of_image.term = "image";
  of_image.factors = {1};
  of_plots.term = "machine";
  of_plots.df = plots_df;
  ErrorStratum stratum;
  stratum.name = "machine";
  stratum.rows = {of_image, of_plots};
  stated.strata = StrataAnalysis{};
  stated.strata->strata = {stratum};
  return stated;
}

TEST(ModelWords, WhatChangesBetweenPlotsIsJudgedByPlots) {
  StatedAnalysis stated = InPlots(4);
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "how plots differ (4 degrees of freedom)"));
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "how runs differ: image."));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "(4 graus de liberdade)"));
  EXPECT_TRUE(CaveatsInWords(stated, kEnglish).empty());
  stated.strata->strata[0].no_test = NoTest::kOneWholePlot;
  EXPECT_FALSE(Has(ModelInWords(stated, kEnglish), "how plots differ")) << "there is one";
  EXPECT_TRUE(Has(CaveatsInWords(stated, kEnglish), "one whole plot for each level of image"));
  EXPECT_TRUE(Has(CaveatsInWords(stated, kPortuguese), "uma só parcela inteira"));
  stated.strata->strata[0].rows.erase(stated.strata->strata[0].rows.begin());
  EXPECT_TRUE(CaveatsInWords(stated, kEnglish).empty()) << "no term changes between plots";
}

TEST(ModelWords, NothingLeftToJudgeByIsSaid) {
  StatedAnalysis stated = Plain();
  stated.model.residual_df = 0;
  EXPECT_TRUE(Has(ModelInWords(stated, kEnglish), "there is neither F nor p"));
  EXPECT_TRUE(Has(ModelInWords(stated, kPortuguese), "não há F nem p"));
}

TEST(ModelWords, EightAreListedAndTheRestCounted) {
  std::vector<std::string> items = {"a", "b", "c", "d", "e", "f", "g", "h"};
  EXPECT_EQ(ShortList(items, kEnglish), "a, b, c, d, e, f, g and h");
  items.emplace_back("i");
  EXPECT_EQ(ShortList(items, kEnglish), "a, b, c, d, e, f, g, h and 1 more");
  EXPECT_EQ(ShortList(items, kPortuguese), "a, b, c, d, e, f, g, h e mais 1");
  EXPECT_EQ(ShortList({}, kEnglish), "");
}

TEST(ModelWords, AChainHasSignsAndNoHigherOrders) {
  const StatedAnalysis stated = Plain();  // batch, image, network
  const AliasChain chain{false, {{{0}, 1}, {{1, 2}, -1}, {{0, 1, 2}, 1}}};
  EXPECT_EQ(ChainInWords(stated, chain, 2), "batch = −image:network");
  EXPECT_EQ(ChainInWords(stated, chain, 3), "batch = −image:network = batch:image:network");
  EXPECT_EQ(ChainInWords(stated, chain, 1), "batch");
  const AliasChain mean{true, {{{0, 1, 2}, -1}}};
  EXPECT_EQ(ChainInWords(stated, mean, 3), "1 = −batch:image:network");
}

// With one term of two factors or fewer there is nothing to mistake it for.
TEST(ModelWords, AliasesOfHigherOrdersAloneAreNoCaveat) {
  StatedAnalysis stated = Plain();
  stated.choice.aliases = {{false, {{{0}, 1}, {{0, 1, 2}, 1}}}};
  EXPECT_TRUE(CaveatsInWords(stated, kEnglish).empty());
  stated.choice.aliases.push_back({false, {{{1}, 1}, {{0, 2}, 1}}});
  const auto caveats = CaveatsInWords(stated, kEnglish);
  ASSERT_EQ(caveats.size(), 1u);
  EXPECT_TRUE(Has(caveats[0], "image = batch:network")) << caveats[0];
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trena {
namespace {

// The first `count` combinations of these numbers of levels (none: all), the last factor fastest,
// each observed `n` times. Factors are A, B, ….
Cells CrossingCells(const std::vector<uint32_t>& counts, double n, size_t count = 0) {
  Cells cells;
  cells.response = "y";
  size_t all = 1;
  for (uint32_t levels : counts) {
    CellFactor factor{std::string(1, static_cast<char>('A' + cells.factors.size())), {}};
    for (uint32_t i = 0; i < levels; ++i) factor.levels.push_back(std::to_string(i));
    cells.factors.push_back(factor);
    all *= levels;
  }
  for (size_t i = 0; i < (count == 0 ? all : count); ++i) {
    Cell cell;
    cell.levels.resize(counts.size());
    size_t rest = i;
    for (size_t f = counts.size(); f-- > 0; rest /= counts[f]) {
      cell.levels[f] = static_cast<uint32_t>(rest % counts[f]);
    }
    cell.n = n;
    cell.mean = static_cast<double>(i);
    cells.cells.push_back(cell);
  }
  return cells;
}

ModelChoice Chosen(const Cells& cells, const ModelDesign& request = {}) {
  const auto choice = ChooseModel(cells, request);
  EXPECT_TRUE(choice.ok()) << (choice.ok() ? "" : choice.error().message());
  return choice.ok() ? choice.value() : ModelChoice{};
}

using TermList = std::vector<ModelTerm>;

TEST(FactorIndexTest, ByNameOrAsManyAsThereAre) {
  const Cells cells = CrossingCells({2, 3}, 1);
  EXPECT_EQ(FactorIndex(cells, "A"), 0u);
  EXPECT_EQ(FactorIndex(cells, "B"), 1u);
  EXPECT_EQ(FactorIndex(cells, ""), 2u);
  EXPECT_EQ(FactorIndex(Cells{}, "A"), 0u);
}

TEST(TreatmentsTest, NeitherBlockNorPlotNorCurvature) {
  const Cells cells = CrossingCells({2, 2, 2, 2}, 1);
  EXPECT_EQ(TreatmentsOf(cells, {}), (std::vector<size_t>{0, 1, 2, 3}));
  ModelDesign request;
  request.block = "B";
  EXPECT_EQ(TreatmentsOf(cells, request), (std::vector<size_t>{0, 2, 3}));
  request.plot = "C";
  request.curvature = "D";
  EXPECT_EQ(TreatmentsOf(cells, request), std::vector<size_t>{0});
}

TEST(TreatmentsTest, CornersWithOneLevelOfWhatIsNoTreatment) {
  const Cells cells = CrossingCells({2, 2, 2}, 1);
  ModelDesign request;
  request.block = "B";
  request.curvature = "C";  // level 0 is the corners
  const Cells treatments = TreatmentCells(cells, request);
  ASSERT_EQ(treatments.cells.size(), 4u);
  for (const Cell& cell : treatments.cells) {
    EXPECT_EQ(cell.levels[1], 0u);
    EXPECT_EQ(cell.levels[2], 0u);
  }
  EXPECT_EQ(TreatmentCells(cells, {}).cells.size(), 8u);
}

TEST(ModelChoiceTest, AllThatCanBeEstimated) {
  const ModelChoice choice = Chosen(CrossingCells({2, 3}, 2));
  EXPECT_EQ(choice.terms, (TermList{{0}, {1}, {0, 1}}));
  EXPECT_FALSE(choice.without_highest);
  EXPECT_EQ(choice.highest_order, 0u) << "nothing is left out";
  EXPECT_TRUE(choice.aliases.empty());
}

TEST(ModelChoiceTest, WhereNothingIsRepeatedTheHighestServesAsError) {
  const Cells once = CrossingCells({2, 3}, 1);
  EXPECT_EQ(Chosen(once).terms, (TermList{{0}, {1}}));
  EXPECT_TRUE(Chosen(once).without_highest);
  EXPECT_EQ(Chosen(once, {.terms = "full"}).terms, (TermList{{0}, {1}, {0, 1}}))
      << "asked for, it is there";
  EXPECT_FALSE(Chosen(once).pseudo_error) << "not of two levels";
  EXPECT_FALSE(Chosen(once).repeated);
  Cells repeated = once;
  repeated.cells[4].n = 2;
  EXPECT_FALSE(Chosen(repeated).without_highest) << "one repeated run is an error";
  const ModelChoice one_factor = Chosen(CrossingCells({3}, 1));
  EXPECT_EQ(one_factor.terms, TermList{{0}});
  EXPECT_FALSE(one_factor.without_highest) << "a main effect is never given up";
}

TEST(ModelChoiceTest, EffectsOfTwoLevelsJudgeEachOther) {
  const Cells cube = CrossingCells({2, 2, 2}, 1);
  EXPECT_TRUE(Chosen(cube).pseudo_error);
  EXPECT_FALSE(Chosen(cube).without_highest);
  EXPECT_EQ(Chosen(cube).terms.size(), 7u) << "no effect is given up";
  EXPECT_TRUE(Chosen(cube, {.terms = "full"}).pseudo_error);
  EXPECT_FALSE(Chosen(cube, {.terms = "main"}).pseudo_error) << "main effects leave 4 degrees";
  EXPECT_FALSE(Chosen(cube, {.terms = "full", .plot = "C"}).pseudo_error);
  EXPECT_FALSE(Chosen(CrossingCells({2, 2, 2}, 2)).pseudo_error) << "there is an error";
  EXPECT_TRUE(Chosen(CrossingCells({2, 2}, 1)).without_highest) << "three effects tell too little";
  EXPECT_TRUE(Chosen(CrossingCells({2, 2, 2}, 1, 7)).without_highest) << "one run was lost";
  Cells covariate = cube;
  covariate.covariates = {"order"};
  EXPECT_TRUE(Chosen(covariate).without_highest);
}

// The seven main effects of eight runs: D = AB, E = AC, F = BC, G = ABC.
TEST(ModelChoiceTest, SaturatedMainEffectsJudgeEachOther) {
  Cells cells = CrossingCells({2, 2, 2, 1, 1, 1, 1}, 1);
  for (size_t factor = 3; factor < 7; ++factor) cells.factors[factor].levels = {"0", "1"};
  for (Cell& cell : cells.cells) {
    const uint32_t a = cell.levels[0], b = cell.levels[1], c = cell.levels[2];
    cell.levels = {a, b, c, a ^ b, a ^ c, b ^ c, a ^ b ^ c};
  }
  EXPECT_TRUE(Chosen(cells, {.terms = "main"}).pseudo_error);
  EXPECT_TRUE(Chosen(cells).pseudo_error) << "one of each alias chain";
  cells.cells[0].levels[6] ^= 1;
  EXPECT_FALSE(Chosen(cells, {.terms = "main"}).pseudo_error) << "not orthogonal";
}

TEST(ModelChoiceTest, TheSameCombinationInTwoBlocksIsRepeated) {
  ModelDesign request;
  request.block = "C";
  const ModelChoice choice = Chosen(CrossingCells({2, 2, 2}, 1), request);
  EXPECT_FALSE(choice.without_highest);
  EXPECT_EQ(choice.terms, (TermList{{2}, {0}, {1}, {0, 1}})) << "the block's own first";
}

TEST(ModelChoiceTest, ABlockOfOneLevelIsNoTerm) {
  ModelDesign request;
  request.block = "B";
  EXPECT_EQ(Chosen(CrossingCells({2, 1}, 2), request).terms, TermList{{0}});
  request.block = "unknown";
  EXPECT_EQ(Chosen(CrossingCells({2, 1}, 2), request).terms, TermList{{0}});
}

TEST(ModelChoiceTest, MainEffectsAndInteractionsOfTwo) {
  const Cells cells = CrossingCells({2, 2, 2}, 2);
  EXPECT_EQ(Chosen(cells, {.terms = "main"}).terms, (TermList{{0}, {1}, {2}}));
  EXPECT_EQ(Chosen(cells, {.terms = "2way"}).terms,
            (TermList{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}));
}

// 2² has four parameters with its interaction: four cells could tell it, three cannot.
TEST(ModelChoiceTest, MainEffectsAreSaidToBeAllWhereCellsAreTooFew) {
  EXPECT_EQ(Chosen(CrossingCells({2, 2}, 2), {.terms = "main"}).highest_order, 0u);
  EXPECT_EQ(Chosen(CrossingCells({2, 2}, 2, 3), {.terms = "main"}).highest_order, 1u);
  EXPECT_EQ(Chosen(CrossingCells({2, 2}, 2, 3), {.terms = "2way"}).highest_order, 0u);
  EXPECT_EQ(Chosen(CrossingCells({3}, 2), {.terms = "main"}).highest_order, 0u)
      << "one factor has no interactions";
}

TEST(ModelChoiceTest, AFormula) {
  EXPECT_EQ(Chosen(CrossingCells({2, 2, 2}, 1), {.terms = "A*B + C"}).terms,
            (TermList{{0}, {1}, {2}, {0, 1}}));
  EXPECT_FALSE(ChooseModel(CrossingCells({2, 2}, 1), {.terms = "A + D"}).ok());
}

// 2^(3−1), C = AB (Jain 1991, section 19.2): each main effect with an interaction of the others.
TEST(ModelChoiceTest, OfAFractionTheLowestOfEachChain) {
  Cells half = CrossingCells({2, 2, 2}, 2);
  std::erase_if(half.cells, [](const Cell& cell) {
    return (cell.levels[0] + cell.levels[1] + cell.levels[2]) % 2 != 0;
  });
  ASSERT_EQ(half.cells.size(), 4u);
  const ModelChoice choice = Chosen(half);
  EXPECT_EQ(choice.terms, (TermList{{0}, {1}, {2}}));
  ASSERT_EQ(choice.aliases.size(), 4u) << "the mean's chain and three";
  EXPECT_TRUE(choice.aliases[0].of_mean);
  EXPECT_EQ(choice.aliases[0].terms[0].factors, (ModelTerm{0, 1, 2}));
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(choice.aliases[i].terms.size(), 2u);
  EXPECT_EQ(choice.highest_order, 0u) << "the chains say what is left out";
}

TEST(ModelChoiceTest, AWholeTwoLevelCrossingHasNoAliases) {
  EXPECT_TRUE(Chosen(CrossingCells({2, 2, 2}, 2)).aliases.empty());
}

// 27 parameters of 3³: twice the cells must be as many. Thirteen cells are too few, fourteen not.
TEST(ModelChoiceTest, MoreThanTwoParametersForACellAreTooMany) {
  Cells cells = CrossingCells({3, 3, 3}, 2);
  // A Latin square first, so that every level occurs, then the others.
  std::stable_sort(cells.cells.begin(), cells.cells.end(), [](const Cell& a, const Cell& b) {
    const auto outside = [](const Cell& cell) {
      return (cell.levels[0] + cell.levels[1]) % 3 != cell.levels[2];
    };
    return outside(a) < outside(b);
  });
  cells.cells.resize(14);
  EXPECT_EQ(Chosen(cells, {.terms = "full"}).highest_order, 0u);
  EXPECT_EQ(Chosen(cells, {.terms = "full"}).terms.back(), (ModelTerm{0, 1, 2}));
  cells.cells.resize(13);
  EXPECT_EQ(Chosen(cells, {.terms = "full"}).highest_order, 2u);
  EXPECT_EQ(Chosen(cells, {.terms = "full"}).terms.back(), (ModelTerm{1, 2}));
}

// Each term of an unbalanced table is a fit of its own: 150 parameters are the most.
TEST(ModelChoiceTest, UnbalancedTablesHaveFewerParameters) {
  Cells most = CrossingCells({2, 75}, 2);
  EXPECT_EQ(Chosen(most).highest_order, 0u);
  most.cells[0].n = 3;
  EXPECT_EQ(Chosen(most).highest_order, 0u) << "2 · 75 are just not too many";
  Cells over = CrossingCells({2, 76}, 2);
  EXPECT_EQ(Chosen(over).highest_order, 0u) << "balanced";
  over.cells[0].n = 3;
  EXPECT_EQ(Chosen(over).highest_order, 1u);
  EXPECT_EQ(Chosen(over).terms, (TermList{{0}, {1}}));
  Cells hole = CrossingCells({2, 77}, 2);
  hole.cells.pop_back();
  EXPECT_EQ(Chosen(hole).highest_order, 1u) << "a hole is no balance";
}

TEST(ModelChoiceTest, TheCentreOfADesignIsATermAndNoCorner) {
  // 2² with its centre: A and B have a third level there, curvature a second.
  Cells cells = CrossingCells({2, 2, 1}, 1);
  cells.factors[2] = {"curvature", {"corners", "centre"}};
  for (size_t factor : {0u, 1u}) cells.factors[factor].levels.push_back("middle");
  Cell centre;
  centre.levels = {2, 2, 1};
  centre.n = 3;
  cells.cells.push_back(centre);
  ModelDesign request;
  request.terms = "full";
  request.curvature = "curvature";
  EXPECT_EQ(Chosen(cells, request).terms, (TermList{{2}, {0}, {1}, {0, 1}}));
}

}  // namespace
}  // namespace trena

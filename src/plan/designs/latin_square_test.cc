// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/latin_square.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/test_study.h"

namespace trena {
namespace {

bool IsLatin(const LatinSquare& square) {
  for (size_t i = 0; i < square.size(); ++i) {
    std::set<size_t> row, column;
    for (size_t j = 0; j < square.size(); ++j) {
      row.insert(square[i][j]);
      column.insert(square[j][i]);
      if (square[i][j] >= square.size()) return false;
    }
    if (row.size() != square.size() || column.size() != square.size()) return false;
  }
  return true;
}

TEST(LatinSquareTest, IsLatinForEverySize) {
  Random random(1);
  for (size_t size = 1; size <= 12; ++size) {
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(IsLatin(RandomLatinSquare(size, random))) << size;
  }
  EXPECT_TRUE(IsLatin(RandomLatinSquare(40, random)));
}

TEST(LatinSquareTest, StandardisedHasItsFirstRowAndColumnInOrder) {
  Random random(2);
  LatinSquare standard = Standardised(RandomLatinSquare(7, random));
  EXPECT_TRUE(IsLatin(standard));
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(standard[0][i], i);
    EXPECT_EQ(standard[i][0], i);
  }
}

// There are 4 standard squares of size 4 and 576 squares in all (Fisher & Yates 1934): all come,
// equally often. 5760 draws, each standard square expected 1440 times, σ = 33: four σ are 132.
TEST(LatinSquareTest, AllSquaresOfSizeFourComeEquallyOften) {
  Random random(3);
  std::map<LatinSquare, int> standard;
  std::set<LatinSquare> all;
  for (int i = 0; i < 5760; ++i) {
    LatinSquare square = RandomLatinSquare(4, random);
    all.insert(square);
    ++standard[Standardised(square)];
  }
  EXPECT_EQ(standard.size(), 4u);
  for (const auto& [square, count] : standard) EXPECT_NEAR(count, 1440, 132);
  EXPECT_EQ(all.size(), 576u);
}

TEST(LatinSquareTest, InAPlanEveryPairOfLevelsMeetsOnce) {
  Study study = StudyOf(FactorsText(3, 5, "kind: latin_square, replications: 1, seed: 9"));
  Design design = DesignOf(study);
  ASSERT_EQ(design.points.size(), 25u);
  for (size_t a = 0; a < 3; ++a) {
    for (size_t b = 0; b < a; ++b) {
      std::set<std::pair<size_t, size_t>> pairs;
      for (const DesignPoint& point : design.points) {
        LevelIndices indices = IndicesOf(AxesOf(study), *point.combination);
        pairs.insert({indices[a], indices[b]});
      }
      EXPECT_EQ(pairs.size(), 25u);
    }
  }
  Study other = study;
  other.design.seed = 10;
  EXPECT_NE(DesignOf(other).details, design.details);
  EXPECT_EQ(DesignOf(study).details, design.details);
}

TEST(LatinSquareTest, UnequalLevelsAreAnError) {
  std::string fixed = "fixed: { framework: fake }\n";
  std::string design = "design: { kind: latin_square }\n";
  ExpectPlanError("factors: { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2] }\n" + fixed + design,
                  "s.yaml:3:17: a Latin square needs three factors with equally many levels; here: "
                  "3 a, 3 b, 2 c",
                  "`kind: optimal`");
  ExpectPlanError(FactorsText(4, 3, "kind: latin_square"), "a Latin square needs three factors");
  ExpectPlanError(FactorsText(2, 3, "kind: latin_square"), "here: 3 f0, 3 f1");
  ExpectPlanError(FactorsText(3, 101, "kind: latin_square"), "101 levels are too many");
  // A factor with one level does not count.
  EXPECT_EQ(PlanError("factors: { a: [1, 2], b: [1, 2], x: [1], c: [1, 2] }\n" + fixed + design),
            "");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/crossing.h"

#include <gtest/gtest.h>

#include <set>

namespace trena {
namespace {

Study StudyOfSizes(const std::vector<size_t>& sizes) {
  Study study;
  for (size_t size : sizes) {
    Factor factor{"f" + std::to_string(study.factors.size()), {}};
    for (size_t i = 0; i < size; ++i) factor.levels.emplace_back(10.0 * static_cast<double>(i));
    study.factors.push_back(factor);
  }
  return study;
}

TEST(CrossingTest, SizeIsTheProductOfTheAxes) {
  EXPECT_EQ(CrossingSize(Study{}), 1) << "nothing varies: one scenario";
  EXPECT_EQ(CrossingSize(StudyOfSizes({5})), 5);
  EXPECT_EQ(CrossingSize(StudyOfSizes({2, 3, 4})), 24);
  Study study = StudyOfSizes({2, 3, 2});
  study.together = {{"f0", "f2"}};
  EXPECT_EQ(CrossingSize(study), 6) << "two that move together count once";
  EXPECT_DOUBLE_EQ(CrossingSize(StudyOfSizes(std::vector<size_t>(30, 100))), 1e60)
      << "larger than any integer";
}

TEST(CrossingTest, TheLastVariesFastest) {
  const std::vector<Axis> axes = AxesOf(StudyOfSizes({2, 3, 4}));
  EXPECT_EQ(IndicesOf(axes, 0), (LevelIndices{0, 0, 0}));
  EXPECT_EQ(IndicesOf(axes, 1), (LevelIndices{0, 0, 1}));
  EXPECT_EQ(IndicesOf(axes, 4), (LevelIndices{0, 1, 0}));
  EXPECT_EQ(IndicesOf(axes, 12), (LevelIndices{1, 0, 0}));
  EXPECT_EQ(IndicesOf(axes, 23), (LevelIndices{1, 2, 3}));
  EXPECT_EQ(CombinationOf(axes, {1, 2, 3}), 12u + 2 * 4 + 3);
  EXPECT_EQ(CombinationOf({}, {}), 0u);
  EXPECT_TRUE(IndicesOf({}, 0).empty());
}

TEST(CrossingTest, NumbersAndLevelsAreEachOthersInverse) {
  const std::vector<Axis> axes = AxesOf(StudyOfSizes({3, 1, 4, 2}));
  std::set<LevelIndices> seen;
  for (Combination i = 0; i < 24; ++i) {
    EXPECT_EQ(CombinationOf(axes, IndicesOf(axes, i)), i);
    seen.insert(IndicesOf(axes, i));
  }
  EXPECT_EQ(seen.size(), 24u);
}

TEST(CrossingTest, LevelsInTheStudysOrderWhateverMovesTogether) {
  Study study = StudyOfSizes({2, 3, 2});
  study.together = {{"f2", "f0"}};
  // Axes: (f0, f2) with two levels, f1 with three.
  EXPECT_EQ(LevelsOf(study, 0), (Values{{"f0", 0}, {"f1", 0}, {"f2", 0}}));
  EXPECT_EQ(LevelsOf(study, 2), (Values{{"f0", 0}, {"f1", 20}, {"f2", 0}}));
  EXPECT_EQ(LevelsOf(study, 3), (Values{{"f0", 10}, {"f1", 0}, {"f2", 10}}));
  EXPECT_EQ(LevelsOf(study, AxesOf(study), 5), (Values{{"f0", 10}, {"f1", 20}, {"f2", 10}}));
  EXPECT_TRUE(LevelsOf(Study{}, 0).empty());
}

}  // namespace
}  // namespace trena

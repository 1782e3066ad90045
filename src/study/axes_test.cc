// SPDX-License-Identifier: Apache-2.0
#include "study/axes.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// Factors a, b, c, … with so many levels each.
Study WithFactors(const std::vector<size_t>& levels) {
  Study study;
  for (size_t i = 0; i < levels.size(); ++i) {
    Factor factor{std::string(1, static_cast<char>('a' + i)), {}};
    for (size_t level = 0; level < levels[i]; ++level) factor.levels.emplace_back(level + 1.0);
    study.factors.push_back(factor);
  }
  return study;
}

using Indices = std::vector<size_t>;

TEST(AxesTest, NoFactorsNoAxes) {
  EXPECT_TRUE(AxesOf(Study{}).empty());
  EXPECT_FALSE(Follows(Study{}, "a"));
}

TEST(AxesTest, EachFactorAloneIsAnAxisInTheOrderWritten) {
  const std::vector<Axis> axes = AxesOf(WithFactors({2, 1, 5}));
  ASSERT_EQ(axes.size(), 3u);
  const std::vector<std::string> names = {"a", "b", "c"};
  const Indices sizes = {2, 1, 5};
  for (size_t i = 0; i < axes.size(); ++i) {
    EXPECT_EQ(axes[i].factors, Indices{i});
    EXPECT_EQ(axes[i].name, names[i]);
    EXPECT_EQ(axes[i].size, sizes[i]);
  }
}

TEST(AxesTest, AGroupIsOneAxisWhereItsFirstFactorStands) {
  Study study = WithFactors({2, 3, 2, 3});
  study.together = {{"d", "b"}};  // written the other way round: the factors' order counts
  const std::vector<Axis> axes = AxesOf(study);
  ASSERT_EQ(axes.size(), 3u);
  EXPECT_EQ(axes[0].factors, Indices{0});
  EXPECT_EQ(axes[1].factors, (Indices{1, 3}));
  EXPECT_EQ(axes[1].name, "b");
  EXPECT_EQ(axes[1].size, 3u);
  EXPECT_EQ(axes[2].factors, Indices{2});
}

TEST(AxesTest, TwoGroupsInterleaved) {
  Study study = WithFactors({2, 3, 2, 3, 2});
  study.together = {{"a", "c", "e"}, {"b", "d"}};
  const std::vector<Axis> axes = AxesOf(study);
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[0].factors, (Indices{0, 2, 4}));
  EXPECT_EQ(axes[1].factors, (Indices{1, 3}));
}

// Every factor is on exactly one axis, and leads it or follows: never both.
TEST(AxesTest, TheAxesPartTheFactors) {
  Study study = WithFactors({2, 2, 2, 4, 4, 3});
  study.together = {{"c", "a", "b"}, {"e", "d"}};
  std::vector<int> times(study.factors.size());
  for (const Axis& axis : AxesOf(study)) {
    EXPECT_FALSE(Follows(study, axis.name));
    EXPECT_EQ(study.factors[axis.factors[0]].name, axis.name);
    for (size_t i = 0; i < axis.factors.size(); ++i) {
      ++times[axis.factors[i]];
      EXPECT_EQ(Follows(study, study.factors[axis.factors[i]].name), i > 0);
      EXPECT_EQ(study.factors[axis.factors[i]].levels.size(), axis.size);
    }
  }
  EXPECT_EQ(times, std::vector<int>(study.factors.size(), 1));
}

TEST(AxesTest, WhoseLeaderIsNoFactorLeadsItself) {
  // A group that names what is no factor (a fixed value by the command line): who is left leads.
  Study study = WithFactors({2, 2});
  study.together = {{"gone", "b"}};
  EXPECT_FALSE(Follows(study, "b"));
  EXPECT_EQ(AxesOf(study).size(), 2u);
  EXPECT_FALSE(Follows(study, "gone") && study.factor("gone") != nullptr);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/outliers.h"

#include <gtest/gtest.h>

#include <random>

namespace trena {
namespace {

using Groups = std::vector<std::vector<double>>;

// R: x <- c(100, 101, 102, 103, 110); rstudent(lm(x ~ 1))[5] is 5.889 with 3 degrees of freedom,
// 5 * 2 * pt(-5.889, 3) is 0.0489.
TEST(Outliers, AsRstudentWithBonferroni) {
  const auto found = FindOutliers(Groups{{100, 101, 102, 103, 110}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].index, 4u);
  EXPECT_NEAR(found[0].p, 0.0489, 5e-5);
  // A second group doubles the number of values looked at.
  EXPECT_TRUE(FindOutliers(Groups{{100, 101, 102, 103, 110}, {1, 2, 3, 4, 5}}).empty());
  EXPECT_EQ(FindOutliers(Groups{{1, 2, 3, 4, 5}, {100, 101, 102, 103, 130}})[0].group, 1u);
}

TEST(Outliers, FewValuesAndValuesThatDoNotDifferTellNothing) {
  EXPECT_TRUE(FindOutliers(Groups{{100, 101, 102, 900}}).empty());
  EXPECT_TRUE(FindOutliers(Groups{{100, 100, 100, 100, 100.1}}).empty());
  EXPECT_TRUE(FindOutliers(Groups{}).empty());
}

// Every one is found and each in its place, however many there are and wherever they stand.
TEST(Outliers, SeveralInOneGroup) {
  std::vector<double> group;
  for (int i = 0; i < 60; ++i) group.push_back(100 + (i * 37 % 11) * 0.1);
  group[5] = 140;
  group[40] = 141;
  const auto found = FindOutliers(Groups{group});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].index, 5u);
  EXPECT_EQ(found[1].index, 40u);
}

// Studies of eight scenarios in which nothing is wrong, scenarios spreading from 1 to 8; and the
// same with one value off by so many deviations of its own scenario.
double ShareNamed(size_t runs, double off, int studies) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  int named = 0;
  for (int study = 0; study < studies; ++study) {
    Groups groups;
    for (size_t i = 0; i < 8; ++i) {
      auto& group = groups.emplace_back();
      for (size_t k = 0; k < runs; ++k) {
        group.push_back(100 + static_cast<double>(i + 1) * normal(random));
      }
    }
    groups[3][0] += 4 * off;
    named += !FindOutliers(groups).empty();
  }
  return static_cast<double>(named) / studies;
}

// 5 % is stated; by 3.5 deviations from the median it was 84 % of such studies of five runs.
TEST(Outliers, FalseAlarmsPerStudy) {
  for (size_t runs : {5, 10}) EXPECT_LE(ShareNamed(runs, 0, 1000), 0.07) << runs;
}

TEST(Outliers, PowerAsStated) {
  EXPECT_GE(ShareNamed(5, 20, 200), 0.8);
  EXPECT_GE(ShareNamed(5, 10, 200), 0.3);
  EXPECT_GE(ShareNamed(10, 6, 200), 0.5);
}

}  // namespace
}  // namespace trena

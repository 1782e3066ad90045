// SPDX-License-Identifier: Apache-2.0
#include "plan/design.h"

#include <gtest/gtest.h>

#include <numeric>

#include "plan/test_study.h"

namespace trena {
namespace {

Study Small() {
  return StudyOf(
      "factors: { batch: [16, 32, 64], network: [one, two] }\nfixed: { framework: fake }\n");
}

TEST(Design, TheLastFactorVariesFastest) {
  Study study = Small();
  EXPECT_EQ(CrossingSize(study), 6);
  EXPECT_EQ(LevelsOf(study, 0), (Values{{"batch", 16}, {"network", "one"}}));
  EXPECT_EQ(LevelsOf(study, 1), (Values{{"batch", 16}, {"network", "two"}}));
  EXPECT_EQ(LevelsOf(study, 5), (Values{{"batch", 64}, {"network", "two"}}));
}

TEST(Design, FullIsEveryCombination) {
  const DesignKind* full = FindDesign("full");
  ASSERT_NE(full, nullptr);
  std::vector<Combination> all(6);
  std::iota(all.begin(), all.end(), Combination{0});
  EXPECT_EQ(full->choose(Small()).value(), all);
  EXPECT_EQ(FindDesign("half"), nullptr);
}

}  // namespace
}  // namespace trena

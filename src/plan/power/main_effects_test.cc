// SPDX-License-Identifier: Apache-2.0
// The variance of a difference of two levels' means is σ² (1/n₁ + 1/n₂) where effects are
// orthogonal, with n the runs of a level in one replication.
#include "plan/power/main_effects.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/test_study.h"

namespace trena {
namespace {

struct Effects {
  Study study;
  Plan plan;
  MainEffects effects;

  explicit Effects(const std::string& text)
      : study(StudyOf(text)), plan(PlanOf(study)), effects(plan, FactorsOf(study, plan)) {}
};

std::string Factors(const std::string& factors, const std::string& more) {
  return "factors: { " + factors + " }\nfixed: { framework: fake }\n" + more + "\n";
}

TEST(FactorsOfTest, ThoseThatVaryAndMoveOnTheirOwn) {
  const Study study = StudyOf(
      Factors("a: [1, 2], b: [1, 2, 3], c: [5], d: [4, 6]", "together: [a, d]\nexclude: b == 2"));
  const auto factors = FactorsOf(study, PlanOf(study));
  ASSERT_EQ(factors.size(), 2u);
  EXPECT_EQ(factors[0].name, "a");
  EXPECT_EQ(factors[0].levels, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(factors[1].name, "b");
  EXPECT_EQ(factors[1].levels, (std::vector<std::string>{"1", "3"})) << "as the plan has them";
}

TEST(FactorsOfTest, TheCentreIsNoLevel) {
  const Study study =
      StudyOf(Factors("a: [1, 3]", "design: { kind: two_level, centre_points: 2 }"));
  const auto factors = FactorsOf(study, PlanOf(study));
  ASSERT_EQ(factors.size(), 1u);
  EXPECT_EQ(factors[0].levels, (std::vector<std::string>{"1", "3"}));
}

TEST(MainEffectsTest, ACrossing) {
  // Three and two levels: of six runs two are at each of three levels, three at each of two.
  for (const char* replications : {"1", "4"}) {
    const Effects made(Factors("a: [1, 2, 3], b: [1, 2]",
                               std::string("design: { replications: ") + replications + " }"));
    EXPECT_NEAR(*made.effects.WorstVariance(0), 1 / 2.0 + 1 / 2.0, 1e-10);
    EXPECT_NEAR(*made.effects.WorstVariance(1), 1 / 3.0 + 1 / 3.0, 1e-10);
  }
}

// Each other level is one run against the base's one.
TEST(MainEffectsTest, OneFactorAtATimeComparesTwoRuns) {
  const Effects made(
      Factors("a: [1, 2, 3], b: [1, 2]", "design: { kind: simple, replications: 1 }"));
  EXPECT_NEAR(*made.effects.WorstVariance(0), 2, 1e-10);
  EXPECT_NEAR(*made.effects.WorstVariance(1), 2, 1e-10);
}

TEST(MainEffectsTest, CentrePointsTellNothingOfLevels) {
  const Effects with(Factors("a: [1, 3], b: [1, 3]",
                             "design: { kind: two_level, centre_points: 4, replications: 1 }"));
  EXPECT_NEAR(*with.effects.WorstVariance(0), 1, 1e-10);
}

TEST(MainEffectsTest, TheWorstOfThePairsCounts) {
  // a = 3 is measured once, a = 1 and 2 twice: the additive fit over (1,1) (1,2) (2,1) (2,2) (3,1).
  // The mean of a = 3 at both b needs b's effect: y₃₁ + (b₂ − b₁)/2, so a₃ − a₁ is
  // y₃₁ − (y₁₁ + y₁₂)/2 + d/2 with d = ((y₁₂ − y₁₁) + (y₂₂ − y₂₁))/2. Collected: y₃₁ − ¾ y₁₁ − ¼
  // y₁₂
  // + ¼ y₂₂ − ¼ y₂₁, of variance 1 + 9/16 + 3/16 = 1.75; a₂ − a₁ has ½ + ½.
  const Effects made(Factors("a: [1, 2, 3], b: [1, 2]",
                             "exclude: a == 3 and b == 2\ndesign: { replications: 1 }"));
  EXPECT_NEAR(*made.effects.WorstVariance(0), 1.75, 1e-10);
  // b rests on a = 1 and a = 2: (¼ + ¼ + ¼ + ¼).
  EXPECT_NEAR(*made.effects.WorstVariance(1), 1, 1e-10);
}

TEST(MainEffectsTest, WhatCannotBeToldApartHasNoVariance) {
  const Effects made(
      Factors("a: [1, 2], b: [1, 2], c: [1, 2]", "only: a == b\ndesign: { replications: 2 }"));
  EXPECT_EQ(made.effects.WorstVariance(0), std::nullopt);
  EXPECT_EQ(made.effects.WorstVariance(1), std::nullopt);
  EXPECT_NEAR(*made.effects.WorstVariance(2), 1, 1e-10) << "c is crossed with both";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Jain (1991), section 16.3: from a base, one factor after the other, 1 + Σ(nᵢ − 1) runs.
#include <gtest/gtest.h>

#include <set>

#include "plan/designs/design.h"
#include "plan/test_study.h"

namespace trena {
namespace {

Study SimpleStudy(const std::string& factors, const std::string& more = "") {
  return StudyOf("factors: { " + factors + " }\nfixed: { framework: fake }\n" +
                 "design: { kind: simple, replications: 1" + more + " }\n");
}

std::set<Combination> ChosenOf(const Design& design) {
  std::set<Combination> chosen;
  for (const DesignPoint& point : design.points) chosen.insert(point.combination.value());
  return chosen;
}

TEST(OneAtATimeTest, AsManyRunsAsLevelsBeyondTheFirst) {
  EXPECT_EQ(DesignOf(SimpleStudy("a: [1, 2, 3], b: [1, 2], c: [1, 2, 3, 4]")).points.size(),
            1u + 2 + 1 + 3);
  EXPECT_EQ(DesignOf(SimpleStudy("a: [1], b: [1]")).points.size(), 1u);
}

TEST(OneAtATimeTest, EachPointDiffersFromTheBaseInOneFactorAtMost) {
  const Study study =
      SimpleStudy("a: [1, 2, 3], b: [1, 2], c: [5, 6, 7]", ", base: { a: 2, c: 7 }");
  const Design design = DesignOf(study);
  const std::vector<Axis> axes = AxesOf(study);
  const LevelIndices base = {1, 0, 2};
  std::set<std::pair<size_t, size_t>> changed;
  for (Combination combination : ChosenOf(design)) {
    const LevelIndices indices = IndicesOf(axes, combination);
    size_t differences = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] == base[i]) continue;
      ++differences;
      changed.insert({i, indices[i]});
    }
    EXPECT_LE(differences, 1u);
  }
  EXPECT_EQ(changed.size(), 2u + 1 + 2) << "every other level of every factor once";
  EXPECT_EQ(ChosenOf(design).size(), design.points.size()) << "none twice";
  EXPECT_TRUE(ChosenOf(design).contains(CombinationOf(axes, base)));
}

// Of a: [1, 2, 3], b: [1, 2], c: [5, 6, 7] the base (2, 1, 7) is C9: 1·6 + 0·3 + 2 = 8, from 0.
TEST(OneAtATimeTest, TheBaseIsNamedByItsLabel) {
  const Design design =
      DesignOf(SimpleStudy("a: [1, 2, 3], b: [1, 2], c: [5, 6, 7]", ", base: { a: 2, c: 7 }"));
  EXPECT_EQ(design.details["base"], "C9");
  ASSERT_EQ(design.notes.size(), 1u);
  EXPECT_TRUE(design.notes[0].english.starts_with("One factor at a time from C9: "))
      << design.notes[0].english;
  EXPECT_TRUE(DesignOf(SimpleStudy("a: [1, 2]"))
                  .notes[0]
                  .english.starts_with("One factor at a time from C1: "));
}

TEST(OneAtATimeTest, PointsAreInTheOrderOfTheirLabels) {
  const Design design =
      DesignOf(SimpleStudy("a: [1, 2, 3], b: [1, 2, 3]", ", base: { a: 3, b: 3 }"));
  ASSERT_EQ(design.points.size(), 5u);
  for (size_t i = 1; i < design.points.size(); ++i) {
    EXPECT_LT(*design.points[i - 1].combination, *design.points[i].combination);
  }
  // (1,3) (2,3) (3,1) (3,2) (3,3).
  EXPECT_EQ(ChosenOf(design), (std::set<Combination>{2, 5, 6, 7, 8}));
}

TEST(OneAtATimeTest, FactorsThatMoveTogetherHaveOneBase) {
  const Study study = StudyOf(
      "factors: { a: [1, 2], b: [1, 2, 3], c: [4, 5] }\nfixed: { framework: fake }\n"
      "together: [a, c]\ndesign: { kind: simple, base: { c: 5 }, replications: 1 }\n");
  const Design design = DesignOf(study);
  EXPECT_EQ(design.points.size(), 1u + 1 + 2);
  EXPECT_EQ(design.details["base"], "C4") << "a and c at their second level: 1 · 3 + 0";
}

TEST(OneAtATimeTest, AnExcludedBaseIsNamed) {
  ExpectPlanError(
      "factors: { a: [1, 2], b: [1, 2] }\nfixed: { framework: fake }\nexclude: a == 2\n"
      "design: { kind: simple, base: { a: 2 } }\n",
      "the base (C3) is excluded", "name another with `base:");
}

}  // namespace
}  // namespace trena

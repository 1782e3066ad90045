// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/centre.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

Study CentreStudy(const std::string& factors, const std::string& design,
                  const std::string& more = "") {
  return StudyOf("factors: { " + factors + " }\nfixed: { framework: fake }\n" + more +
                 "design: { " + design + " }\n");
}

// A design of so many blocks and no points, with its centre points.
Result<Design> WithCentre(const Study& study, int blocks = 1) {
  Design design;
  design.blocks = blocks;
  auto all = [](Combination) -> Result<bool> { return true; };
  Status added = AddCentrePoints({study, AxesOf(study), all, {}}, design);
  if (!added.ok()) return added.error();
  return design;
}

TEST(CentreTest, HalfWayBetweenTheEndsWhateverStandsBetween) {
  const Study study =
      CentreStudy("a: [64, 16, 20], b: [0.1, 0.2], c: [-3, 3]", "kind: full, centre_points: 1");
  const Result<Design> design = WithCentre(study);
  ASSERT_TRUE(design.ok()) << design.error().message();
  EXPECT_EQ(design.value().centre, (Values{{"a", 40}, {"b", 0.15}, {"c", 0}}));
  ASSERT_EQ(design.value().points.size(), 1u);
  EXPECT_EQ(design.value().points[0].combination, std::nullopt);
  EXPECT_EQ(design.value().details["centre"], "C0");
}

TEST(CentreTest, ATwoLevelDesignHasTheMiddleOfItsTwo) {
  const Study named =
      CentreStudy("a: [10, 20, 90]", "kind: two_level, centre_points: 1, levels: { a: [10, 20] }");
  EXPECT_EQ(WithCentre(named).value().centre, (Values{{"a", 15}}));
  const Study all = CentreStudy("a: [10, 20, 90]", "kind: two_level, centre_points: 1");
  EXPECT_EQ(WithCentre(all).value().centre, (Values{{"a", 50}}));
}

TEST(CentreTest, SpreadOverTheBlocks) {
  const Study study = CentreStudy("a: [1, 3]", "kind: full, centre_points: 5");
  const Result<Design> design = WithCentre(study, 2);
  ASSERT_TRUE(design.ok());
  std::vector<int> blocks;
  for (const DesignPoint& point : design.value().points) blocks.push_back(point.block);
  EXPECT_EQ(blocks, (std::vector<int>{1, 2, 1, 2, 1}));
}

TEST(CentreTest, AScenarioOfTheCrossingKeepsItsLabel) {
  const Study study = CentreStudy("a: [1, 2, 3], b: [10, 30, 20]", "kind: full, centre_points: 2");
  const Result<Design> design = WithCentre(study);
  ASSERT_TRUE(design.ok());
  // a = 2 is its second level, b = 20 its third: 1 · 3 + 2 = 5, from 0.
  EXPECT_EQ(design.value().points[0].combination, 5u);
  EXPECT_EQ(design.value().details["centre"], "C6");
  EXPECT_EQ(design.value().notes.at(0).english, "2 centre points a replication (C6: a 2, b 20).");
  const Study one = CentreStudy("a: [1, 3]", "kind: full, centre_points: 1");
  EXPECT_EQ(WithCentre(one).value().notes.at(0).english, "1 centre point a replication (C0: a 2).");
}

TEST(CentreTest, FactorsInStepHaveOneCentreOnlyIfItIsAStep) {
  const std::string together = "together: [a, b]\n";
  // The middles 2 and 20 are both the second step.
  const Study step =
      CentreStudy("a: [1, 2, 3], b: [10, 20, 30]", "kind: full, centre_points: 1", together);
  EXPECT_EQ(WithCentre(step).value().points[0].combination, 1u);
  // Here the middles, 2 and 20, are of two steps.
  const Study across =
      CentreStudy("a: [1, 2, 3], b: [20, 10, 30]", "kind: full, centre_points: 1", together);
  EXPECT_EQ(WithCentre(across).value().points[0].combination, std::nullopt);
}

TEST(CentreTest, WordsHaveNoMiddleUnlessTheyStay) {
  const Study words = CentreStudy("a: [1, 3], n: [one, two]", "kind: full, centre_points: 1");
  const Result<Design> none = WithCentre(words);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message().find("`one` of n is no number"), std::string::npos);
  const Study stays = CentreStudy("a: [1, 3], n: [one]", "kind: full, centre_points: 1");
  EXPECT_EQ(WithCentre(stays).value().centre, (Values{{"a", 2}, {"n", "one"}}));
}

TEST(CentreTest, AMiddleThatCannotBeRun) {
  const Study half = CentreStudy("batch: [16, 17]", "kind: full, centre_points: 1");
  const Result<Design> none = WithCentre(half);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message().find("no centre: batch must be a whole number"),
            std::string::npos);
  const Study free = CentreStudy("mine: [16, 17]", "kind: full, centre_points: 1");
  EXPECT_EQ(WithCentre(free).value().centre, (Values{{"mine", 16.5}})) << "of nobody knows what";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "plan/designs/design_candidates.h"
#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kMixedLevels =
    "factors: { a: [1, 2, 3], b: [1, 2] }\nfixed: { framework: fake }\n";

std::vector<std::string> WrittenIn(const std::vector<DesignCandidate>& candidates) {
  std::vector<std::string> written;
  for (const DesignCandidate& candidate : candidates) written.push_back(candidate.written);
  return written;
}

DesignCandidate CandidateOf(const Study& study, const std::string& written) {
  for (const DesignCandidate& candidate : CandidatesFor(study)) {
    if (candidate.written == written) return candidate;
  }
  ADD_FAILURE() << "no candidate " << written;
  return {};
}

TEST(DesignCandidatesTest, EveryKindAndTwoLevelsOnlyOfMore) {
  // Three and two levels: 1 + 2 + 1 = 4 parameters, and 2 of the interaction; half as many more.
  EXPECT_EQ(WrittenIn(CandidatesFor(StudyOf(kMixedLevels))),
            (std::vector<std::string>{
                "kind: full", "kind: two_level", "kind: optimal, runs: 9, model: 2way",
                "kind: fraction, resolution: V", "kind: fraction, resolution: IV",
                "kind: fraction, resolution: III", "kind: optimal, runs: 6", "kind: latin_square",
                "kind: plackett_burman", "kind: simple"}));
  const auto twos = WrittenIn(CandidatesFor(StudyOf(FactorsText(3, 2, "replications: 1"))));
  EXPECT_EQ(std::count(twos.begin(), twos.end(), "kind: two_level"), 0) << "it is the full one";
  EXPECT_EQ(twos.size(), 9u);
}

// Three factors of two levels: 1 + 3 main effects and 3 interactions; 4 + 2 and 7 + 3 runs.
TEST(DesignCandidatesTest, AnOptimalDesignHasHalfAsManyRunsMoreThanParameters) {
  const Study study = StudyOf(FactorsText(3, 2, "replications: 1"));
  EXPECT_EQ(CandidateOf(study, "kind: optimal, runs: 6").design.runs, 6);
  const DesignCandidate two_way = CandidateOf(study, "kind: optimal, runs: 10, model: 2way");
  EXPECT_EQ(two_way.design.runs, 10);
  EXPECT_TRUE(two_way.design.two_way);
  EXPECT_FALSE(CandidateOf(study, "kind: optimal, runs: 6").design.two_way);
}

TEST(DesignCandidatesTest, FactorsInStepCountOnce) {
  const Study study = StudyOf(
      "factors: { a: [1, 2, 3], b: [1, 2], c: [4, 5, 6] }\nfixed: { framework: fake }\n"
      "together: [a, c]\n");
  EXPECT_EQ(CandidateOf(study, "kind: optimal, runs: 6").tells, 2);
}

TEST(DesignCandidatesTest, TheMoreTheyTellTheMoreTheyCount) {
  const Study study = StudyOf(kMixedLevels);
  const auto tells = [&](const std::string& written) { return CandidateOf(study, written).tells; };
  EXPECT_GT(tells("kind: full"), tells("kind: two_level"));
  EXPECT_GT(tells("kind: two_level"), tells("kind: fraction, resolution: V"));
  EXPECT_GT(tells("kind: fraction, resolution: V"), tells("kind: fraction, resolution: IV"));
  EXPECT_GT(tells("kind: fraction, resolution: IV"), tells("kind: optimal, runs: 6"));
  EXPECT_GT(tells("kind: latin_square"), tells("kind: fraction, resolution: III"));
  EXPECT_GT(tells("kind: plackett_burman"), tells("kind: simple"));
  EXPECT_GT(tells("kind: optimal, runs: 9, model: 2way"), tells("kind: optimal, runs: 6"));
}

TEST(DesignCandidatesTest, EachTakesWhatItKnowsOfTheStudy) {
  Study study = StudyOf(kMixedLevels);
  study.design.seed = 42;
  study.design.random_order = false;
  study.design.hard_to_change = {"b"};
  study.design.levels["a"] = {1, 3};
  study.design.base = {{"a", 2}};
  study.design.replications = 9;
  for (const DesignCandidate& candidate : CandidatesFor(study)) {
    const std::string& kind = candidate.design.kind;
    EXPECT_EQ(candidate.design.seed, 42u) << kind;
    EXPECT_FALSE(candidate.design.random_order) << kind;
    EXPECT_EQ(candidate.design.hard_to_change, std::vector<std::string>{"b"}) << kind;
    const bool two = kind == "two_level" || kind == "fraction" || kind == "plackett_burman";
    EXPECT_EQ(candidate.design.levels.empty(), !two) << kind;
    EXPECT_EQ(candidate.design.base.empty(), kind != "simple") << kind;
    EXPECT_EQ(candidate.design.replications, DesignOptions{}.replications) << kind;
  }
}

TEST(AsPlannedTest, AFractionHasTheResolutionItGot) {
  const Study study = StudyOf(FactorsText(3, 2, "replications: 1"));
  const DesignCandidate asked = CandidateOf(study, "kind: fraction, resolution: III");
  Plan plan;
  const auto got = [&](int resolution) {
    plan.resolution = resolution;
    return AsPlanned(study, plan, asked).written;
  };
  EXPECT_EQ(got(3), "kind: fraction, resolution: III");
  EXPECT_EQ(got(4), "kind: fraction, resolution: IV");
  EXPECT_EQ(got(5), "kind: fraction, resolution: V");
  EXPECT_EQ(got(6), "kind: fraction, resolution: V") << "more than five is as good";
  EXPECT_EQ(got(2), "kind: fraction, resolution: III");
}

TEST(AsPlannedTest, AWholeCrossingTellsAll) {
  const Study study = StudyOf(kMixedLevels);
  const DesignCandidate full = CandidateOf(study, "kind: full");
  const DesignCandidate planned = AsPlanned(study, PlanOf(study), full);
  EXPECT_EQ(planned.tells, full.tells);
  EXPECT_EQ(planned.estimates, full.estimates);
  EXPECT_TRUE(planned.confounds.empty());
}

TEST(AsPlannedTest, HolesAreSaid) {
  const Study study = StudyOf(kMixedLevels + "exclude: a == 3 and b == 2\n");
  const DesignCandidate planned = AsPlanned(study, PlanOf(study), CandidateOf(study, "kind: full"));
  EXPECT_EQ(planned.estimates.english, "main effects, interactions in part");
  EXPECT_EQ(planned.confounds.english, "what rests on the 1 of 6 combinations left out");
  EXPECT_EQ(planned.tells, 3);
  // Others have no crossing to be whole.
  const DesignCandidate simple = CandidateOf(study, "kind: simple");
  EXPECT_EQ(AsPlanned(study, PlanOf(study), simple).confounds, simple.confounds);
}

TEST(AsPlannedTest, ALevelThatIsNowhereLeavesNoHole) {
  const Study study = StudyOf(kMixedLevels + "exclude: a == 3\n");
  const Plan plan = PlanOf(study);
  ASSERT_EQ(plan.scenarios.size(), 4u);
  ASSERT_EQ(plan.crossing, 6u);
  const DesignCandidate full = CandidateOf(study, "kind: full");
  EXPECT_EQ(AsPlanned(study, plan, full).tells, full.tells);
}

TEST(AsPlannedTest, HolesOfATwoLevelCrossing) {
  Study study = StudyOf(kMixedLevels + "exclude: a == 3 and b == 2\n");
  const DesignCandidate two = CandidateOf(study, "kind: two_level");
  study.design = two.design;
  study.design.replications = 1;
  const DesignCandidate planned = AsPlanned(study, PlanOf(study), two);
  EXPECT_EQ(planned.estimates.english, "main effects of two levels each, interactions in part");
  EXPECT_EQ(planned.confounds.english, "what rests on the 1 of 4 combinations left out");
}

}  // namespace
}  // namespace trena

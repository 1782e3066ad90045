// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design_candidates.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"
#include "study/design_kinds.h"

namespace trena {
namespace {

using Written = std::vector<std::string>;

Written WrittenOf(const std::vector<DesignCandidate>& candidates) {
  Written written;
  for (const DesignCandidate& candidate : candidates) written.push_back(candidate.written);
  return written;
}

const DesignCandidate& Named(const std::vector<DesignCandidate>& candidates,
                             const std::string& written) {
  for (const DesignCandidate& candidate : candidates) {
    if (candidate.written == written) return candidate;
  }
  ADD_FAILURE() << written;
  return candidates[0];
}

// Two factors of 3 levels have 1 + 2 + 2 = 5 main parameters and 4 more of their interaction; an
// optimal design has half as many runs again: 7 and 13.
TEST(DesignCandidates, EveryFormOfEveryKindInItsTurn) {
  EXPECT_EQ(WrittenOf(CandidatesFor(StudyOf(FactorsText(2, 3, "kind: full")))),
            (Written{"kind: full", "kind: two_level", "kind: optimal, runs: 13, model: 2way",
                     "kind: fraction, resolution: V", "kind: fraction, resolution: IV",
                     "kind: fraction, resolution: III", "kind: optimal, runs: 7",
                     "kind: latin_square", "kind: plackett_burman", "kind: simple"}));
}

TEST(DesignCandidates, OfTwoLevelsEachTheCrossingIsNotOfferedTwice) {
  Written written = WrittenOf(CandidatesFor(StudyOf(FactorsText(3, 2, "kind: full"))));
  EXPECT_EQ(std::count(written.begin(), written.end(), "kind: full"), 1);
  EXPECT_EQ(std::count(written.begin(), written.end(), "kind: two_level"), 0);
}

TEST(DesignCandidates, AKindKeepsTheOptionsItTakes) {
  Study two = StudyOf(FactorsText(2, 3, "kind: two_level, levels: { f0: [0, 1] }, seed: 9"));
  for (const DesignCandidate& candidate : CandidatesFor(two)) {
    const DesignKind* kind = FindDesignKind(candidate.design.kind);
    EXPECT_EQ(candidate.design.levels.size(), kind->Takes("levels") ? 1u : 0u) << candidate.written;
    EXPECT_EQ(candidate.design.seed, 9u);
  }
  Study simple = StudyOf(FactorsText(2, 3, "kind: simple, base: { f0: 2 }"));
  for (const DesignCandidate& candidate : CandidatesFor(simple)) {
    EXPECT_EQ(candidate.design.base.size(), candidate.design.kind == "simple" ? 1u : 0u);
  }
}

// Five factors in 16 runs are of resolution V, whatever was asked.
TEST(DesignCandidates, AFractionIsWhatItsPlanIs) {
  Study study = StudyOf(FactorsText(5, 2, "kind: fraction, runs: 16"));
  auto candidates = CandidatesFor(study);
  DesignCandidate planned =
      AsPlanned(study, PlanOf(study), Named(candidates, "kind: fraction, resolution: III"));
  EXPECT_EQ(planned.written, "kind: fraction, resolution: V");
  EXPECT_EQ(planned.tells, Named(candidates, "kind: fraction, resolution: V").tells);
}

// One of 9 is taken away: what is left is still of 3 × 3 levels.
TEST(DesignCandidates, ACrossingWithHolesTellsLess) {
  Study study = StudyOf(FactorsText(2, 3, "kind: full") + "exclude: f0 == 1 and f1 == 1\n");
  DesignCandidate full = Named(CandidatesFor(study), "kind: full");
  DesignCandidate planned = AsPlanned(study, PlanOf(study), full);
  EXPECT_EQ(planned.confounds.english, "what rests on the 1 of 9 combinations left out");
  EXPECT_LT(planned.tells, full.tells);
  // A whole level that is taken away leaves a crossing of the others.
  study = StudyOf(FactorsText(2, 3, "kind: full") + "exclude: f0 == 1\n");
  EXPECT_EQ(AsPlanned(study, PlanOf(study), full).tells, full.tells);
}

}  // namespace
}  // namespace trena

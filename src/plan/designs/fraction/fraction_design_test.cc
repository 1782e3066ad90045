// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "plan/test_study.h"

namespace trena {
namespace {

Plan Planned(int factors, const std::string& design) {
  return PlanOf(StudyOf(FactorsText(factors, 2, "kind: fraction, replications: 1, " + design)));
}

bool Says(const Plan& plan, const std::string& part) {
  return std::any_of(plan.notes.begin(), plan.notes.end(), [&](const Told& note) {
    return note.english.find(part) != std::string::npos;
  });
}

TEST(FractionDesignTest, ByResolutionOrRuns) {
  EXPECT_EQ(Planned(7, "resolution: III").runs.size(), 8u);
  EXPECT_EQ(Planned(5, "resolution: V").runs.size(), 16u);
  EXPECT_EQ(Planned(6, "resolution: IV").runs.size(), 16u);
  EXPECT_EQ(Planned(8, "resolution: 4").runs.size(), 16u);
  EXPECT_EQ(Planned(11, "resolution: III").runs.size(), 16u);
  EXPECT_EQ(Planned(11, "resolution: V").runs.size(), 128u);
  Plan plan = Planned(7, "runs: 32");
  EXPECT_EQ(plan.runs.size(), 32u);
  EXPECT_EQ(plan.resolution, 4);
  EXPECT_EQ(plan.crossing, 128u);
}

// The 2^(4−1) of Jain 1991, chapter 19, in the record and in words.
TEST(FractionDesignTest, ThePlanCarriesRelationAndAliases) {
  Plan plan = Planned(4, "resolution: IV");
  EXPECT_EQ(plan.details["defining_relation"], Json::array({"ABCD"}));
  EXPECT_EQ(plan.resolution, 4);
  EXPECT_EQ(plan.details["word_lengths_from_3"], Json::array({0, 1}));
  EXPECT_EQ(plan.details["aliases"][4], Json::array({"AB", "CD"}));
  EXPECT_EQ(plan.details["factors"][1]["letter"], "B");
  EXPECT_EQ(plan.details["factors"][1]["factor"], "f1");
  EXPECT_EQ(plan.details["factors"][1]["high"], "1");
  EXPECT_TRUE(Says(plan, "2^(4−1) in 8 runs, resolution IV: A f0, B f1, C f2, D f3"));
  EXPECT_TRUE(Says(plan, "I = ABCD (words: 1 of 4 letters)"));
  EXPECT_TRUE(Says(plan, "AB = CD\n"));
  EXPECT_TRUE(Says(plan, "Clear of each other up to two-factor interactions: A, B, C, D."));
  // D = ABC: C1 (all low) has three low letters in ABC, so D is low too: it is in.
  EXPECT_EQ(Ids(plan),
            (std::vector<std::string>{"C1", "C4", "C6", "C7", "C10", "C11", "C13", "C16"}));
}

TEST(FractionDesignTest, ByGeneratorsInLettersOrNames) {
  Plan letters = Planned(4, "generators: [D = ABC]");
  EXPECT_EQ(Ids(letters), Ids(Planned(4, "generators: f3 = f0 * f1 * f2")));
  EXPECT_EQ(Ids(letters), Ids(Planned(4, "resolution: IV")));
  Plan other = Planned(4, "generators: D=-ABC");
  EXPECT_EQ(other.details["defining_relation"], Json::array({"−ABCD"}));
  EXPECT_EQ(other.scenarios[0].id, "C2");
  EXPECT_EQ(Planned(15,
                    "generators: [E=AB, F=AC, G=AD, H=BC, J=BD, K=CD, L=ABC, M=ABD, N=ACD, "
                    "O=BCD, P=ABCD]")
                .runs.size(),
            16u);
}

TEST(FractionDesignTest, WhatDoesNotExistNamesTheNearest) {
  ExpectPlanError(
      FactorsText(7, 2, "kind: fraction, runs: 8, resolution: IV"),
      "7 factors have no fraction in 8 runs of resolution IV",
      "there are: 2^(7−4) in 8 runs, resolution III; 2^(7−3) in 16 runs, resolution IV");
  ExpectPlanError(FactorsText(5, 2, "kind: fraction, runs: 12"),
                  "s.yaml:8:33: 5 factors have no fraction in 12 runs",
                  "all 2^5 = 32 are `kind: two_level`");
  ExpectPlanError(FactorsText(3, 2, "kind: fraction, resolution: IV"), "of resolution IV",
                  "2^(3−1) in 4 runs, resolution III");
  ExpectPlanError(FactorsText(12, 2, "kind: fraction, resolution: IV"),
                  "12 factors vary; fractions are known for 3 to 11", "use `generators:`");
  ExpectPlanError(FactorsText(2, 2, "kind: fraction, runs: 2"), "fractions are known for 3 to 11");
  ExpectPlanError(FactorsText(5, 2, "kind: fraction"),
                  "s.yaml:8:17: a fraction needs `resolution:`, `runs:` or `generators:`",
                  "2^(5−2) in 8 runs");
}

TEST(FractionDesignTest, BadGenerators) {
  auto error = [](const std::string& generators, const std::string& part) {
    ExpectPlanError(FactorsText(5, 2, "kind: fraction, generators: [" + generators + "]"), part);
  };
  error("ABC", "s.yaml:8:40: `ABC` has no `=`");
  error("E = ABX", "`ABX` is not a product of factors that vary");
  error("X = AB", "`X` is not one of the factors that vary");
  error("DE = AB", "`DE` is not one of the factors that vary");
  error("E = ABE", "`E = ABE` defines E by itself");
  error("E = A", "AE = I: some factors could not be told apart");
  error("D = AB, E = AB", "DE = I");
  error("D = ABC, D = ABC", "ABCD is the product of others");
  error("A=BC, B=AC, C=AB, D=AB, E=AB", "5 generators for 5 factors");
  ExpectPlanError(FactorsText(5, 2, "kind: fraction, runs: 8, generators: E = ABCD"),
                  "the generators give 2^(5−1) in 16 runs, resolution V", "leave out `runs:`");
}

TEST(FractionDesignTest, ExclusionsThatBreakItOfferOptimal) {
  std::string text =
      FactorsText(4, 2, "kind: fraction, runs: 8") + "exclude: f0 == 0 and f1 == 0\n";
  ExpectPlanError(text,
                  "s.yaml:8:10: C1, C4 of the fraction design are taken away: its effects would no "
                  "longer be orthogonal",
                  "`design: { kind: optimal, runs: 8 }` plans around what is excluded");
  for (const char* kind : {"plackett_burman", "fraction, resolution: IV"}) {
    ExpectPlanError(FactorsText(4, 2, std::string("kind: ") + kind) + "only: f0 == 0\n",
                    "s.yaml:8:7: ", "optimal");
  }
  ExpectPlanError(FactorsText(3, 3, "kind: latin_square") + "exclude: f0 == 0\n",
                  "s.yaml:7:10: ", "optimal");
  // What takes away nothing of the fraction is no matter; nor is --only, which picks from it.
  std::string harmless = FactorsText(4, 2, "kind: fraction, runs: 8, replications: 1") +
                         "exclude: f0 == 0 and f1 == 0 and f2 == 0 and f3 == 1\n";
  Study study = StudyOf(harmless);
  PlanOptions options;
  options.only = ParseOnly(study, "f0 == 0").value();
  EXPECT_EQ(PlanOf(study, options).runs.size(), 4u);
}

}  // namespace
}  // namespace trena

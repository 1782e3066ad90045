// SPDX-License-Identifier: Apache-2.0
#include "plan/power/plan_power.h"

#include <gtest/gtest.h>

#include <boost/random/normal_distribution.hpp>
#include <cmath>

#include "core/text/test_language.h"
#include "plan/random.h"
#include "plan/test_study.h"
#include "stats/distributions.h"
#include "stats/lenth.h"
#include "stats/power.h"

namespace trena {
namespace {

NoiseLevel Given(double relative) { return {relative, NoiseLevel::Source::kGiven, 0, 0}; }

PlanPower PowerOf(const std::string& text, double noise,
                  std::optional<double> asked = std::nullopt) {
  Study study = StudyOf(text);
  return FindPlanPower(study, PlanOf(study), Given(noise), asked);
}

// Two levels apart by d, the others in the middle: between.var = d² / (2 (groups − 1)) in the terms
// of power.anova.test, whose power FTestPower is (stats/power_test.cc, models_r_test.cc).
// R: power.anova.test(groups = 4, n = 5, between.var = d^2 / 6, within.var = 0.04^2, power = 0.8)
TEST(PlanPowerTest, OneFactorIsRsPowerAnovaTest) {
  for (int groups : {2, 3, 4, 7}) {
    for (int n : {2, 5, 20}) {
      PlanPower power = PowerOf(FactorsText(1, groups, "replications: " + std::to_string(n)), 0.04);
      ASSERT_EQ(power.factors.size(), 1u);
      EXPECT_EQ(power.factors[0].error_df, groups * (n - 1));
      double smallest = *power.smallest();
      double between = smallest * smallest / (2.0 * (groups - 1));
      double shift = (groups - 1) * n * between / (0.04 * 0.04);
      EXPECT_NEAR(*FTestPower(groups - 1, groups * (n - 1), shift), 0.8, 1e-6)
          << groups << " groups, n = " << n;
    }
  }
}

// R 4.2: sqrt(6 * power.anova.test(groups = 4, n = 5, within.var = 0.04^2, power = 0.8,
// tol = 1e-12)$between.var)
TEST(PlanPowerTest, ANumberOfRs) {
  EXPECT_NEAR(*PowerOf(FactorsText(1, 4, "replications: 5"), 0.04).smallest(), 0.0945000960689,
              1e-6);
}

TEST(PlanPowerTest, TheReplicationsAskedForAreTheFewestThatDo) {
  for (double asked : {0.01, 0.03, 0.1}) {
    PlanPower power = PowerOf(FactorsText(2, 3, "replications: 2"), 0.04, asked);
    int needed = *power.replications();
    auto smallest = [&](int n) {
      return PowerOf(FactorsText(2, 3, "replications: " + std::to_string(n)), 0.04).smallest();
    };
    EXPECT_LE(*smallest(needed), asked);
    EXPECT_GT(smallest(needed - 1).value_or(1), asked) << "one fewer is too few";
  }
}

// A 3 × 2 crossing, four times: levels of the first factor at −d/2, 0 and d/2. How often the F test
// of the two-way analysis of variance with interaction (Jain 1991, chapter 22) finds it.
double SimulatedPower(double difference, double noise, int repetitions) {
  Random random(11);
  boost::random::normal_distribution<double> chance(0, noise);
  int found = 0;
  for (int i = 0; i < repetitions; ++i) {
    double between = 0, within = 0, grand = 0;
    double level_mean[3] = {};
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 2; ++b) {
        double sum = 0, squares = 0;
        for (int k = 0; k < 4; ++k) {
          double y = 1 + (a - 1) * difference / 2 + chance(random);
          sum += y;
          squares += y * y;
        }
        within += squares - sum * sum / 4;
        level_mean[a] += sum / 8;
      }
      grand += level_mean[a] / 3;
    }
    for (double mean : level_mean) between += 8 * (mean - grand) * (mean - grand);
    found += *FTail(between / 2 / (within / 18), 2, 18) < 0.05;
  }
  return static_cast<double>(found) / repetitions;
}

TEST(PlanPowerTest, ASimulationFindsItAsOften) {
  PlanPower power = PowerOf(
      "factors: { a: [1, 2, 3], b: [1, 2] }\nfixed: { framework: fake }\n"
      "design: { replications: 4 }\n",
      0.05);
  EXPECT_EQ(power.factors[0].error_df, 18);
  // 20,000 draws: a standard error of 0.003.
  EXPECT_NEAR(SimulatedPower(*power.factors[0].smallest, 0.05, 20'000), 0.8, 0.012);
}

// In an orthogonal two-level design a difference of means has variance 4 / N.
TEST(PlanPowerTest, FractionsAreAsSharpAsTheirRuns) {
  PlanPower whole = PowerOf(FactorsText(5, 2, "kind: two_level, replications: 1"), 0.05);
  PlanPower half = PowerOf(FactorsText(5, 2, "kind: fraction, runs: 16, replications: 2"), 0.05);
  for (const FactorPower& factor : whole.factors) EXPECT_NEAR(*factor.variance, 4.0 / 32, 1e-12);
  for (const FactorPower& factor : half.factors) EXPECT_NEAR(*factor.variance, 4.0 / 16, 1e-12);
  EXPECT_EQ(whole.error_by, ErrorBy::kPseudoError);
  EXPECT_NEAR(whole.factors[0].error_df, 31.0 / 3, 1e-12) << "a third of the effects (Lenth)";
  EXPECT_EQ(half.error_by, ErrorBy::kReplications);
  EXPECT_EQ(half.factors[0].error_df, 16);
}

TEST(PlanPowerTest, OneFactorAtATimeIsWorse) {
  // From a base: 4 runs, each factor's difference between two runs, twice: variance 2 of one.
  PlanPower simple = PowerOf(FactorsText(3, 2, "kind: simple, replications: 2"), 0.05);
  for (const FactorPower& factor : simple.factors) EXPECT_NEAR(*factor.variance, 2, 1e-9);
}

// What is said of a study's power, in Portuguese, and no English in it.
std::string InPortuguese(const std::string& text, std::optional<double> asked = std::nullopt) {
  const Study study = StudyOf(text);
  const std::string said = Describe(PowerOf(text, 0.05, asked), study, PlanOf(study)).portuguese;
  EXPECT_EQ(EnglishWordsIn(said), std::vector<std::string>{}) << said;
  return said;
}

void Says(const std::string& said, const std::string& part) {
  EXPECT_NE(said.find(part), std::string::npos) << said << "should say: " << part;
}

TEST(PlanPowerTest, IsSaidInPortuguese) {
  const std::string repeated = InPortuguese(FactorsText(2, 2, "replications: 3"), 0.1);
  Says(repeated, "Os menores efeitos sobre train_s que encontraria (poder de 80 % a 5 %): f0 ");
  Says(repeated, "\nRuído entre execuções de um cenário: 5,0 %, como dado.\n");
  Says(repeated, "\nPara encontrar 10 % de todo fator: ");
  Says(repeated, " repetições, ");
  Says(InPortuguese(FactorsText(5, 2, "kind: two_level, replications: 1")),
       "Nada se repete: os 31 efeitos são julgados uns pelos outros, a maioria tomada por acaso "
       "(Lenth).\n");
  Says(InPortuguese(FactorsText(3, 2, "kind: fraction, resolution: III, replications: 1")),
       "Nada se repete, e não sobra execução para julgar o erro: nenhum efeito se distingue do "
       "acaso.\n");
  Says(InPortuguese("factors: { environment: [a, b], x: [1, 2] }\nfixed: { framework: fake }\n"
                    "environments: { a: {}, b: {} }\n"
                    "design: { hard_to_change: environment, replications: 4 }\n"),
       " (no melhor caso, pois parcelas inteiras também diferem; ");
}

TEST(PlanPowerTest, WhereNothingCanBeFound) {
  PlanPower saturated =
      PowerOf(FactorsText(3, 2, "kind: fraction, resolution: III, replications: 1"), 0.05, 0.02);
  EXPECT_FALSE(saturated.smallest());
  Study study = StudyOf(FactorsText(3, 2, "kind: fraction, resolution: III, replications: 1"));
  EXPECT_NE(
      Describe(saturated, study, PlanOf(study)).english.find("no effect can be told from chance"),
      std::string::npos);
  EXPECT_TRUE(saturated.replications()) << "more replications would";
  PlanPower none = PowerOf("fixed: { framework: fake }\n", 0.05, 0.02);
  EXPECT_TRUE(none.factors.empty());
  EXPECT_FALSE(none.smallest());
  EXPECT_FALSE(none.replications());
  // f0 and f1 always move alike: neither can be told.
  PlanPower alike = PowerOf(FactorsText(2, 2, "replications: 3") + "only: f0 == f1\n", 0.05, 0.02);
  EXPECT_FALSE(alike.smallest());
  EXPECT_FALSE(alike.replications());
}

TEST(PlanPowerTest, WhatIsHardToChangeIsJudgedByPlots) {
  std::string text =
      "factors: { machine: [a, b], batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
      "design: { replications: 4, hard_to_change: machine }\n";
  PlanPower power = PowerOf(text, 0.05, 0.05);
  EXPECT_TRUE(power.factors[0].between_plots);
  EXPECT_EQ(power.factors[0].error_df, 3) << "(2 − 1)(4 − 1)";
  // Within 8 plots: 24 − 8 runs less what batch and machine:batch take (error_degrees_test.cc).
  EXPECT_EQ(power.factors[1].error_df, 12);
  EXPECT_GT(*power.factors[0].smallest,
            1.3 * *PowerOf(FactorsText(1, 2, "replications: 12"), 0.05).smallest());
  PlanPower free = PowerOf(
      "factors: { machine: [a, b], batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
      "design: { replications: 4 }\n",
      0.05);
  EXPECT_EQ(free.factors[1].error_df, 18);
  EXPECT_GT(*power.factors[1].smallest, *free.factors[1].smallest) << "all else loses too";
  EXPECT_NEAR(*power.factors[0].without_plots, *free.factors[0].smallest, 1e-12);
}

// The same in plots that differ five times as much as runs: 2 machines, hard to change, 4 plots
// each, a run of each of 3 levels in every plot. The F test within plots (Box, Hunter & Hunter
// 2005, chapter 9), whose error has 2 × (4 − 1)(3 − 1) degrees of freedom.
double SimulatedSplitPlotPower(double difference, double noise, int repetitions) {
  Random random(13);
  boost::random::normal_distribution<double> chance(0, noise);
  int found = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    double within = 0, batch_mean[3] = {};
    for (int machine = 0; machine < 2; ++machine) {
      double y[4][3], level_mean[3] = {}, plot_mean[4] = {}, mean = 0;
      for (int plot = 0; plot < 4; ++plot) {
        double plot_error = 5 * chance(random);
        for (int level = 0; level < 3; ++level) {
          y[plot][level] = 1 + plot_error + (level - 1) * difference / 2 + chance(random);
          level_mean[level] += y[plot][level] / 4;
          plot_mean[plot] += y[plot][level] / 3;
          mean += y[plot][level] / 12;
        }
      }
      for (int level = 0; level < 3; ++level) batch_mean[level] += (level_mean[level] - mean) / 2;
      for (int plot = 0; plot < 4; ++plot) {
        for (int level = 0; level < 3; ++level) {
          within += std::pow(y[plot][level] - plot_mean[plot] - level_mean[level] + mean, 2);
        }
      }
    }
    double between = 0;
    for (double mean : batch_mean) between += 8 * mean * mean;
    found += *FTail(between / 2 / (within / 12), 2, 12) < 0.05;
  }
  return static_cast<double>(found) / repetitions;
}

TEST(PlanPowerTest, ASimulationOfPlotsFindsItAsOften) {
  PlanPower power = PowerOf(
      "factors: { machine: [a, b], batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
      "design: { replications: 4, hard_to_change: machine }\n",
      0.05);
  EXPECT_NEAR(SimulatedSplitPlotPower(*power.factors[1].smallest, 0.05, 20'000), 0.8, 0.012);
}

TEST(PlanPowerTest, WhatMovesWithAHardOneIsHardToo) {
  PlanPower power = PowerOf(
      "factors: { machine: [a, b], disk: [x, y], batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
      "together: [machine, disk]\ndesign: { replications: 4, hard_to_change: disk }\n",
      0.05);
  ASSERT_EQ(power.factors.size(), 2u);
  EXPECT_TRUE(power.factors[0].between_plots);
  EXPECT_EQ(power.factors[0].error_df, 3);
}

TEST(PlanPowerTest, OnceTheHighestInteractionIsTheError) {
  // 12 runs in 4 plots; batch, machine:batch and disk:batch take 2 each; machine and disk have no
  // error to be judged by.
  PlanPower power = PowerOf(
      "factors: { machine: [a, b], disk: [x, y], batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
      "design: { replications: 1, hard_to_change: [machine, disk] }\n",
      0.05);
  EXPECT_EQ(power.error_by, ErrorBy::kHighestInteraction);
  EXPECT_FALSE(power.factors[0].smallest);
  EXPECT_EQ(power.factors[2].error_df, 12 - 4 - 3 * 2);
  // 3³: the interaction of three has 2³.
  power = PowerOf(FactorsText(3, 3, "replications: 1"), 0.05);
  EXPECT_EQ(power.error_by, ErrorBy::kHighestInteraction);
  EXPECT_EQ(power.factors[0].error_df, 8);
  // By the study's own word main effects are all, and the rest is left over.
  power = PowerOf(FactorsText(3, 3, "replications: 1") + "analyze: { model: main }\n", 0.05);
  EXPECT_EQ(power.error_by, ErrorBy::kRemainder);
  EXPECT_EQ(power.factors[0].error_df, 27 - 1 - 3 * 2);
}

TEST(PlanPowerTest, OnceEffectsOfTwoLevelsJudgeEachOther) {
  PlanPower power = PowerOf(FactorsText(4, 2, "kind: two_level, replications: 1"), 0.05);
  EXPECT_EQ(power.error_by, ErrorBy::kPseudoError);
  EXPECT_EQ(power.pseudo_effects, 15u);
  // A difference of means of 8 runs each has the variance 4/16.
  EXPECT_NEAR(*power.factors[0].smallest,
              0.05 * std::sqrt(4.0 / 16) * *EffectForPower(15, 0.8, 0.95), 1e-12);
  // In two blocks one of 15 effects is theirs.
  power = PowerOf(FactorsText(4, 2, "kind: two_level, blocks: 2, replications: 1"), 0.05);
  EXPECT_EQ(power.pseudo_effects, 14u);
  Study study = StudyOf(FactorsText(4, 2, "kind: two_level, replications: 1"));
  EXPECT_NE(Describe(power, study, PlanOf(study)).english.find("judged by each other"),
            std::string::npos);
}

TEST(NoiseLevelTest, PooledOverScenariosOrAssumed) {
  Study study = StudyOf(FactorsText(1, 2, "replications: 3"));
  Plan plan = PlanOf(study);
  EXPECT_EQ(FindNoiseLevel(study, plan, {}, {}).source, NoiseLevel::Source::kAssumed);
  EXPECT_EQ(FindNoiseLevel(study, plan, {}, 0.01).relative, 0.01);
  std::vector<RunRecord> runs;
  auto add = [&](size_t scenario, int replication, double seconds) {
    runs.push_back(TimedRun(plan, scenario, replication, seconds));
  };
  add(0, 1, 10);
  EXPECT_EQ(FindNoiseLevel(study, plan, runs, {}).source, NoiseLevel::Source::kAssumed);
  add(0, 2, 10);
  EXPECT_EQ(FindNoiseLevel(study, plan, runs, {}).source, NoiseLevel::Source::kAssumed)
      << "no difference at all is no measure of noise";
  // 9, 10, 11: 10 %, two degrees; 100, 100: nothing, one degree.
  runs.clear();
  add(0, 1, 9);
  add(0, 2, 10);
  add(0, 3, 11);
  add(1, 1, 100);
  add(1, 2, 100);
  NoiseLevel noise = FindNoiseLevel(study, plan, runs, {});
  EXPECT_EQ(noise.source, NoiseLevel::Source::kSeen);
  EXPECT_NEAR(noise.relative, 0.1 * std::sqrt(2.0 / 3), 1e-12);
  EXPECT_EQ(noise.runs, 5u);
  EXPECT_EQ(noise.scenarios, 2u);
  EXPECT_NE(Describe(noise).english.find("8.2 %, seen in 5 runs of 2 scenarios"),
            std::string::npos);
}

TEST(NoiseLevelTest, OfTheResponse) {
  Study study = StudyOf("fixed: { framework: fake }\n");
  RunRecord run = RunOf(PlanOf(study), 0, 1);
  run.metrics = {{"wall_s", 3}, {"accuracy", 0.5}};
  EXPECT_EQ(ResponseOf(study, run), 3) << "train_s is not told";
  run.metrics["train_s"] = 2;
  EXPECT_EQ(ResponseOf(study, run), 2);
  study.analyze.response = "cost";
  EXPECT_EQ(ResponseOf(study, run), 2);
  study.analyze.response = "accuracy";
  EXPECT_EQ(ResponseOf(study, run), 0.5);
  study.analyze.response = "gpu_pct";
  EXPECT_FALSE(ResponseOf(study, run));
  run.outcome = Outcome::kFailed;
  study.analyze.response = "train_s";
  EXPECT_FALSE(ResponseOf(study, run));
}

}  // namespace
}  // namespace trena

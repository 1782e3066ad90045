// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/other_lengths.h"

#include <gtest/gtest.h>

#include <random>

#include "plan/forecast/forecast.h"
#include "plan/test_study.h"
#include "plan/work_left.h"

namespace trena {
namespace {

constexpr double kStartUp = 5;

Study OfEpochs(const std::string& epochs, const std::string& more = "") {
  return StudyOf(
      "factors: { batch: [32] }\nfixed: { framework: fake, images: "
      "320, epochs: " +
      epochs + more + " }\ndesign: { replications: 9, order: listed }\n");
}

// A run of the plan's scenario: start-up, epochs of so many seconds, and
// evaluations.
RunRecord EpochRun(const Plan& plan, size_t scenario, double start_up,
                   const std::vector<double>& epochs, double evaluate_s = 0) {
  double train = 0;
  for (double seconds : epochs) train += seconds;
  RunRecord run = TimedRun(plan, scenario, 1, start_up + train + evaluate_s);
  run.levels = plan.scenarios[scenario].levels;
  for (const auto& named : plan.scenarios[scenario].values) {
    if (Find(run.levels, named.first) == nullptr) run.fixed.Change().push_back(named);
  }
  run.framework = plan.scenarios[scenario].framework;
  run.metrics["train_s"] = train;
  run.metrics["first_epoch_s"] = epochs[0];
  if (evaluate_s > 0) run.phases = {{"evaluate", evaluate_s}};
  return run;
}

const Estimated& Time(const Forecast& forecast) { return *forecast.together.time; }

size_t From(const Forecast& forecast, TimeSource source) {
  return forecast.together.by_source[static_cast<size_t>(source)];
}

// Of one run of the first scenario of `planned`, told by runs of another study.
Forecast OneOf(const Study& study, const Plan& planned, const std::vector<RunRecord>& runs) {
  return MakeForecast(study, planned, {0}, runs);
}

// 5 s once, 3 s of the first epoch, and 89 of 1 s.
TEST(OtherLengths, MoreEpochsTakeTheirTimeAndNotTheStartUpAgain) {
  const Plan few = PlanOf(OfEpochs("3"));
  const Study study = OfEpochs("90");
  const Plan plan = PlanOf(study);
  const Forecast forecast = OneOf(study, plan, {EpochRun(few, 0, kStartUp, {3, 1, 1})});
  EXPECT_EQ(From(forecast, TimeSource::kOtherLength), 1u);
  EXPECT_NEAR(Time(forecast).value, 5 + 3 + 89, 1e-9);
  EXPECT_FALSE(Time(forecast).low) << "nothing was repeated";
}

// 640 images in batches of 32 are twice the 10 steps, which took 1 s an epoch;
// 650 drop what is over.
TEST(OtherLengths, MoreImagesAreMoreSteps) {
  const Plan few = PlanOf(OfEpochs("3"));
  for (const char* images : {"640", "650"}) {
    Study study = OfEpochs("3");
    for (auto& [name, value] : study.fixed) {
      if (name == "images") value = Value(std::stod(images));
    }
    const Plan plan = PlanOf(study);
    const Forecast forecast = OneOf(study, plan, {EpochRun(few, 0, kStartUp, {3, 1, 1})});
    EXPECT_NEAR(Time(forecast).value, 5 + 2 + 6 * 1, 1e-9) << images;
  }
}

// Evaluated after each of 3 epochs, 0.5 s each: 90 evaluations; at the end
// only: one still.
TEST(OtherLengths, EvaluationsAreAsManyAsThereAre) {
  for (const auto& [more, seconds] :
       {std::pair<std::string, double>{", evaluate: epoch", 45}, {"", 1.5}}) {
    const Plan few = PlanOf(OfEpochs("3", more));
    const Study study = OfEpochs("90", more);
    const Plan plan = PlanOf(study);
    const Forecast forecast = OneOf(study, plan, {EpochRun(few, 0, kStartUp, {1, 1, 1}, 1.5)});
    EXPECT_NEAR(Time(forecast).value, 5 + 90 + seconds, 1e-9) << more;
  }
}

// One epoch of 10 steps: the first took 2.8 s, the others 0.2 s each.
TEST(OtherLengths, OfOneEpochTheLaterStepsTell) {
  const Plan few = PlanOf(OfEpochs("1"));
  const Study study = OfEpochs("10");
  RunRecord run = EpochRun(few, 0, kStartUp, {4.6});
  run.metrics["first_step_s"] = 2.8;
  EXPECT_NEAR(Time(OneOf(study, PlanOf(study), {run})).value, 5 + 4.6 + 9 * 2, 1e-9);
}

TEST(OtherLengths, WhatDiffersOtherwiseTellsNothing) {
  const Plan few = PlanOf(OfEpochs("3", ", network: lenet"));
  const Study study = OfEpochs("90", ", network: network1");
  const Plan plan = PlanOf(study);
  const Forecast forecast = OneOf(study, plan, {EpochRun(few, 0, kStartUp, {3, 1, 1})});
  EXPECT_EQ(From(forecast, TimeSource::kNothing), 1u);
}

// Training that nobody lived through is no pace.
TEST(OtherLengths, AScriptsSecondsTellNothing) {
  const Plan few = PlanOf(OfEpochs("3"));
  RunRecord run = EpochRun(few, 0, kStartUp, {1, 1, 1});
  EXPECT_TRUE(PaceOf(run).has_value());
  run.metrics["wall_s"] = 0.1;
  EXPECT_FALSE(PaceOf(run).has_value());
}

// A program of one's own tells the ends of its epochs: 2 s apart, of which it
// trains some.
TEST(OtherLengths, OfAnOwnProgramItsPeriodTells) {
  const auto study = [](const std::string& epochs) {
    return StudyOf("factors: { batch: [32] }\nfixed: { framework: command, epochs: " + epochs +
                   " }\ncommand: [train, \"{batch}\", \"{epochs}\"]\n");
  };
  const Plan few = PlanOf(study("4"));
  RunRecord run = EpochRun(few, 0, 3, {1, 1, 1, 1});
  run.metrics["wall_s"] = 3 + 4 * 2;
  run.metrics["epoch_period_s"] = 2;
  run.metrics["epochs_told"] = 4;
  const Study many = study("100");
  EXPECT_NEAR(Time(OneOf(many, PlanOf(many), {run})).value, 3 + 100 * 2, 1e-9);
  // It stopped early, or prints of more than its epochs.
  run.metrics["epochs_told"] = 3;
  EXPECT_EQ(From(OneOf(many, PlanOf(many), {run}), TimeSource::kNothing), 1u);
}

// Pilots of 3 epochs: 10 s, of which 6 are steps.
TEST(OtherLengths, APilotTellsOfOtherLengthsToo) {
  const Plan few = PlanOf(OfEpochs("3"));
  const Study study = OfEpochs("30");
  const Plan plan = PlanOf(study);
  ForetoldTimes told = Piloted(few.scenarios[0], 10);
  told.by_key.begin()->second.steady_s = 6;
  told.lengths[few.scenarios[0].key] = LengthValues(few.scenarios[0].values);
  const Forecast forecast = MakeForecast(study, plan, {0}, {}, told);
  EXPECT_NEAR(Time(forecast).value, 4 + 60, 1e-9);
  // Once a run of another length is there, it tells.
  const RunRecord run = EpochRun(few, 0, kStartUp, {1, 1, 1});
  EXPECT_NEAR(Time(MakeForecast(study, plan, {0}, {run}, told)).value, 5 + 30, 1e-9);
}

// The nearest of the lengths that there are: 30 epochs rather than 3.
TEST(OtherLengths, TheNearestLengthTells) {
  const Plan three = PlanOf(OfEpochs("3")), thirty = PlanOf(OfEpochs("30"));
  const Study study = OfEpochs("90");
  const std::vector<RunRecord> runs = {EpochRun(three, 0, kStartUp, {1, 1, 1}),
                                       EpochRun(thirty, 0, kStartUp, std::vector<double>(30, 1.1))};
  EXPECT_NEAR(Time(OneOf(study, PlanOf(study), runs)).value, 5 + 99, 1e-9);
}

// batch × epochs of which three corners were seen, and (64, 90) not: by whole
// runs 8 s, 95 s and 11 s a power law would say 95 × 11 ÷ 8 = 131 s. Epochs of
// batch 64 take 2 s: 5 + 180.
TEST(OtherLengths, AnEpochIsNoFactorOnTheWholeRun) {
  const Study study = StudyOf(
      "factors: { batch: [32, 64], epochs: [3, 90] "
      "}\nfixed: { framework: fake, images: 640 }\n"
      "design: { replications: 1, order: listed }\n");
  const Plan plan = PlanOf(study);
  const std::vector<RunRecord> runs = {EpochRun(plan, 0, kStartUp, {1, 1, 1}),
                                       EpochRun(plan, 1, kStartUp, std::vector<double>(90, 1)),
                                       EpochRun(plan, 2, kStartUp, {2, 2, 2})};
  EXPECT_NEAR(Time(MakeForecast(study, plan, {3}, runs)).value, 185, 1e-9);
}

// A network is seen at 3 epochs and a precision at 90, so nothing differs in
// length alone: the effects are those of whole runs of the length asked for.
// The network doubles every part, the precision trebles it.
TEST(OtherLengths, TheModelIsOfRunsOfOneLength) {
  const Study study = StudyOf(
      "factors: { network: [lenet, network1], precision: [float32, "
      "float64], epochs: [3, 90] }\n"
      "fixed: { framework: fake, images: 640, batch: 32 }\n"
      "design: { replications: 1, order: listed }\n");
  const Plan plan = PlanOf(study);
  // C1 lenet float32 3; C4 lenet float64 90; C5 network1 float32 3; asked: C8
  // network1 float64 90.
  auto run = [&](size_t scenario, double times, size_t epochs) {
    return EpochRun(plan, scenario, times * kStartUp, std::vector<double>(epochs, times));
  };
  const Forecast forecast =
      MakeForecast(study, plan, {7}, {run(0, 1, 3), run(3, 3, 90), run(4, 2, 3)});
  EXPECT_EQ(From(forecast, TimeSource::kModel) + From(forecast, TimeSource::kOtherLength), 1u);
  EXPECT_NEAR(Time(forecast).value, 6 * (5 + 90), 1e-6);
  EXPECT_EQ(forecast.model_scenarios, 3u) << "what they tell of other lengths is no more";
}

// The truth: 5 s of start-up and 1 s an epoch, each with noise of 3 % in every
// run. Nine runs of 3 epochs foretell one of 90 within 90 % intervals: a
// binomial share of 2,000 has a standard error of 0.7 %, so 88 % and 92 % are
// three of them away.
TEST(OtherLengths, IntervalsHoldWhatTheyPromise) {
  const Plan few = PlanOf(OfEpochs("3"));
  const Study study = OfEpochs("90");
  const Plan plan = PlanOf(study);
  std::mt19937_64 random(19);
  std::normal_distribution<double> normal;
  auto noisy = [&](double seconds) { return seconds * (1 + 0.03 * normal(random)); };
  int inside = 0;
  constexpr int kTimes = 2000;
  for (int i = 0; i < kTimes; ++i) {
    std::vector<RunRecord> runs;
    for (int k = 0; k < 9; ++k) {
      const double epoch = noisy(1);
      runs.push_back(EpochRun(few, 0, noisy(kStartUp), {epoch, epoch, epoch}));
    }
    const Forecast forecast = OneOf(study, plan, runs);
    const double truth = noisy(kStartUp) + 90 * noisy(1);
    ASSERT_TRUE(Time(forecast).low);
    if (*Time(forecast).low <= truth && truth <= *Time(forecast).high) ++inside;
  }
  EXPECT_GE(inside, kTimes * 88 / 100);
  EXPECT_LE(inside, kTimes * 92 / 100);
}

// Where each epoch has noise of its own, runs of many average it away and
// intervals are too wide, never too narrow.
TEST(OtherLengths, IntervalsAreRatherTooWide) {
  const Plan few = PlanOf(OfEpochs("3"));
  const Study study = OfEpochs("90");
  const Plan plan = PlanOf(study);
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  auto noisy = [&](double seconds) { return seconds * (1 + 0.03 * normal(random)); };
  int inside = 0;
  constexpr int kTimes = 500;
  for (int i = 0; i < kTimes; ++i) {
    std::vector<RunRecord> runs;
    for (int k = 0; k < 9; ++k) {
      runs.push_back(EpochRun(few, 0, noisy(kStartUp), {noisy(1), noisy(1), noisy(1)}));
    }
    double truth = noisy(kStartUp);
    for (int epoch = 0; epoch < 90; ++epoch) truth += noisy(1);
    const Forecast forecast = OneOf(study, plan, runs);
    if (*Time(forecast).low <= truth && truth <= *Time(forecast).high) ++inside;
  }
  EXPECT_GE(inside, kTimes * 88 / 100);
}

}  // namespace
}  // namespace trena

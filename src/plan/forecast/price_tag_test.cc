// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/price_tag.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

// Runs alternate between `priced` (36 USD/h, 0.01 USD a second) and `other`, which has no price;
// C1 and C2 are the scenarios. The first replication took 60 s each: 0.60 USD.
class PriceTagTest : public testing::Test {
 protected:
  static Study Read(const std::string& limits) {
    return StudyOf(
        "factors: { environment: [priced, other] }\nfixed: { framework: fake }\n"
        "environments: { priced: { price: 36 USD/h }, other: {} }\n"
        "design: { replications: 3, order: listed }\n" +
        limits);
  }
  // Seen from the machine of the environments named.
  PriceTag TagAt(const std::set<std::string>& here, double now = 0) {
    EnvironmentsHere places(
        [&](const Environment& environment) { return here.contains(environment.name); });
    WorkLeft work = FindWorkLeft(study_, plan_, runs_, places, false);
    return MakePriceTag({study_, plan_, runs_, work, told_, paid_, now});
  }
  void Measure() { runs_ = {TimedRun(plan_, 0, 1, 60), TimedRun(plan_, 1, 1, 60)}; }
  void SetLimits(const std::string& limits) {
    study_ = Read(limits);
    plan_ = PlanOf(study_);
  }
  Study study_ = Read("");
  Plan plan_ = PlanOf(study_);
  std::vector<RunRecord> runs_;
  ForetoldTimes told_;
  std::vector<PaidTime> paid_;
};

TEST_F(PriceTagTest, WhatIsLeftElsewhereIsInTheForecastToo) {
  Measure();
  for (const std::set<std::string>& here : {std::set<std::string>{"priced", "other"}, {}}) {
    PriceTag tag = TagAt(here);
    EXPECT_EQ(tag.forecast.remaining_runs, 4u);
    EXPECT_NEAR(tag.forecast.known_time.value, 240, 1e-9);
    ASSERT_TRUE(tag.forecast.spent_at_least);
    EXPECT_NEAR(tag.forecast.spent_at_least->amount, 0.60, 1e-9);
    EXPECT_EQ(tag.scenarios.size(), 2u);
  }
}

TEST_F(PriceTagTest, TheNextRunIsTheFirstOfThisMachine) {
  SetLimits("budget: 1 USD\n");
  Measure();
  EXPECT_EQ(TagAt({"priced"}).crossed, Limit::kBudget) << "0.60 were spent, 0.60 are to come";
  EXPECT_EQ(TagAt({"priced", "other"}).crossed, Limit::kBudget) << "it is the first";
  EXPECT_EQ(TagAt({"other"}).crossed, Limit::kNone) << "it has no price";
  EXPECT_EQ(TagAt({}).crossed, Limit::kNone) << "nothing starts here";
  SetLimits("budget: 1.3 USD\n");
  EXPECT_EQ(TagAt({"priced"}).crossed, Limit::kNone);
}

TEST_F(PriceTagTest, WithoutLimitsNoneIsCrossed) {
  Measure();
  PriceTag tag = TagAt({"priced"}, 1e12);
  EXPECT_EQ(tag.crossed, Limit::kNone);
  EXPECT_FALSE(tag.limits.budget);
  EXPECT_FALSE(tag.limits.deadline);
}

TEST_F(PriceTagTest, TheDeadlineIsJudgedAtTheMomentGiven) {
  SetLimits("deadline: 2024-01-15 18:00\n");  // 1705341600 s
  Measure();
  EXPECT_EQ(TagAt({"priced"}, 1705341600 - 61).crossed, Limit::kNone);
  EXPECT_EQ(TagAt({"priced"}, 1705341600 - 59).crossed, Limit::kDeadline);
  EXPECT_EQ(TagAt({}, 1705341600 - 1000).limits.time, Fit::kFits) << "four runs, 240 s";
  EXPECT_EQ(TagAt({}, 1705341600 - 200).limits.time, Fit::kDoesNot);
}

// Three pilots of 10 s at 0.01 USD a second, of which none or one tells.
TEST_F(PriceTagTest, WhatWasSeenBeforeCostsWhetherItTellsOrNot) {
  paid_ = {{"priced", 10}, {"priced", 10}, {"priced", 10}};
  PriceTag elsewhere = TagAt({"priced"});
  EXPECT_TRUE(elsewhere.scenarios.empty()) << "made on another machine";
  ASSERT_TRUE(elsewhere.forecast.spent);
  EXPECT_NEAR(elsewhere.forecast.spent->amount, 0.30, 1e-9) << "30 s";
  told_ = Piloted(plan_.scenarios[0], 103.5);
  PriceTag tag = TagAt({"priced"});
  EXPECT_NEAR(tag.forecast.spent->amount, 0.30, 1e-9) << "the one that tells is not paid twice";
  ASSERT_EQ(tag.scenarios.size(), 1u);
  EXPECT_EQ(tag.scenarios[0].scenario, 0u);
  EXPECT_EQ(tag.scenarios[0].estimate.source, TimeSource::kPilot);
  EXPECT_NEAR(tag.scenarios[0].seconds.value, 103.5, 1e-9);
}

TEST_F(PriceTagTest, AsJson) {
  SetLimits("budget: 1 USD\n");
  Measure();
  told_ = Piloted(plan_.scenarios[0], 100);
  Json json = ToJson(plan_, TagAt({"priced"}), {{"seen", 7}});
  EXPECT_EQ(json["seen"], 7) << "what told of it has fields of its own";
  EXPECT_EQ(json["budget"]["amount"], 1);
  EXPECT_FALSE(json.contains("deadline"));
  ASSERT_EQ(json["scenarios"].size(), 2u);
  EXPECT_EQ(json["scenarios"][0]["source"], "runs") << "runs tell before pilots do";
  EXPECT_EQ(json["remaining_runs"], 4);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What programs read of a comparison, against the contract in schemas/comparison.schema.json.
#include "report/compare/comparison_json.h"

#include <gtest/gtest.h>

#include <set>

#include "core/files.h"
#include "core/json.h"
#include "report/compare/example_comparison.h"

namespace trena {
namespace {

Json Drawn(const StudyComparison& comparison) {
  return ParseJson(ComparisonJson(comparison, {})).value();
}

std::set<std::string> KeysOf(const Json& json) {
  std::set<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.insert(key);
  return keys;
}

TEST(ComparisonJsonTest, HasTheFieldsOfItsSchema) {
  const Json schema =
      ParseJson(ReadFile(TRENA_SOURCE_DIR "/schemas/comparison.schema.json").value()).value();
  const std::set<std::string> fields = KeysOf(Drawn(ExampleComparison(1.5)));
  EXPECT_EQ(fields, KeysOf(schema["properties"]));
  for (const Json& required : schema["required"]) {
    EXPECT_TRUE(fields.contains(required.get<std::string>())) << required;
  }
}

TEST(ComparisonJsonTest, SidesSayWhatTheyAre) {
  Analysis after = ExampleAnalysis();
  for (RunRecord& run : after.runs) run.synthetic = true;
  after.runs[3].stand_in = {"2 CPUs"};
  after.cost.currency = "";
  StudySide side = ExampleSide("after", 2, after);
  side.other_runs = 4;
  const Json json = Drawn(
      CompareStudies(ExampleSide("before", 1, ExampleAnalysis()), std::move(side), {}).value());
  EXPECT_EQ(json["first"]["name"], "before");
  EXPECT_EQ(json["first"]["runs"], 24);
  EXPECT_EQ(json["first"]["currency"], "USD");
  EXPECT_EQ(json["first"]["synthetic"], false);
  EXPECT_EQ(json["second"]["synthetic"], true);
  EXPECT_EQ(json["second"]["simulated"], false);
  EXPECT_EQ(json["second"]["stand_in"], true) << "one run is enough";
  EXPECT_EQ(json["second"]["other_runs"], 4);
  EXPECT_TRUE(json["second"]["currency"].is_null()) << "no price is no currency";
  EXPECT_EQ(json["cost"], "no_price");
}

TEST(ComparisonJsonTest, WhatIsNotComparedIsNull) {
  Analysis after = ExampleAnalysis();
  after.scenarios[0].metrics.clear();
  after.scenarios[0].outcomes = {{Outcome::kFailed, 3}};
  after.scenarios.pop_back();
  const Json json = Drawn(CompareStudies(ExampleSide("before", 1, ExampleAnalysis()),
                                         ExampleSide("after", 1, after), {})
                              .value());
  const Json& first = json["metrics"][0]["scenarios"][0];
  EXPECT_TRUE(first["ratio"].is_null());
  EXPECT_TRUE(first["low"].is_null());
  EXPECT_TRUE(first["p"].is_null());
  EXPECT_EQ(first["verdict"], "cannot_tell");
  EXPECT_EQ(first["second_n"], 0);
  EXPECT_EQ(json["failed"]["second"], Json({"C1"}));
  EXPECT_TRUE(json["failed"]["first"].empty());
  ASSERT_EQ(json["missing"]["second"].size(), 1u) << "C8 is missing in the second";
  EXPECT_EQ(json["missing"]["second"][0]["id"], "C8");
  EXPECT_TRUE(json["missing"]["first"].empty());
}

TEST(ComparisonJsonTest, EveryReasonAndVerdictHasItsCode) {
  StudyComparison comparison = ExampleComparison(1.5, {.threshold = 0.05});
  const std::pair<NoCost, const char*> reasons[] = {
      {NoCost::kNone, "compared"},           {NoCost::kNotAsked, "not_asked"},
      {NoCost::kSameAsTime, "same_as_time"}, {NoCost::kNoPrice, "no_price"},
      {NoCost::kNoRate, "no_rate"},          {NoCost::kOtherTime, "other_time"}};
  for (const auto& [why, code] : reasons) {
    comparison.no_cost = why;
    EXPECT_EQ(Drawn(comparison)["cost"], code);
  }
  const std::pair<ThresholdVerdict, Json> guards[] = {
      {ThresholdVerdict::kNotAsked, nullptr},
      {ThresholdVerdict::kKept, "kept"},
      {ThresholdVerdict::kCrossed, "crossed"},
      {ThresholdVerdict::kCannotJudge, "cannot_judge"}};
  for (const auto& [guard, code] : guards) {
    comparison.guard = guard;
    EXPECT_EQ(Drawn(comparison)["guard"], code);
  }
  const std::pair<GuardReason, const char*> findings[] = {
      {GuardReason::kAbove, "above"},          {GuardReason::kNeverEndsWell, "never_ends_well"},
      {GuardReason::kFailsMore, "fails_more"}, {GuardReason::kFewRuns, "few_runs"},
      {GuardReason::kWide, "cannot_tell"},     {GuardReason::kCostUnknown, "cost_unknown"}};
  for (const auto& [reason, code] : findings) {
    comparison.guard_findings = {{reason, 0, 1}};
    const Json json = Drawn(comparison)["guard_findings"][0];
    EXPECT_EQ(json["reason"], code);
    EXPECT_EQ(json["scenario"], "C2");
  }
}

TEST(ComparisonJsonTest, DifferencesAndTheRateAreWhole) {
  StudyComparison comparison = ExampleComparison(1.5);
  comparison.rate = ExchangeRate{"BRL", 0.2, "2024-01-15"};
  comparison.speed = 1.25;
  const std::pair<DifferenceKind, const char*> kinds[] = {
      {DifferenceKind::kSetting, "setting"},     {DifferenceKind::kEnvironment, "environment"},
      {DifferenceKind::kFramework, "framework"}, {DifferenceKind::kPackage, "package"},
      {DifferenceKind::kMachine, "machine"},     {DifferenceKind::kInput, "input"},
      {DifferenceKind::kSeed, "seed"},           {DifferenceKind::kPrice, "price"},
      {DifferenceKind::kTrena, "trena"}};
  for (const auto& [kind, code] : kinds) {
    comparison.differences = {{kind, "name", {"x", "y"}, {}}};
    const Json json = Drawn(comparison);
    EXPECT_EQ(json["differences"][0]["kind"], code);
    EXPECT_EQ(json["differences"][0]["first"], Json({"x", "y"}));
    EXPECT_TRUE(json["differences"][0]["second"].empty());
  }
  const Json json = Drawn(comparison);
  EXPECT_EQ(json["rate"], Json({{"currency", "BRL"}, {"rate", 0.2}, {"date", "2024-01-15"}}));
  EXPECT_EQ(json["speed"], 1.25);
}

}  // namespace
}  // namespace trena

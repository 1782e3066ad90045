// SPDX-License-Identifier: Apache-2.0
#include "study/computed.h"

#include <gtest/gtest.h>

#include "study/scenario.h"
#include "study/study_reader.h"

namespace trena {
namespace {

const std::string kComputedBase =
    "factors: { batch: [64, 128] }\n"
    "fixed: { framework: fake, learning_rate: = 0.01 * batch / 128 }\n";

Study StudyOf(const std::string& text, const StudyOverrides& overrides = {}) {
  Result<Study> study = ReadStudyText("s.yaml", text, overrides);
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.ok() ? study.value() : Study();
}

std::string ErrorOf(const std::string& text, const Values& levels = {{"batch", 64}}) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  if (!study.ok()) return study.error().message();
  Result<Scenario> scenario = MakeScenario(study.value(), "C1", levels, {});
  return scenario.ok() ? "" : scenario.error().message();
}

void ExpectError(const std::string& text, const std::string& part,
                 const Values& levels = {{"batch", 64}}) {
  std::string error = ErrorOf(text, levels);
  EXPECT_NE(error.find(part), std::string::npos) << error << "\nshould say: " << part;
}

Value ValueIn(const Study& study, const Values& levels, const std::string& name) {
  return *Find(MakeScenario(study, "C1", levels, {}).value().values, name);
}

TEST(ComputedTest, AFixedValueFollowsTheOthers) {
  Study study = StudyOf(kComputedBase);
  EXPECT_EQ(ValueIn(study, {{"batch", 64}}, "learning_rate"), Value(0.005));
  EXPECT_EQ(ValueIn(study, {{"batch", 128}}, "learning_rate"), Value(0.01));
}

TEST(ComputedTest, TheNumberIsInTheKey) {
  std::string plain =
      "factors: { batch: [64, 128] }\nfixed: { framework: fake, learning_rate: 0.005 }\n";
  Scenario computed = MakeScenario(StudyOf(kComputedBase), "C1", {{"batch", 64}}, {}).value();
  Scenario written = MakeScenario(StudyOf(plain), "C1", {{"batch", 64}}, {}).value();
  EXPECT_EQ(computed.key, written.key);
  EXPECT_NE(MakeScenario(StudyOf(kComputedBase), "C1", {{"batch", 128}}, {}).value().key,
            written.key);
}

TEST(ComputedTest, ALevelCanBeComputed) {
  Study study = StudyOf(
      "factors: { batch: [64, 128], learning_rate: [0.02, = 0.01 * batch / 128] }\n"
      "fixed: { framework: fake }\n");
  Values levels = {{"batch", 64},
                   study.factors[1].levels.size() == 2
                       ? std::pair("learning_rate", study.factors[1].levels[1])
                       : std::pair("learning_rate", Value())};
  Scenario scenario = MakeScenario(study, "C2", levels, {}).value();
  EXPECT_EQ(*Find(scenario.values, "learning_rate"), Value(0.005));
  EXPECT_EQ(*Find(scenario.levels, "learning_rate"), Value(0.005));
}

TEST(ComputedTest, InAnyOrderAndQuoted) {
  Study study = StudyOf(
      "fixed: { framework: fake, c: \"= b + 1\", b: = a * 2, a: 3 }\nfactors: { batch: [1, 2] }\n");
  EXPECT_EQ(ValueIn(study, {{"batch", 1}}, "b"), Value(6));
  EXPECT_EQ(ValueIn(study, {{"batch", 1}}, "c"), Value(7));
}

TEST(ComputedTest, FromTheCommandLine) {
  Study study = StudyOf(kComputedBase, {{"learning_rate==batch/64"}, {}});
  EXPECT_EQ(ValueIn(study, {{"batch", 128}}, "learning_rate"), Value(2));
  // What is wrong with it is not blamed on the file's own text.
  Result<Study> wrong = ReadStudyText("s.yaml", kComputedBase, {{"learning_rate==bacth/64"}, {}});
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message().find("s.yaml: `bacth` is not a factor"), std::string::npos)
      << wrong.error().message();
}

TEST(ComputedTest, WhatTheCommandLineComputesIsNotBlamedOnTheFile) {
  Study study = StudyOf(kComputedBase, {{"learning_rate==1/(batch-64)"}, {}});
  Result<Scenario> scenario = MakeScenario(study, "C1", {{"batch", 64}}, {});
  ASSERT_FALSE(scenario.ok());
  EXPECT_TRUE(scenario.error().message().starts_with("s.yaml: learning_rate cannot be computed"))
      << scenario.error().message();
}

TEST(ComputedTest, ExpressionsSeeTheNumber) {
  Study study = StudyOf(kComputedBase + "exclude: learning_rate > 0.005\n");
  auto excluded = [&](int batch) {
    return study.exclude[0].Holds(ScenarioValues(study, {{"batch", batch}}).value()).value();
  };
  EXPECT_FALSE(excluded(64));
  EXPECT_TRUE(excluded(128));
}

TEST(ComputedTest, UnknownNamesAreMarked) {
  ExpectError(
      "factors: { batch: [64] }\nfixed: { framework: fake, learning_rate: = 0.01 * bacth }\n",
      "s.yaml:2:51: `bacth` is not a factor or a fixed value\n"
      "    2 | fixed: { framework: fake, learning_rate: = 0.01 * bacth }\n"
      "      |                                                   ^~~~~\n"
      "      = did you mean `batch`?");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, a: \"= bacth\" }\n",
              "s.yaml:2:33: `bacth`");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, a: = 2 * }\n", "s.yaml:2:3");
}

TEST(ComputedTest, TypesZerosAndImpossibleValues) {
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, a: = 2 * framework }\n",
              "s.yaml:2:30: a cannot be computed with framework fake: in `2 * framework`: `fake` "
              "is not a number");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, a: = 1 / (batch - 64) }\n",
              "s.yaml:2:30: a cannot be computed with batch 64: in `1 / (batch - 64)`: division");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, images: = batch / 3 }\n",
              "s.yaml:2:35: images must be a whole number from 1, not `21.333333333333332` with");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, a: = batch > 3 }\n",
              "a is `true` with batch 64, which is no number");
  ExpectError("factors: { batch: [64] }\nfixed: { framework: fake, network: = batch }\n",
              "s.yaml:2:36: network cannot be computed: it is a word");
}

TEST(ComputedTest, ErrorsSayWhatWouldMendThem) {
  const std::string base = "factors: { batch: [64] }\nfixed: { framework: fake, ";
  ExpectError(base + "a: = 1 / (batch - 64) }\n", "= change it, or the levels, so that no divisor");
  ExpectError(base + "a: = 2 * framework }\n", "= only numbers can be calculated with");
  ExpectError(base + "a: = batch > 3 }\n", "= write what gives a number");
  ExpectError(base + "a: = not batch }\n", "= write a comparison");
  ExpectError(base + "images: = batch / 3 }\n", "= change the expression, or the levels");
}

TEST(ComputedTest, Cycles) {
  ExpectError("fixed: { framework: fake, a: = b + 1, b: = a + 1 }\n",
              "s.yaml:1:30: a is computed from itself: it needs b", {});
  ExpectError("fixed: { framework: fake, a: = a }\n", "a is computed from itself: it needs a", {});
  ExpectError("fixed: { framework: fake }\nfactors: { a: [1, = b], b: [1, = a] }\n",
              "s.yaml:2:19: a is computed from itself", {});
}

}  // namespace
}  // namespace trena

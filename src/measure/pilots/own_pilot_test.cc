// SPDX-License-Identifier: Apache-2.0
#include "measure/pilots/own_pilot.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "plan/plan.h"
#include "study/study_reader.h"

namespace trena {
namespace {

Study OwnStudy(const std::string& command, const std::string& fixed, const std::string& more = "") {
  Result<Study> study =
      ReadStudyText("test.yaml", "factors: { batch: [1] }\nfixed: { framework: command" + fixed +
                                     " }\ncommand: [" + command + "]\n" + more);
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.ok() ? study.value() : Study();
}

Scenario ScenarioOf(const Study& study) { return MakePlan(study, {}).value().scenarios[0]; }

TEST(CanBePiloted, NeedsEpochsThatAreTold) {
  const Study silent = OwnStudy("train, \"{batch}\"", "");
  EXPECT_FALSE(CanBePiloted(silent, ScenarioOf(silent)));
  const Study printed = OwnStudy("train, \"{batch}\"", "", "patterns: ^epoch\n");
  EXPECT_TRUE(CanBePiloted(printed, ScenarioOf(printed)));
  const Study told = OwnStudy("train, \"{batch}\"", ", epochs: 9");
  EXPECT_TRUE(CanBePiloted(told, ScenarioOf(told)));
}

// Started at 10; the first epoch is from 11 to 12, the others take 2 s each.
std::string Events(int count, bool first_timed = true) {
  std::string text = first_timed ? R"({"event": "epoch", "t": 12, "epoch": 1, "seconds": 1})"
                                 : R"({"event": "epoch", "t": 12, "epoch": 1})";
  for (int k = 2; k <= count; ++k) {
    text += "\n{\"event\": \"epoch\", \"t\": " + std::to_string(10 + 2 * k) +
            ", \"epoch\": " + std::to_string(k) + "}";
  }
  return text + "\n";
}

Result<Pilot> ReadText(const std::string& events, const OwnPilotEnd& end,
                       const std::string& fixed = ", epochs: 90") {
  TestFolder folder;
  return ReadOwnPilot(folder.Write("own.jsonl", events),
                      ScenarioOf(OwnStudy("train, \"{batch}\"", fixed)), end);
}

TEST(ReadOwnPilot, AnEpochIsAStep) {
  Result<Pilot> pilot = ReadText(Events(5), {10, 20.5});
  ASSERT_TRUE(pilot.ok()) << pilot.error().message();
  EXPECT_EQ(pilot.value().startup_s, 1);
  EXPECT_EQ(pilot.value().ending_s, 0.5);
  EXPECT_EQ(pilot.value().pilot_s, 10.5);
  EXPECT_EQ(pilot.value().steps, 90);
  ASSERT_EQ(pilot.value().train.size(), 5u);
  EXPECT_EQ(pilot.value().train[0].seconds, 1);
  for (size_t i = 1; i < 5; ++i) {
    EXPECT_EQ(pilot.value().train[i].steps, 1);
    EXPECT_EQ(pilot.value().train[i].seconds, 2);
  }
}

TEST(ReadOwnPilot, WhatWasEndedTellsNothingOfItsEnding) {
  Result<Pilot> pilot = ReadText(Events(6, false), {10, 23, true});
  ASSERT_TRUE(pilot.ok()) << pilot.error().message();
  EXPECT_EQ(pilot.value().ending_s, 0);
  // The beginning of the first epoch was not told, so the start-up is part of it.
  EXPECT_EQ(pilot.value().startup_s, 0);
  EXPECT_EQ(pilot.value().train[0].seconds, 2);
}

TEST(ReadOwnPilot, AProgramThatEndsByItselfIsWhole) {
  Result<Pilot> pilot = ReadText(Events(2), {10, 15}, "");
  ASSERT_TRUE(pilot.ok()) << pilot.error().message();
  EXPECT_EQ(pilot.value().steps, 2);
}

TEST(ReadOwnPilot, SaysWhatIsMissing) {
  EXPECT_TRUE(Has(ReadText("", {10, 20}).error().message(), {"it tells no epochs", "patterns:"}));
  EXPECT_TRUE(Has(ReadText(Events(3), {10, 40, false, true}).error().message(),
                  {"3 epochs were seen, and 4 are needed to tell; a longer --pilot would"}));
  EXPECT_TRUE(Has(ReadText(Events(6), {10, 23, true}, "").error().message(),
                  {"how many epochs it has is not known", "fixed: { epochs: 90 }"}));
  EXPECT_TRUE(Has(ReadText(Events(5), {10, 13}).error().message(), {"cannot be"}))
      << "an epoch after the end";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A runner here is a shell with one line.
#include "configure/runners/runner_events.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class RunnerEventsTest : public testing::Test {
 protected:
  Result<std::vector<Json>> Run(const std::string& script) {
    Runner runner;
    runner.framework = "shell";
    runner.version = "1";
    runner.command = {"/bin/sh", "-c", script, "runner"};
    return RunForEvents(runner, {{"mode", "probe"}, {"seed", 5}}, folder_.path());
  }

  std::string Complaint(const std::string& script) {
    auto events = Run(script);
    EXPECT_FALSE(events.ok()) << script;
    return events.ok() ? "" : events.error().message();
  }

  TestFolder folder_;
};

TEST_F(RunnerEventsTest, IsGivenItsScenarioAndToldWhereToWrite) {
  auto events = Run(R"(cat "$1" > seen.tmp; cp "$1" "$TRENA_EVENTS.copy"
                       echo '{"event":"probe","n":1}' > "$TRENA_EVENTS"; rm -f seen.tmp)");
  ASSERT_TRUE(events.ok()) << events.error().message();
  EXPECT_EQ(ReadFile(folder_.path() / "events.jsonl.copy").value(),
            ReadFile(folder_.path() / "scenario.json").value());
  Json scenario = ParseJson(ReadFile(folder_.path() / "scenario.json").value()).value();
  EXPECT_EQ(scenario["mode"], "probe");
  EXPECT_EQ(scenario["seed"], 5);
  ASSERT_EQ(events.value().size(), 1u);
  EXPECT_EQ(events.value()[0]["n"], 1);
}

TEST_F(RunnerEventsTest, LeavesNoCompiledPythonBehind) {
  auto events =
      Run(R"(echo "{\"event\":\"v\",\"v\":\"$PYTHONDONTWRITEBYTECODE\"}" > "$TRENA_EVENTS")");
  EXPECT_EQ(events.value()[0]["v"], "1");
}

TEST_F(RunnerEventsTest, LinesThatAreNoEventsArePassedOver) {
  auto events = Run(R"(printf 'x\n[1]\n3\n{"a":\n{"event":"one"}\n\n{"event":"two"}' )"
                    R"(> "$TRENA_EVENTS")");
  ASSERT_TRUE(events.ok());
  ASSERT_EQ(events.value().size(), 2u);
  EXPECT_EQ(events.value()[0]["event"], "one");
  EXPECT_EQ(events.value()[1]["event"], "two") << "the last line needs no end";
}

TEST_F(RunnerEventsTest, SilenceIsNoFailure) {
  auto events = Run("exit 0");
  ASSERT_TRUE(events.ok());
  EXPECT_TRUE(events.value().empty());
}

TEST_F(RunnerEventsTest, WhatItPrintedLastExplainsItsEnd) {
  EXPECT_EQ(Complaint("echo first; echo last >&2; echo; exit 3"), "it ended with code 3: last");
  EXPECT_EQ(Complaint("exit 1"), "it ended with code 1: ");
}

TEST_F(RunnerEventsTest, ItsOwnWordsComeFirst) {
  EXPECT_EQ(Complaint(R"(echo '{"event":"error","message":"no such device"}' > "$TRENA_EVENTS"
                         echo Traceback; exit 1)"),
            "no such device");
}

TEST_F(RunnerEventsTest, AnErrorEventWithoutAFailureIsLeftToTheReader) {
  EXPECT_TRUE(Run(R"(echo '{"event":"error","message":"x"}' > "$TRENA_EVENTS"; exit 0)").ok());
}

TEST_F(RunnerEventsTest, AProgramThatIsNotThereIsAnError) {
  Runner runner;
  runner.command = {(folder_.path() / "none").string()};
  EXPECT_FALSE(RunForEvents(runner, Json::object(), folder_.path()).ok());
}

TEST(FindEvent, TheLastOfItsKind) {
  std::vector<Json> events = {Json::parse(R"({"event":"a","n":1})"),
                              Json::parse(R"({"event":"b","n":2})"),
                              Json::parse(R"({"event":"a","n":3})"),
                              Json::parse(R"({"event":7,"n":4})"), Json::parse(R"({"n":5})")};
  EXPECT_EQ(FindEvent(events, "a")["n"], 3);
  EXPECT_EQ(FindEvent(events, "b")["n"], 2);
  EXPECT_TRUE(FindEvent(events, "c").is_null());
  EXPECT_TRUE(FindEvent({}, "a").is_null());
}

}  // namespace
}  // namespace trena

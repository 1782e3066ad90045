// SPDX-License-Identifier: Apache-2.0
#include "measure/pilots/pilot.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

constexpr const char* kEvents = R"({"event": "start", "t": 101}
{"event": "phase", "t": 102, "name": "setup", "seconds": 1}
{"event": "phase", "t": 103, "name": "load", "seconds": 1}
{"event": "phase", "t": 104, "name": "first_step", "seconds": 1}
{"event": "group", "t": 104, "part": "train", "steps": 1, "seconds": 1}
{"event": "group", "t": 105, "part": "train", "steps": 5, "seconds": 0.9}
not an event
{"event": "group", "t": 106, "part": "evaluate", "steps": 1, "seconds": 0.5}
{"event": "pilot", "t": 106, "steps": 1000, "evaluate_steps": 20, "evaluations": 2}
{"event": "end", "t": 107, "seconds": 7, "accuracy": null}
)";

Result<Pilot> ReadText(const std::string& events, double started, double ended) {
  TestFolder folder;
  return ReadPilot(folder.Write("events.jsonl", events), started, ended);
}

TEST(ReadPilot, TellsStartUpStepsAndEndingApart) {
  Result<Pilot> pilot = ReadText(kEvents, 100, 108);
  ASSERT_TRUE(pilot.ok()) << pilot.error().message();
  EXPECT_EQ(pilot.value().startup_s, 3);
  EXPECT_EQ(pilot.value().ending_s, 2);
  EXPECT_EQ(pilot.value().pilot_s, 8);
  ASSERT_EQ(pilot.value().train.size(), 2u);
  EXPECT_EQ(pilot.value().train[1].steps, 5);
  EXPECT_EQ(pilot.value().train[1].seconds, 0.9);
  ASSERT_EQ(pilot.value().evaluate.size(), 1u);
  EXPECT_EQ(pilot.value().steps, 1000);
  EXPECT_EQ(pilot.value().evaluate_steps, 20);
  EXPECT_EQ(pilot.value().evaluations, 2);
}

TEST(ReadPilot, ARunnerThatTellsNothingIsNoPilot) {
  EXPECT_FALSE(ReadText("", 0, 1).ok());
  EXPECT_FALSE(ReadText(R"({"event": "end", "t": 1})", 0, 1).ok());
  EXPECT_FALSE(ReadText(R"({"event": "group", "part": "train", "steps": 1, "seconds": -1}
{"event": "pilot", "steps": 5})",
                        0, 1)
                   .ok());
}

TEST(ReadPilot, EventsOfMoreThanFourMegabytesAreNotRead) {
  std::string most(size_t{4} << 20, '\n');
  most.replace(0, std::string(kEvents).size(), kEvents);
  EXPECT_TRUE(ReadText(most, 100, 108).ok());
  Result<Pilot> larger = ReadText(most + "\n", 100, 108);
  ASSERT_FALSE(larger.ok());
  EXPECT_TRUE(Has(larger.error().message(), {"events.jsonl", "4194304"}));
}

}  // namespace
}  // namespace trena

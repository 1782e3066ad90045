// SPDX-License-Identifier: Apache-2.0
#include "store/pilots/pilot.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

Pilot Example() {
  Pilot pilot;
  pilot.scenario = "C2";
  pilot.key = "0123456789abcdef";
  pilot.number = 2;
  pilot.machine = "here";
  pilot.environment = "small";
  pilot.started = "2024-01-15T18:00:00Z";
  pilot.startup_s = 1.5;
  pilot.ending_s = 0.25;
  pilot.pilot_s = 3;
  pilot.train = {{1, 0.5}, {4, 0.4}};
  pilot.evaluate = {{1, 0.1}};
  pilot.steps = 1000;
  pilot.evaluate_steps = 20;
  pilot.evaluations = 3;
  pilot.memory = 412e6;
  return pilot;
}

void Keep(const fs::path& results, const std::string& name, const std::string& text) {
  ASSERT_TRUE(MakeFolder(results / "pilots" / name).ok());
  ASSERT_TRUE(WriteFile(results / "pilots" / name / "pilot.json", text).ok());
}

TEST(Pilot, IsReadAsItWasWritten) {
  Result<Pilot> read = PilotFromJson(ToJson(Example()));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(ToJson(read.value()), ToJson(Example()));
  EXPECT_EQ(PilotFolderName(Example()), "C2-p2-0123456789ab");
}

TEST(Pilot, WhatIsNoPilotIsRefused) {
  for (const char* field :
       {"format", "key", "environment", "startup_s", "train", "evaluate", "steps"}) {
    Json json = ToJson(Example());
    json.erase(field);
    EXPECT_FALSE(PilotFromJson(json).ok()) << field;
  }
  Json negative = ToJson(Example());
  negative["train"][0]["seconds"] = -1;
  EXPECT_FALSE(PilotFromJson(negative).ok());
  EXPECT_FALSE(PilotFromJson(Json::array()).ok());
}

TEST(Pilot, AllAreLoadedAndThoseOfAMachineFound) {
  ScratchFolder scratch(MakeTemporaryFolder(testing::TempDir(), "pilot-").value());
  EXPECT_TRUE(LoadPilots(scratch.path()).pilots.empty());
  Pilot elsewhere = Example();
  elsewhere.machine = "there";
  Keep(scratch.path(), "C2-p1-0123456789ab", Dump(ToJson(elsewhere)));
  Keep(scratch.path(), "C2-p2-0123456789ab", Dump(ToJson(Example())));
  Keep(scratch.path(), "C3-p1-0123456789ab", "{");
  LoadedPilots loaded = LoadPilots(scratch.path());
  EXPECT_EQ(loaded.pilots.size(), 2u);
  std::vector<Pilot> here = OfMachine(loaded.pilots, "here");
  ASSERT_EQ(here.size(), 1u);
  EXPECT_EQ(here[0].folder, "C2-p2-0123456789ab");
  EXPECT_EQ(here[0].trained_steps(), 5);
  ASSERT_EQ(loaded.set_aside.size(), 1u);
  EXPECT_EQ(loaded.set_aside[0].find("pilots/C3-p1-0123456789ab: "), 0u);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "store/fits/fit_run.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

FitRun ExampleFit() {
  FitRun run;
  run.scenario = "C20";
  run.key = std::string(64, 'a');
  run.machine = "cpu model, 2 CPUs";
  run.environment = "here";
  run.started = "2026-01-02T03:04:05Z";
  run.seconds = 3.5;
  run.held_to = Bytes{2'000'000'000};
  run.stand_in = {"2 CPUs instead of 4"};
  run.fits = true;
  run.memory = 412e6;
  return run;
}

class FitRunTest : public testing::Test {
 protected:
  void Keep(const FitRun& run) { KeepText(FitFolderName(run), Dump(ToJson(run))); }
  void KeepText(const std::string& name, const std::string& text) {
    fs::create_directories(results_.path() / "fits" / name);
    ASSERT_TRUE(WriteFile(results_.path() / "fits" / name / "fit.json", text).ok());
  }
  ScratchFolder results_{MakeTemporaryFolder(testing::TempDir(), "fits-").value()};
};

TEST_F(FitRunTest, IsReadAsItWasWritten) {
  Keep(ExampleFit());
  const LoadedFits loaded = LoadFits(results_.path());
  ASSERT_EQ(loaded.runs.size(), 1u);
  EXPECT_EQ(ToJson(loaded.runs[0]), ToJson(ExampleFit()));
  EXPECT_EQ(loaded.runs[0].folder, FitFolderName(ExampleFit()));
  EXPECT_TRUE(loaded.set_aside.empty());
}

// What does not fit in one machine, or under a limit, may in another, or without.
TEST_F(FitRunTest, EachMachineHasItsOwnAndSoHasTheRunWithoutLimit) {
  const FitRun here = ExampleFit();
  FitRun elsewhere = here, lifted = here;
  elsewhere.machine = "another";
  lifted.lifted = true;
  lifted.fits = false;
  for (const FitRun& run : {here, elsewhere, lifted}) Keep(run);
  const std::vector<FitRun> runs = LoadFits(results_.path()).runs;
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_TRUE(FindFit(runs, here.key, here.machine)->fits);
  EXPECT_FALSE(FindFit(runs, here.key, here.machine, true)->fits);
  EXPECT_EQ(FindFit(runs, here.key, "another", true), nullptr);
  EXPECT_EQ(FindFit(runs, std::string(64, 'b'), here.machine), nullptr);
}

TEST_F(FitRunTest, WhatCannotBeReadIsSetAsideByName) {
  Json negative = ToJson(ExampleFit()), unknown = ToJson(ExampleFit());
  negative["memory_bytes"] = -1;
  unknown.erase("fits");
  KeepText("a", Dump(negative));
  KeepText("b", Dump(unknown));
  KeepText("c", "{");
  KeepText("d", R"({"format": 2})");
  const LoadedFits loaded = LoadFits(results_.path());
  EXPECT_TRUE(loaded.runs.empty());
  ASSERT_EQ(loaded.set_aside.size(), 4u);
  EXPECT_TRUE(loaded.set_aside[0].starts_with("fits/a: a number of it cannot be"));
  EXPECT_TRUE(LoadFits(results_.path() / "none").set_aside.empty());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/previews.h"

#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "measure/machine/machine.h"
#include "store/fits/fit_run.h"

namespace trena {
namespace {

// Of the bytes that were seen by the previews themselves, 100 MB of the first scenario.
class SeenBefore : public Previews {
 public:
  explicit SeenBefore(const std::string& key) : key_(key) {}
  std::map<std::string, double> Memory() const override { return {{key_, 100e6}}; }

 private:
  std::string key_;
};

void KeepFit(const Workspace& workspace, FitRun run) {
  run.environment = "here";
  run.started = "2024-01-15T18:00:00Z";
  const fs::path folder = workspace.results->folder() / "fits" / FitFolderName(run);
  fs::create_directories(folder);
  ASSERT_TRUE(WriteFile(folder / "fit.json", Dump(ToJson(run))).ok());
}

FitRun ShortRun(const Scenario& scenario, double memory) {
  FitRun run;
  run.scenario = scenario.id;
  run.key = scenario.key;
  run.machine = MachineName(ReadMachine());
  run.fits = true;
  run.memory = memory;
  return run;
}

TEST(KnownMemory, IsTheMostThatAnyOfThemTook) {
  StudyFolder folder;
  const auto workspace = folder.Open();
  const Scenario& first = workspace->plan.scenarios[0];
  const Scenario& second = workspace->plan.scenarios[1];
  const SeenBefore previews(first.key);
  EXPECT_EQ(KnownMemory(*workspace, previews), previews.Memory());
  KeepFit(*workspace, ShortRun(first, 80e6));
  // What did not fit wanted more than its limit.
  FitRun too_large = ShortRun(second, 30e6);
  too_large.fits = false;
  too_large.held_to = Bytes{200'000'000};
  KeepFit(*workspace, too_large);
  FitRun elsewhere = ShortRun(first, 900e6);
  elsewhere.machine = "another";
  KeepFit(*workspace, elsewhere);
  EXPECT_EQ(KnownMemory(*workspace, previews),
            (std::map<std::string, double>{{first.key, 100e6}, {second.key, 200e6}}));
}

}  // namespace
}  // namespace trena

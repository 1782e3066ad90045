// SPDX-License-Identifier: Apache-2.0
// With a runner that has no mode `probe`; tests/speed_test.cc times one that has.
#include "cli/steps/speed_step.h"

#include <gtest/gtest.h>

#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "cli/test_workspace.h"

namespace trena {
namespace {

TEST(SpeedStep, ASimulatedFrameworkIsNotTimed) {
  StudyFolder folder;
  auto workspace = folder.Open();
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  Status timed = SpeedStep(*workspace, configuration, true, heard.terminal());
  ASSERT_TRUE(timed.ok()) << timed.error().message();
  SayNeverTimed(*workspace, folder.options(), configuration, ScenariosHere(*workspace),
                heard.terminal());
  EXPECT_EQ(heard.text(), "") << "nobody misses what cannot be timed";
  EXPECT_EQ(SpeedText(*workspace, configuration), "");
  EXPECT_EQ(SpeedJson(*workspace, configuration), Json::array());
}

// A runner that trains for real, in a study folder of its own, and was never looked at here.
TEST(SayNeverTimed, NamesWhatNobodyLookedAtAndTheCommandThatDoes) {
  StudyFolder folder;
  fs::create_directories(folder.path("runners/real"));
  ASSERT_TRUE(WriteFile(folder.path("runners/real/runner.yaml"),
                        "framework: real\nversion: 1.0\ncommand: [./run]\ndevices: [cpu]\n")
                  .ok());
  ASSERT_TRUE(WriteFile(folder.path("runners/real/run"), "").ok());
  folder.Write(
      "factors: { batch: [1, 2] }\nfixed: { framework: real, network: network1, dataset: "
      "synthetic, epochs: 1 }\n");
  auto workspace = folder.Open();
  ASSERT_NE(workspace, nullptr);
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  StudyOptions options;
  options.study = "s.yaml";
  SayNeverTimed(*workspace, options, configuration, ScenariosHere(*workspace), heard.terminal());
  EXPECT_EQ(heard.text(),
            "Note: not timed on this CPU yet: real@1.0. A handicap would go unseen; look for it "
            "with: trena configure s.yaml\n");
  Heard portuguese;
  TalkIn("pt-BR");
  SayNeverTimed(*workspace, options, configuration, ScenariosHere(*workspace),
                portuguese.terminal());
  TalkIn("en");
  EXPECT_EQ(portuguese.text(),
            "Nota: ainda não cronometrado nesta CPU: real@1.0. Uma desvantagem passaria "
            "despercebida; procure-a com: trena configure s.yaml\n");
}

}  // namespace
}  // namespace trena

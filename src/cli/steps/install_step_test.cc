// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/install_step.h"

#include <gtest/gtest.h>

#include "cli/steps/verify_step.h"
#include "cli/test_workspace.h"

namespace trena {
namespace {

FrameworkEnvironment Installed() {
  FrameworkEnvironment one;
  one.folder = "/cache/frameworks/pytorch-2.2.0-0123456789ab";
  one.framework = "pytorch";
  one.version = "2.2.0";
  one.facts = {{"python", "3.11.2"}, {"bytes", 1'500'000'000}};
  return one;
}

// Half-made: 3,000 bytes and more on the disk, and no note of them.
FrameworkEnvironment HalfMade(const TestFolder& folder) {
  folder.Write("part", std::string(3000, 'x'));
  FrameworkEnvironment one;
  one.folder = folder.path();
  one.state = EnvironmentState::kHalfMade;
  return one;
}

TEST(EnvironmentsText, NothingInstalledSaysWhereItLooked) {
  EXPECT_EQ(EnvironmentsText({}, "/cache"),
            "No framework is installed in " + FrameworksFolder("/cache").string() + "\n");
}

TEST(EnvironmentsText, IsATableWithItsTotal) {
  FrameworkEnvironment two = Installed();
  two.version = "2.15.0";
  two.source = PackageSource::kCpuIndex;
  std::string text = EnvironmentsText({Installed(), two}, "/cache");
  EXPECT_TRUE(Has(text, {"framework", "where", "pytorch", "2.2.0", "2.15.0", "1.5 GB", "3.11.2",
                         ToString(PackageSource::kPypi), ToString(PackageSource::kCpuIndex),
                         ToString(EnvironmentState::kReady), two.folder.string()}));
  EXPECT_TRUE(text.ends_with("\n3 GB in all\n")) << text;
}

TEST(EnvironmentsText, WhatIsHalfMadeTakesRoomAndHasNoSource) {
  TestFolder folder;
  FrameworkEnvironment half = HalfMade(folder);
  std::string text = EnvironmentsText({half}, "/cache");
  EXPECT_TRUE(Has(text, {ToString(EnvironmentState::kHalfMade), "kB"}));
  EXPECT_FALSE(Has(text, {ToString(PackageSource::kPypi)}));
}

TEST(EnvironmentsJson, WhatIsNotKnownIsNull) {
  TestFolder folder;
  Json json = ToJson(std::vector<FrameworkEnvironment>{Installed(), HalfMade(folder)});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["framework"], "pytorch");
  EXPECT_EQ(json[0]["version"], "2.2.0");
  EXPECT_EQ(json[0]["bytes"], 1'500'000'000);
  EXPECT_EQ(json[0]["python"], "3.11.2");
  EXPECT_EQ(json[0]["source"], "pypi");
  EXPECT_EQ(json[0]["installed"]["python"], "3.11.2");
  EXPECT_TRUE(json[1]["framework"].is_null());
  EXPECT_TRUE(json[1]["python"].is_null());
  EXPECT_TRUE(json[1]["installed"].is_null());
  EXPECT_GE(json[1]["bytes"].get<uint64_t>(), 3000u);
}

TEST(InstallStep, ARunnerThatIsThereAsItIsNeedsNothing) {
  StudyFolder folder;
  auto workspace = folder.Open();
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  Status installed =
      InstallStep(configuration, ScenariosHere(*workspace), folder.path("cache"), heard.terminal());
  ASSERT_TRUE(installed.ok()) << installed.error().message();
  EXPECT_EQ(heard.text(), "");
}

TEST(InstallStep, AMissingRunnerIsFoundBeforeAnythingIsInstalled) {
  StudyFolder folder(
      "factors: { batch: [1, 2] }\nfixed: { framework: elsewhere@1.0, network: network1, dataset: "
      "synthetic, epochs: 1 }\n");
  auto workspace = folder.Open();
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  Status installed =
      InstallStep(configuration, ScenariosHere(*workspace), folder.path("cache"), heard.terminal());
  ASSERT_FALSE(installed.ok());
  EXPECT_EQ(installed.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(installed.error().message(), {"elsewhere"}));
  EXPECT_FALSE(fs::exists(folder.path("cache")));
}

}  // namespace
}  // namespace trena

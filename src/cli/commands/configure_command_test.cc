// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(ConfigureCommand, SaysWhatIsReady) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd end = RunCommand("configure", {study});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_TRUE(
      Has(end.output, {"Ready: 2 scenarios. Prepared data is in ", "\nNext: trena measure "}));
  end = RunCommand("configure", {study, "--json"});
  Result<Json> json = ParseJson(end.output);
  ASSERT_TRUE(json.ok()) << end.output;
  EXPECT_EQ(json.value()["scenarios"], 2);
  EXPECT_TRUE(json.value()["frameworks"].empty()) << "the fake one is there as it is";
  EXPECT_TRUE(Has(RunCommand("configure", {"--list"}).output, {"No framework is installed in "}));
  EXPECT_EQ(RunCommand("configure", {"--list", "--json"}).output, "[]\n");
  EXPECT_EQ(RunCommand("configure", {"--remove", "pytorch"}).code, kExitInput) << "it is not there";
  EXPECT_EQ(RunCommand("configure", {}).code, kExitInput);
  EXPECT_EQ(RunCommand("configure", {"--list", "--probe"}).code, kExitInput);
}

TEST(ConfigureCommand, AStudyOfAnotherMachineIsRefused) {
  StudyFolder folder(
      "factors: { batch: [1, 2] }\nfixed: { framework: fake }\n"
      "environments: { far: { device: tpu } }\n");
  CommandEnd end = RunCommand("configure", {folder.options().study});
  EXPECT_EQ(end.code, kExitInput);
  EXPECT_EQ(end.error, "this machine has no device tpu, which every scenario of the study needs");
}

}  // namespace
}  // namespace trena

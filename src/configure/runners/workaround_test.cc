// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/workaround.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class MendingTest : public testing::Test {
 protected:
  MendingTest() {
    around_.cpu = "A CPU";
    around_.vectors = 2;
    around_.cpus = 2;
  }
  Workarounds Here() const { return {folder_.path(), around_}; }
  // "HASWELL"; "unknown" where nobody looked, "" where it is known that nothing is to be mended.
  std::string Found(const Runner& runner, const std::string& device = "cpu") const {
    if (!Here().Known(runner, device)) return "unknown";
    auto workaround = Here().Find(runner, device);
    return workaround ? workaround->value : "";
  }

  TestFolder folder_;
  SpeedSurroundings around_;
  Runner runner_{"slow", "1.0", {"/a/run.py"}, {"cpu"}};
  Workaround mending_{kCoreType, "HASWELL", "a cause", 67, std::nullopt};
};

TEST_F(MendingTest, HoldsWhateverTheShellSaysOfThreads) {
  EXPECT_EQ(Found(runner_), "unknown");
  around_.variables = {{"OMP_THREAD_LIMIT", "8"}, {"XLA_FLAGS", "--x"}};
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  around_.variables.clear();
  EXPECT_EQ(Found(runner_), "HASWELL");
  around_.cpus = 1;
  EXPECT_EQ(Found(runner_), "HASWELL");
  EXPECT_EQ(Here().Find(runner_, "cpu")->product_before, 67);
}

TEST_F(MendingTest, IsOfOneInstallationCpuAndDevice) {
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  EXPECT_EQ(Found(runner_, "cuda"), "unknown");
  Runner other = runner_;
  other.version = "1.1";
  EXPECT_EQ(Found(other), "unknown");
  other = runner_;
  other.command = {"/b/run.py"};
  EXPECT_EQ(Found(other), "unknown");
  around_.vectors = 1;
  EXPECT_EQ(Found(runner_), "unknown") << "HASWELL's kernels would be illegal instructions";
  around_.vectors = 2;
  around_.cpu = "another";
  EXPECT_EQ(Found(runner_), "unknown");
}

TEST_F(MendingTest, OfAnInstalledFrameworkOutlivesTrenasOwnRunner) {
  runner_.recipe = Recipe{folder_.Write("1.0.lock", "slow==1.0\n"), {}, {}, {}, {}, {}};
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  runner_.command = {"/b/python", "/c/run.py"};
  EXPECT_EQ(Found(runner_), "HASWELL");
  folder_.Write("1.0.lock", "slow==1.0\nnumpy==2\n");
  EXPECT_EQ(Found(runner_), "unknown");
}

TEST_F(MendingTest, WhatTheUserChoseStays) {
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  around_.variables[kCoreType] = "Prescott";
  EXPECT_EQ(Found(runner_), "");
  ASSERT_TRUE(Here().Keep(runner_, "cpu", std::nullopt).ok());
  around_.variables.clear();
  EXPECT_EQ(Found(runner_), "HASWELL") << "nothing was looked at, so nothing was forgotten";
}

TEST_F(MendingTest, TheLastLookDecides) {
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  ASSERT_TRUE(Here().Keep(runner_, "cpu", std::nullopt).ok());
  EXPECT_EQ(Found(runner_), "");
}

TEST_F(MendingTest, ARunGetsTheVariableAndTheRecord) {
  Runner same = WithWorkaround(runner_, "cpu", Here());
  EXPECT_TRUE(same.variables.empty());
  EXPECT_TRUE(same.installed.is_null());
  ASSERT_TRUE(Here().Keep(runner_, "cpu", mending_).ok());
  Runner mended = WithWorkaround(runner_, "cpu", Here());
  ASSERT_EQ(mended.variables.size(), 1u);
  EXPECT_EQ(mended.variables[0].first, "OPENBLAS_CORETYPE");
  EXPECT_EQ(mended.variables[0].second, "HASWELL");
  EXPECT_EQ(mended.installed["mended"], ToJson(mending_));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runner_variables.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "configure/runners/runner_events.h"
#include "configure/testing.h"

namespace trena {
namespace {

constexpr const char* kNames[] = {"OMP_WAIT_POLICY", "KMP_BLOCKTIME", "GOMP_SPINCOUNT",
                                  "OPENBLAS_THREAD_TIMEOUT"};

class RunnerVariablesTest : public testing::Test {
 protected:
  RunnerVariablesTest() { Clear(); }
  ~RunnerVariablesTest() override { Clear(); }
  static void Clear() {
    for (const char* name : kNames) unsetenv(name);
  }

  Runner runner_{"own", "1.0", {"run"}, {"cpu"}};
};

TEST_F(RunnerVariablesTest, EveryLibraryIsToldToWaitAboutAMillisecond) {
  const Variables expected = {
      {"KMP_BLOCKTIME", "1"}, {"GOMP_SPINCOUNT", "25000"}, {"OPENBLAS_THREAD_TIMEOUT", "21"}};
  EXPECT_EQ(RunnerVariables(runner_), expected);
  EXPECT_EQ(VariablesOnRecord(runner_), (Json{{"KMP_BLOCKTIME", "1"},
                                              {"GOMP_SPINCOUNT", "25000"},
                                              {"OPENBLAS_THREAD_TIMEOUT", "21"}}));
}

TEST_F(RunnerVariablesTest, WhatTheUserHasSetStaysAndIsOnRecord) {
  setenv("KMP_BLOCKTIME", "7", 1);
  const Variables expected = {{"GOMP_SPINCOUNT", "25000"}, {"OPENBLAS_THREAD_TIMEOUT", "21"}};
  EXPECT_EQ(RunnerVariables(runner_), expected);
  EXPECT_EQ(VariablesOnRecord(runner_)["KMP_BLOCKTIME"], "7");
}

// GOMP_SPINCOUNT and KMP_BLOCKTIME would overrule it; OpenBLAS's own threads do not know it.
TEST_F(RunnerVariablesTest, TheUsersPolicyForOpenMpIsNotOverruled) {
  setenv("OMP_WAIT_POLICY", "passive", 1);
  EXPECT_EQ(RunnerVariables(runner_), (Variables{{"OPENBLAS_THREAD_TIMEOUT", "21"}}));
  EXPECT_EQ(VariablesOnRecord(runner_),
            (Json{{"OMP_WAIT_POLICY", "passive"}, {"OPENBLAS_THREAD_TIMEOUT", "21"}}));
}

TEST_F(RunnerVariablesTest, WhatMendsARunnerIsAmongThem) {
  runner_.variables = {{"OPENBLAS_CORETYPE", "HASWELL"}};
  EXPECT_EQ(RunnerVariables(runner_).back(), runner_.variables[0]);
  EXPECT_EQ(VariablesOnRecord(runner_)["OPENBLAS_CORETYPE"], "HASWELL");
}

// As `verify` and the speed check start it.
TEST_F(RunnerVariablesTest, ARunnerThatIsAskedForItsEventsHasThem) {
  TestFolder folder;
  fs::path script = folder.Write("run.sh",
                                 "echo '{\"event\": \"seen\", \"blocktime\": \"'$KMP_BLOCKTIME'\","
                                 " \"spins\": \"'$GOMP_SPINCOUNT'\"}' >> \"$TRENA_EVENTS\"\n");
  runner_.command = {"/bin/sh", script.string()};
  setenv("KMP_BLOCKTIME", "7", 1);
  auto events = RunForEvents(runner_, {{"protocol", 1}}, folder.path());
  ASSERT_TRUE(events.ok()) << events.error().message();
  Json seen = FindEvent(events.value(), "seen");
  EXPECT_EQ(Get<std::string>(seen, "spins"), "25000");
  EXPECT_EQ(Get<std::string>(seen, "blocktime"), "7") << "the user's";
}

}  // namespace
}  // namespace trena

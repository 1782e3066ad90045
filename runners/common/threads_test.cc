// SPDX-License-Identifier: Apache-2.0
#include "runner_common/threads.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace trena {
namespace {

std::optional<int> Threads(std::optional<int64_t> asked, const char* limit) {
  EXPECT_EQ(setenv("OMP_THREAD_LIMIT", limit, 1), 0);
  Scenario scenario;
  scenario.threads = asked;
  std::optional<int> threads = ThreadsFor(scenario);
  EXPECT_EQ(unsetenv("OMP_THREAD_LIMIT"), 0);
  return threads;
}

TEST(Threads, AreThoseAskedForWithinTheUsersLimit) {
  EXPECT_EQ(Threads(4, "1"), 1);
  EXPECT_EQ(Threads(4, "9"), 4);
  for (const char* none : {"", "0", "-1", "many"}) EXPECT_EQ(Threads(4, none), 4) << none;
  EXPECT_EQ(Threads(std::nullopt, "1"), std::nullopt) << "the framework's own way";
}

}  // namespace
}  // namespace trena

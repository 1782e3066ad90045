// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/process_tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "configure/testing.h"

namespace trena {
namespace {

TEST(IsDescendant, FollowsParentsUpwards) {
  TestFolder folder;
  auto process = [&](int pid, const std::string& rest) {
    fs::create_directories(folder.path() / std::to_string(pid));
    folder.Write(std::to_string(pid) + "/stat", rest);
  };
  process(10, "10 (sh) S 1 10 10\n");
  process(20, "20 (a) b) S 99) R 10 20 20\n");  // a name may hold anything
  process(30, "30 (python) R 20 20 20\n");
  process(40, "40 (loop) R 40 1 1\n");
  process(50, "50 (rubbish) R x\n");
  std::string proc = folder.path().string();
  EXPECT_TRUE(IsDescendant(proc, 20, 10));
  EXPECT_TRUE(IsDescendant(proc, 30, 10));
  EXPECT_FALSE(IsDescendant(proc, 10, 10)) << "the root is not its own descendant";
  EXPECT_FALSE(IsDescendant(proc, 10, 20)) << "not the other way round";
  for (pid_t other : {40, 50, 60, 0, -1}) EXPECT_FALSE(IsDescendant(proc, other, 10)) << other;
}

TEST(IsDescendant, OfARealProcess) {
  EXPECT_TRUE(IsDescendant("/proc", getpid(), getppid()));
  EXPECT_FALSE(IsDescendant("/proc", getppid(), getpid()));
}

}  // namespace
}  // namespace trena

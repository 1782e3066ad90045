// SPDX-License-Identifier: Apache-2.0
#include "measure/program/guards/memory_kills.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class MemoryKillsTest : public testing::Test {
 protected:
  MemoryKillsTest() {
    Tell("vmstat", "nr_free_pages 123\noom_kill 4\nzone 1\n");
    Tell("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n");
  }
  // In the same file, as the kernel does.
  void Tell(const std::string& file, const std::string& text) {
    ASSERT_TRUE(WriteFileOver(folder_.path() / file, text).ok());
  }
  std::string path() const { return folder_.path().string(); }

  TestFolder folder_;
};

TEST_F(MemoryKillsTest, OnlyThoseSinceTheBeginCount) {
  MemoryKills kills({path(), "", path()}, path());
  kills.Begin(nullptr);
  EXPECT_FALSE(kills.OnHost());
  EXPECT_FALSE(kills.InGroup());
  Tell("vmstat", "nr_free_pages 123\noom_kill 5\n");
  EXPECT_TRUE(kills.OnHost());
  EXPECT_FALSE(kills.InGroup());
  Tell("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 5\n");
  EXPECT_TRUE(kills.InGroup());
  kills.Begin(nullptr);
  EXPECT_FALSE(kills.OnHost());
  EXPECT_FALSE(kills.InGroup());
}

TEST_F(MemoryKillsTest, Version2TellsBeforeVersion1) {
  Tell("memory.events", "oom 1\noom_kill 5\n");
  MemoryKills kills({path(), "", path()}, path());
  kills.Begin(nullptr);
  Tell("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 9\n");
  EXPECT_FALSE(kills.InGroup());
  Tell("memory.events", "oom 1\noom_kill 6\n");
  EXPECT_TRUE(kills.InGroup());
}

TEST_F(MemoryKillsTest, TheRunsOwnGroupKnowsBest) {
  TestFolder run;
  run.Write("cpu.stat", "usage_usec 0\n");
  run.Write("memory.events", "oom 1\noom_kill 0\n");
  RunGroup group({.unified = run.path().string(), .cpu = "", .memory = ""});
  MemoryKills kills({path(), "", path()}, path());
  kills.Begin(&group);
  Tell("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 5\n");
  EXPECT_FALSE(kills.InGroup()) << "a neighbour's";
  ASSERT_TRUE(WriteFileOver(run.path() / "memory.events", "oom 1\noom_kill 1\n").ok());
  EXPECT_TRUE(kills.InGroup());
}

TEST_F(MemoryKillsTest, WhatIsNotToldIsNoKill) {
  for (const char* text : {"nr_free_pages 123\n", "rubbish", ""}) {
    Tell("vmstat", text);
    MemoryKills kills({}, path());
    kills.Begin(nullptr);
    EXPECT_FALSE(kills.OnHost()) << text;
    EXPECT_FALSE(kills.InGroup()) << text;
    Tell("vmstat", "oom_kill 7\n");
    EXPECT_FALSE(kills.OnHost()) << "more than what is not known";
  }
}

}  // namespace
}  // namespace trena

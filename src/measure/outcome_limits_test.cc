// SPDX-License-Identifier: Apache-2.0
// What is kept of a program's log, at the limits: 4,096 bytes of it, 12 lines, a reason of 500.
#include <gtest/gtest.h>

#include <csignal>

#include "configure/testing.h"
#include "core/text/text.h"
#include "measure/outcome.h"

namespace trena {
namespace {

TEST(TailLimits, FourKibibytesToTheByte) {
  TestFolder folder;
  EXPECT_EQ(Tail(folder.Write("empty", "")), "");
  EXPECT_EQ(Tail(folder.Write("full", std::string(4096, 'a'))), std::string(4096, 'a'));
  EXPECT_EQ(Tail(folder.Write("more", "x" + std::string(4096, 'a'))), std::string(4096, 'a'));
  std::string nul("a\0b", 3);
  EXPECT_EQ(Tail(folder.Write("nul", nul)), nul) << "bytes are bytes";
}

TEST(TailLimits, WhatIsNoRegularFileHasNone) {
  TestFolder folder;
  fs::create_symlink(folder.Write("real", "text"), folder.path() / "link");
  EXPECT_EQ(Tail(folder.path() / "link"), "") << "a link may lead anywhere";
  EXPECT_EQ(Tail(folder.path()), "");
}

TEST(LastLinesLimits, TwelveToTheLine) {
  std::string text;
  for (int i = 1; i <= 12; ++i) text += std::to_string(i) + "\n";
  EXPECT_EQ(LastLines(text).size(), 12u);
  EXPECT_EQ(LastLines(text).front(), "1");
  EXPECT_EQ(LastLines(text + "13\n").size(), 12u);
  EXPECT_EQ(LastLines(text + "13\n").front(), "2");
}

TEST(LastLinesLimits, TheFirstOfAFullTailMayBeHalfALine) {
  // 4,095 bytes are the whole file, 4,096 may be the end of a longer one.
  std::string whole = std::string(4090, 'x') + "\nlas";
  ASSERT_EQ(whole.size(), 4094u);
  EXPECT_EQ(LastLines(whole + "t").size(), 2u);
  EXPECT_EQ(LastLines(whole + "t\n"), std::vector<std::string>{"last"});
  EXPECT_EQ(LastLines(std::string(4096, 'x')).size(), 1u) << "half a line is better than nothing";
}

TEST(LastLinesLimits, AFullTailOfManyLinesKeepsTwelve) {
  std::string text;
  while (text.size() < 4096) text += "0123456789012345678901234567890\n";  // 32 bytes each
  ASSERT_EQ(text.size(), 4096u);
  EXPECT_EQ(LastLines(text).size(), 12u);
  // 13 lines of a full tail: the first is dropped as half a line and for their number alike.
  std::string few = std::string(4096 - 12 * 2, 'y') + "\n";
  few.resize(4096 - 12 * 2 - 1);
  few += "\n";
  for (int i = 0; i < 12; ++i) few += "z\n";
  ASSERT_EQ(few.size(), 4096u);
  EXPECT_EQ(LastLines(few), std::vector<std::string>(12, "z"));
}

TEST(ReasonLimits, IsShortened) {
  OutcomeEvidence evidence;
  evidence.end.exit_code = 1;
  RunEvents events;
  events.error_message = std::string(10'000, 'm');
  JudgedOutcome judged = JudgeOutcome(evidence, events);
  EXPECT_TRUE(judged.reason.starts_with("exit code 1: mmm"));
  EXPECT_LE(DisplayWidth(judged.reason), 500u);
}

TEST(ReasonLimits, TheLastLineThatSaysSomething) {
  OutcomeEvidence evidence;
  evidence.end.exit_code = 1;
  evidence.errors_tail = "first\n  second  \n \t \n\n";
  EXPECT_EQ(JudgeOutcome(evidence, {}).reason, "exit code 1: second");
  evidence.errors_tail = " \n\n";
  EXPECT_EQ(JudgeOutcome(evidence, {}).reason, "exit code 1");
}

TEST(KernelKills, OnlyAnEndThatLooksLikeTheKernels) {
  auto outcome = [](int signal, int code, bool host, bool group) {
    OutcomeEvidence evidence;
    evidence.end.signal = signal;
    evidence.end.exit_code = code;
    evidence.kernel_killed_for_memory = host;
    evidence.kernel_killed_in_group = group;
    return JudgeOutcome(evidence, {}).cause;
  };
  EXPECT_EQ(outcome(SIGKILL, -1, true, false), "kernel_out_of_memory");
  EXPECT_EQ(outcome(0, 137, true, false), "kernel_out_of_memory") << "a shell's word for SIGKILL";
  EXPECT_EQ(outcome(SIGKILL, -1, false, false), "signal");
  EXPECT_EQ(outcome(0, 137, false, false), "exit_code");
  EXPECT_EQ(outcome(SIGTERM, -1, true, false), "signal") << "the host's kill was another's";
  EXPECT_EQ(outcome(0, 136, true, false), "exit_code");
  EXPECT_EQ(outcome(0, 1, false, true), "kernel_out_of_memory") << "the group's own count";
}

TEST(KernelKills, AGoodEndStaysGood) {
  OutcomeEvidence evidence;
  evidence.kernel_killed_for_memory = true;
  EXPECT_EQ(JudgeOutcome(evidence, {}).outcome, Outcome::kOk);
}

}  // namespace
}  // namespace trena

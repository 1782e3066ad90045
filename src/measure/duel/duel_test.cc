// SPDX-License-Identifier: Apache-2.0
#include "measure/duel/duel.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "configure/testing.h"
#include "core/clock.h"
#include "core/files.h"

namespace trena {
namespace {

using WordsOfCommand = std::vector<std::string>;

TEST(SplitCommand, AsAShellWould) {
  EXPECT_EQ(SplitCommand("python3 train.py --name 'two words'  \"a $ b\" c\\ d").value(),
            (WordsOfCommand{"python3", "train.py", "--name", "two words", "a $ b", "c d"}));
  setenv("TRENA_TEST_WORD", "x y", 1);
  EXPECT_EQ(SplitCommand("echo \"$TRENA_TEST_WORD\"").value(), (WordsOfCommand{"echo", "x y"}));
}

TEST(SplitCommand, WhatOnlyAShellCanDoIsRefusedAndNotDone) {
  TestFolder folder;
  const fs::path mark = folder.path() / "mark";
  const WordsOfCommand texts = {"echo $(touch " + mark.string() + ")",
                                "echo `touch " + mark.string() + "`",
                                "true; touch " + mark.string(),
                                "true | cat",
                                "true > " + mark.string(),
                                "(true)",
                                "echo 'open",
                                "echo $TRENA_TEST_NO_SUCH_VARIABLE",
                                "",
                                "  ",
                                "''"};
  for (const std::string& text : texts) {
    const auto words = SplitCommand(text);
    ASSERT_FALSE(words.ok()) << text;
    EXPECT_EQ(words.error().kind(), ErrorKind::kInput) << text;
  }
  EXPECT_FALSE(fs::exists(mark));
}

class DuelTest : public testing::Test {
 protected:
  Result<DuelRound> Next(const WordsOfCommand& a, const WordsOfCommand& b, double turn) {
    Duel duel(a, b, Seconds{turn}, random_);
    Result<DuelRound> round = duel.Next(MonotonicNow() + 60, signals_);
    in_turns_ = duel.in_turns();
    return round;
  }

  std::string TextOf(const fs::path& path) { return ReadFile(path).value(); }

  // Notes its name in a file of all, and takes so long.
  WordsOfCommand Noting(const std::string& name, const std::string& seconds) {
    return {"sh", "-c", "printf " + name + " >> " + told_.string() + "; sleep " + seconds};
  }

  TestFolder folder_;
  fs::path told_ = folder_.path() / "told";
  Random random_{7};
  SignalWatch signals_;
  bool in_turns_ = true;
};

TEST_F(DuelTest, LongOnesTakeTurns) {
  const DuelRound round = Next(Noting("A", "0.4"), Noting("B", "0.4"), 0.05).value();
  ASSERT_TRUE(round.times);
  EXPECT_TRUE(in_turns_);
  EXPECT_EQ(TextOf(told_).size(), 2u) << "each was started once";
}

TEST_F(DuelTest, ShortOnesRunWholeInAnOrderThatIsFairToBoth) {
  const DuelRound round = Next(Noting("A", "0.02"), Noting("B", "0.06"), 0.2).value();
  ASSERT_TRUE(round.times);
  EXPECT_FALSE(in_turns_);
  const std::string told = TextOf(told_);
  EXPECT_TRUE(told == "ABABBA" || told == "BAABBA")
      << "the first two showed how short they are: " << told;
  EXPECT_GE(round.times->a_s, 0.02);
  EXPECT_GE(round.times->b_s, 0.06);
  EXPECT_LT(round.times->a_s, round.times->b_s) << "of one run each, not of two";
}

TEST_F(DuelTest, WhatDoesNotEndWellSaysNothing) {
  const auto failed = Next({"true"}, {"sh", "-c", "exit 3"}, 0.05);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().kind(), ErrorKind::kFailure);
  EXPECT_EQ(failed.error().message(),
            "B (sh -c exit 3) ended with exit code 3: how long that took says nothing");
  const auto killed = Next({"sh", "-c", "kill -9 $$"}, {"true"}, 0.05);
  ASSERT_FALSE(killed.ok());
  EXPECT_NE(killed.error().message().find("A (sh -c kill -9 $$) was ended by signal 9"),
            std::string::npos)
      << killed.error().message();
  const auto missing = Next({"true"}, {"/no/such/program"}, 0.05);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind(), ErrorKind::kInput);
  EXPECT_EQ(missing.error().message(),
            "B (/no/such/program) cannot be started: No such file or directory");
}

}  // namespace
}  // namespace trena

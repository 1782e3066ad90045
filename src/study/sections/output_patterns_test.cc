// SPDX-License-Identifier: Apache-2.0
#include "study/sections/output_patterns.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

OutputPatterns Epoch(const std::string& text) {
  OutputPatterns patterns;
  auto problem = patterns.Add("epoch", text);
  EXPECT_FALSE(problem) << text << ": " << (problem ? problem->message : "");
  return patterns;
}

PatternProblem Problem(const std::string& purpose, const std::string& text) {
  OutputPatterns patterns;
  auto problem = patterns.Add(purpose, text);
  EXPECT_TRUE(problem) << text;
  EXPECT_TRUE(patterns.empty()) << text;
  return problem.value_or(PatternProblem{});
}

TEST(OutputPatternsTest, NamedGroupsGiveValues) {
  auto told = Epoch(R"(epoch (?P<epoch>\d+).*loss (?P<loss>\S+) acc (?P<accuracy>\S+))")
                  .Match("epoch 3/10: loss 2.5e-1 acc 93.5%");
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->ends);
  EXPECT_FALSE(told->begins);
  EXPECT_EQ(told->epoch, 3);
  EXPECT_EQ(told->loss, 0.25);
  EXPECT_EQ(told->accuracy, 0.935);  // with the percent sign in the group
  EXPECT_FALSE(told->seconds);
}

TEST(OutputPatternsTest, WithoutGroupsTheLineEndsAnEpoch) {
  OutputPatterns patterns = Epoch("checkpoint saved");
  EXPECT_FALSE(patterns.Match("saving"));
  auto told = patterns.Match("... checkpoint saved to x");
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->ends);
  EXPECT_FALSE(told->epoch);
}

TEST(OutputPatternsTest, GroupsWithoutANameOnlyGroup) {
  auto told = Epoch("(epoch|EPOCH) (?P<loss>.+)").Match("EPOCH 1");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->loss, 1);
}

TEST(OutputPatternsTest, WhatIsNoNumberIsMissing) {
  OutputPatterns patterns = Epoch("loss=(?P<loss>\\S*) accuracy=(?P<accuracy>\\S*)");
  auto told = patterns.Match("loss=nan accuracy=1.5");
  ASSERT_TRUE(told);
  EXPECT_FALSE(told->loss);
  EXPECT_TRUE(told->no_loss);
  EXPECT_FALSE(told->accuracy);  // 1.5 is no accuracy between 0 and 1
  told = patterns.Match("loss=+0.5 accuracy=-0.1");
  EXPECT_EQ(told->loss, 0.5);
  EXPECT_FALSE(told->no_loss);
  EXPECT_FALSE(told->accuracy);
}

TEST(OutputPatternsTest, SeveralPatternsTellTogether) {
  OutputPatterns patterns = Epoch("done");
  EXPECT_FALSE(patterns.Add("begin", "^Epoch"));
  EXPECT_FALSE(patterns.Add("loss", "loss: ([0-9.]+)"));
  EXPECT_FALSE(patterns.Add("images", "on (?P<images>\\d+) images"));
  auto begin = patterns.Match("Epoch 1 on 512 images");
  ASSERT_TRUE(begin);
  EXPECT_TRUE(begin->begins);
  EXPECT_FALSE(begin->ends);
  EXPECT_EQ(begin->images, 512);
  auto end = patterns.Match("done, loss: 0.5");
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->ends);
  EXPECT_EQ(end->loss, 0.5);
}

TEST(OutputPatternsTest, ColoursAreNoPartOfALine) {
  auto told = Epoch("^469/469 .*loss: (?P<loss>\\S+)$")
                  .Match("\x1b[1m469/469\x1b[0m \x1b[32m━━\x1b[0m - loss: 0.31\x1b[K");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->loss, 0.31);
}

TEST(OutputPatternsTest, AnyBytesCanBeRead) {
  std::string line = "\xff\xfe epoch\0 end";
  line += std::string(1, '\0') + " loss 1";
  EXPECT_TRUE(Epoch("loss (?P<loss>1)").Match(line));
}

// With a backtracking engine this would not end.
TEST(OutputPatternsTest, NothingBacktracks) {
  EXPECT_FALSE(Epoch("(a+)+$").Match(std::string(60'000, 'a') + "b"));
  EXPECT_FALSE(Epoch("(x+x+)+y").Match(std::string(60'000, 'x')));
}

TEST(OutputPatternsTest, WhatDoesNotCompileIsToldWithItsPlace) {
  PatternProblem problem = Problem("epoch", "epoch (\\d+");
  EXPECT_NE(problem.message.find("missing )"), std::string::npos) << problem.message;
  problem = Problem("epoch", "epoch [z-a] x");
  EXPECT_EQ(problem.offset, 7u);
  EXPECT_EQ(problem.length, 3u);
  EXPECT_NE(Problem("epoch", "(?=x)").suggestion.find("look-around"), std::string::npos);
  EXPECT_NE(Problem("epoch", "(a)\\1").suggestion.find("back references"), std::string::npos);
  Problem("epoch", "((((a{1000}){1000}){1000}){1000})");
  Problem("epoch", "");
  Problem("epoch", std::string(20'000, 'a'));
}

TEST(OutputPatternsTest, UnknownGroupsHaveTheNearest) {
  PatternProblem problem = Problem("epoch", "epoch (?P<epohc>\\d+)");
  EXPECT_EQ(problem.offset, 10u);
  EXPECT_EQ(problem.length, 5u);
  EXPECT_EQ(problem.suggestion, "did you mean `epoch`?");
  EXPECT_EQ(Problem("epoch", "(?P<zzzz>x)").suggestion,
            "known: epoch, loss, accuracy, seconds, images");
  EXPECT_NE(Problem("loss", "loss").message.find("no group"), std::string::npos);
}

TEST(OutputPatternsTest, AnOptionsPatternIsShownWithACaret) {
  Result<OutputPatterns> patterns = ParseEpochPattern("--epoch-pattern", "a[z-a]");
  ASSERT_FALSE(patterns.ok());
  EXPECT_EQ(patterns.error().kind(), ErrorKind::kInput);
  EXPECT_NE(patterns.error().message().find("--epoch-pattern:1:3: not a regular expression"),
            std::string::npos)
      << patterns.error().message();
  EXPECT_TRUE(ParseEpochPattern("--epoch-pattern", "a").ok());
}

// The patterns that docs/own-script.md offers, on lines as those programs print them.
TEST(OutputPatternsTest, ThePagesPatternsReadWhatTheyAreFor) {
  auto keras =
      Epoch(R"(^\d+/\d+ - (?P<seconds>[\d.]+)s .*\bloss: (?P<loss>\S+))")
          .Match("469/469 - 3s - 6ms/step - accuracy: 0.9023 - loss: 0.3137 - val_loss: 0.2");
  ASSERT_TRUE(keras);
  EXPECT_EQ(keras->seconds, 3);
  EXPECT_EQ(keras->loss, 0.3137);
  auto plain = Epoch(R"((?i)epoch\W+(?P<epoch>\d+).*?loss\W+(?P<loss>[-+.\deE]+))")
                   .Match("Epoch [2/10], train loss = 0.4512");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->epoch, 2);
  EXPECT_EQ(plain->loss, 0.4512);
}

// Each value's bounds, at them and one beyond.
TEST(OutputPatternsTest, ValuesAtTheirBounds) {
  const auto told = [](const std::string& purpose, const std::string& text) {
    auto line = Epoch("(?P<" + purpose + ">\\S+)").Match(text);
    EXPECT_TRUE(line) << purpose << " " << text;
    return line.value_or(LineTold{});
  };
  EXPECT_EQ(told("epoch", "0").epoch, 0);  // programs that count from 0
  EXPECT_EQ(told("epoch", "1e9").epoch, 1e9);
  EXPECT_EQ(told("epoch", "1000000001").epoch, std::nullopt);
  EXPECT_EQ(told("epoch", "-1").epoch, std::nullopt);
  EXPECT_EQ(told("accuracy", "0").accuracy, 0);
  EXPECT_EQ(told("accuracy", "1").accuracy, 1);
  EXPECT_EQ(told("accuracy", "100%").accuracy, 1);
  EXPECT_EQ(told("accuracy", "0%").accuracy, 0);
  EXPECT_EQ(told("accuracy", "1.0001").accuracy, std::nullopt);
  EXPECT_EQ(told("accuracy", "100.1%").accuracy, std::nullopt);
  EXPECT_EQ(told("accuracy", "-1e-9").accuracy, std::nullopt);
  EXPECT_EQ(told("seconds", "0").seconds, 0);
  EXPECT_EQ(told("seconds", "1e15").seconds, 1e15);
  EXPECT_EQ(told("seconds", "1.1e15").seconds, std::nullopt);
  EXPECT_EQ(told("seconds", "-0.1").seconds, std::nullopt);
  EXPECT_EQ(told("images", "0").images, 0);
  EXPECT_EQ(told("images", "1e15").images, 1e15);
  EXPECT_EQ(told("images", "1e16").images, std::nullopt);
  EXPECT_EQ(told("loss", "-2.5").loss, -2.5);  // a log-likelihood may be negative
}

TEST(OutputPatternsTest, WhatIsANumber) {
  const auto loss = [](const std::string& text) {
    return Epoch("loss=(?P<loss>.*)$").Match("loss=" + text).value_or(LineTold{});
  };
  EXPECT_EQ(loss(" 0.5 ").loss, 0.5);
  EXPECT_EQ(loss("+1e-2").loss, 0.01);
  EXPECT_EQ(loss("50 %").loss, std::nullopt);  // the sign stands at the number, or is none
  for (const char* text : {"", "%", "+", "3,1e-2", "0.5x", "nan", "inf", "-inf", "1e999", "0x10"}) {
    EXPECT_EQ(loss(text).loss, std::nullopt) << text;
    EXPECT_TRUE(loss(text).no_loss) << text;
  }
}

TEST(OutputPatternsTest, AGroupThatTookNoPartTellsNothing) {
  auto told = Epoch("done(?: loss (?P<loss>\\S+))?").Match("done");
  ASSERT_TRUE(told);
  EXPECT_FALSE(told->loss);
  EXPECT_FALSE(told->no_loss) << "no loss was printed at all";
}

TEST(OutputPatternsTest, ThePatternsLengthHasABound) {
  OutputPatterns patterns;
  EXPECT_FALSE(patterns.Add("epoch", std::string(10'000, 'a')));
  auto problem = patterns.Add("epoch", std::string(10'001, 'a'));
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message, "the pattern is too long");
  EXPECT_EQ(patterns.Texts().size(), 1u);
}

TEST(OutputPatternsTest, ValuesTakeTheirFirstGroupAndOthersNone) {
  OutputPatterns patterns;
  EXPECT_FALSE(patterns.Add("seconds", "took ([0-9.]+) of ([0-9.]+)"));
  EXPECT_FALSE(patterns.Add("begin", "took"));  // needs no group
  auto told = patterns.Match("took 3 of 5");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->seconds, 3);
  EXPECT_TRUE(told->begins);
  EXPECT_FALSE(told->ends);
  EXPECT_NE(Problem("seconds", "took").suggestion.find("seconds: ("), std::string::npos);
  // `begin` is what a pattern is for, never a value in a group.
  EXPECT_NE(Problem("epoch", "(?P<begin>x)").message.find("means nothing"), std::string::npos);
}

TEST(OutputPatternsTest, NothingAddedNothingTold) {
  const OutputPatterns none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.Texts().empty());
  EXPECT_FALSE(none.Match("epoch 1"));
  EXPECT_FALSE(none.Match(""));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/expression/expression.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const ExpressionScope& Scope() {
  static const ExpressionScope scope = {
      {"framework", {"caffe", "pytorch@2.2.0"}},
      {"batch", {64, 128}},
      {"image", {32}},
      {"shuffle", {true, false}},
      {"environment", {"this machine"}},
  };
  return scope;
}

const Values kValues = {{"framework", "pytorch@2.2.0"},
                        {"batch", 64},
                        {"image", 32},
                        {"shuffle", true},
                        {"environment", "this machine"}};

// The answer for kValues; a text that does not parse fails the test.
bool Holds(const std::string& text) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(text, Scope(), problems);
  EXPECT_TRUE(expression) << text << ": " << (problems.empty() ? "" : problems[0].message);
  if (!expression) return false;
  Result<bool> holds = expression->Holds(kValues);
  EXPECT_TRUE(holds.ok()) << text << ": " << (holds.ok() ? "" : holds.error().message());
  return holds.ok() && holds.value();
}

// The only problem of a text that must not parse.
ExpressionProblem ProblemOf(const std::string& text) {
  std::vector<ExpressionProblem> problems;
  EXPECT_FALSE(Expression::Parse(text, Scope(), problems)) << text;
  EXPECT_EQ(problems.size(), 1u) << text;
  return problems.empty() ? ExpressionProblem{} : problems[0];
}

// Why a text that parses has no answer.
std::string FailureOf(const std::string& text) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(text, Scope(), problems);
  EXPECT_TRUE(expression) << text;
  if (!expression) return "";
  Result<bool> holds = expression->Holds(kValues);
  EXPECT_FALSE(holds.ok()) << text;
  return holds.ok() ? "" : holds.error().message();
}

TEST(ExpressionTest, Compares) {
  for (const char* text :
       {"batch == 64", "batch != 65", "batch < 65", "batch <= 64", "batch > 63", "batch >= 64",
        "64 == batch", "63 < batch", "batch == 64.0", "batch == 6.4e1", "shuffle == true",
        "shuffle", "environment == 'this machine'", "environment == \"this machine\"",
        "batch > image"}) {
    EXPECT_TRUE(Holds(text)) << text;
  }
  for (const char* text : {"batch == 128", "batch != 64", "batch < 64", "batch <= 63", "batch > 64",
                           "batch >= 65", "shuffle == false", "not shuffle"}) {
    EXPECT_FALSE(Holds(text)) << text;
  }
}

TEST(ExpressionTest, ArithmeticBindsAsInSchool) {
  for (const char* text :
       {"1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "10 - 4 - 3 == 3", "12 / 3 / 2 == 2", "7 % 4 == 3",
        "-2 * -3 == 6", "2 - -1 == 3", "-batch + 65 == 1", "2 * batch - 1 == 127",
        ".5 + 1e-1 == 0.6", "- - 2 == 2", "7-1==6"}) {
    EXPECT_TRUE(Holds(text)) << text;
  }
}

TEST(ExpressionTest, NotBindsTighterThanAndThanOr) {
  EXPECT_FALSE(Holds("not false and false"));     // not (false and false) would hold
  EXPECT_TRUE(Holds("true or false and false"));  // (true or false) and false would not
  EXPECT_TRUE(Holds("not batch == 128"));
  EXPECT_TRUE(Holds("not not true"));
  EXPECT_FALSE(Holds("(true or false) and false"));
  EXPECT_TRUE(Holds("not (batch == 64 and image == 64)"));
  EXPECT_TRUE(Holds("batch == 1 or batch == 2 or batch == 64"));
}

TEST(ExpressionTest, In) {
  EXPECT_TRUE(Holds("image in [32, 64]"));
  EXPECT_FALSE(Holds("image in [64, 128]"));
  EXPECT_TRUE(Holds("not image in [64]"));
  EXPECT_TRUE(Holds("batch in [2 * image]"));
  EXPECT_TRUE(Holds("framework in [caffe, pytorch]"));
  EXPECT_FALSE(Holds("framework in [caffe]"));
}

TEST(ExpressionTest, AVersionMatchesWithAndWithout) {
  EXPECT_TRUE(Holds("framework == pytorch"));
  EXPECT_TRUE(Holds("framework == pytorch@2.2.0"));
  EXPECT_TRUE(Holds("pytorch == framework"));
  EXPECT_FALSE(Holds("framework != pytorch"));
  EXPECT_FALSE(Holds("framework == caffe"));
  EXPECT_TRUE(Matches("pytorch@2.2.0", "pytorch"));
  EXPECT_FALSE(Matches("pytorch@2.2.0", "pytor"));
  EXPECT_FALSE(Matches("pytorch@2.2.0", "pytorch@2.2.1"));
  EXPECT_FALSE(Matches("pytorch", "pytorch@2.2.0"));
}

TEST(ExpressionTest, AWordThatIsNoLevelIsAProblemWithTheNearest) {
  ExpressionProblem problem = ProblemOf("batch > 1 and framework == cafe");
  EXPECT_EQ(problem.offset, 27u);
  EXPECT_EQ(problem.length, 4u);
  EXPECT_EQ(problem.message, "`cafe` is not a level of framework");
  EXPECT_EQ(problem.suggestion, "did you mean `caffe`?");
  EXPECT_EQ(ProblemOf("framework == pytorch@2.3.0").suggestion, "did you mean `pytorch@2.2.0`?");
  EXPECT_EQ(ProblemOf("framework == theano").suggestion, "levels: caffe, pytorch, pytorch@2.2.0");
  EXPECT_EQ(ProblemOf("framework in [caffe, pytroch]").offset, 21u);
}

TEST(ExpressionTest, AnUnknownNameIsAProblemWithTheNearest) {
  ExpressionProblem problem = ProblemOf("not framwork == caffe");
  EXPECT_EQ(problem.offset, 4u);
  EXPECT_EQ(problem.length, 8u);
  EXPECT_EQ(problem.message, "`framwork` is not a factor or a fixed value");
  EXPECT_EQ(problem.suggestion, "did you mean `framework`?");
  EXPECT_EQ(ProblemOf("zzzzzz > 3").suggestion,
            "known: batch, environment, framework, image, shuffle");
}

TEST(ExpressionTest, ReportsEveryUnknownWord) {
  std::vector<ExpressionProblem> problems;
  EXPECT_FALSE(Expression::Parse("bacth > 1 and framework == cafe", Scope(), problems));
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].offset, 0u);
  EXPECT_EQ(problems[1].offset, 27u);
}

TEST(ExpressionTest, OperatorsOfOtherLanguagesAreExplained) {
  EXPECT_EQ(ProblemOf("batch = 64").suggestion, "equality is written ==");
  EXPECT_EQ(ProblemOf("batch = 64").offset, 6u);
  EXPECT_EQ(ProblemOf("(batch = 64)").suggestion, "equality is written ==");
  EXPECT_EQ(ProblemOf("shuffle && shuffle").suggestion, "write `and`");
  EXPECT_EQ(ProblemOf("shuffle || shuffle").suggestion, "write `or`");
  EXPECT_EQ(ProblemOf("!shuffle").suggestion, "write `not`");
}

TEST(ExpressionTest, SyntaxErrorsSayWhere) {
  const std::pair<const char*, size_t> cases[] = {
      {"", 0},           {"   ", 0},         {"batch >", 7},      {"(batch > 1", 10},
      {"batch > 1)", 9}, {"batch in 64", 9}, {"batch in []", 10}, {"batch in [64", 12},
      {"1 < 2 < 3", 6},  {"batch > 3x", 8},  {"'open", 0},        {"batch == 'open", 9},
      {"and", 0},        {"batch 64", 6},    {"batch > 1e", 8},   {"batch > # 2", 8}};
  for (const auto& [text, offset] : cases) {
    ExpressionProblem problem = ProblemOf(text);
    EXPECT_EQ(problem.offset, offset) << text << ": " << problem.message;
    EXPECT_FALSE(problem.message.empty());
  }
}

TEST(ExpressionTest, ErrorsThatOnlyValuesShow) {
  EXPECT_EQ(FailureOf("batch / 0 > 1"), "in `batch / 0 > 1`: division by zero");
  EXPECT_EQ(FailureOf("batch % (image - 32) > 1"),
            "in `batch % (image - 32) > 1`: division by zero");
  EXPECT_NE(FailureOf("framework > 3").find("`pytorch@2.2.0` is not a number"), std::string::npos);
  EXPECT_NE(FailureOf("batch and true").find("`64` is neither true nor false"), std::string::npos);
  EXPECT_NE(FailureOf("batch + 1").find("`65` is neither true nor false"), std::string::npos);
  EXPECT_NE(FailureOf("not batch").find("neither true nor false"), std::string::npos);
}

TEST(ExpressionTest, TheSecondSideIsOnlyLookedAtWhenItMatters) {
  EXPECT_FALSE(Holds("false and 1 / 0 == 1"));
  EXPECT_TRUE(Holds("true or 1 / 0 == 1"));
}

TEST(ExpressionTest, ANameWithoutAValueIsAnError) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse("batch > 1", Scope(), problems);
  ASSERT_TRUE(expression);
  Result<bool> holds = expression->Holds({});
  ASSERT_FALSE(holds.ok());
  EXPECT_NE(holds.error().message().find("`batch` has no value here"), std::string::npos);
}

TEST(ExpressionTest, DeepNestingIsRefused) {
  auto nested = [](size_t depth) {
    return std::string(depth, '(') + "true" + std::string(depth, ')');
  };
  EXPECT_TRUE(Holds(nested(90)));
  EXPECT_EQ(ProblemOf(nested(101)).message, "nested too deeply");
  EXPECT_EQ(ProblemOf(nested(4000)).message, "nested too deeply");
  std::string nots, minuses;
  for (int i = 0; i < 2000; ++i) nots += "not ";
  for (int i = 0; i < 2000; ++i) minuses += "-";
  EXPECT_EQ(ProblemOf(nots + "true").message, "nested too deeply");
  EXPECT_EQ(ProblemOf(minuses + "1 > 0").message, "nested too deeply");
}

TEST(ExpressionTest, SideBySideIsNotNesting) {
  std::string text = "(true)";
  for (int i = 0; i < 150; ++i) text += " and (not not true)";
  EXPECT_TRUE(Holds(text));
}

TEST(ExpressionTest, LongTextAndLongChainsAreRefused) {
  EXPECT_EQ(ProblemOf("true or " + std::string(10'000, ' ') + "true").message,
            "the expression is too long");
  // A chain is as deep a tree as it is long: five thousand operators would exhaust the stack.
  auto chain = [](int operators) {
    std::string text = "1";
    for (int i = 1; i < operators; ++i) text += "+1";
    return text + " > 0";
  };
  EXPECT_TRUE(Holds(chain(200)));
  EXPECT_EQ(ProblemOf(chain(201)).message, "the expression has too many operators");
  EXPECT_EQ(ProblemOf(chain(4'500)).message, "the expression has too many operators");
}

TEST(ExpressionTest, KeepsItsText) {
  std::vector<ExpressionProblem> problems;
  EXPECT_EQ(Expression::Parse("batch > 64", Scope(), problems)->text(), "batch > 64");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What the parser says of texts that are no expressions, word for word, and where.
#include <gtest/gtest.h>

#include "core/expression/expression.h"

namespace trena {
namespace {

const ExpressionScope& ParserScope() {
  static const ExpressionScope scope = {
      {"batch", {64, 128}}, {"framework", {"pytorch@2.2.0", "caffe"}}, {"shuffle", {true, false}}};
  return scope;
}

ExpressionProblem OnlyProblem(const std::string& text) {
  std::vector<ExpressionProblem> problems;
  EXPECT_FALSE(Expression::Parse(text, ParserScope(), problems)) << text;
  EXPECT_EQ(problems.size(), 1u) << text;
  return problems.empty() ? ExpressionProblem{} : problems[0];
}

// As a number or a truth value would be shown; with batch 64, framework pytorch and shuffle true.
std::string Answer(const std::string& text) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(text, ParserScope(), problems);
  EXPECT_TRUE(expression) << text << ": " << (problems.empty() ? "" : problems[0].message);
  if (!expression) return "";
  auto value =
      expression->Evaluate({{"batch", 64}, {"framework", "pytorch@2.2.0"}, {"shuffle", true}});
  return value.ok() ? value.value().ToString() : value.error().message();
}

TEST(ExpressionParser, SaysWhatItExpectedAndFound) {
  const std::tuple<const char*, const char*, size_t, size_t> cases[] = {
      {"batch >", "expected a name or a value, found the end", 7, 1},
      {"batch > )", "expected a name or a value, found `)`", 8, 1},
      {"batch == and", "expected a name or a value, found `and`", 9, 3},
      {"batch 64", "expected `and`, `or` or the end, found `64`", 6, 2},
      {"(batch > 1", "expected `)`, found the end", 10, 1},
      {"(batch > 1]", "expected `)`, found `]`", 10, 1},
      {"batch in 64", "expected `[`, found `64`", 9, 2},
      {"batch in [64 128]", "expected `,` or `]`, found `128`", 13, 3},
      {"batch in [64,]", "expected a name or a value, found `]`", 13, 1},
      {"batch == 'x", "a quote that is not closed", 9, 1},
      {"batch > 3x", "`3x` is not a number", 8, 2},
      {"batch > 1.2.3", "`1.2.3` is not a number", 8, 5},
      {"   ", "the expression is empty", 0, 1}};
  for (const auto& [text, message, offset, length] : cases) {
    ExpressionProblem problem = OnlyProblem(text);
    EXPECT_EQ(problem.message, message) << text;
    EXPECT_EQ(problem.offset, offset) << text;
    EXPECT_EQ(problem.length, length) << text;
  }
}

TEST(ExpressionParser, SingleSignsOfOtherLanguages) {
  EXPECT_EQ(OnlyProblem("shuffle & shuffle").suggestion, "write `and`");
  EXPECT_EQ(OnlyProblem("shuffle | shuffle").suggestion, "write `or`");
  EXPECT_EQ(OnlyProblem("shuffle ? 1").suggestion, "");
  EXPECT_EQ(OnlyProblem("shuffle && shuffle").length, 2u);
}

TEST(ExpressionParser, NumbersOfEveryForm) {
  EXPECT_EQ(Answer("1e3 + .5"), "1000.5");
  EXPECT_EQ(Answer("1E-2 + 0"), "0.01");
  EXPECT_EQ(Answer("1e+2-1"), "99") << "a sign belongs to the exponent once";
  EXPECT_EQ(Answer("2-1"), "1");
  EXPECT_EQ(Answer("5."), "5");
  EXPECT_EQ(OnlyProblem("1e+").message, "`1e+` is not a number");
  EXPECT_EQ(OnlyProblem(". > 1").message, "expected a name or a value, found `.`");
  EXPECT_EQ(OnlyProblem("1e400 > 1").message, "`1e400` is not a number");
}

TEST(ExpressionParser, ChainsGoFromTheLeft) {
  EXPECT_EQ(Answer("2 - 3 - 4"), "-5");
  EXPECT_EQ(Answer("100 / 10 * 2"), "20");
  EXPECT_EQ(Answer("17 % 10 % 4"), "3");
  EXPECT_EQ(Answer("-7 % 4"), "-3") << "the sign of the first, as in C";
  EXPECT_EQ(Answer("2 * -3"), "-6");
  EXPECT_EQ(Answer("--2"), "2");
}

TEST(ExpressionParser, ComparisonsDoNotChain) {
  EXPECT_EQ(OnlyProblem("1 < batch < 3").offset, 10u);
  EXPECT_EQ(OnlyProblem("batch == 64 == shuffle").offset, 12u);
  EXPECT_EQ(OnlyProblem("batch in [1] in [2]").offset, 13u);
  EXPECT_EQ(Answer("(1 < batch) == shuffle"), "true");
}

TEST(ExpressionParser, TenThousandBytesAreTheLongest) {
  std::string text = "shuffle" + std::string(10'000 - 7, ' ');
  EXPECT_EQ(Answer(text), "true");
  EXPECT_EQ(OnlyProblem(text + " ").message, "the expression is too long");
}

TEST(ExpressionParser, AHundredDeepIsTheDeepest) {
  auto parentheses = [](size_t n) { return std::string(n, '(') + "shuffle" + std::string(n, ')'); };
  EXPECT_EQ(Answer(parentheses(100)), "true");
  EXPECT_EQ(OnlyProblem(parentheses(101)).message, "nested too deeply");
  EXPECT_EQ(OnlyProblem(parentheses(101)).offset, 100u);
  EXPECT_EQ(Answer(std::string(100, '-') + "1"), "1");
  EXPECT_EQ(OnlyProblem(std::string(101, '-') + "1").message, "nested too deeply");
}

TEST(ExpressionParser, DepthIsGivenBack) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += (i > 0 ? " and " : "") + std::string("(-1 < 0 and not not (shuffle))");
  EXPECT_EQ(Answer(text), "true") << "side by side is not within each other";
}

TEST(ExpressionParser, QuotesOfEitherKindHoldTheOther) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(R"(framework == "it's" or framework == 'say "hi"')",
                                      {{"framework", {"it's", "say \"hi\""}}}, problems);
  ASSERT_TRUE(expression);
  EXPECT_TRUE(expression->Holds({{"framework", "it's"}}).value());
  EXPECT_TRUE(expression->Holds({{"framework", "say \"hi\""}}).value());
  EXPECT_FALSE(expression->Holds({{"framework", "its"}}).value());
}

TEST(ExpressionParser, AQuotedKeywordIsAWord) {
  std::vector<ExpressionProblem> problems;
  ExpressionScope scope = {{"word", {"and", "in"}}};
  auto expression = Expression::Parse("word == 'and' or word in ['in']", scope, problems);
  ASSERT_TRUE(expression) << problems[0].message;
  EXPECT_TRUE(expression->Holds({{"word", "and"}}).value());
  EXPECT_TRUE(expression->Holds({{"word", "in"}}).value());
}

TEST(ExpressionParser, NamesAreToldOnceInTheirOrder) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse("shuffle and batch > 1 and batch < 9 or framework == caffe",
                                      ParserScope(), problems);
  ASSERT_TRUE(expression);
  EXPECT_EQ(expression->names(), (std::vector<std::string>{"shuffle", "batch", "framework"}));
}

TEST(ExpressionParser, LevelsWithoutTheirVersion) {
  EXPECT_EQ(Answer("framework == pytorch"), "true");
  EXPECT_EQ(Answer("framework != pytorch"), "false");
  EXPECT_EQ(Answer("framework in [caffe]"), "false");
  EXPECT_EQ(OnlyProblem("framework in [caffe, nothing]").message,
            "`nothing` is not a level of framework");
  EXPECT_FALSE(Matches(Value("@2"), Value("x")));
  EXPECT_TRUE(Matches(Value("@2"), Value("")));
  EXPECT_FALSE(Matches(Value("caffe"), Value("caff")));
  EXPECT_FALSE(Matches(Value(64), Value("64")));
}

}  // namespace
}  // namespace trena

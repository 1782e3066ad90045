// SPDX-License-Identifier: Apache-2.0
// Whatever is written, an expression parses or says where it does not, and never crashes.
#include <gtest/gtest.h>

#include <random>

#include "core/expression/expression.h"

namespace trena {
namespace {

constexpr int kTexts = 20'000;

class Fuzz {
 public:
  explicit Fuzz(unsigned seed) : random_(seed) {}

  size_t Below(size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(random_);
  }

  std::string Bytes() {
    std::string text(Below(40), ' ');
    for (char& c : text) c = static_cast<char>(Below(256));
    return text;
  }

  std::string Characters() {
    static const std::string characters = "ab01.@_'\"()[],=!<>+-*/% e&|";
    std::string text(Below(30), ' ');
    for (char& c : text) c = characters[Below(characters.size())];
    return text;
  }

  std::string Tokens() {
    static const std::vector<std::string> tokens = {
        "and",       "or",    "not",     "in",        "(",  ")",   "[",   "]",    ",",
        "==",        "!=",    "<",       "<=",        ">",  ">=",  "+",   "-",    "*",
        "/",         "%",     "=",       "0",         "64", "1.5", "1e3", "true", "false",
        "framework", "batch", "pytorch", "'pytorch'", "x",  "é"};
    std::string text;
    for (size_t n = Below(12); n > 0; --n) text += tokens[Below(tokens.size())] + " ";
    return text;
  }

  // Grown from the grammar, so that most of it parses and evaluation is reached.
  std::string Grown(int depth) {
    static const std::vector<std::string> leaves = {"batch",   "64",   "0",     "framework",
                                                    "pytorch", "true", "1e300", "shuffle"};
    static const std::vector<std::string> operators = {"and", "or", "==", "<", "+",
                                                       "-",   "*",  "/",  "%"};
    if (depth == 0) return leaves[Below(leaves.size())];
    switch (Below(4)) {
      case 0:
        return "not (" + Grown(depth - 1) + ")";
      case 1:
        return "-(" + Grown(depth - 1) + ")";
      case 2:
        return "((" + Grown(depth - 1) + ") in [" + Grown(depth - 1) + ", 64])";
      default:
        return "((" + Grown(depth - 1) + ") " + operators[Below(operators.size())] + " (" +
               Grown(depth - 1) + "))";
    }
  }

 private:
  std::mt19937 random_;
};

// Whether it parsed. Either way the promises of the header must hold.
bool Try(const std::string& text) {
  static const ExpressionScope scope = {
      {"framework", {"caffe", "pytorch@2.2.0"}}, {"batch", {64, 128}}, {"shuffle", {true}}};
  static const Values values = {{"framework", "pytorch@2.2.0"}, {"batch", 64}, {"shuffle", true}};
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(text, scope, problems);
  EXPECT_NE(expression.has_value(), !problems.empty()) << text;
  for (const ExpressionProblem& problem : problems) {
    EXPECT_LE(problem.offset, text.size()) << text;
    EXPECT_GE(problem.length, 1u) << text;
    EXPECT_FALSE(problem.message.empty()) << text;
  }
  if (!expression) return false;
  Result<bool> holds = expression->Holds(values);
  EXPECT_TRUE(holds.ok() || !holds.error().message().empty()) << text;
  return true;
}

TEST(ExpressionFuzzTest, Bytes) {
  Fuzz fuzz(1);
  for (int i = 0; i < kTexts; ++i) Try(fuzz.Bytes());
}

TEST(ExpressionFuzzTest, Characters) {
  Fuzz fuzz(2);
  int parsed = 0;
  for (int i = 0; i < kTexts; ++i) parsed += Try(fuzz.Characters());
  EXPECT_GT(parsed, 0);
}

TEST(ExpressionFuzzTest, Tokens) {
  Fuzz fuzz(3);
  int parsed = 0;
  for (int i = 0; i < kTexts; ++i) parsed += Try(fuzz.Tokens());
  EXPECT_GT(parsed, 100);
}

TEST(ExpressionFuzzTest, Grown) {
  Fuzz fuzz(4);
  int parsed = 0;
  for (int i = 0; i < 2'000; ++i) parsed += Try(fuzz.Grown(static_cast<int>(fuzz.Below(5))));
  EXPECT_GT(parsed, 500);
}

}  // namespace
}  // namespace trena

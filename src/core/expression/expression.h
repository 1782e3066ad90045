// SPDX-License-Identifier: Apache-2.0
// The expressions of `exclude`, `only` and `--only`: comparisons, and/or/not, parentheses and
// arithmetic over the values of a scenario. Nothing in it can run code, loop or read a file.
//
//   framework == caffe and batch > 128
//   image in [32, 64] or not (network == network2)
//
// Names are factors or fixed keys. Compared with a name, a bare word stands for one of its levels;
// a level with a version matches with or without it (pytorch, pytorch@2.2.0). Other words are
// quoted.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace trena {

// What is wrong with an expression, and where: an offset in bytes from its start.
struct ExpressionProblem {
  size_t offset = 0;
  size_t length = 1;
  std::string message;
  std::string suggestion;
};

// Every known name with the values it can take.
using ExpressionScope = std::map<std::string, std::vector<Value>>;

struct ExpressionNode;

class Expression {
 public:
  // Empty when it does not parse or a name, level or type is wrong; then `problems` says why.
  static std::optional<Expression> Parse(const std::string& text, const ExpressionScope& scope,
                                         std::vector<ExpressionProblem>& problems);

  // Over the values of one scenario. An Error for what only shows with values (a division by
  // zero, a word where a number is needed).
  Result<Value> Evaluate(const Values& values) const;
  // The same where the answer must be true or false.
  Result<bool> Holds(const Values& values) const;

  const std::string& text() const { return text_; }
  // The names whose values it needs, each once, in the order they first appear.
  std::vector<std::string> names() const;

 private:
  std::string text_;
  std::shared_ptr<const ExpressionNode> root_;
};

// Whether a level is meant by a word: equal, or equal but for the level's @version.
bool Matches(const Value& level, const Value& word);

}  // namespace trena

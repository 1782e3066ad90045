// SPDX-License-Identifier: Apache-2.0
// The grammar of expressions, apart from their meaning (expression.h):
//
//   or  := and {"or" and}          sum     := product {("+"|"-") product}
//   and := not {"and" not}         product := unary {("*"|"/"|"%") unary}
//   not := "not" not | comparison  unary   := "-" unary | primary
//   comparison := sum [("=="|"!="|"<"|"<="|">"|">=") sum | "in" "[" sum {"," sum} "]"]
//   primary := number | word | 'quoted' | true | false | "(" or ")"
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/expression/expression.h"

namespace trena {

struct ExpressionNode {
  enum class Kind { kLiteral, kWord, kName, kNot, kNegative, kBinary, kIn };
  Kind kind = Kind::kLiteral;
  Value value;          // of a literal; the text of a word or name
  bool quoted = false;  // a word in quotes is never a name
  std::string op;       // of a binary node
  size_t offset = 0;
  size_t length = 1;
  std::vector<std::unique_ptr<ExpressionNode>> children;
};

// Null when it does not parse; then a problem was added.
std::unique_ptr<ExpressionNode> ParseExpression(const std::string& text,
                                                std::vector<ExpressionProblem>& problems);

}  // namespace trena

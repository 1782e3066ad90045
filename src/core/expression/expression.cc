// SPDX-License-Identifier: Apache-2.0
#include "core/expression/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/expression/expression_parser.h"
#include "core/text/text.h"

namespace trena {
namespace {

using Kind = ExpressionNode::Kind;

std::vector<std::string> Names(const ExpressionScope& scope) {
  std::vector<std::string> names;
  for (const auto& [name, levels] : scope) names.push_back(name);
  return names;
}

std::vector<std::string> Spellings(const std::vector<Value>& levels) {
  std::set<std::string> spellings;
  for (const Value& level : levels) {
    std::string text = level.ToString();
    spellings.insert(text);
    spellings.insert(text.substr(0, text.find('@')));
  }
  return {spellings.begin(), spellings.end()};
}

bool IsComparison(const ExpressionNode& node) {
  return node.kind == Kind::kBinary && (node.op == "==" || node.op == "!=" || node.op == "<" ||
                                        node.op == "<=" || node.op == ">" || node.op == ">=");
}

// Turns bare words into names or levels and reports those that are neither.
class Binder {
 public:
  Binder(const ExpressionScope& scope, std::vector<ExpressionProblem>& problems)
      : scope_(scope), problems_(problems) {}

  void Bind(ExpressionNode& node) {
    if (node.kind == Kind::kIn || IsComparison(node)) {
      BindComparison(node);
    } else if (node.kind == Kind::kWord) {
      BindName(node);
    } else {
      for (auto& child : node.children) Bind(*child);
    }
  }

 private:
  void BindName(ExpressionNode& node) {
    if (node.quoted) {
      node.kind = Kind::kLiteral;
    } else if (scope_.contains(node.value.ToString())) {
      node.kind = Kind::kName;
    } else {
      std::string word = node.value.ToString();
      std::string known = "known: " + Join(Names(scope_), ", ");
      auto nearest = Nearest(word, Names(scope_));
      problems_.push_back({node.offset, node.length,
                           fmt::format("`{}` is not a factor or a fixed value", word),
                           nearest ? fmt::format("did you mean `{}`?", *nearest) : known});
    }
  }

  // The first side is the name; words on the others are its levels.
  void BindComparison(ExpressionNode& node) {
    ExpressionNode& left = *node.children[0];
    ExpressionNode& right = *node.children[1];
    bool reversed =
        left.kind == Kind::kWord && right.kind == Kind::kWord && !IsName(left) && IsName(right);
    ExpressionNode& key = reversed ? right : left;
    Bind(key);
    for (auto& child : node.children) {
      if (child.get() == &key) continue;
      // The name is unknown and reported: what its levels are cannot be said.
      if (child->kind == Kind::kWord && key.kind == Kind::kWord) continue;
      bool level = child->kind == Kind::kWord && key.kind == Kind::kName && !IsName(*child);
      if (level) {
        BindLevel(*child, key.value.ToString());
      } else {
        Bind(*child);
      }
    }
  }

  bool IsName(const ExpressionNode& node) const {
    return node.kind == Kind::kWord && !node.quoted && scope_.contains(node.value.ToString());
  }

  void BindLevel(ExpressionNode& node, const std::string& key) {
    node.kind = Kind::kLiteral;
    const std::vector<Value>& levels = scope_.at(key);
    auto meant = [&](const Value& level) { return Matches(level, node.value); };
    if (std::any_of(levels.begin(), levels.end(), meant)) return;
    std::vector<std::string> spellings = Spellings(levels);
    auto nearest = Nearest(node.value.ToString(), spellings);
    problems_.push_back({node.offset, node.length,
                         fmt::format("`{}` is not a level of {}", node.value.ToString(), key),
                         nearest ? fmt::format("did you mean `{}`?", *nearest)
                                 : "levels: " + Join(spellings, ", ")});
  }

  const ExpressionScope& scope_;
  std::vector<ExpressionProblem>& problems_;
};

Result<double> Number(const Value& value) {
  auto number = value.number();
  if (!number) return InputError(fmt::format("`{}` is not a number", value.ToString()));
  return *number;
}

Result<bool> Truth(const Value& value) {
  auto truth = value.truth();
  if (!truth) return InputError(fmt::format("`{}` is neither true nor false", value.ToString()));
  return *truth;
}

Result<Value> Arithmetic(const std::string& op, double a, double b) {
  if ((op == "/" || op == "%") && b == 0) return InputError("division by zero");
  if (op == "+") return Value(a + b);
  if (op == "-") return Value(a - b);
  if (op == "*") return Value(a * b);
  if (op == "%") return Value(std::fmod(a, b));
  return Value(a / b);
}

bool Ordered(const std::string& op, double a, double b) {
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  return a >= b;
}

Result<Value> Evaluate(const ExpressionNode& node, const Values& values);

Result<Value> EvaluateBinary(const ExpressionNode& node, const Values& values) {
  TRENA_ASSIGN(Value left, Evaluate(*node.children[0], values));
  if (node.op == "and" || node.op == "or") {
    TRENA_ASSIGN(bool truth, Truth(left));
    if (truth == (node.op == "or")) return Value(truth);
    TRENA_ASSIGN(Value other, Evaluate(*node.children[1], values));
    TRENA_ASSIGN(bool second, Truth(other));
    return Value(second);
  }
  TRENA_ASSIGN(Value right, Evaluate(*node.children[1], values));
  if (node.op == "==") return Value(Matches(left, right) || Matches(right, left));
  if (node.op == "!=") return Value(!Matches(left, right) && !Matches(right, left));
  TRENA_ASSIGN(double a, Number(left));
  TRENA_ASSIGN(double b, Number(right));
  if (IsComparison(node)) return Value(Ordered(node.op, a, b));
  return Arithmetic(node.op, a, b);
}

Result<Value> EvaluateIn(const ExpressionNode& node, const Values& values) {
  TRENA_ASSIGN(Value left, Evaluate(*node.children[0], values));
  for (size_t i = 1; i < node.children.size(); ++i) {
    TRENA_ASSIGN(Value member, Evaluate(*node.children[i], values));
    if (Matches(left, member)) return Value(true);
  }
  return Value(false);
}

Result<Value> Evaluate(const ExpressionNode& node, const Values& values) {
  switch (node.kind) {
    case Kind::kWord:
    case Kind::kLiteral:
      return node.value;
    case Kind::kName: {
      const Value* found = Find(values, node.value.ToString());
      if (found == nullptr) {
        return InputError(fmt::format("`{}` has no value here", node.value.ToString()));
      }
      return *found;
    }
    case Kind::kNot: {
      TRENA_ASSIGN(Value value, Evaluate(*node.children[0], values));
      TRENA_ASSIGN(bool truth, Truth(value));
      return Value(!truth);
    }
    case Kind::kNegative: {
      TRENA_ASSIGN(Value value, Evaluate(*node.children[0], values));
      TRENA_ASSIGN(double number, Number(value));
      return Value(-number);
    }
    case Kind::kIn:
      return EvaluateIn(node, values);
    case Kind::kBinary:
      return EvaluateBinary(node, values);
  }
  return InputError("an expression of an unknown kind");
}

void CollectNames(const ExpressionNode& node, std::vector<std::string>& names) {
  bool known = std::find(names.begin(), names.end(), node.value.ToString()) != names.end();
  if (node.kind == Kind::kName && !known) names.push_back(node.value.ToString());
  for (const auto& child : node.children) CollectNames(*child, names);
}

}  // namespace

bool Matches(const Value& level, const Value& word) {
  if (level == word) return true;
  auto full = level.word();
  auto part = word.word();
  if (!full || !part) return false;
  size_t at = full->find('@');
  return at != std::string::npos && full->substr(0, at) == *part;
}

std::optional<Expression> Expression::Parse(const std::string& text, const ExpressionScope& scope,
                                            std::vector<ExpressionProblem>& problems) {
  size_t before = problems.size();
  std::unique_ptr<ExpressionNode> root = ParseExpression(text, problems);
  if (root) Binder(scope, problems).Bind(*root);
  if (problems.size() != before) return std::nullopt;
  Expression expression;
  expression.text_ = text;
  expression.root_ = std::move(root);
  return expression;
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  CollectNames(*root_, names);
  return names;
}

Result<Value> Expression::Evaluate(const Values& values) const {
  Result<Value> result = trena::Evaluate(*root_, values);
  if (!result.ok()) return result.error().While(fmt::format("in `{}`", text_));
  return result;
}

Result<bool> Expression::Holds(const Values& values) const {
  TRENA_ASSIGN(Value value, Evaluate(values));
  Result<bool> truth = Truth(value);
  if (!truth.ok()) return truth.error().While(fmt::format("in `{}`", text_));
  return truth;
}

}  // namespace trena

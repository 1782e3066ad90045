// SPDX-License-Identifier: Apache-2.0
#include "core/expression/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace trena {
namespace {

using Node = std::unique_ptr<ExpressionNode>;
using Kind = ExpressionNode::Kind;

constexpr size_t kLongestText = 10000;
constexpr int kDeepestNesting = 100;
constexpr int kMostOperators = 200;  // a chain of them is as deep a tree as it is long

struct Token {
  enum class Kind { kEnd, kNumber, kWord, kQuoted, kSymbol };
  Kind kind = Kind::kEnd;
  std::string text;
  size_t offset = 0;
  size_t length = 1;
};

bool IsWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsWordPart(char c) { return IsWordStart(c) || IsDigit(c) || c == '@' || c == '.'; }

class Parser {
 public:
  Parser(const std::string& text, std::vector<ExpressionProblem>& problems)
      : text_(text), problems_(problems) {}

  Node Parse() {
    if (text_.size() > kLongestText) return Fail(0, 1, "the expression is too long");
    Advance();
    if (!failed_ && token_.kind == Token::Kind::kEnd) return Fail(0, 1, "the expression is empty");
    Node node = Or();
    if (failed_) return nullptr;
    if (token_.kind != Token::Kind::kEnd) return Unexpected("`and`, `or` or the end");
    return node;
  }

 private:
  Node Fail(size_t offset, size_t length, std::string message, std::string suggestion = "") {
    if (!failed_) problems_.push_back({offset, length, std::move(message), std::move(suggestion)});
    failed_ = true;
    token_ = Token{Token::Kind::kEnd, "", text_.size(), 1};
    return nullptr;
  }

  Node Unexpected(const std::string& expected) {
    std::string seen =
        token_.kind == Token::Kind::kEnd ? "the end" : fmt::format("`{}`", token_.text);
    std::string hint = token_.text == "=" ? "equality is written ==" : "";
    if (token_.text == "&&" || token_.text == "&") hint = "write `and`";
    if (token_.text == "||" || token_.text == "|") hint = "write `or`";
    if (token_.text == "!") hint = "write `not`";
    return Fail(token_.offset, token_.length, fmt::format("expected {}, found {}", expected, seen),
                hint);
  }

  void Advance() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    size_t begin = at_;
    if (at_ == text_.size()) {
      token_ = Token{Token::Kind::kEnd, "", begin, 1};
    } else if (text_[at_] == '\'' || text_[at_] == '"') {
      Quoted();
    } else if (IsDigit(text_[at_]) || (text_[at_] == '.' && IsDigit(Next()))) {
      while (at_ < text_.size() && InNumber(begin)) ++at_;
      token_ = Token{Token::Kind::kNumber, text_.substr(begin, at_ - begin), begin, at_ - begin};
    } else if (IsWordStart(text_[at_])) {
      while (at_ < text_.size() && IsWordPart(text_[at_])) ++at_;
      token_ = Token{Token::Kind::kWord, text_.substr(begin, at_ - begin), begin, at_ - begin};
    } else {
      Symbol();
    }
  }

  char Next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  // Letters belong to it, so that 3x is one wrong token; a sign only after an exponent's e.
  bool InNumber(size_t begin) const {
    char c = text_[at_];
    bool sign = (c == '+' || c == '-') && at_ > begin && std::tolower(text_[at_ - 1]) == 'e';
    return IsWordPart(c) || sign;
  }

  void Quoted() {
    size_t begin = at_;
    size_t end = text_.find(text_[begin], begin + 1);
    if (end == std::string::npos) {
      Fail(begin, 1, "a quote that is not closed");
      return;
    }
    at_ = end + 1;
    std::string inside = text_.substr(begin + 1, end - begin - 1);
    token_ = Token{Token::Kind::kQuoted, inside, begin, at_ - begin};
  }

  void Symbol() {
    size_t begin = at_;
    for (const char* two : {"==", "!=", "<=", ">=", "&&", "||"}) {
      if (text_.compare(begin, 2, two) == 0) at_ = begin + 2;
    }
    if (at_ == begin) at_ = begin + 1;
    token_ = Token{Token::Kind::kSymbol, text_.substr(begin, at_ - begin), begin, at_ - begin};
  }

  bool At(const char* text) const {
    bool plain = token_.kind == Token::Kind::kSymbol || token_.kind == Token::Kind::kWord;
    return plain && token_.text == text;
  }

  bool AtAny(std::initializer_list<const char*> texts) const {
    return std::any_of(texts.begin(), texts.end(), [&](const char* text) { return At(text); });
  }

  // One level of left-associative operators.
  template <typename Operand>
  Node Chain(std::initializer_list<const char*> operators, Operand operand) {
    Node left = operand();
    while (left && AtAny(operators)) left = Binary(std::move(left), operand);
    return left;
  }

  template <typename Operand>
  Node Binary(Node left, Operand operand) {
    if (++operators_ > kMostOperators) {
      return Fail(token_.offset, token_.length, "the expression has too many operators");
    }
    auto node = std::make_unique<ExpressionNode>();
    node->kind = Kind::kBinary;
    node->op = token_.text;
    node->offset = token_.offset;
    node->length = token_.length;
    Advance();
    Node right = operand();
    if (!right) return nullptr;
    node->children.push_back(std::move(left));
    node->children.push_back(std::move(right));
    return node;
  }

  Node Or() {
    return Chain({"or"}, [this] { return And(); });
  }
  Node And() {
    return Chain({"and"}, [this] { return Not(); });
  }

  Node Not() { return At("not") ? Prefixed(Kind::kNot, &Parser::Not) : Comparison(); }

  Node Prefixed(Kind kind, Node (Parser::*operand)()) {
    if (++depth_ > kDeepestNesting) return Fail(token_.offset, 1, "nested too deeply");
    auto node = std::make_unique<ExpressionNode>();
    node->kind = kind;
    node->offset = token_.offset;
    Advance();
    Node inner = (this->*operand)();
    --depth_;
    if (!inner) return nullptr;
    node->children.push_back(std::move(inner));
    return node;
  }

  Node Comparison() {
    Node left = Sum();
    if (!left) return nullptr;
    if (At("in")) return In(std::move(left));
    if (!AtAny({"==", "!=", "<", "<=", ">", ">="})) return left;
    return Binary(std::move(left), [this] { return Sum(); });
  }

  Node In(Node left) {
    auto node = std::make_unique<ExpressionNode>();
    node->kind = Kind::kIn;
    node->offset = token_.offset;
    node->length = token_.length;
    node->children.push_back(std::move(left));
    Advance();
    if (!At("[")) return Unexpected("`[`");
    do {
      Advance();
      Node member = Sum();
      if (!member) return nullptr;
      node->children.push_back(std::move(member));
    } while (At(","));
    if (!At("]")) return Unexpected("`,` or `]`");
    Advance();
    return node;
  }

  Node Sum() {
    return Chain({"+", "-"}, [this] { return Product(); });
  }
  Node Product() {
    return Chain({"*", "/", "%"}, [this] { return Unary(); });
  }
  Node Unary() { return At("-") ? Prefixed(Kind::kNegative, &Parser::Unary) : Primary(); }

  Node Primary() {
    if (At("(")) return Parenthesised();
    if (token_.kind == Token::Kind::kEnd || token_.kind == Token::Kind::kSymbol ||
        AtAny({"and", "or", "not", "in"})) {
      return Unexpected("a name or a value");
    }
    auto node = std::make_unique<ExpressionNode>();
    node->offset = token_.offset;
    node->length = token_.length;
    node->quoted = token_.kind == Token::Kind::kQuoted;
    node->value = node->quoted ? Value(token_.text) : Value::Parse(token_.text);
    bool word = node->value.word().has_value();
    if (token_.kind == Token::Kind::kNumber && word) {
      return Fail(token_.offset, token_.length, fmt::format("`{}` is not a number", token_.text));
    }
    node->kind = word ? Kind::kWord : Kind::kLiteral;
    Advance();
    return node;
  }

  Node Parenthesised() {
    if (++depth_ > kDeepestNesting) return Fail(token_.offset, 1, "nested too deeply");
    Advance();
    Node inner = Or();
    if (!inner) return nullptr;
    if (!At(")")) return Unexpected("`)`");
    Advance();
    --depth_;
    return inner;
  }

  const std::string& text_;
  std::vector<ExpressionProblem>& problems_;
  Token token_;
  size_t at_ = 0;
  int depth_ = 0;
  int operators_ = 0;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<ExpressionNode> ParseExpression(const std::string& text,
                                                std::vector<ExpressionProblem>& problems) {
  return Parser(text, problems).Parse();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/text_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kDeepestMessage = 32;

// Lists in caffe.proto: all other fields are given once.
const std::set<std::string>& ProtoLists() {
  static const std::set<std::string> lists = {
      "bottom",      "coeff",          "dilation",   "dim",
      "exclude",     "include",        "input",      "input_dim",
      "input_shape", "kernel_size",    "layer",      "layers",
      "loss_weight", "mean_value",     "not_stage",  "pad",
      "param",       "propagate_down", "shape",      "slice_point",
      "stage",       "stepvalue",      "stride",     "test_iter",
      "test_net",    "test_net_param", "test_state", "top",
      "data_filler", "blobs"};
  return lists;
}

struct ProtoToken {
  enum class Kind { kEnd, kWord, kString, kSign };
  Kind kind = Kind::kEnd;
  std::string text;
  Place place;
};

bool IsWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '+';
}

class ProtoLexer {
 public:
  explicit ProtoLexer(Source& source) : source_(source), text_(source.text()) {}

  ProtoToken Next() {
    SkipSpace();
    ProtoToken token{ProtoToken::Kind::kEnd, "", {line_, Column(at_), 1}};
    if (at_ >= text_.size()) return token;
    const char c = text_[at_];
    if (c == '"' || c == '\'') return String(token);
    const bool word = IsWordByte(c) || (c == '-' && at_ + 1 < text_.size());
    token.kind = word ? ProtoToken::Kind::kWord : ProtoToken::Kind::kSign;
    token.text = c;
    for (++at_; word && at_ < text_.size() && (IsWordByte(text_[at_]) || IsExponent()); ++at_) {
      token.text += text_[at_];
    }
    token.place.length = static_cast<int>(token.text.size());
    return token;
  }

 private:
  int Column(size_t at) const { return static_cast<int>(at - line_begin_) + 1; }

  // The minus of 1e-4.
  bool IsExponent() const {
    const char before = text_[at_ - 1];
    return text_[at_] == '-' && (before == 'e' || before == 'E');
  }

  void SkipSpace() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
      if (std::isspace(static_cast<unsigned char>(text_[at_])) == 0) return;
      if (text_[at_] != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
  }

  ProtoToken String(ProtoToken token) {
    const char quote = text_[at_];
    token.kind = ProtoToken::Kind::kString;
    size_t end = at_ + 1;
    for (; end < text_.size() && text_[end] != quote && text_[end] != '\n'; ++end) {
      if (text_[end] == '\\' && end + 1 < text_.size()) ++end;
      token.text += text_[end];
    }
    token.place.length = static_cast<int>(end - at_) + 1;
    if (end >= text_.size() || text_[end] != quote) {
      source_.Add(token.place, "a string that does not end on its line");
      at_ = text_.size();
      return token;
    }
    at_ = end + 1;
    return token;
  }

  Source& source_;
  std::string_view text_;
  size_t at_ = 0, line_begin_ = 0;
  int line_ = 1;
};

class ProtoParser {
 public:
  explicit ProtoParser(Source& source) : source_(source), lexer_(source) { Step(); }

  std::optional<ProtoNode> Parse() {
    ProtoNode root;
    root.is_message = true;
    if (!Fields(root, "", 0)) return std::nullopt;
    if (!source_.diagnostics().empty()) return std::nullopt;
    return root;
  }

 private:
  using Kind = ProtoToken::Kind;

  void Step() { token_ = lexer_.Next(); }
  bool IsSign(std::string_view sign) const {
    return token_.kind == Kind::kSign && token_.text == sign;
  }
  bool Fail(const std::string& expected) {
    source_.Add(token_.place, token_.kind == Kind::kEnd
                                  ? fmt::format("the file ends where {} should stand", expected)
                                  : fmt::format("expected {}", expected));
    return false;
  }

  // Up to `close`, or to the end of the file where that is "".
  bool Fields(ProtoNode& parent, std::string_view close, int depth) {
    if (depth > kDeepestMessage) return Fail("no further message: they are too deep");
    while (!(close.empty() ? token_.kind == Kind::kEnd : IsSign(close))) {
      if (token_.kind != Kind::kWord) return Fail("the name of a field");
      if (!Field(parent, depth)) return false;
      if (IsSign(",") || IsSign(";")) Step();
    }
    if (!close.empty()) Step();
    return true;
  }

  bool Field(ProtoNode& parent, int depth) {
    ProtoNode node;
    node.name = token_.text;
    node.place = token_.place;
    Step();
    const bool colon = IsSign(":");
    if (colon) Step();
    if (!colon && !IsSign("{") && !IsSign("<") && !IsSign("[")) {
      return Fail(fmt::format("`:` or `{{` after `{}`", node.name));
    }
    if (!IsSign("[")) return One(parent, std::move(node), depth);
    Step();
    while (!IsSign("]")) {
      if (!One(parent, node, depth)) return false;
      if (IsSign(",")) {
        Step();
      } else if (!IsSign("]")) {
        return Fail("`,` or `]`");
      }
    }
    Step();
    return true;
  }

  // One value of a field: a message or a scalar.
  bool One(ProtoNode& parent, ProtoNode node, int depth) {
    node.value = token_.place;
    if (IsSign("{") || IsSign("<")) {
      const std::string close = IsSign("{") ? "}" : ">";
      node.is_message = true;
      Step();
      if (!Fields(node, close, depth + 1)) return false;
    } else if (token_.kind == Kind::kString) {
      node.quoted = true;
      for (; token_.kind == Kind::kString; Step()) node.text += token_.text;
    } else if (token_.kind == Kind::kWord) {
      node.text = token_.text;
      Step();
    } else {
      return Fail(fmt::format("a value of `{}`", node.name));
    }
    parent.fields.push_back(std::move(node));
    return true;
  }

  Source& source_;
  ProtoLexer lexer_;
  ProtoToken token_;
};

// 0.5, .5, 1e-4, 1.0f; empty for what is no finite number.
std::optional<double> ParseProtoNumber(std::string text) {
  if (text.size() > 1 && (text.back() == 'f' || text.back() == 'F')) text.pop_back();
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool good = error == std::errc() && rest == end && std::isfinite(number);
  return good ? std::optional(number) : std::nullopt;
}

}  // namespace

std::vector<const ProtoNode*> ProtoNode::All(const std::string& field) const {
  std::vector<const ProtoNode*> found;
  for (const ProtoNode& node : fields) {
    if (node.name == field) found.push_back(&node);
  }
  return found;
}

const ProtoNode* ProtoNode::Find(const std::string& field) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const ProtoNode& node) { return node.name == field; });
  return found == fields.end() ? nullptr : &*found;
}

std::optional<ProtoNode> ParseTextFormat(Source& source) { return ProtoParser(source).Parse(); }

void ReadFields(Source& source, const ProtoNode& node, const std::string& what,
                const ProtoFields& fields) {
  if (!node.is_message) {
    source.Add(node.value, fmt::format("`{}` must be a message: {{ … }}", node.name));
    return;
  }
  std::set<std::string> seen;
  for (const ProtoNode& field : node.fields) {
    const auto known = fields.find(field.name);
    if (known == fields.end()) {
      std::vector<std::string> names;
      for (const auto& entry : fields) names.push_back(entry.first);
      const auto nearest = Nearest(field.name, names);
      source.Add(field.place, fmt::format("`{}` of {} has no counterpart here", field.name, what),
                 nearest ? fmt::format("did you mean `{}`?", *nearest) : "");
    } else if (!seen.insert(field.name).second && !ProtoLists().contains(field.name)) {
      source.Add(field.place, fmt::format("`{}` is given twice in {}", field.name, what));
    } else {
      known->second(field);
    }
  }
}

bool IsProtoWord(const ProtoNode& node, const char* word) {
  return !node.is_message && !node.quoted && node.text == word;
}

void Ignore(const ProtoNode&) {}

std::optional<double> ProtoNumber(Source& source, const ProtoNode& node, double least,
                                  double most) {
  const auto number = node.is_message || node.quoted ? std::nullopt : ParseProtoNumber(node.text);
  if (number && *number >= least && *number <= most) return number;
  source.Add(node.value,
             fmt::format("`{}` must be a number from {} to {}", node.name, least, most));
  return std::nullopt;
}

std::optional<int64_t> ProtoWhole(Source& source, const ProtoNode& node, int64_t least,
                                  int64_t most) {
  const auto number = node.is_message || node.quoted ? std::nullopt : ParseProtoNumber(node.text);
  if (number && std::trunc(*number) == *number && *number >= static_cast<double>(least) &&
      *number <= static_cast<double>(most)) {
    return static_cast<int64_t>(*number);
  }
  source.Add(node.value,
             fmt::format("`{}` must be a whole number from {} to {}", node.name, least, most));
  return std::nullopt;
}

std::optional<bool> ProtoTruth(Source& source, const ProtoNode& node) {
  const bool yes = node.text == "true" || node.text == "t" || node.text == "1";
  const bool no = node.text == "false" || node.text == "f" || node.text == "0";
  if (!node.is_message && !node.quoted && (yes || no)) return yes;
  source.Add(node.value, fmt::format("`{}` must be true or false", node.name));
  return std::nullopt;
}

std::string ProtoString(Source& source, const ProtoNode& node) {
  if (node.quoted && !node.text.empty()) return node.text;
  source.Add(node.value, fmt::format("`{}` must be a string in quotation marks", node.name));
  return "";
}

}  // namespace trena

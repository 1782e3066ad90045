// SPDX-License-Identifier: Apache-2.0
#include "study/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/text/number_text.h"
#include "core/text/text.h"
#include "core/text/units.h"

namespace trena {
namespace {

bool Holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr size_t kMostLevels = 10'000;
// A step may miss the end by the rounding of decimal fractions (0.1..0.5 by 0.1).
constexpr double kSlack = 1e-9;

struct Range {
  double first = 0, last = 0, step = 1;
  bool times = false;
};

std::optional<double> NumberOf(std::string_view text) {
  return Value::Parse(std::string(Trim(text))).number();
}

Error NotARange(const std::string& text) {
  return InputError(
      fmt::format("`{}` is not a range; write `16..64 by 16` or `1..512 by x2`", text));
}

Result<Range> Parts(const std::string& text) {
  size_t dots = text.find("..");
  size_t by = text.find(" by ", dots);
  Range range;
  auto first = NumberOf(text.substr(0, dots));
  auto last = NumberOf(text.substr(dots + 2, by == text.npos ? text.npos : by - dots - 2));
  if (!first || !last) return NotARange(text);
  range.first = *first;
  range.last = *last;
  if (by == text.npos) return range;
  std::string step(Trim(text.substr(by + 4)));
  range.times = !step.empty() && (step[0] == 'x' || step[0] == '*');
  auto size = NumberOf(range.times ? step.substr(1) : step);
  if (!size) return NotARange(text);
  range.step = *size;
  return range;
}

Status Check(const Range& range, const std::string& text) {
  bool finite =
      std::isfinite(range.first) && std::isfinite(range.last) && std::isfinite(range.step);
  if (!finite) return NotARange(text);
  if (range.last < range.first) {
    return InputError(fmt::format("the range `{}` goes down; write the smaller end first", text));
  }
  if (range.times && range.first <= 0) {
    return InputError(fmt::format("the range `{}` multiplies, so it must start above 0", text));
  }
  bool moves = range.times ? range.step > 1 : range.step > 0;
  if (!moves) {
    return InputError(fmt::format("the step of `{}` leads nowhere; {}", text,
                                  range.times ? "multiply by more than 1" : "add more than 0"));
  }
  return Done{};
}

bool IsMemory(const Value& value) {
  constexpr uint64_t kLeast = 1'000'000;  // no program starts in less
  const Result<Bytes> bytes = ParseBytes(value.word().value_or(""));
  return bytes.ok() && bytes.value().value >= kLeast;
}

}  // namespace

const std::vector<KnownValue>& KnownValues() {
  static const std::vector<KnownValue> values = {
      {"environment", ValueKind::kWord, nullptr, false, "where it runs"},
      {"framework", ValueKind::kWord, nullptr, true, "name or name@version"},
      {"network", ValueKind::kWord, nullptr, true, "networks/NAME.yaml"},
      {"dataset", ValueKind::kWord, nullptr, true, "name of a data set"},
      {"image", ValueKind::kCount, "32", false, "side of the square images, in pixels"},
      {"sequence", ValueKind::kCount, nullptr, false, "bytes of a sequence of text"},
      {"images", ValueKind::kCount, nullptr, false, "train on the first so many images"},
      {"epochs", ValueKind::kCount, nullptr, true, "passes over the images"},
      {"batch", ValueKind::kCount, nullptr, true, "images per step"},
      {"threads", ValueKind::kCount, nullptr, false, "compute threads; all CPUs when not said"},
      {"workers", ValueKind::kCountOrZero, nullptr, false, "input pipeline processes"},
      {"precision",
       ValueKind::kWord,
       "float32",
       false,
       "of the numbers",
       {"float32", "float64", "float16", "bfloat16"}},
      {"optimizer", ValueKind::kWord, "sgd", false, "sgd or adam", {"sgd", "adam"}},
      {"learning_rate", ValueKind::kPositive, "0.01", false, "step size"},
      {"momentum", ValueKind::kFraction, "0.9", false, "of sgd"},
      {"weight_decay", ValueKind::kNotNegative, "0", false, "L2 penalty"},
      {"memory_limit", ValueKind::kMemory, nullptr, false, "what the run may use, like 2 GB"},
      {"evaluate", ValueKind::kWord, nullptr, false, "end (default) or epoch", {"end", "epoch"}},
  };
  return values;
}

const KnownValue* FindKnownValue(const std::string& name) {
  for (const KnownValue& known : KnownValues()) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

std::vector<std::string> KnownValueNames() {
  std::vector<std::string> names;
  for (const KnownValue& known : KnownValues()) names.emplace_back(known.name);
  return names;
}

bool IsPlainName(const std::string& name) {
  constexpr size_t kLongestName = 200;
  auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && name.size() <= kLongestName && (name[0] < '0' || name[0] > '9') &&
         std::all_of(name.begin(), name.end(), plain);
}

bool HasLevel(const std::vector<Value>& levels, const Value& value) {
  auto same = [&](const Value& level) { return level.ToString() == value.ToString(); };
  return std::any_of(levels.begin(), levels.end(), same);
}

std::optional<std::string> NumberObjection(const std::string& text) {
  std::string number = text;
  const size_t point = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const bool yaml = number.size() > point + 1 && number[point] == '.' &&
                    std::isalpha(static_cast<unsigned char>(number[point + 1])) != 0;
  if (yaml) number.erase(point, 1);  // .inf, -.inf and .nan
  const NumberKind kind = ReadNumber(number).kind;
  if (kind == NumberKind::kTooLarge) return fmt::format("`{}` is larger than any number", text);
  if (kind == NumberKind::kNotFinite) return fmt::format("`{}` is not a finite number", text);
  if (kind == NumberKind::kNumber && !Value::Parse(text).number()) {
    return fmt::format("`{}` is nearer to 0 than any number", text);
  }
  return std::nullopt;
}

std::optional<std::string> Objection(const KnownValue& known, const Value& value) {
  constexpr double kLargestCount = 1e9;
  auto number = value.number();
  auto must = [&](const char* what) {
    return fmt::format("{} must be {}, not `{}`", known.name, what, value.ToString());
  };
  double x = number.value_or(0);
  bool whole = number && std::trunc(x) == x && x <= kLargestCount;
  switch (known.kind) {
    case ValueKind::kWord:
      if (!value.word() || value.word()->empty()) return must("a word");
      if (!known.choices.empty() && !Holds(known.choices, *value.word())) {
        return must(("one of " + Join(known.choices, ", ")).c_str());
      }
      break;
    case ValueKind::kCount:
      if (!whole || x < 1) return must("a whole number from 1");
      break;
    case ValueKind::kCountOrZero:
      if (!whole || x < 0) return must("a whole number from 0");
      break;
    case ValueKind::kPositive:
      if (!number || x <= 0) return must("a number above 0");
      break;
    case ValueKind::kNotNegative:
      if (!number || x < 0) return must("a number from 0");
      break;
    case ValueKind::kFraction:
      if (!number || x < 0 || x >= 1) return must("a number from 0 to below 1");
      break;
    case ValueKind::kMemory:
      if (!IsMemory(value)) return must("an amount of memory from 1 MB, like 2 GB");
      break;
  }
  return std::nullopt;
}

Value Canonical(const std::string& name, const Value& value) {
  const KnownValue* known = FindKnownValue(name);
  if (known == nullptr || known->kind != ValueKind::kMemory || !IsMemory(value)) return value;
  const Bytes bytes = ParseBytes(*value.word()).value();
  for (const auto& [size, unit] :
       {std::pair(uint64_t{1} << 30, "GiB"), {uint64_t{1} << 20, "MiB"}}) {
    if (bytes.value % size == 0) return fmt::format("{} {}", bytes.value / size, unit);
  }
  const bool large = bytes.value >= 1'000'000'000;
  return fmt::format("{} {}",
                     Value(static_cast<double>(bytes.value) / (large ? 1e9 : 1e6)).ToString(),
                     large ? "GB" : "MB");
}

bool IsRange(const std::string& text) {
  size_t dots = text.find("..");
  if (dots == 0 || dots == std::string::npos || dots + 2 >= text.size()) return false;
  return NumberOf(text.substr(0, dots)) && text[dots + 2] != '.';
}

Result<std::vector<Value>> ParseRange(const std::string& text) {
  TRENA_ASSIGN(Range range, Parts(text));
  TRENA_CHECK(Check(range, text));
  std::vector<Value> levels;
  for (size_t i = 0;; ++i) {
    auto steps = static_cast<double>(i);
    double level =
        range.times ? range.first * std::pow(range.step, steps) : range.first + range.step * steps;
    if (level > range.last + kSlack * std::abs(range.last)) return levels;
    if (levels.size() == kMostLevels) {
      return InputError(fmt::format("`{}` has more than {} levels", text, kMostLevels));
    }
    // As people write it: 0.3, not 0.30000000000000004.
    levels.push_back(Value::Parse(fmt::format("{:.12g}", level)));
  }
}

}  // namespace trena

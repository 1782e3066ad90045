// SPDX-License-Identifier: Apache-2.0
#include "study/ranges.h"

#include <fmt/format.h>

#include <cmath>

#include "core/text.h"

namespace trena {
namespace {

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

}  // namespace

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

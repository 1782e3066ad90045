// SPDX-License-Identifier: Apache-2.0
#include "core/text/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "core/text/text.h"

namespace trena {
namespace {

bool IsDecimal(char c) { return c >= '0' && c <= '9'; }

bool SameWord(std::string_view text, std::string_view word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [&](char a, char b) { return lower(a) == b; });
}

bool IsMissing(std::string_view text) {
  constexpr std::string_view kWords[] = {"na", "n/a", "null", "none", "<na>", "-", "--"};
  return text.empty() || std::any_of(std::begin(kWords), std::end(kWords),
                                     [&](std::string_view word) { return SameWord(text, word); });
}

NumberText FromChars(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const char* end = text.end();
  const auto [stop, error] = std::from_chars(text.begin(), end, value);
  if (stop != end) return {};
  // Too small is as good as zero, but from_chars does not tell it from too large.
  if (error == std::errc::result_out_of_range) {
    const std::string copy(text);
    const double nearest = std::strtod(copy.c_str(), nullptr);
    if (std::abs(nearest) < 1) return {NumberKind::kNumber, nearest};
    return {NumberKind::kTooLarge};
  }
  if (error != std::errc()) return {};
  return std::isfinite(value) ? NumberText{NumberKind::kNumber, value}
                              : NumberText{NumberKind::kNotFinite};
}

// "1.234.567" → "1234567": groups of three after a first of one to three. Empty when it is not so.
std::string WithoutGroups(std::string_view whole, char mark) {
  std::string digits;
  if (whole.starts_with('-') || whole.starts_with('+')) {
    digits += whole[0];
    whole.remove_prefix(1);
  }
  const size_t first = whole.find(mark);
  if (first == std::string_view::npos) return digits.append(whole);
  if (first == 0 || first > 3 || (whole.size() - first) % 4 != 0) return "";
  for (size_t i = 0; i < whole.size(); ++i) {
    const bool is_mark = i >= first && (i - first) % 4 == 0;
    if (is_mark ? whole[i] != mark : !IsDecimal(whole[i])) return "";
    if (!is_mark) digits += whole[i];
  }
  return digits;
}

// A number whose parts are divided by `decimal` and whose thousands by `group`.
NumberText WithMarks(std::string_view text, char decimal, char group) {
  const size_t comma = text.find(decimal);
  const std::string_view whole = text.substr(0, comma);
  const size_t exponent = whole.find_first_of("eE");
  if (comma == std::string_view::npos && exponent != std::string_view::npos) {
    return whole.find(group) == std::string_view::npos ? FromChars(text) : NumberText{};
  }
  std::string plain = WithoutGroups(whole, group);
  if (plain.empty() && !whole.empty()) return {};
  if (comma == std::string_view::npos) return FromChars(plain);
  const std::string_view rest = text.substr(comma + 1);
  if (rest.find_first_of(",.") != std::string_view::npos) return {};
  return FromChars(plain.append(".").append(rest));
}

NumberKind KindOfText(std::string_view text, DecimalMark mark) {
  if (IsMissing(text)) return NumberKind::kMissing;
  const bool digits = std::any_of(text.begin(), text.end(), IsDecimal);
  if (!digits || mark == DecimalMark::kComma) return NumberKind::kText;
  const bool comma_first = text.find(',') < text.find('.') && text.find('.') < text.size();
  if (!comma_first && WithMarks(text, ',', '.').kind == NumberKind::kNumber) {
    return NumberKind::kDecimalComma;
  }
  return WithMarks(text, '.', ',').kind == NumberKind::kNumber ? NumberKind::kThousands
                                                               : NumberKind::kText;
}

}  // namespace

NumberText ReadNumber(std::string_view text, DecimalMark mark) {
  NumberText read = mark == DecimalMark::kPoint ? FromChars(text) : WithMarks(text, ',', '.');
  if (read.kind != NumberKind::kText) return read;
  const std::string_view trimmed = Trim(text);
  if (trimmed.size() < text.size()) return ReadNumber(trimmed, mark);
  return {KindOfText(text, mark), 0};
}

}  // namespace trena

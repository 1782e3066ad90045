// SPDX-License-Identifier: Apache-2.0
#include "measure/import/log_numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Takes digits off the front; how many there were.
size_t TakeDigits(std::string_view& text) {
  const size_t count = std::min(text.find_first_not_of(kDigits), text.size());
  text.remove_prefix(count);
  return count;
}

// By RFC 8259, section 6.
bool IsJsonNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const size_t whole = TakeDigits(text);
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (TakeDigits(text) == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (TakeDigits(text) == 0) return false;
  }
  return text.empty();
}

}  // namespace

std::optional<double> LogNumber(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.begin(), text.end(), number);
  if (problem != std::errc() || end != text.end() || !std::isfinite(number)) return std::nullopt;
  return percent ? number / 100 : number;
}

std::optional<double> LogSeconds(std::string_view text) {
  const auto number = LogNumber(text);
  return number && *number >= 0 ? number : std::nullopt;
}

void AppendJsonNumber(std::string_view text, std::string& json) {
  if (IsJsonNumber(text)) {
    json += text;
  } else {
    fmt::format_to(std::back_inserter(json), "{}", LogNumber(text).value_or(0));
  }
}

std::string_view Between(std::string_view text, std::string_view before, std::string_view after) {
  const size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  const size_t end = text.find(after);
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

}  // namespace trena

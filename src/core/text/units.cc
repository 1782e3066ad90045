// SPDX-License-Identifier: Apache-2.0
#include "core/text/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "core/text/text.h"
#include "core/value.h"

namespace trena {
namespace {

constexpr double kLongestTime = 86400.0 * 365 * 100;

// Takes a non-negative decimal number off the front of `text`.
std::optional<double> TakeNumber(std::string_view& text) {
  text = Trim(text);
  if (text.empty() || (!std::isdigit(static_cast<unsigned char>(text[0])) && text[0] != '.')) {
    return std::nullopt;
  }
  double number = 0;
  auto format = std::chars_format::fixed;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, format);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(stop - text.data()));
  text = Trim(text);
  return number;
}

// Takes letters off the front of `text`.
std::string TakeWord(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) ++end;
  std::string word(text.substr(0, end));
  text.remove_prefix(end);
  text = Trim(text);
  return word;
}

const std::map<std::string, double>& TimeUnits() {
  static const std::map<std::string, double> units = {
      {"ms", 1e-3},    {"s", 1},     {"sec", 1},     {"second", 1},
      {"seconds", 1},  {"m", 60},    {"min", 60},    {"minute", 60},
      {"minutes", 60}, {"h", 3600},  {"hr", 3600},   {"hour", 3600},
      {"hours", 3600}, {"d", 86400}, {"day", 86400}, {"days", 86400}};
  return units;
}

const std::map<std::string, double>& ByteUnits() {
  static const std::map<std::string, double> units = {{"B", 1},
                                                      {"kB", 1e3},
                                                      {"KB", 1e3},
                                                      {"MB", 1e6},
                                                      {"GB", 1e9},
                                                      {"TB", 1e12},
                                                      {"KiB", 1024.0},
                                                      {"MiB", 1048576.0},
                                                      {"GiB", 1073741824.0},
                                                      {"TiB", 1099511627776.0}};
  return units;
}

bool IsCurrency(const std::string& word) {
  auto upper = [](unsigned char c) { return std::isupper(c) != 0; };
  return word.size() == 3 && std::all_of(word.begin(), word.end(), upper);
}

// What is often written otherwise: a decimal comma, a currency in small letters. Empty: neither.
std::string Hint(const std::string& text, const std::string& currency) {
  size_t comma = text.find(',');
  bool between = comma != std::string::npos && comma > 0 && comma + 1 < text.size() &&
                 std::isdigit(static_cast<unsigned char>(text[comma - 1])) &&
                 std::isdigit(static_cast<unsigned char>(text[comma + 1]));
  if (between) return "; the decimal point is a point, not a comma";
  auto lower = [](unsigned char c) { return std::islower(c) != 0; };
  bool small = currency.size() == 3 && std::any_of(currency.begin(), currency.end(), lower);
  return small ? "; a currency is three capital letters" : "";
}

std::string Amount(double amount) {
  double size = std::abs(amount);
  if (size == 0 || size >= 1) return fmt::format("{:.2f}", amount);
  // Three significant digits below one.
  int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 2, 9);
  return fmt::format("{:.{}f}", amount, decimals);
}

}  // namespace

Result<Seconds> ParseSeconds(const std::string& text) {
  std::string_view rest = text;
  double total = 0;
  do {
    auto number = TakeNumber(rest);
    std::string unit = TakeWord(rest);
    if (number && unit.empty() && rest.empty()) {
      return InputError(fmt::format("`{}` has no unit of time; write `{}s`", text, Trim(text)));
    }
    auto found = TimeUnits().find(unit);
    if (!number || found == TimeUnits().end()) {
      return InputError(fmt::format("`{}` is not a time; write it like 10s, 250ms or 1h30m{}", text,
                                    Hint(text, "")));
    }
    total += *number * found->second;
  } while (!rest.empty());
  if (total > kLongestTime)
    return InputError(fmt::format("`{}` is longer than a hundred years", text));
  return Seconds{total};
}

Result<Bytes> ParseBytes(const std::string& text) {
  std::string_view rest = text;
  auto number = TakeNumber(rest);
  std::string unit = TakeWord(rest);
  auto found = ByteUnits().find(unit);
  bool fits =
      number && found != ByteUnits().end() && rest.empty() && *number * found->second < 9.2e18;
  if (!fits) {
    return InputError(fmt::format("`{}` is not an amount of memory; write it like 8 GB", text));
  }
  return Bytes{static_cast<uint64_t>(std::llround(*number * found->second))};
}

Result<Money> ParseMoney(const std::string& text) {
  std::string_view rest = text;
  auto number = TakeNumber(rest);
  std::string currency = TakeWord(rest);
  if (number && currency.empty() && rest.empty()) {
    return InputError(fmt::format("`{}` has no currency; write `{} USD`", text, Trim(text)));
  }
  if (!number || !IsCurrency(currency) || !rest.empty()) {
    return InputError(fmt::format("`{}` is not an amount of money; write it like 200 USD{}", text,
                                  Hint(text, currency)));
  }
  return Money{*number, currency};
}

Result<Price> ParsePrice(const std::string& text) {
  if (Trim(text) == "free") return Price{0, "", true};
  std::string_view rest = text;
  auto number = TakeNumber(rest);
  std::string currency = TakeWord(rest);
  if (number && *number == 0 && Hint(text, "").empty()) {
    return InputError(
        "a price of 0 is ambiguous; write `free` if it costs nothing, or leave it out if the price "
        "is not known");
  }
  if (number && currency.empty() && Hint(text, "").empty()) {
    return InputError(fmt::format("`{}` has no currency; write `{} USD/h`", text, *number));
  }
  double per_hour = 0;
  if (number && rest.starts_with('/')) {
    rest = Trim(rest.substr(1));
    auto found = TimeUnits().find(TakeWord(rest));
    if (found != TimeUnits().end()) per_hour = *number / (found->second / 3600);
  }
  if (!IsCurrency(currency) || !(per_hour > 0) || !std::isfinite(per_hour) || !rest.empty()) {
    return InputError(fmt::format("`{}` is not a price; write it like 0.169 USD/h, or free{}", text,
                                  Hint(text, currency)));
  }
  return Price{per_hour, currency, false};
}

std::string ToString(Seconds time) {
  double s = time.value;
  if (s < 0) return "-" + ToString(Seconds{-s});
  if (s < 0.9995) return fmt::format("{:.3g} ms", s * 1000);
  if (s < 59.995) return fmt::format("{:.2f} s", s);
  auto whole = static_cast<int64_t>(std::llround(s));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  int64_t minutes = (whole + 30) / 60;
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string ToString(Bytes bytes) {
  static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  auto size = static_cast<double>(bytes.value);
  size_t unit = 0;
  while (size >= 999.5 && unit + 1 < std::size(kUnits)) {
    size /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes.value)
                   : fmt::format("{:.3g} {}", size, kUnits[unit]);
}

std::string ToString(const Money& money) {
  if (money.currency.empty()) return Amount(money.amount);
  return fmt::format("{} {}", Amount(money.amount), money.currency);
}

std::string ToString(const Price& price) {
  if (price.free) return "free";
  return fmt::format("{} {}/h", price.per_hour, price.currency);
}

Result<double> ParsePercent(const std::string& text) {
  std::string_view number = Trim(text);
  bool percent = number.ends_with('%');
  if (percent) number.remove_suffix(1);
  auto value = Value::Parse(std::string(Trim(number))).number();
  if (!value) return InputError(fmt::format("`{}` is not a percentage; write it like 2 %", text));
  if (!percent) {
    // 0.05 was likely meant as a part of 1.
    const double meant = *value > 0 && *value < 1 ? *value * 100 : *value;
    return InputError(fmt::format("`{}` has no unit; write it like {:.6g} %", text, meant));
  }
  if (*value <= 0 || *value >= 100) {
    return InputError(fmt::format("`{}` is not between 0 % and 100 %", text));
  }
  return *value / 100;
}

}  // namespace trena

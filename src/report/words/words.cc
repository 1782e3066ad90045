// SPDX-License-Identifier: Apache-2.0
#include "report/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/fill.h"
#include "core/text/units.h"

namespace trena {
namespace {

constexpr std::string_view kMinus = "\u2212";

// "1234567" with a separator every three digits from the right.
std::string Grouped(const std::string& digits, char separator) {
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += separator;
    out += digits[i];
  }
  return out;
}

bool OnlyZeros(const std::string& number) {
  return number.find_first_not_of("0.") == std::string::npos;
}

// Two decimals, and three significant digits below one.
int MoneyDecimals(double amount) {
  double size = std::abs(amount);
  if (size == 0 || size >= 1 || !std::isfinite(size)) return 2;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 2, kMostDecimals);
}

std::string SignOf(const std::string& currency) {
  if (currency == "USD") return "US$";
  if (currency == "BRL") return "R$";
  if (currency == "EUR") return "€";
  return currency;
}

// Whether each `d` of the shape is a digit and everything else is itself.
bool Like(std::string_view text, std::string_view shape) {
  const auto fits = [](char c, char wanted) {
    return wanted == 'd' ? c >= '0' && c <= '9' : c == wanted;
  };
  return std::equal(text.begin(), text.end(), shape.begin(), shape.end(), fits);
}

}  // namespace

Language LanguageFromCode(std::string_view code) {
  return code.starts_with("pt") ? Language::kPortuguese : Language::kEnglish;
}

std::string CodeOf(Language language) { return language == Language::kPortuguese ? "pt-BR" : "en"; }

std::string Words::Say(Sentence sentence, std::initializer_list<Argument> arguments) const {
  return Say(sentence, std::span<const Argument>(arguments.begin(), arguments.size()));
}

std::string Words::Say(Sentence sentence, std::span<const Argument> arguments) const {
  return Fill(sentence.In(language_), [&](std::string_view name) {
    const auto named = [&](const Argument& argument) { return argument.first == name; };
    const auto found = std::find_if(arguments.begin(), arguments.end(), named);
    return found == arguments.end() ? nullptr : &found->second;
  });
}

std::string Words::Fixed(double value, int decimals) const {
  if (!std::isfinite(value)) return "—";
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  bool negative = value < 0 && !OnlyZeros(text);
  bool portuguese = language_ == Language::kPortuguese;
  size_t point = std::min(text.find('.'), text.size());
  std::string out = Grouped(text.substr(0, point), portuguese ? '.' : ',');
  if (point < text.size()) out += (portuguese ? ',' : '.') + text.substr(point + 1);
  return negative ? std::string(kMinus) + out : out;
}

std::string Words::Significant(double value, int digits) const {
  if (value == 0 || !std::isfinite(value)) return Fixed(value, 0);
  int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  // 9.9996 to four digits is 10.00, not 10.000.
  const double unit = std::pow(10.0, magnitude - digits + 1);
  if (std::round(std::abs(value) / unit) * unit >= std::pow(10.0, magnitude + 1)) ++magnitude;
  return Fixed(value, std::clamp(digits - 1 - magnitude, 0, kMostDecimals));
}

std::string Words::Percent(double percent) const {
  if (percent > 0 && percent < 0.05) return "<" + Fixed(0.1, 1) + "%";
  return Fixed(percent, 1) + "%";
}

std::string Words::Chance(double p) const {
  return p < 0.001 ? "<" + Fixed(0.001, 3) : Fixed(p, 3);
}

std::string Words::Probability(double p) const {
  return p < 0.001 ? "p < " + Fixed(0.001, 3) : "p = " + Fixed(p, 3);
}

std::string Words::Time(double seconds) const {
  std::string text = ToString(Seconds{seconds});
  if (language_ == Language::kPortuguese) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::string Words::Memory(double bytes) const {
  std::string text = ToString(Bytes{static_cast<uint64_t>(bytes)});
  if (language_ == Language::kPortuguese) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::string Words::Money(double amount, const std::string& currency) const {
  return WithCurrency(Fixed(amount, MoneyDecimals(amount)), currency);
}

std::string Words::WithCurrency(const std::string& number, const std::string& currency) const {
  if (currency.empty()) return number;
  if (language_ != Language::kPortuguese) return number + " " + currency;
  if (!number.starts_with(kMinus)) return SignOf(currency) + " " + number;
  return std::string(kMinus) + SignOf(currency) + " " + number.substr(kMinus.size());
}

std::string Words::Scientific(double value, int decimals) const {
  if (!std::isfinite(value)) return "—";
  std::string text = fmt::format("{:.{}e}", value, decimals);
  if (language_ == Language::kPortuguese) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::string Words::Date(const std::string& calendar) const {
  const bool moment = Like(calendar, "dddd-dd-ddTdd:dd:ddZ");
  if (!moment && !Like(calendar, "dddd-dd-dd")) return calendar;
  std::string date = calendar.substr(0, 10);
  if (language_ == Language::kPortuguese) {
    date = date.substr(8, 2) + "/" + date.substr(5, 2) + "/" + date.substr(0, 4);
  }
  return moment ? date + " " + calendar.substr(11, 5) + " UTC" : date;
}

std::string Words::List(const std::vector<std::string>& items) const {
  if (items.empty()) return "";
  std::string out = items[0];
  for (size_t i = 1; i + 1 < items.size(); ++i) out += ", " + items[i];
  if (items.size() == 1) return out;
  return Say({"{items} and {last}", "{items} e {last}"}, {{"items", out}, {"last", items.back()}});
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/text/moment.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace trena {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr double kDay = 86400;

// Seconds of "18:00".
std::optional<double> ClockTime(const std::string& text) {
  unsigned hour = 0, minute = 0;
  int used = 0;
  bool shaped = text.size() == 5 && text.find_first_not_of("0123456789:") == text.npos &&
                std::sscanf(text.c_str(), "%2u:%2u%n", &hour, &minute, &used) == 2;
  if (!shaped || used != 5 || hour > 23 || minute > 59) return std::nullopt;
  return hour * 3600.0 + minute * 60.0;
}

// 42 of ":42Z", where there are any.
std::optional<double> SecondsOfMinute(const std::string& text) {
  auto time = text.size() >= 3 ? ClockTime("00" + text.substr(0, 3)) : std::nullopt;
  return text.starts_with(":") && time ? std::optional(*time / 60) : std::nullopt;
}

// Seconds of "", "Z", " UTC", "-03:00".
std::optional<double> Offset(const std::string& text) {
  if (text.empty() || text == "Z" || text == " UTC") return 0;
  auto time = ClockTime(text.substr(1));
  if (!time || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  return text[0] == '-' ? -*time : *time;
}

}  // namespace

std::optional<double> ParseDay(const std::string& text) {
  int year = 0, used = 0;
  unsigned month = 0, day = 0;
  bool shaped = text.size() == 10 && text.find_first_not_of("0123456789-") == text.npos &&
                std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &used) == 3;
  year_month_day date{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
  if (!shaped || used != 10 || !date.ok()) return std::nullopt;
  return static_cast<double>(sys_days{date}.time_since_epoch().count());
}

Result<Seconds> ParseMoment(const std::string& text) {
  auto days = ParseDay(text.substr(0, 10));
  if (days && text.size() == 10) return Seconds{(*days + 1) * kDay};
  if (days && text.size() >= 16 && (text[10] == ' ' || text[10] == 'T')) {
    auto time = ClockTime(text.substr(11, 5));
    auto seconds = SecondsOfMinute(text.substr(16));
    auto offset = Offset(text.substr(seconds ? 19 : 16));
    if (time && offset) return Seconds{*days * kDay + *time + seconds.value_or(0) - *offset};
  }
  return InputError(fmt::format(
      "`{}` is not a moment; write it like 2024-01-15 18:00 (UTC) or 2024-01-15 18:00-03:00",
      text));
}

std::string MomentText(Seconds moment) {
  auto seconds = static_cast<std::time_t>(moment.value);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace trena

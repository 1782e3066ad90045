// SPDX-License-Identifier: Apache-2.0
#include "report/words/warning_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"
#include "configure/runners/speed.h"
#include "core/text/text.h"
#include "report/words/place_name.h"

namespace trena {
namespace {

// Of a number as it is written, four at most: "0.425" has three.
int DigitsOf(const std::string& number) {
  size_t first = number.find_first_of("123456789");
  if (first == std::string::npos) return 1;
  const std::string rest = number.substr(first, number.find('e') - first);
  return static_cast<int>(std::clamp<std::ptrdiff_t>(
      std::count_if(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; }), 1, 4));
}

// Arguments are plain numbers or names; a number is shown as the language writes it.
std::string Shown(const std::string& argument, const Words& words) {
  if (argument == kThisMachine) return PlaceName(argument, words);
  double number = 0;
  const char* end = argument.data() + argument.size();
  auto [stop, error] = std::from_chars(argument.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return argument;
  return number == std::round(number) ? words.Fixed(number, 0)
                                      : words.Significant(number, DigitsOf(argument));
}

std::vector<Words::Argument> Named(const std::vector<std::string>& arguments, size_t before_list,
                                   const Words& words) {
  static constexpr std::string_view kNames[] = {"0", "1", "2", "3"};
  std::vector<Words::Argument> named;
  std::vector<std::string> list;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string text = Shown(arguments[i], words);
    if (i < before_list && i < std::size(kNames)) {
      named.emplace_back(kNames[i], text);
    } else {
      list.push_back(text);
    }
  }
  named.emplace_back("list", words.List(list));
  return named;
}

std::string CauseText(const std::string& kept, const Words& words) {
  return TellCause(kept).In(words.language());
}

// Whose arguments are words that are kept in English.
struct RetoldWarning {
  const char* code;
  std::string (*say)(const std::string& argument, const Words& words);
};
constexpr RetoldWarning kRetold[] = {
    {warning::kStandIn, StandInText},
    {warning::kHandicap, CauseText},
    {warning::kLikelyHandicap, CauseText},
};

std::vector<std::string> Retold(const Warning& warning, const Words& words) {
  std::vector<std::string> arguments = warning.arguments;
  for (const RetoldWarning& row : kRetold) {
    if (warning.code != row.code) continue;
    for (std::string& argument : arguments) argument = row.say(argument, words);
  }
  return arguments;
}

}  // namespace

std::string StandInText(const std::string& difference, const Words& words) {
  if (difference == "a stand-in for the GPUs") {
    return words.Say({"a stand-in for the GPUs", "um substituto das GPUs"});
  }
  constexpr std::string_view kInstead = " instead of ";
  const size_t at = difference.find(kInstead);
  if (at == std::string::npos) return difference;
  std::string here = difference.substr(0, at);
  const std::string wanted = difference.substr(at + kInstead.size());
  constexpr std::string_view kMemory = " of memory";
  if (here.ends_with(kMemory)) {
    here.resize(here.size() - kMemory.size());
    return words.Say(
        {"{here} of memory instead of {wanted}", "{here} de memória em vez de {wanted}"},
        {{"here", here}, {"wanted", wanted}});
  }
  return words.Say({"{here} instead of {wanted}", "{here} em vez de {wanted}"},
                   {{"here", here}, {"wanted", wanted}});
}

WarningText Explain(const Warning& warning, const Words& words) {
  const WarningRow* row = FindWarning(warning.code);
  if (row == nullptr) return {warning.code + ": " + Join(warning.arguments, ", "), "", ""};
  auto arguments = Named(Retold(warning, words), row->before_list, words);
  return {words.Say(row->seen, arguments), words.Say(row->why, arguments),
          words.Say(row->advice, arguments), "docs/warnings.md#" + warning.code};
}

Json WarningsJson(const std::vector<Warning>& warnings, const Words& words) {
  Json json = Json::array();
  for (const Warning& warning : warnings) {
    const WarningText text = Explain(warning, words);
    json.push_back({{"code", warning.code},
                    {"arguments", warning.arguments},
                    {"seen", text.seen},
                    {"why", text.why},
                    {"advice", text.advice},
                    {"page", text.page.empty() ? Json() : Json(text.page)}});
  }
  return json;
}

std::string ExplainWhyNot(const ResponseAnalysis& response, const Words& words) {
  const ReasonRow* row = FindReason(WhyNotRows(), response.why_not);
  if (row == nullptr) return response.why_not;
  return words.Say(row->text, Named(response.why_not_details, 0, words));
}

std::string ExplainReservation(const Warning& reservation, const Words& words) {
  const ReasonRow* row = FindReason(ReservationRows(), reservation.code);
  if (row == nullptr) return reservation.code;
  return words.Say(row->text, Named(reservation.arguments, row->before_list, words));
}

std::string ExplainReason(const std::string& verdict_reason, const Words& words) {
  const ReasonRow* row = FindReason(VerdictReasonRows(), verdict_reason);
  return row == nullptr ? verdict_reason : words.Say(row->text);
}

}  // namespace trena

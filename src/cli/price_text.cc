// SPDX-License-Identifier: Apache-2.0
#include "cli/price_text.h"

#include <fmt/format.h>

#include "cli/plan_text.h"
#include "core/terminal.h"
#include "core/text/moment.h"
#include "core/text/text.h"

namespace trena {
namespace {

size_t From(const Expected& expected, TimeSource source) {
  return expected.by_source[static_cast<size_t>(source)];
}

// "40 from earlier runs of the same scenario, 12 from a model over 20 scenarios".
std::string SourceText(const Expected& expected, const Forecast& forecast) {
  std::vector<std::string> parts;
  auto add = [&](TimeSource source, const std::string& words) {
    if (From(expected, source) > 0) {
      parts.push_back(fmt::format("{} {}", From(expected, source), words));
    }
  };
  add(TimeSource::kRuns, "from earlier runs of the same scenario");
  add(TimeSource::kPilot, "from pilots");
  add(TimeSource::kOtherLength, "from runs or pilots with other epochs or images");
  add(TimeSource::kModel, fmt::format("from a model over {} scenario{}", forecast.model_scenarios,
                                      forecast.model_scenarios == 1 ? "" : "s"));
  add(TimeSource::kGiven, "as --run-takes says");
  return Join(parts, ", ");
}

// Of a part of the runs only where it says so: "1 h 20 min", "10 of them: 1 h 20 min".
std::string OfKnown(const Expected& expected, const std::string& text) {
  const size_t unknown = From(expected, TimeSource::kNothing);
  return unknown == 0 ? text : fmt::format("{} of them: {}", expected.runs - unknown, text);
}

std::string SourcesCell(const Expected& expected, const Forecast& forecast) {
  std::vector<std::string> parts;
  if (expected.time) parts.push_back(SourceText(expected, forecast));
  const size_t unknown = From(expected, TimeSource::kNothing);
  if (unknown > 0) parts.push_back(fmt::format("{} not known", unknown));
  return Join(parts, ", ");
}

// How sure that is, or why it cannot be told.
std::string SurenessText(const Forecast& forecast) {
  const Expected& all = forecast.together;
  std::string out;
  if (all.time->low) {
    out = fmt::format("In brackets: {:.0f} % intervals", 100 * kForecastConfidence);
    if (forecast.deviation) {
      out += fmt::format(
          "; runs of a scenario lie {:.2g} % apart (standard deviation, {:.0f} "
          "degree{} of freedom)",
          100 * forecast.deviation->relative, forecast.deviation->df,
          forecast.deviation->df == 1 ? "" : "s");
    }
    out += ".\n";
  } else if (From(all, TimeSource::kGiven) > 0) {
    out = "No interval: what --run-takes says is taken as it is.\n";
  } else {
    out = forecast.deviation ? "No interval: the model has as many effects as scenarios.\n"
                             : "No interval: no scenario was measured or piloted twice.\n";
  }
  return out;
}

std::string FitText(Fit fit) {
  switch (fit) {
    case Fit::kFits:
      return "; the rest fits";
    case Fit::kUnsure:
      return "; the rest is expected to fit, but may not";
    case Fit::kDoesNot:
      return "; the rest does NOT fit";
    case Fit::kUnknown:
      return "; whether the rest fits is not known";
  }
  return "";
}

// ", spent at least 0.40 USD (2 attempts have no price)".
std::string SpentText(const Forecast& forecast) {
  size_t without = forecast.attempts_without_price;
  if (without == 0) return forecast.spent ? ", spent " + ToString(*forecast.spent) : "";
  std::string spent = forecast.spent_at_least
                          ? "spent at least " + ToString(*forecast.spent_at_least)
                          : "what was spent is not known";
  return fmt::format(", {} ({} no price)", spent,
                     without == 1 ? "1 attempt has" : fmt::format("{} attempts have", without));
}

// The command that tells what the rest of a budget buys that is too little for the plan; nothing
// where there is no rest, or a price is missing.
std::string BuysText(const Money& budget, const Forecast& forecast,
                     const std::string& plan_command) {
  Money left = budget;
  if (forecast.spent_at_least) left.amount -= forecast.spent_at_least->amount;
  if (!(left.amount > 0) || !forecast.without_price.empty()) return "";
  std::string within = ToString(left);
  std::erase(within, ' ');
  return fmt::format("Which designs {} buy, or what the cheapest costs: {} --within {}\n",
                     ToString(left), ForTerminal(plan_command), within);
}

}  // namespace

std::string TimeText(const Estimated& time) {
  std::string value = ToString(Seconds{time.value});
  if (!time.low || !time.high) return value;
  return fmt::format("{} [{}, {}]", value, ToString(Seconds{*time.low}),
                     ToString(Seconds{*time.high}));
}

std::string MoneyText(const EstimatedMoney& money) {
  if (money.currency.empty()) return "free";
  auto number = [&](double amount) {
    std::string text = ToString(Money{amount, money.currency});
    return text.substr(0, text.rfind(' '));
  };
  std::string value = ToString(Money{money.amount.value, money.currency});
  if (!money.amount.low || !money.amount.high) return value;
  return fmt::format("{} [{}, {}]", value, number(*money.amount.low), number(*money.amount.high));
}

std::string PriceText(const Forecast& forecast) {
  const Expected& all = forecast.together;
  if (all.runs == 0) return "Nothing is left to run.\n";
  if (!all.time) {
    std::string why = "nothing of this study was measured here.";
    if (forecast.rough_time) {
      why = fmt::format(
          "their scenarios were not, and what was measured does not tell. At the mean of the "
          "scenarios that were, they would take {}.",
          ToString(*forecast.rough_time));
    }
    return fmt::format("{} to do. How long they take is not known yet: {}\n", Runs(all.runs), why);
  }
  std::string money = all.money ? ", " + MoneyText(*all.money) : "";
  const std::string known =
      fmt::format("about {}{} ({})", TimeText(*all.time), money, SourceText(all, forecast));
  const size_t unknown = From(all, TimeSource::kNothing);
  if (unknown == 0)
    return fmt::format("{} to do: {}.\n", Runs(all.runs), known) + SurenessText(forecast);
  return fmt::format("{} to do. {}. How long the other {} not known yet.\n", Runs(all.runs),
                     OfKnown(all, known),
                     unknown == 1 ? "takes is" : fmt::format("{} take is", unknown)) +
         SurenessText(forecast);
}

std::string PlacesText(const Forecast& forecast) {
  if (forecast.places.size() < 2 || !forecast.together.time) return "";
  TextTable table({{"environment"},
                   {"runs", TextTable::Align::kRight},
                   {"time"},
                   {"money"},
                   {"runs whose time is known"}});
  auto add = [&](const std::string& name, const Expected& expected) {
    std::string money = expected.time ? "no price" : "not known";
    table.Add({name, fmt::format("{}", expected.runs),
               expected.time ? OfKnown(expected, TimeText(*expected.time)) : "not known",
               expected.money ? OfKnown(expected, MoneyText(*expected.money)) : money,
               SourcesCell(expected, forecast)});
  };
  for (const Expected& place : forecast.places) add(place.environment, place);
  add("together", forecast.together);
  return table.Render();
}

std::string SpendingLimitsText(const SpendingLimits& limits, const Forecast& forecast,
                               const std::string& plan_command) {
  std::string out;
  if (limits.budget) {
    out = fmt::format("Budget: {}{}{}.\n", ToString(*limits.budget), SpentText(forecast),
                      FitText(limits.money));
    if (limits.money == Fit::kDoesNot) out += BuysText(*limits.budget, forecast, plan_command);
  }
  if (limits.deadline) {
    out += fmt::format("Deadline: {}{}.\n", MomentText(*limits.deadline), FitText(limits.time));
  }
  return out;
}

}  // namespace trena

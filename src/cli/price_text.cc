// SPDX-License-Identifier: Apache-2.0
#include "cli/price_text.h"

#include <fmt/format.h>

#include "cli/plan_text.h"
#include "cli/talk.h"
#include "core/terminal/terminal.h"
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
  const Words words = Talk();
  const Words::Argument scenarios{"count", std::to_string(forecast.model_scenarios)};
  add(TimeSource::kRuns, words.Say({"from earlier runs of the same scenario",
                                    "de execuções anteriores do mesmo cenário"}));
  add(TimeSource::kPilot, words.Say({"from pilots", "de pilotos"}));
  add(TimeSource::kOtherLength,
      words.Say({"from runs or pilots with other epochs or images",
                 "de execuções ou pilotos com outras épocas ou imagens"}));
  add(TimeSource::kModel, words.Say({"from a model over {count} [scenario|scenarios]",
                                     "de um modelo sobre {count} [cenário|cenários]"},
                                    {scenarios}));
  add(TimeSource::kGiven, words.Say({"as --run-takes says", "como diz --run-takes"}));
  return Join(parts, ", ");
}

// Of a part of the runs only where it says so: "1 h 20 min", "10 of them: 1 h 20 min".
std::string OfKnown(const Expected& expected, const std::string& text) {
  const size_t unknown = From(expected, TimeSource::kNothing);
  return unknown == 0
             ? text
             : Talk().Say({"{count} of them: {text}", "{count} delas: {text}"},
                          {{"count", std::to_string(expected.runs - unknown)}, {"text", text}});
}

std::string SourcesCell(const Expected& expected, const Forecast& forecast) {
  std::vector<std::string> parts;
  if (expected.time) parts.push_back(SourceText(expected, forecast));
  const size_t unknown = From(expected, TimeSource::kNothing);
  if (unknown > 0)
    parts.push_back(Talk().Say({"{count} not known", "{count} sem estimativa"},
                               {{"count", std::to_string(unknown)}}));
  return Join(parts, ", ");
}

std::string Degrees(double df) {
  return Talk().Say({"{count} [degree|degrees] of freedom", "{count} [grau|graus] de liberdade"},
                    {{"count", fmt::format("{:.0f}", df)}});
}

// How sure that is, or why it cannot be told.
std::string SurenessText(const Forecast& forecast) {
  const Expected& all = forecast.together;
  const Words words = Talk();
  std::string out;
  if (all.time->low) {
    const Words::Argument confidence{"confidence",
                                     fmt::format("{:.0f}", 100 * kForecastConfidence)};
    out =
        forecast.deviation
            ? words.Say(
                  {"In brackets: {confidence} % intervals; runs of a scenario lie {spread} % apart "
                   "(standard deviation, {df}).",
                   "Entre colchetes: intervalos de {confidence} %; execuções de um cenário distam "
                   "{spread} % (desvio padrão, {df})."},
                  {confidence,
                   {"spread", fmt::format("{:.2g}", 100 * forecast.deviation->relative)},
                   {"df", Degrees(forecast.deviation->df)}})
            : words.Say({"In brackets: {confidence} % intervals.",
                         "Entre colchetes: intervalos de {confidence} %."},
                        {confidence});
  } else if (From(all, TimeSource::kGiven) > 0) {
    out = words.Say({"No interval: what --run-takes says is taken as it is.",
                     "Sem intervalo: o que diz --run-takes é tomado como está."});
  } else {
    out = forecast.deviation
              ? words.Say({"No interval: the model has as many effects as scenarios.",
                           "Sem intervalo: o modelo tem tantos efeitos quantos cenários."})
              : words.Say({"No interval: no scenario was measured or piloted twice.",
                           "Sem intervalo: nenhum cenário foi medido ou pilotado duas vezes."});
  }
  return out + "\n";
}

std::string FitText(Fit fit) {
  switch (fit) {
    case Fit::kFits:
      return Talk().Say({"; the rest fits", "; o resto cabe"});
    case Fit::kUnsure:
      return Talk().Say({"; the rest is expected to fit, but may not",
                         "; espera-se que o resto caiba, mas pode não caber"});
    case Fit::kDoesNot:
      return Talk().Say({"; the rest does NOT fit", "; o resto NÃO cabe"});
    case Fit::kUnknown:
      return Talk().Say({"; whether the rest fits is not known", "; não se sabe se o resto cabe"});
  }
  return "";
}

// ", spent at least 0.40 USD (2 attempts have no price)".
std::string SpentText(const Forecast& forecast) {
  const Words words = Talk();
  const size_t without = forecast.attempts_without_price;
  if (without == 0) {
    if (!forecast.spent) return "";
    return words.Say({", spent {amount}", ", gastos {amount}"},
                     {{"amount", ToString(*forecast.spent)}});
  }
  const std::string spent =
      forecast.spent_at_least
          ? words.Say({"spent at least {amount}", "gastos pelo menos {amount}"},
                      {{"amount", ToString(*forecast.spent_at_least)}})
          : words.Say({"what was spent is not known", "não se sabe quanto se gastou"});
  const Words::Argument said{"spent", spent};
  return words.Say({", {spent} ({count} [attempt has|attempts have] no price)",
                    ", {spent} ({count} [tentativa|tentativas] sem preço)"},
                   {said, {"count", std::to_string(without)}});
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
  if (money.currency.empty()) return Talk().Say({"free", "de graça"});
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
  const Words words = Talk();
  const Words::Argument runs{"runs", Runs(all.runs)};
  if (all.runs == 0) {
    return words.Say({"Nothing is left to run.", "Não falta rodar nada."}) + "\n";
  }
  if (!all.time) {
    if (forecast.rough_time) {
      return words.Say(
                 {"{runs} to do. How long they take is not known yet: their scenarios were not, "
                  "and "
                  "what was measured does not tell. At the mean of the scenarios that were, they "
                  "would take {time}.",
                  "{runs} a fazer. Ainda não se sabe quanto demoram: seus cenários não foram "
                  "medidos, e o que foi medido não diz. Pela média dos cenários medidos, levariam "
                  "{time}."},
                 {runs, {"time", ToString(*forecast.rough_time)}}) +
             "\n";
    }
    return words.Say(
               {"{runs} to do. How long they take is not known yet: nothing of this study was "
                "measured here.",
                "{runs} a fazer. Ainda não se sabe quanto demoram: nada deste estudo foi "
                "medido aqui."},
               {runs}) +
           "\n";
  }
  std::string money = all.money ? ", " + MoneyText(*all.money) : "";
  const std::string known = words.Say(
      {"about {time}{money} ({source})", "cerca de {time}{money} ({source})"},
      {{"time", TimeText(*all.time)}, {"money", money}, {"source", SourceText(all, forecast)}});
  const size_t unknown = From(all, TimeSource::kNothing);
  if (unknown == 0) {
    return words.Say({"{runs} to do: {known}.", "{runs} a fazer: {known}."},
                     {runs, {"known", known}}) +
           "\n" + SurenessText(forecast);
  }
  const Words::Argument part{"part", OfKnown(all, known)};
  const std::string said =
      unknown == 1
          ? words.Say({"{runs} to do. {part}. How long the other takes is not known yet.",
                       "{runs} a fazer. {part}. Ainda não se sabe quanto a outra demora."},
                      {runs, part})
          : words.Say(
                {"{runs} to do. {part}. How long the other {count} take is not known yet.",
                 "{runs} a fazer. {part}. Ainda não se sabe quanto as outras {count} demoram."},
                {runs, part, {"count", std::to_string(unknown)}});
  return said + "\n" + SurenessText(forecast);
}

std::string PlacesText(const Forecast& forecast) {
  if (forecast.places.size() < 2 || !forecast.together.time) return "";
  const Words words = Talk();
  TextTable table({{words.Say({"environment", "ambiente"})},
                   {words.Say({"runs", "execuções"}), TextTable::Align::kRight},
                   {words.Say({"time", "tempo"})},
                   {words.Say({"money", "dinheiro"})},
                   {words.Say({"runs whose time is known", "execuções de tempo conhecido"})}});
  auto add = [&](const std::string& name, const Expected& expected) {
    const std::string not_known = words.Say({"not known", "não se sabe"});
    std::string money = expected.time ? words.Say({"no price", "sem preço"}) : not_known;
    table.Add({name, fmt::format("{}", expected.runs),
               expected.time ? OfKnown(expected, TimeText(*expected.time)) : not_known,
               expected.money ? OfKnown(expected, MoneyText(*expected.money)) : money,
               SourcesCell(expected, forecast)});
  };
  for (const Expected& place : forecast.places) add(place.environment, place);
  add(words.Say({"together", "ao todo"}), forecast.together);
  return table.Render();
}

std::string SpendingLimitsText(const SpendingLimits& limits, const Forecast& forecast,
                               const std::string& plan_command) {
  std::string out;
  if (limits.budget) {
    std::string budget = ToString(*limits.budget);
    if (limits.given_budget) budget = ToString(*limits.given_budget) + " (" + budget + ")";
    out =
        Talk().Say(
            {"Budget: {budget}{spent}{fit}.", "Orçamento: {budget}{spent}{fit}."},
            {{"budget", budget}, {"spent", SpentText(forecast)}, {"fit", FitText(limits.money)}}) +
        "\n";
    if (limits.money == Fit::kDoesNot) out += BuysText(*limits.budget, forecast, plan_command);
  }
  if (limits.deadline) {
    out += Talk().Say({"Deadline: {moment}{fit}.", "Prazo: {moment}{fit}."},
                      {{"moment", MomentText(*limits.deadline)}, {"fit", FitText(limits.time)}}) +
           "\n";
  }
  return out;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/power/plan_power.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "plan/power/error_degrees.h"
#include "plan/power/main_effects.h"
#include "plan/power/unrepeated_error.h"
#include "stats/lenth.h"
#include "stats/power.h"
#include "study/axes.h"

namespace trena {
namespace {

constexpr size_t kMostTermsOfPower = 400;
constexpr int kMostReplicationsTried = 100'000;

// Of the tests, with so many replications of the plan. Where nothing is repeated the error is the
// one that the analysis takes then.
class TestDegrees {
 public:
  // `once`: whether single replications are asked about.
  TestDegrees(const Study& study, const Plan& plan, const PlanPower& power, bool once)
      : degrees_(study, plan),
        runs_(static_cast<double>(plan.runs.size()) / plan.replications),
        scenarios_(static_cast<double>(plan.scenarios.size())) {
    if (!once || Repeats(1)) return;
    unrepeated_ = FindUnrepeatedError(study, plan, true);
    without_plots_ = plan.plots == 0 ? unrepeated_ : FindUnrepeatedError(study, plan, false);
    const double confidence = 1 - power.significance;
    if (unrepeated_.pseudo_effects > 0) {
      pseudo_effect_ = EffectForPower(unrepeated_.pseudo_effects, power.power, confidence);
    }
  }

  bool Repeats(double replications) const { return replications * runs_ > scenarios_; }

  double Error(double replications, bool between_plots) const {
    if (Repeats(replications)) {
      return between_plots ? degrees_.BetweenPlots(replications) : degrees_.Within(replications);
    }
    return between_plots ? unrepeated_.between_plots : unrepeated_.within;
  }

  // If everything changed with every run.
  double WithoutPlots(double replications) const {
    return Repeats(replications) ? degrees_.WithoutPlots(replications) : without_plots_.within;
  }

  // What it judges by with so many replications.
  ErrorBy By(double replications) const {
    if (Repeats(replications)) return ErrorBy::kReplications;
    if (unrepeated_.pseudo_effects > 0) return ErrorBy::kPseudoError;
    return unrepeated_.without_highest ? ErrorBy::kHighestInteraction : ErrorBy::kRemainder;
  }

  size_t pseudo_effects() const { return unrepeated_.pseudo_effects; }

  // The non-centrality that a test with this error finds.
  std::optional<double> Shift(size_t levels, double replications, double error_df,
                              const PlanPower& power) const {
    if (By(replications) != ErrorBy::kPseudoError) {
      return ShiftForPower(static_cast<double>(levels) - 1, error_df, power.power,
                           power.significance);
    }
    if (!pseudo_effect_) return std::nullopt;
    return *pseudo_effect_ * *pseudo_effect_;
  }

 private:
  ErrorDegrees degrees_;
  double runs_, scenarios_;
  UnrepeatedError unrepeated_, without_plots_;
  std::optional<double> pseudo_effect_;  // in units of its standard error
};

// The smallest effect that a factor's test finds.
std::optional<double> Smallest(const FactorPower& factor, const TestDegrees& degrees,
                               double replications, double error_df, const PlanPower& power) {
  if (!factor.variance) return std::nullopt;
  auto shift = degrees.Shift(factor.levels, replications, error_df, power);
  if (!shift) return std::nullopt;
  return power.noise.relative * std::sqrt(*shift * *factor.variance / replications);
}

// The fewest replications whose smallest effect is at most the one asked for.
std::optional<int> ReplicationsFor(const FactorPower& factor, const TestDegrees& degrees,
                                   const PlanPower& power) {
  auto enough = [&](int replications) {
    double error_df = degrees.Error(replications, factor.between_plots);
    auto smallest = Smallest(factor, degrees, replications, error_df, power);
    return smallest && *smallest <= *power.asked;
  };
  int high = 1;
  while (!enough(high)) {
    if (high >= kMostReplicationsTried) return std::nullopt;
    high = std::min(high * 2, kMostReplicationsTried);
  }
  int low = high / 2;  // not enough
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

// Whether a factor is hard to change, or one that moves with it.
bool IsHard(const Study& study, const std::string& factor) {
  const auto& hard = study.design.hard_to_change;
  for (const Axis& axis : AxesOf(study)) {
    bool is_there = false, is_hard = false;
    for (size_t i : axis.factors) {
      const std::string& name = study.factors[i].name;
      is_there = is_there || name == factor;
      is_hard = is_hard || std::find(hard.begin(), hard.end(), name) != hard.end();
    }
    if (is_there) return is_hard;
  }
  return false;
}

// "batch 6 %, environment 12 % (at best, since whole plots differ too; 6 % if …)".
Told FactorTexts(const PlanPower& power) {
  std::vector<Told> texts;
  for (const FactorPower& factor : power.factors) {
    std::vector<Told> plots;
    if (factor.between_plots) {
      plots.emplace_back("at best, since whole plots differ too",
                         "no melhor caso, pois parcelas inteiras também diferem");
    }
    if (factor.without_plots) {
      plots.push_back(
          Tell({"{percent} if it changed with every run", "{percent} se mudasse a cada execução"},
               {{"percent", Decimal(RoughPercent(*factor.without_plots))}}));
    }
    texts.push_back(Tell(
        {"{factor} {smallest}{plots}", "{factor} {smallest}{plots}"},
        {{"factor", factor.factor},
         {"smallest",
          factor.smallest ? Decimal(RoughPercent(*factor.smallest)) : Told("none", "nenhum")},
         {"plots", plots.empty() ? Told() : JoinTold({" (", JoinTold(plots, "; "), ")"}, "")}}));
  }
  return JoinTold(texts, ", ");
}

// How effects are judged where nothing is repeated.
Told ErrorText(const PlanPower& power) {
  switch (power.error_by) {
    case ErrorBy::kReplications:
      return "";
    case ErrorBy::kPseudoError:
      return Tell(
          {"Nothing is repeated: the {count} effects are judged by each other, most of them "
           "taken for chance (Lenth).\n",
           "Nada se repete: os {count} efeitos são julgados uns pelos outros, a maioria "
           "tomada por acaso (Lenth).\n"},
          {{"count", std::to_string(power.pseudo_effects)}});
    case ErrorBy::kHighestInteraction:
      return Tell(
          {"Nothing is repeated: the highest interaction is taken for chance and is the error.\n",
           "Nada se repete: a interação mais alta é tomada por acaso e serve de erro.\n"});
    case ErrorBy::kRemainder:
      break;
  }
  return Tell({"Nothing is repeated: the error is judged by what the model leaves.\n",
               "Nada se repete: o erro é julgado pelo que o modelo deixa.\n"});
}

const char* CodeOf(ErrorBy by) {
  switch (by) {
    case ErrorBy::kReplications:
      return "replications";
    case ErrorBy::kPseudoError:
      return "pseudo_error";
    case ErrorBy::kHighestInteraction:
      return "highest_interaction";
    case ErrorBy::kRemainder:
      break;
  }
  return "remainder";
}

Told AskedText(const PlanPower& power, const Plan& plan) {
  auto replications = power.replications();
  const Told asked = Decimal(RoughPercent(*power.asked));
  if (!replications) {
    return Tell({"No number of replications of this design finds {percent} of every factor.\n",
                 "Nenhum número de repetições deste plano encontra {percent} de todo fator.\n"},
                {{"percent", asked}});
  }
  size_t runs = plan.runs.size() / static_cast<size_t>(plan.replications) *
                static_cast<size_t>(*replications);
  std::vector<std::string> each;
  for (const FactorPower& factor : power.factors) {
    each.push_back(fmt::format("{} {}", factor.factor, *factor.replications));
  }
  return Tell(
      {"To find {percent} of every factor: {replications} [replication|replications], {runs} "
       "[run|runs] ({each}).\n",
       "Para encontrar {percent} de todo fator: {replications} [repetição|repetições], {runs} "
       "[execução|execuções] ({each}).\n"},
      {{"percent", asked},
       {"replications", std::to_string(*replications)},
       {"runs", std::to_string(runs)},
       {"each", Join(each, ", ")}});
}

}  // namespace

std::optional<double> PlanPower::smallest() const {
  std::optional<double> largest;
  for (const FactorPower& factor : factors) {
    if (!factor.smallest) return std::nullopt;
    largest = std::max(largest.value_or(0), *factor.smallest);
  }
  return largest;
}

std::optional<int> PlanPower::replications() const {
  std::optional<int> most;
  for (const FactorPower& factor : factors) {
    if (!factor.replications) return std::nullopt;
    most = std::max(most.value_or(0), *factor.replications);
  }
  return most;
}

PlanPower FindPlanPower(const Study& study, const Plan& plan, const NoiseLevel& noise,
                        std::optional<double> asked) {
  PlanPower power;
  power.noise = noise;
  power.asked = asked;
  std::vector<PlanFactor> factors = FactorsOf(study, plan);
  size_t parameters = 1;
  for (const PlanFactor& factor : factors) parameters += factor.levels.size() - 1;
  if (factors.empty() || parameters > kMostTermsOfPower) return power;
  MainEffects effects(plan, factors);
  TestDegrees degrees(study, plan, power, asked || plan.replications == 1);
  power.error_by = degrees.By(plan.replications);
  power.pseudo_effects = degrees.pseudo_effects();
  for (size_t i = 0; i < factors.size(); ++i) {
    FactorPower factor{factors[i].name, factors[i].levels.size(), effects.WorstVariance(i)};
    factor.between_plots = IsHard(study, factor.factor);
    factor.error_df = degrees.Error(plan.replications, factor.between_plots);
    factor.smallest = Smallest(factor, degrees, plan.replications, factor.error_df, power);
    if (factor.between_plots) {
      double error_df = degrees.WithoutPlots(plan.replications);
      factor.without_plots = Smallest(factor, degrees, plan.replications, error_df, power);
    }
    if (asked) factor.replications = ReplicationsFor(factor, degrees, power);
    power.factors.push_back(std::move(factor));
  }
  return power;
}

Told Describe(const PlanPower& power, const Study& study, const Plan& plan) {
  if (power.factors.empty()) return "";
  bool any = std::any_of(power.factors.begin(), power.factors.end(),
                         [](const FactorPower& factor) { return factor.smallest.has_value(); });
  std::vector<Told> out;
  if (any) {
    out.push_back(Tell({"The smallest effects on {response} that it would find ({power} % power at "
                        "{significance} %): {factors}.\n",
                        "Os menores efeitos sobre {response} que encontraria (poder de {power} % a "
                        "{significance} %): {factors}.\n"},
                       {{"response", study.analyze.response},
                        {"power", fmt::format("{:.0f}", power.power * 100)},
                        {"significance", fmt::format("{:.0f}", power.significance * 100)},
                        {"factors", FactorTexts(power)}}));
    out.push_back(ErrorText(power));
  } else {
    out.push_back(Tell(
        {"Nothing is repeated, and no run is left to judge the error by: no effect can be told "
         "from chance.\n",
         "Nada se repete, e não sobra execução para julgar o erro: nenhum efeito se distingue "
         "do acaso.\n"}));
  }
  out.push_back(Tell({"Noise between runs of a scenario: {noise}.\n",
                      "Ruído entre execuções de um cenário: {noise}.\n"},
                     {{"noise", Describe(power.noise)}}));
  if (power.asked) out.push_back(AskedText(power, plan));
  return JoinTold(out, "");
}

Json ToJson(const PlanPower& power) {
  Json factors = Json::array();
  for (const FactorPower& factor : power.factors) {
    auto percent = factor.smallest ? std::optional(*factor.smallest * 100) : std::nullopt;
    Json one = {{"factor", factor.factor},
                {"levels", factor.levels},
                {"between_plots", factor.between_plots},
                {"error_df", factor.error_df},
                {"smallest_percent", OrNull(percent)}};
    if (factor.without_plots) one["without_plots_percent"] = *factor.without_plots * 100;
    if (power.asked) {
      one["replications"] = factor.replications ? Json(*factor.replications) : Json();
    }
    factors.push_back(std::move(one));
  }
  Json json = {{"power", power.power},
               {"significance", power.significance},
               {"noise", ToJson(power.noise)},
               {"error_is_repeated", power.error_by == ErrorBy::kReplications},
               {"error_by", CodeOf(power.error_by)},
               {"factors", std::move(factors)}};
  if (power.asked) json["asked_percent"] = *power.asked * 100;
  return json;
}

std::string RoughPercent(double part) { return fmt::format("{:.2g} %", part * 100); }

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/power/affordable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <unordered_set>

#include "core/text/count.h"
#include "core/text/text.h"
#include "plan/designs/design_candidates.h"
#include "plan/forecast/forecast.h"
#include "plan/power/plan_power.h"
#include "plan/work_left.h"

namespace trena {
namespace {

constexpr int kMostReplicationsOffered = 30;
constexpr size_t kMostRunsEach = 20'000;  // a larger crossing is nothing to choose from
constexpr double kRounding = 1 + 1e-9;    // of sums of prices

// Searches of this call, kept in memory: every number of replications asks for the same one.
KeptSearches InMemory(std::map<std::string, Json>& searches) {
  auto find = [&searches](const std::string& key) -> std::optional<Json> {
    auto found = searches.find(key);
    return found != searches.end() ? std::optional(found->second) : std::nullopt;
  };
  auto keep = [&searches](const std::string& key, const Json& search) -> Status {
    searches[key] = search;
    return Done{};
  };
  return {find, keep};
}

// Why a plan has no smallest effect of every factor.
Told WhyNone(const Plan& plan, const PlanPower& power) {
  if (power.factors.empty()) {
    return plan.scenarios.size() > 1
               ? Tell({"its factors have too many levels to say what it would find",
                       "seus fatores têm níveis demais para dizer o que ele encontraria"})
               : Tell({"nothing varies in it, so there is no effect to find",
                       "nada varia nele, então não há efeito a encontrar"});
  }
  for (const FactorPower& factor : power.factors) {
    if (!factor.variance) {
      return Tell({"it cannot tell the effect of {factor} from those of others",
                   "ele não distingue o efeito de {factor} dos de outros"},
                  {{"factor", factor.factor}});
    }
    if (!factor.smallest && factor.between_plots) {
      return Tell({"it has too few whole plots to tell an effect of {factor} from chance",
                   "ele tem parcelas inteiras de menos para distinguir um efeito de {factor} do "
                   "acaso"},
                  {{"factor", factor.factor}});
    }
  }
  return Tell({"it repeats nothing, so no effect can be told from chance",
               "ele não repete nada, então nenhum efeito se distingue do acaso"});
}

// Without a reporting currency nothing is converted, so the limit and the prices must be in one.
Status CheckCurrencies(const Study& study, const Money& limit) {
  if (study.report.currency) return Done{};
  for (const Environment& environment : study.environments) {
    bool same = !environment.price || environment.price->free ||
                environment.price->currency == limit.currency;
    if (same) continue;
    return InputError(fmt::format(
        "--within is in {} and the price of {} in {}: use one currency, or give `report: {{ "
        "currency: {}, rate: {{ {}: … }} }}` in the study",
        limit.currency, environment.name, environment.price->currency, limit.currency,
        environment.price->currency));
  }
  return Done{};
}

class Chooser {
 public:
  explicit Chooser(const AffordableRequest& request) : request_(request) {}

  Result<Affordable> Choose() {
    Affordable affordable;
    affordable.limit = request_.limit;
    affordable.detect = request_.detect;
    TRENA_CHECK(LookAtStudy());
    affordable.noise = noise_;
    std::set<std::pair<std::string, size_t>> seen;  // what they estimate, in so many runs
    for (const DesignCandidate& candidate : CandidatesFor(*request_.study)) {
      auto once = Try(candidate, 1);
      if (!once.ok()) return once.error();
      if (!once.value()) continue;
      if (!seen.insert({once.value()->estimates.english, once.value()->runs_each}).second) continue;
      KeepCheapest(*once.value(), affordable);
      if (!Fits(*once.value())) continue;
      TRENA_ASSIGN(AffordableDesign design, WithMostReplications(candidate));
      affordable.designs.push_back(std::move(design));
    }
    std::stable_sort(affordable.designs.begin(), affordable.designs.end(),
                     [](const auto& a, const auto& b) { return a.tells > b.tells; });
    if (!affordable.designs.empty()) affordable.cheapest.reset();
    affordable.recommended = Recommend(affordable.designs);
    return affordable;
  }

 private:
  PlanOptions Options() {
    PlanOptions options;
    options.progress = request_.progress;
    options.kept = InMemory(searches_);
    return options;
  }

  // The noise, and the scenarios whose time is told by runs or pilots.
  Status LookAtStudy() {
    Plan made;
    const Plan* own = request_.plan;
    if (own == nullptr) {
      TRENA_ASSIGN(made, MakePlan(*request_.study, *request_.versions, Options()));
      own = &made;
    }
    noise_ = FindNoiseLevel(*request_.study, *own, *request_.runs, request_.noise);
    std::unordered_set<std::string> keys;
    for (const RunRecord& run : *request_.runs) {
      if (run.outcome == Outcome::kOk) keys.insert(run.key);
    }
    for (const auto& [key, time] : request_.pilots.by_key) keys.insert(key);
    for (const Scenario& scenario : own->scenarios) {
      if (keys.contains(scenario.key)) told_.push_back(scenario);
    }
    return Done{};
  }

  // Nothing where the study's factors have no such design.
  Result<std::optional<AffordableDesign>> Try(const DesignCandidate& candidate, int replications) {
    Study study = *request_.study;
    study.design = candidate.design;
    study.design.replications = replications;
    Result<Plan> made = MakePlan(study, *request_.versions, Options());
    bool usable =
        made.ok() && made.value().runs.size() / static_cast<size_t>(replications) <= kMostRunsEach;
    if (!usable) return std::optional<AffordableDesign>();
    Plan plan = std::move(made).value();
    AffordableDesign design = DesignOf(AsPlanned(study, plan, candidate), plan);
    PlanPower power = FindPlanPower(study, plan, noise_);
    design.smallest = power.smallest();
    if (!design.smallest) design.why_none = WhyNone(plan, power);
    AddTold(plan);
    TRENA_CHECK(AddPrice(study, plan, design));
    return std::optional(design);
  }

  static AffordableDesign DesignOf(const DesignCandidate& candidate, const Plan& plan) {
    AffordableDesign design;
    design.kind = candidate.design.kind;
    design.written =
        fmt::format("{{ {}, replications: {} }}", candidate.written, plan.replications);
    design.runs_each = plan.runs.size() / static_cast<size_t>(plan.replications);
    design.replications = plan.replications;
    design.runs = plan.runs.size();
    design.estimates = candidate.estimates;
    design.confounds = candidate.confounds;
    design.tells = candidate.tells;
    design.search_stopped = plan.search_stopped.value_or(false);
    return design;
  }

  // What is known of the study's scenarios tells the time of this plan's, by the model, or by their
  // mean, also where it has none of them.
  void AddTold(Plan& plan) const {
    std::unordered_set<std::string> there;
    for (const Scenario& scenario : plan.scenarios) there.insert(scenario.key);
    for (const Scenario& scenario : told_) {
      if (!there.contains(scenario.key)) plan.scenarios.push_back(scenario);
    }
  }

  Status AddPrice(const Study& study, const Plan& plan, AffordableDesign& design) const {
    std::vector<size_t> remaining = RemainingRuns(plan, *request_.runs, false);
    design.runs_to_make = remaining.size();
    if (remaining.empty()) {
      design.money = Money{0, request_.limit.money ? request_.limit.money->currency : ""};
      return Done{};
    }
    Forecast forecast = MakeForecast(study, plan, remaining, *request_.runs, request_.pilots);
    bool told = forecast.rough_time.has_value();
    if (!told && request_.run_takes) {
      forecast = MakeForecast(study, plan, remaining, {Supposed(plan)});
    }
    if (!forecast.rough_time) {
      return InputError(
          "how long a run takes is not known: nothing of this study was measured. Say it "
          "(--run-takes 90s), run the first steps of some scenarios (--pilot 60s), or measure a "
          "run of each (--replications 1)");
    }
    if (request_.limit.money && !forecast.rough_money) return NoPrice(forecast);
    if (told) {
      design.runs_at_mean = forecast.together.by_source[static_cast<size_t>(TimeSource::kNothing)];
    }
    design.time = *forecast.rough_time;
    design.money = forecast.rough_money;
    return Done{};
  }

  Error NoPrice(const Forecast& forecast) const {
    return InputError(fmt::format(
        "what a run costs is not known: no price, or no rate to {}, for {}. Add `price: 0.10 "
        "USD/h` under environments, or give a time (--within 3h)",
        request_.limit.money->currency,
        forecast.without_price.empty() ? "an environment" : Join(forecast.without_price, ", ")));
  }

  // A run of the length that a person said, to forecast the others by.
  RunRecord Supposed(const Plan& plan) const {
    RunRecord run;
    run.key = plan.scenarios[0].key;
    run.environment = plan.scenarios[0].environment();
    run.metrics["wall_s"] = request_.run_takes->value;
    return run;
  }

  bool Fits(const AffordableDesign& design) const {
    double limit = request_.limit.time ? request_.limit.time->value : request_.limit.money->amount;
    return PriceOf(design) <= limit * kRounding;
  }

  // One replication fits.
  Result<AffordableDesign> WithMostReplications(const DesignCandidate& candidate) {
    int low = 1, high = kMostReplicationsOffered + 1;
    while (high - low > 1) {
      int middle = low + (high - low) / 2;
      TRENA_ASSIGN(auto design, Try(candidate, middle));
      (design && Fits(*design) ? low : high) = middle;
    }
    TRENA_ASSIGN(auto most, Try(candidate, low));
    return *most;
  }

  double PriceOf(const AffordableDesign& design) const {
    return request_.limit.time ? design.time.value : design.money->amount;
  }

  void KeepCheapest(const AffordableDesign& design, Affordable& affordable) const {
    bool cheaper = !affordable.cheapest || PriceOf(design) < PriceOf(*affordable.cheapest);
    if (cheaper) affordable.cheapest = design;
  }

  // The first that finds what is asked for; else that repeats its runs and tells effects from
  // chance; else that repeats them. Designs are in order of what they tell.
  std::optional<size_t> Recommend(const std::vector<AffordableDesign>& designs) const {
    auto first = [&](auto good) -> std::optional<size_t> {
      auto found = std::find_if(designs.begin(), designs.end(), good);
      if (found == designs.end()) return std::nullopt;
      return static_cast<size_t>(found - designs.begin());
    };
    auto finds = first([&](const AffordableDesign& d) { return d.Finds(request_.detect); });
    if (finds) return finds;
    auto sharp = first([](const AffordableDesign& d) { return d.replications > 1 && d.smallest; });
    if (sharp) return sharp;
    auto repeats = first([](const AffordableDesign& d) { return d.replications > 1; });
    if (repeats) return repeats;
    return first([](const AffordableDesign&) { return true; });
  }

  const AffordableRequest& request_;
  NoiseLevel noise_;
  std::vector<Scenario> told_;  // of the study's own plan
  std::map<std::string, Json> searches_;
};

// "12 runs, about 1 h 20 min, about 2.10 USD, 4 of them at the mean of what is known".
Told PriceText(const AffordableDesign& design) {
  std::vector<Told> parts = {
      Tell({"{count} [run|runs]", "{count} [execução|execuções]"},
           {{"count", std::to_string(design.runs_to_make)}}),
      Tell({"about {time}", "cerca de {time}"}, {{"time", ToString(design.time)}})};
  if (design.money && design.money->amount > 0) {
    parts.push_back(
        Tell({"about {money}", "cerca de {money}"}, {{"money", ToString(*design.money)}}));
  }
  if (design.runs_at_mean > 0) {
    parts.push_back(Tell({"{count} of them at the mean of what is known",
                          "{count} delas pela média do que se conhece"},
                         {{"count", std::to_string(design.runs_at_mean)}}));
  }
  return JoinTold(parts, ", ");
}

// Among which designs the recommended one tells most.
Told Among(const Affordable& affordable) {
  auto first = affordable.designs.begin();
  auto recommended = first + static_cast<std::ptrdiff_t>(*affordable.recommended);
  if (recommended == first) return Tell({"Of what fits", "Do que cabe"});
  if (recommended->Finds(affordable.detect)) {
    return Tell({"Of what finds {percent}", "Do que encontra {percent}"},
                {{"percent", Decimal(RoughPercent(*affordable.detect))}});
  }
  bool others_repeat = std::any_of(
      first, recommended, [](const AffordableDesign& design) { return design.replications > 1; });
  return others_repeat ? Tell({"Of what tells every effect from chance",
                               "Do que distingue todo efeito do acaso"})
                       : Tell({"Of what repeats its runs", "Do que repete suas execuções"});
}

// What the recommended one finds, or why it cannot be told.
Told FindsText(const AffordableDesign& design) {
  if (!design.smallest) {
    return Tell({", but {why}", ", mas {why}"}, {{"why", design.why_none}});
  }
  return Tell(
      {" and would find effects from {percent} on", " e encontraria efeitos a partir de {percent}"},
      {{"percent", Decimal(RoughPercent(*design.smallest))}});
}

Json DesignJson(const AffordableDesign& design) {
  auto percent = design.smallest ? std::optional(*design.smallest * 100) : std::nullopt;
  Json money = nullptr;
  if (design.money) {
    money = {{"amount", OrNull(design.money->amount)}, {"currency", design.money->currency}};
  }
  return {{"kind", design.kind},
          {"design", design.written},
          {"runs_each", design.runs_each},
          {"replications", design.replications},
          {"runs", design.runs},
          {"runs_to_make", design.runs_to_make},
          {"runs_at_mean", design.runs_at_mean},
          {"time_s", OrNull(design.time.value)},
          {"money", std::move(money)},
          {"estimates", design.estimates.english},
          {"confounds", design.confounds.english},
          {"smallest_percent", OrNull(percent)},
          {"why_none", design.why_none.english},
          {"search_stopped", design.search_stopped}};
}

}  // namespace

Result<SpendingLimit> ParseLimit(const std::string& text) {
  Result<Money> money = ParseMoney(text);
  if (money.ok()) return SpendingLimit{money.value(), std::nullopt};
  Result<Seconds> time = ParseSeconds(text);
  if (time.ok() && time.value().value > 0) return SpendingLimit{std::nullopt, time.value()};
  return InputError(fmt::format("`{}` is neither money nor time; write it like 20USD or 3h", text));
}

std::string ToString(const SpendingLimit& limit) {
  return limit.money ? ToString(*limit.money) : ToString(*limit.time);
}

Result<SpendingLimit> LimitFor(const Study& study, const SpendingLimit& limit) {
  if (!limit.money) return limit;
  TRENA_CHECK(CheckCurrencies(study, *limit.money));
  auto money = InReportCurrency(study, *limit.money);
  if (money) return SpendingLimit{money, std::nullopt};
  return InputError(fmt::format(
      "there is no rate of {} to the study's {}: add `rate: {{ {}: … }}` under `report:`",
      limit.money->currency, *study.report.currency, limit.money->currency));
}

Result<Affordable> FindAffordable(const AffordableRequest& request) {
  AffordableRequest in_currency = request;
  TRENA_ASSIGN(in_currency.limit, LimitFor(*request.study, request.limit));
  return Chooser(in_currency).Choose();
}

Told Describe(const Affordable& affordable) {
  if (!affordable.recommended) {
    const AffordableDesign& cheapest = *affordable.cheapest;
    return Tell({"{limit} buy none of the designs: the cheapest, `design: {written}`, is {price}",
                 "{limit} não pagam nenhum dos planos: o mais barato, `design: {written}`, são "
                 "{price}"},
                {{"limit", ToString(affordable.limit)},
                 {"written", cheapest.written},
                 {"price", PriceText(cheapest)}});
  }
  const AffordableDesign& design = affordable.designs[*affordable.recommended];
  const Told recommended = Tell(
      {"Recommended: `design: {written}` ({price}). {among} it tells most: {estimates}{finds}.",
       "Recomendado: `design: {written}` ({price}). {among} é o que mais diz: "
       "{estimates}{finds}."},
      {{"written", design.written},
       {"price", PriceText(design)},
       {"among", Among(affordable)},
       {"estimates", design.estimates},
       {"finds", FindsText(design)}});
  // One that finds it would have been recommended.
  const bool unmet = affordable.detect && !design.Finds(affordable.detect);
  if (!unmet) return recommended;
  const Told nothing = Tell({"Nothing that fits would find {percent} of every factor.",
                             "Nada do que cabe encontraria {percent} de todo fator."},
                            {{"percent", Decimal(RoughPercent(*affordable.detect))}});
  return JoinTold({recommended, nothing}, " ");
}

Json ToJson(const Affordable& affordable) {
  Json designs = Json::array();
  for (const AffordableDesign& design : affordable.designs) designs.push_back(DesignJson(design));
  auto asked = affordable.detect ? std::optional(*affordable.detect * 100) : std::nullopt;
  return {{"format", 1},
          {"within", ToString(affordable.limit)},
          {"noise", ToJson(affordable.noise)},
          {"asked_percent", OrNull(asked)},
          {"designs", std::move(designs)},
          {"recommended", affordable.recommended ? Json(*affordable.recommended) : Json()}};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/affordable.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/text.h"
#include "plan/forecast.h"
#include "plan/plan_power.h"
#include "plan/remaining.h"

namespace trena {
namespace {

constexpr int kMostReplications = 30;
constexpr size_t kMostRunsEach = 20'000;  // a larger crossing is nothing to choose from
constexpr double kRounding = 1 + 1e-9;    // of sums of prices
constexpr int kSearchSweeps = 4;          // enough to compare; the study's own search goes on

// A design to try: its options, and what it tells.
struct Candidate {
  DesignOptions design;
  std::string written;  // without replications
  std::string estimates, confounds;
  int tells = 0;
};

DesignOptions OfKind(const Study& study, const std::string& kind) {
  DesignOptions design;
  design.kind = kind;
  design.seed = study.design.seed;
  design.random_order = study.design.random_order;
  design.hard_to_change = study.design.hard_to_change;
  bool two_levels = kind == "two_level" || kind == "fraction" || kind == "plackett_burman";
  if (two_levels) design.levels = study.design.levels;
  if (kind == "simple") design.base = study.design.base;
  return design;
}

// Whether some factor has more than two levels, of which two-level designs take two.
bool HasMoreLevels(const Study& study) {
  return std::any_of(study.factors.begin(), study.factors.end(),
                     [](const Factor& factor) { return factor.levels.size() > 2; });
}

size_t Parameters(const Study& study, bool two_way) {
  size_t main = 0, pairs = 0;
  for (const Axis& axis : AxesOf(study)) {
    pairs += main * (axis.size - 1);
    main += axis.size - 1;
  }
  return 1 + main + (two_way ? pairs : 0);
}

Candidate Optimal(const Study& study, bool two_way) {
  size_t parameters = Parameters(study, two_way);
  Candidate candidate{OfKind(study, "optimal"), "", "", "", 0};
  candidate.design.two_way = two_way;
  candidate.design.runs = static_cast<int>(parameters + parameters / 2);
  candidate.design.sweeps = kSearchSweeps;
  candidate.written = fmt::format("kind: optimal, runs: {}{}", *candidate.design.runs,
                                  two_way ? ", model: 2way" : "");
  candidate.estimates = two_way ? "main effects and two-factor interactions" : "main effects";
  candidate.confounds =
      two_way ? "higher interactions, taken as absent" : "all interactions, taken as absent";
  candidate.tells = two_way ? 5 : 2;
  return candidate;
}

Candidate FractionOf(const Study& study, int resolution) {
  Candidate candidate{OfKind(study, "fraction"), "", "main effects", "", 0};
  candidate.design.resolution = resolution;
  candidate.written = fmt::format("kind: fraction, resolution: {}", resolution == 5   ? "V"
                                                                    : resolution == 4 ? "IV"
                                                                                      : "III");
  if (resolution == 5) {
    candidate.estimates = "main effects and two-factor interactions";
    candidate.confounds = "these with three-factor interactions and higher";
    candidate.tells = 4;
  } else if (resolution == 4) {
    candidate.confounds = "two-factor interactions with each other";
    candidate.tells = 3;
  } else {
    candidate.confounds = "main effects with two-factor interactions";
    candidate.tells = 1;
  }
  return candidate;
}

std::vector<Candidate> CandidatesFor(const Study& study) {
  bool more = HasMoreLevels(study);
  std::vector<Candidate> candidates = {
      {OfKind(study, "full"), "kind: full", "all effects and interactions", "", 6}};
  if (more) {
    candidates.push_back({OfKind(study, "two_level"), "kind: two_level",
                          "all effects and interactions of two levels each", "", 5});
  }
  candidates.push_back(Optimal(study, true));
  for (int resolution : {5, 4, 3}) candidates.push_back(FractionOf(study, resolution));
  candidates.push_back(Optimal(study, false));
  candidates.push_back({OfKind(study, "latin_square"), "kind: latin_square", "main effects",
                        "all interactions, taken as absent", 2});
  candidates.push_back({OfKind(study, "plackett_burman"), "kind: plackett_burman", "main effects",
                        "main effects partly with two-factor interactions", 1});
  candidates.push_back({OfKind(study, "simple"), "kind: simple", "each factor from a base",
                        "interactions are not seen", 0});
  return candidates;
}

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

class Chooser {
 public:
  explicit Chooser(const AffordableRequest& request) : request_(request) {}

  Result<Affordable> Choose() {
    Affordable affordable;
    affordable.limit = request_.limit;
    TRENA_ASSIGN(Plan plan, MakePlan(*request_.study, *request_.versions, Options()));
    affordable.noise = FindNoiseLevel(*request_.study, plan, *request_.runs, request_.noise);
    noise_ = affordable.noise;
    std::set<std::pair<std::string, size_t>> seen;  // what they estimate, in so many runs
    for (const Candidate& candidate : CandidatesFor(*request_.study)) {
      auto once = Try(candidate, 1);
      if (!once.ok()) return once.error();
      if (!once.value() || !seen.insert({candidate.estimates, once.value()->runs_each}).second) {
        continue;
      }
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
    options.kept = InMemory(searches_);
    return options;
  }

  // Nothing where the study's factors have no such design.
  Result<std::optional<AffordableDesign>> Try(const Candidate& candidate, int replications) {
    Study study = *request_.study;
    study.design = candidate.design;
    study.design.replications = replications;
    Result<Plan> made = MakePlan(study, *request_.versions, Options());
    bool usable =
        made.ok() && made.value().runs.size() / static_cast<size_t>(replications) <= kMostRunsEach;
    if (!usable) return std::optional<AffordableDesign>();
    const Plan& plan = made.value();
    AffordableDesign design;
    design.kind = candidate.design.kind;
    design.written = fmt::format("{{ {}, replications: {} }}", candidate.written, replications);
    design.runs_each = plan.runs.size() / static_cast<size_t>(replications);
    design.replications = replications;
    design.runs = plan.runs.size();
    design.estimates = candidate.estimates;
    design.confounds = candidate.confounds;
    design.tells = candidate.tells;
    TRENA_CHECK(AddPrice(study, plan, design));
    design.smallest = FindPlanPower(study, plan, noise_).smallest();
    return std::optional(design);
  }

  Status AddPrice(const Study& study, const Plan& plan, AffordableDesign& design) const {
    std::vector<size_t> remaining = RemainingRuns(plan, *request_.runs, false);
    design.runs_to_make = remaining.size();
    if (remaining.empty()) {
      design.money = Money{0, request_.limit.money ? request_.limit.money->currency : ""};
      return Done{};
    }
    Forecast forecast = MakeForecast(study, plan, remaining, *request_.runs);
    if (!forecast.rough_time && request_.run_takes) {
      forecast = MakeForecast(study, plan, remaining, {Supposed(plan)});
    }
    if (!forecast.rough_time) {
      return InputError(
          "how long a run takes is not known: nothing of this study was measured. Say it "
          "(--run-takes 90s), or measure a run of each scenario (--replications 1)");
    }
    if (request_.limit.money && !forecast.rough_money) {
      return InputError(fmt::format(
          "what a run costs is not known: no price, or no rate to {}, for {}. Add `price: 0.10 "
          "USD/h` under environments, or give a time (--within 3h)",
          request_.limit.money->currency,
          forecast.without_price.empty() ? "an environment" : Join(forecast.without_price, ", ")));
    }
    design.time = *forecast.rough_time;
    design.money = forecast.rough_money;
    return Done{};
  }

  // A run of the length that a person said, to forecast the others by.
  RunRecord Supposed(const Plan& plan) const {
    RunRecord run;
    run.key = plan.scenarios[0].key;
    run.environment = Find(plan.scenarios[0].values, "environment")->ToString();
    run.metrics["wall_s"] = request_.run_takes->value;
    return run;
  }

  bool Fits(const AffordableDesign& design) const {
    double limit = request_.limit.time ? request_.limit.time->value : request_.limit.money->amount;
    return PriceOf(design) <= limit * kRounding;
  }

  // One replication fits.
  Result<AffordableDesign> WithMostReplications(const Candidate& candidate) {
    int low = 1, high = kMostReplications + 1;
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

  // The first that repeats its runs (and finds what is asked for); designs are in order of what
  // they tell.
  std::optional<size_t> Recommend(const std::vector<AffordableDesign>& designs) const {
    auto first = [&](auto good) -> std::optional<size_t> {
      auto found = std::find_if(designs.begin(), designs.end(), good);
      if (found == designs.end()) return std::nullopt;
      return static_cast<size_t>(found - designs.begin());
    };
    if (request_.detect) {
      auto finds = first([&](const AffordableDesign& design) {
        return design.smallest && *design.smallest <= *request_.detect;
      });
      if (finds) return finds;
    }
    auto repeats = first([](const AffordableDesign& d) { return d.replications > 1; });
    if (repeats) return repeats;
    return first([](const AffordableDesign&) { return true; });
  }

  const AffordableRequest& request_;
  NoiseLevel noise_;
  std::map<std::string, Json> searches_;
};

std::string PriceText(const AffordableDesign& design) {
  std::string money =
      design.money && design.money->amount > 0 ? ", about " + ToString(*design.money) : "";
  return fmt::format("{} runs, about {}{}", design.runs_to_make, ToString(design.time), money);
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
          {"time_s", OrNull(design.time.value)},
          {"money", std::move(money)},
          {"estimates", design.estimates},
          {"confounds", design.confounds},
          {"smallest_percent", OrNull(percent)}};
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

Result<Affordable> FindAffordable(const AffordableRequest& request) {
  AffordableRequest in_currency = request;
  if (request.limit.money) {
    in_currency.limit.money = InReportCurrency(*request.study, *request.limit.money);
    if (!in_currency.limit.money) {
      return InputError(fmt::format("there is no rate of {} to the study's {} (report: rate:)",
                                    request.limit.money->currency,
                                    *request.study->report.currency));
    }
  }
  return Chooser(in_currency).Choose();
}

std::string Describe(const Affordable& affordable) {
  if (!affordable.recommended) {
    const AffordableDesign& cheapest = *affordable.cheapest;
    return fmt::format("{} buy none of the designs: the cheapest, `design: {}`, is {}",
                       ToString(affordable.limit), cheapest.written, PriceText(cheapest));
  }
  const AffordableDesign& design = affordable.designs[*affordable.recommended];
  std::string finds =
      design.smallest
          ? fmt::format(" and would find effects from {:.2g} % on", *design.smallest * 100)
          : ", but repeats nothing, so no effect can be told from chance";
  return fmt::format("Recommended: `design: {}` ({}). Of what fits it tells most: {}{}.",
                     design.written, PriceText(design), design.estimates, finds);
}

Json ToJson(const Affordable& affordable) {
  Json designs = Json::array();
  for (const AffordableDesign& design : affordable.designs) designs.push_back(DesignJson(design));
  return {{"format", 1},
          {"within", ToString(affordable.limit)},
          {"noise", ToJson(affordable.noise)},
          {"designs", std::move(designs)},
          {"recommended", affordable.recommended ? Json(*affordable.recommended) : Json()}};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/pricing.h"

#include <fmt/format.h>

#include "analyze/warnings.h"

namespace trena {
namespace {

// Whether the attempt ran at all: one that was refused never started, and costs nothing.
bool Started(const RunRecord& run) {
  return run.outcome != Outcome::kRefused || run.metric("wall_s").has_value();
}

void AddOverheads(const Billing& billing, std::set<std::string>& currencies) {
  if (billing.disk && !billing.disk->free) currencies.insert(billing.disk->currency);
  if (billing.data) currencies.insert(billing.data->currency);
}

}  // namespace

std::optional<ExchangeRate> RateOf(const ReportOptions& report, const std::string& currency) {
  const auto rate = report.rates.find(currency);
  if (rate == report.rates.end()) return std::nullopt;
  const auto own = report.rate_dates.find(currency);
  const auto date = own == report.rate_dates.end() ? report.rate_date : own->second;
  return ExchangeRate{currency, rate->second, date};
}

Pricing::Pricing(const Study& study, const std::set<std::string>& environments) : study_(study) {
  std::set<std::string> currencies;
  bool any_free = false;
  for (const std::string& name : environments) {
    const Environment* environment = study.environment(name);
    if (environment == nullptr || !environment->price) {
      without_price_.push_back(name);
    } else if (environment->price->free) {
      any_free = true;
    } else {
      currencies.insert(environment->price->currency);
    }
    if (environment != nullptr && environment->price)
      AddOverheads(environment->billing, currencies);
  }
  if (!without_price_.empty()) warnings_.push_back({warning::kNoPrice, without_price_});
  ChooseCurrency(currencies, any_free);
  WarnOfRates(currencies);
  ListRates(currencies);
}

void Pricing::ChooseCurrency(const std::set<std::string>& currencies, bool any_free) {
  const auto& wanted = study_.report.currency;
  const std::string only = currencies.size() == 1 ? *currencies.begin() : "";
  const bool no_rate = wanted && only != *wanted && !study_.report.rates.contains(only);
  if (!only.empty() && (!wanted || no_rate)) {
    currency_ = only;
  } else if (wanted && (any_free || !currencies.empty())) {
    currency_ = *wanted;
  } else if (currencies.empty() && any_free && study_.budget) {
    currency_ = study_.budget->currency;
  }
}

void Pricing::WarnOfRates(const std::set<std::string>& currencies) {
  const auto& wanted = study_.report.currency;
  if (!wanted && currencies.size() > 1) {
    warnings_.push_back({warning::kMixedCurrencies, {currencies.begin(), currencies.end()}});
    return;
  }
  std::set<std::string> needed = currencies;
  if (study_.budget && !currency_.empty()) needed.insert(study_.budget->currency);
  if (study_.invoice && !currency_.empty()) needed.insert(study_.invoice->currency);
  const std::string& target = wanted ? *wanted : currency_;
  for (const std::string& currency : needed) {
    if (currency != target && !study_.report.rates.contains(currency)) {
      warnings_.push_back({warning::kNoRate, {currency, target}});
    }
  }
}

void Pricing::ListRates(const std::set<std::string>& currencies) {
  std::set<std::string> used = currencies;
  if (study_.budget) used.insert(study_.budget->currency);
  if (study_.invoice) used.insert(study_.invoice->currency);
  for (const std::string& currency : used) {
    if (currency == currency_ || currency_ != study_.report.currency) continue;
    if (auto rate = RateOf(study_.report, currency)) rates_.push_back(std::move(*rate));
  }
}

std::optional<double> Pricing::Convert(const Money& money) const {
  if (currency_.empty()) return std::nullopt;
  if (money.currency == currency_) return money.amount;
  // Rates lead to the report's currency only.
  if (currency_ != study_.report.currency) return std::nullopt;
  const auto rate = study_.report.rates.find(money.currency);
  if (rate == study_.report.rates.end()) return std::nullopt;
  return money.amount * rate->second;
}

std::optional<double> Pricing::Cost(const std::string& name, double seconds) const {
  const Environment* environment = study_.environment(name);
  if (environment == nullptr || !environment->price) return std::nullopt;
  if (environment->price->free) return 0;
  return Convert(environment->price->For(Seconds{seconds}));
}

std::optional<double> Pricing::CostOfAttempt(const RunRecord& run) const {
  const auto wall = run.metric("wall_s");
  if (!wall) return std::nullopt;
  const bool ended_well = run.outcome == Outcome::kOk;
  const auto convert = [&](const Money& money) -> std::optional<Money> {
    if (money.currency.empty()) return Money{0, currency_};  // free
    const auto amount = Convert(money);
    return amount ? std::optional(Money{*amount, currency_}) : std::nullopt;
  };
  const auto money = trena::CostOfAttempt(study_, run.environment, *wall, ended_well, convert);
  return money ? std::optional(money->amount) : std::nullopt;
}

CostAnalysis Bill(const Study& study, const Pricing& pricing, const std::vector<RunRecord>& runs,
                  const std::vector<PaidTime>& pilots, std::vector<Warning>& warnings) {
  CostAnalysis cost;
  cost.currency = pricing.currency();
  cost.without_price = pricing.without_price();
  cost.rates = pricing.rates();
  cost.repriced = study.repriced;
  cost.bill = MakeBill(study, pricing, runs, pilots);
  if (study.budget) cost.budget = pricing.Convert(*study.budget);
  if (cost.budget && study.budget->currency != cost.currency) cost.given_budget = study.budget;
  double spent = 0;
  size_t billed = 0;
  size_t not_billed = 0;
  auto add = [&](const std::optional<double>& amount) {
    spent += amount.value_or(0);
    ++(amount ? billed : not_billed);
  };
  for (const RunRecord& run : runs) {
    if (Started(run)) add(pricing.CostOfAttempt(run));
  }
  for (const PaidTime& pilot : pilots) add(pricing.Cost(pilot.environment, pilot.seconds));
  if (billed > 0 || (not_billed == 0 && !cost.currency.empty())) cost.spent = spent;
  // Where nothing has a price that is already said.
  if (not_billed > 0 && (billed > 0 || !cost.currency.empty())) {
    warnings.push_back({warning::kNotBilled, {std::to_string(not_billed)}});
  }
  const bool paid = cost.spent && study.repriced.empty();
  if (paid && cost.budget && *cost.spent > *cost.budget) {
    warnings.push_back(
        {warning::kOverBudget,
         {fmt::format("{}", *cost.spent), fmt::format("{}", *cost.budget), cost.currency}});
  }
  return cost;
}

}  // namespace trena

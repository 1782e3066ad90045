// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast.h"

#include <algorithm>
#include <map>
#include <set>

namespace trena {
namespace {

struct Mean {
  double sum = 0;
  size_t n = 0;
  void Add(double value) {
    sum += value;
    ++n;
  }
  std::optional<double> mean() const {
    return n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt;
  }
};

// Adds up money; once an addend is missing or in another currency, so is the sum.
class Sum {
 public:
  void Add(const std::optional<Money>& money) {
    if (money && total_.currency.empty()) total_.currency = money->currency;
    bool free = money && money->currency.empty();
    if (!money || (!free && money->currency != total_.currency)) {
      missing_ = true;
      return;
    }
    any_ = true;
    total_.amount += money->amount;
  }
  std::optional<Money> total() const {
    return missing_ || !any_ ? std::nullopt : std::optional(total_);
  }

 private:
  bool any_ = false;
  bool missing_ = false;
  Money total_;
};

std::optional<Money> Cost(const Study& study, const std::string& environment, double seconds) {
  const Environment* found = study.environment(environment);
  if (found == nullptr || !found->price) return std::nullopt;
  return InReportCurrency(study, found->price->For(Seconds{seconds}));
}

std::string EnvironmentOf(const Scenario& scenario) {
  return Find(scenario.values, "environment")->ToString();
}

Json MoneyJson(const std::optional<Money>& money) {
  if (!money) return nullptr;
  return {{"amount", OrNull(money->amount)}, {"currency", money->currency}};
}

}  // namespace

std::optional<Money> InReportCurrency(const Study& study, const Money& money) {
  const auto& currency = study.report.currency;
  if (!currency || money.currency == *currency) return money;
  if (money.currency.empty()) return Money{0, *currency};  // free
  auto rate = study.report.rates.find(money.currency);
  if (rate == study.report.rates.end()) return std::nullopt;
  return Money{money.amount * rate->second, *currency};
}

Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs) {
  std::set<std::string> planned;
  for (const Scenario& scenario : plan.scenarios) planned.insert(scenario.key);
  std::map<std::string, Mean> by_key;
  Mean overall;
  Sum spent;
  for (const RunRecord& run : runs) {
    auto wall = run.metric("wall_s");
    if (!wall) continue;
    spent.Add(Cost(study, run.environment, *wall));
    if (run.outcome != Outcome::kOk) continue;
    by_key[run.key].Add(*wall);
    if (planned.contains(run.key)) overall.Add(*wall);
  }
  Forecast forecast;
  forecast.remaining_runs = remaining.size();
  forecast.spent = spent.total();
  Sum known_money, rough_money;
  double rough = 0;
  for (size_t index : remaining) {
    const Scenario& scenario = plan.scenarios[plan.runs[index].scenario];
    auto own = by_key.contains(scenario.key) ? by_key[scenario.key].mean() : std::nullopt;
    std::string environment = EnvironmentOf(scenario);
    auto& without = forecast.without_price;
    bool priced = Cost(study, environment, 1).has_value();
    if (!priced && std::find(without.begin(), without.end(), environment) == without.end()) {
      without.push_back(environment);
    }
    auto guess = own ? own : overall.mean();
    if (guess) rough += *guess;
    if (guess) rough_money.Add(Cost(study, environment, *guess));
    if (!own) continue;
    ++forecast.known_runs;
    forecast.known_time.value += *own;
    known_money.Add(Cost(study, environment, *own));
  }
  forecast.known_money = known_money.total();
  if (overall.n > 0) forecast.rough_time = Seconds{rough};
  if (overall.n > 0) forecast.rough_money = rough_money.total();
  return forecast;
}

Json ToJson(const Forecast& forecast) {
  std::optional<double> rough;
  if (forecast.rough_time) rough = forecast.rough_time->value;
  return {{"remaining_runs", forecast.remaining_runs},
          {"known_runs", forecast.known_runs},
          {"known_s", OrNull(forecast.known_time.value)},
          {"rough_s", OrNull(rough)},
          {"known_money", MoneyJson(forecast.known_money)},
          {"rough_money", MoneyJson(forecast.rough_money)},
          {"spent", MoneyJson(forecast.spent)},
          {"without_price", forecast.without_price}};
}

}  // namespace trena

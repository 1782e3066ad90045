// SPDX-License-Identifier: Apache-2.0
#include "study/billing/charges.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

class Charges {
 public:
  Charges(const Billing& billing, double seconds) : billing_(billing), charged_(seconds) {}

  std::vector<Charge> All(double seconds, bool ended_well) {
    AddTime(BillItem::kSetup, billing_.setup, "bill.setup");
    AddTime(BillItem::kIdle, billing_.idle, "bill.idle");
    if (billing_.spot && ended_well) AddInterruptions(seconds);
    if (billing_.unit || billing_.minimum) AddRounding();
    // Disk is for the time of this attempt, not for that of nobody.
    const auto charged = charged_;
    if (billing_.reserved_use) AddUnused();
    if (billing_.disk) {
      charges_.push_back({BillItem::kDisk, charged, "bill.disk: " + ToString(*billing_.disk)});
    }
    if (billing_.data) {
      charges_.push_back({BillItem::kData, std::nullopt, "bill.data: " + ToString(*billing_.data)});
    }
    return std::move(charges_);
  }

 private:
  void Add(BillItem item, std::optional<double> seconds, const std::string& setting) {
    if (seconds && charged_) *charged_ += *seconds;
    if (!seconds) charged_.reset();
    charges_.push_back({item, seconds, setting});
  }

  void AddTime(BillItem item, const std::optional<Seconds>& time, const char* key) {
    if (time) Add(item, time->value, key + (": " + ToString(*time)));
  }

  void AddInterruptions(double seconds) {
    const auto expected = ExpectedSpotSeconds(seconds, *billing_.spot);
    const auto more = expected ? std::optional(*expected - seconds) : std::nullopt;
    Add(BillItem::kInterruptions, more,
        "spot.interrupted_every: " + ToString(billing_.spot->interrupted_every));
  }

  void AddRounding() {
    std::string setting;
    std::optional<double> rounded = charged_;
    if (billing_.minimum) {
      setting = "bill.minimum: " + ToString(*billing_.minimum);
      if (rounded) *rounded = std::max(*rounded, billing_.minimum->value);
    }
    if (billing_.unit) {
      setting += (setting.empty() ? "" : ", ") + ("bill.unit: " + ToString(*billing_.unit));
      // A time that is a whole number of units but for its last digits is that number.
      const double unit = billing_.unit->value;
      if (rounded) *rounded = std::ceil(*rounded / unit * (1 - 1e-12)) * unit;
    }
    if (rounded) rounded = std::max(0.0, *rounded - *charged_);
    Add(BillItem::kRounding, rounded, setting);
  }

  void AddUnused() {
    const double use = *billing_.reserved_use;
    const auto unused = charged_ ? std::optional(*charged_ * (1 / use - 1)) : std::nullopt;
    Add(BillItem::kUnused, unused, "reserved.used: " + Value(100 * use).ToString() + " %");
  }

  const Billing& billing_;
  std::optional<double> charged_;  // seconds so far; missing once one of them is
  std::vector<Charge> charges_;
};

constexpr double kNeverEnds = 1e6;  // times the work

}  // namespace

std::string ToString(BillItem item) {
  static constexpr const char* kNames[] = {"training", "around", "failed",        "pilots",
                                           "setup",    "idle",   "interruptions", "rounding",
                                           "unused",   "disk",   "data"};
  return kNames[static_cast<size_t>(item)];
}

std::vector<Charge> ChargesBeside(const Billing& billing, double seconds, bool ended_well) {
  return Charges(billing, seconds).All(seconds, ended_well);
}

std::optional<Money> InReportCurrency(const Study& study, const Money& money) {
  const auto& currency = study.report.currency;
  if (!currency || money.currency == *currency) return money;
  if (money.currency.empty()) return Money{0, *currency};  // free
  auto rate = study.report.rates.find(money.currency);
  if (rate == study.report.rates.end()) return std::nullopt;
  return Money{money.amount * rate->second, *currency};
}

std::optional<Money> CostOfTime(const Study& study, const std::string& environment,
                                double seconds) {
  const Environment* found = study.environment(environment);
  if (found == nullptr || !found->price) return std::nullopt;
  return InReportCurrency(study, found->price->For(Seconds{seconds}));
}

std::optional<Money> CostOfAttempt(const Study& study, const std::string& environment,
                                   double seconds, bool ended_well) {
  return CostOfAttempt(study, environment, seconds, ended_well,
                       [&](const Money& money) { return InReportCurrency(study, money); });
}

std::optional<Money> CostOfAttempt(const Study& study, const std::string& environment,
                                   double seconds, bool ended_well, const Conversion& convert) {
  const Environment* found = study.environment(environment);
  if (found == nullptr || !found->price) return std::nullopt;
  auto sum = convert(found->price->For(Seconds{seconds}));
  if (!sum) return std::nullopt;
  for (const Charge& charge : ChargesBeside(found->billing, seconds, ended_well)) {
    if (!charge.seconds && charge.item != BillItem::kData) return std::nullopt;
    const Price& price = charge.item == BillItem::kDisk ? *found->billing.disk : *found->price;
    const Money money =
        charge.item == BillItem::kData ? *found->billing.data : price.For(Seconds{*charge.seconds});
    const auto amount = convert(money);
    const bool free = amount && amount->currency.empty();
    if (sum->currency.empty() && amount) sum->currency = amount->currency;
    if (!amount || (!free && amount->currency != sum->currency)) return std::nullopt;
    sum->amount += amount->amount;
  }
  return sum;
}

std::optional<double> ExpectedSpotSeconds(double seconds, const SpotTerms& terms) {
  if (!(seconds > 0)) return 0;
  const double every = terms.interrupted_every.value;
  const double stretch =
      terms.checkpoint_every ? std::min(terms.checkpoint_every->value, seconds) : seconds;
  const double whole = std::floor(seconds / stretch);
  const double last = std::max(0.0, seconds - whole * stretch);
  const double stretches = whole * std::expm1(stretch / every) + std::expm1(last / every);
  const double expected = every * std::exp(terms.restart.value / every) * stretches;
  if (!(expected < kNeverEnds * seconds)) return std::nullopt;
  return expected;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/words/metric_words.h"

#include <algorithm>
#include <cmath>

#include "report/words/labels.h"

namespace trena {
namespace {

using enum MetricKind;

// A metric without words is shown as one that is not known.
const KnownMetric* WithWords(const std::string& metric) {
  const KnownMetric* known = FindKnownMetric(metric);
  return known != nullptr && known->words ? known : nullptr;
}

// Decimals that show two significant digits of an uncertainty.
int DecimalsOf(double half_width) {
  int magnitude = static_cast<int>(std::floor(std::log10(half_width)));
  return std::clamp(1 - magnitude, 0, kMostDecimals);
}

}  // namespace

MetricText::MetricText(const Words& words, std::string metric, MoneyUnit money)
    : words_(words),
      metric_(std::move(metric)),
      money_(std::move(money)),
      known_(WithWords(metric_)) {}

std::string MetricText::Title() const {
  if (known_ == nullptr) return metric_;
  std::string title = words_.Say(known_->words->title);
  std::string unit = Unit();
  return unit.empty() ? title : title + " (" + unit + ")";
}

std::string MetricText::Phrase() const {
  return known_ == nullptr ? metric_ : words_.Say(known_->words->phrase);
}

std::string MetricText::ThePhrase() const {
  return known_ == nullptr ? metric_ : words_.Say(known_->words->the);
}

std::string MetricText::Unit() const {
  if (known_ == nullptr) return "";
  if (known_->kind == kImagesPerSecond) return words_.Say({"images/s", "imagens/s"});
  if (known_->kind == kTokensPerSecond) return "tokens/s";
  if (known_->kind == kFraction) return "%";
  if (IsMoney() && money_.trainings != 1) {
    return words_.Say(
        {"{currency} per {count}", "{currency} por {count}"},
        {{"currency", money_.currency}, {"count", words_.Fixed(money_.trainings, 0)}});
  }
  return UnitOf(metric_, money_.currency);
}

bool MetricText::IsMoney() const { return known_ != nullptr && known_->kind == kMoney; }

std::string MetricText::PerTrainings() const {
  if (money_.trainings == 1) return "";
  return " " + words_.Say({"per {count} trainings", "por {count} treinamentos"},
                          {{"count", words_.Fixed(money_.trainings, 0)}});
}

double MetricText::Scale() const {
  if (IsMoney()) return money_.trainings;
  return known_ && known_->kind == kFraction ? 100 : 1;
}

std::string MetricText::Rounded(double value, std::optional<double> low,
                                std::optional<double> high) const {
  bool interval = low && high && *high > *low;
  if (!interval) return words_.Significant(value * Scale(), 4);
  return words_.Fixed(value * Scale(), DecimalsOf((*high - *low) / 2 * Scale()));
}

std::string MetricText::WithHalfWidth(double mean, std::optional<double> low,
                                      std::optional<double> high) const {
  std::string number = Rounded(mean, low, high);
  if (!low || !high) return number;
  double half_width = (*high - *low) / 2;
  // One that ends where the metric does has no half-width.
  if (std::abs(mean - (*low + half_width)) > 1e-6 * half_width) {
    return number + " (" +
           words_.Say(label::kFromLowToHigh,
                      {{"low", Rounded(*low, low, high)}, {"high", Rounded(*high, low, high)}}) +
           ")";
  }
  return number + " ± " + (half_width > 0 ? Rounded(half_width, low, high) : "0");
}

std::string MetricText::Number(const Summary& summary) const {
  if (!summary.mean) return "—";
  return WithHalfWidth(*summary.mean, summary.low, summary.high);
}

std::string MetricText::WithUnit(const std::string& number) const {
  if (IsMoney()) return words_.WithCurrency(number, money_.currency) + PerTrainings();
  std::string unit = Unit();
  return unit.empty() || unit == "%" ? number + unit : number + " " + unit;
}

std::string MetricText::Quantity(const Summary& summary) const {
  return WithUnit(Number(summary)) + " (n = " + std::to_string(summary.n) + ")";
}

std::string MetricText::Value(double value) const {
  if (IsMoney()) return words_.Money(value * Scale(), money_.currency) + PerTrainings();
  return WithUnit(words_.Significant(value * Scale(), 3));
}

std::string MetricText::Range(double low, double high) const {
  double width = std::abs(high - low) * Scale();
  int decimals = width > 0 ? DecimalsOf(width) : 2;
  return words_.Say(label::kFromLowToHigh, {{"low", words_.Fixed(low * Scale(), decimals)},
                                            {"high", words_.Fixed(high * Scale(), decimals)}});
}

}  // namespace trena

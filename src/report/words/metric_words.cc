// SPDX-License-Identifier: Apache-2.0
#include "report/words/metric_words.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

using enum MetricKind;

constexpr MetricWords kMetrics[] = {
    {"train_s", "training", "training time", "the training time", kSeconds, true},
    {"images_per_s", "speed", "speed", "the speed", kRate, true},
    {"cost", "cost", "cost of a training", "the cost of a training", kMoney, true},
    {"accuracy", "accuracy", "accuracy", "the accuracy", kFraction, true},
    {"cpu_pct", "CPU", "use of the CPU", "the use of the CPU", kPercent, true},
    {"mem_pct", "memory", "use of memory", "the use of memory", kPercent, true},
    {"gpu_pct", "GPU", "use of the GPU", "the use of the GPU", kPercent, true},
    {"gpu_mem_pct", "GPU memory", "use of the GPU's memory", "the use of the GPU's memory",
     kPercent, true},
    {"cpu_energy_j", "CPU energy", "energy of the machine's CPU", "the energy of the machine's CPU",
     kJoules, true},
    {"gpu_energy_j", "GPU energy", "energy of the GPU", "the energy of the GPU", kJoules, true},
    {"wall_s", "whole run", "time of the whole run", "the time of the whole run", kSeconds, false},
    {"image_s", "per image", "time per image", "the time per image", kSeconds, false},
    {"bill", "bill", "bill of the whole run", "the bill of the whole run", kMoney, false},
    {"cpu_pct_max", "CPU, peak", "peak use of the CPU", "the peak use of the CPU", kPercent, false},
    {"mem_pct_max", "memory, peak", "peak use of memory", "the peak use of memory", kPercent,
     false},
    {"gpu_pct_max", "GPU, peak", "peak use of the GPU", "the peak use of the GPU", kPercent, false},
    {"gpu_mem_pct_max", "GPU memory, peak", "peak use of the GPU's memory",
     "the peak use of the GPU's memory", kPercent, false},
};

// Decimals that show two significant digits of an uncertainty.
int DecimalsOf(double half_width) {
  int magnitude = static_cast<int>(std::floor(std::log10(half_width)));
  return std::clamp(1 - magnitude, 0, kMostDecimals);
}

}  // namespace

std::span<const MetricWords> KnownMetrics() { return kMetrics; }

const MetricWords* FindMetricWords(const std::string& metric) {
  auto named = [&](const MetricWords& words) { return metric == words.name; };
  auto found = std::find_if(std::begin(kMetrics), std::end(kMetrics), named);
  return found == std::end(kMetrics) ? nullptr : &*found;
}

MetricText::MetricText(const Words& words, std::string metric, std::string currency)
    : words_(words),
      metric_(std::move(metric)),
      currency_(std::move(currency)),
      known_(FindMetricWords(metric_)) {}

std::string MetricText::Title() const {
  if (known_ == nullptr) return metric_;
  std::string title = words_.Say(known_->title);
  std::string unit = Unit();
  return unit.empty() ? title : title + " (" + unit + ")";
}

std::string MetricText::Phrase() const {
  return known_ == nullptr ? metric_ : words_.Say(known_->phrase);
}

std::string MetricText::ThePhrase() const {
  return known_ == nullptr ? metric_ : words_.Say(known_->the);
}

std::string MetricText::Unit() const {
  if (known_ == nullptr) return "";
  switch (known_->kind) {
    case kSeconds:
      return "s";
    case kRate:
      return words_.Say("images/s");
    case kFraction:
    case kPercent:
      return "%";
    case kJoules:
      return "J";
    case kMoney:
      return currency_;
  }
  return "";
}

double MetricText::Scale() const { return known_ && known_->kind == kFraction ? 100 : 1; }

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
  return number + " ± " + (half_width > 0 ? Rounded(half_width, low, high) : "0");
}

std::string MetricText::Number(const Summary& summary) const {
  if (!summary.mean) return "—";
  return WithHalfWidth(*summary.mean, summary.low, summary.high);
}

std::string MetricText::WithUnit(const std::string& number) const {
  if (known_ && known_->kind == kMoney) return words_.WithCurrency(number, currency_);
  std::string unit = Unit();
  return unit.empty() || unit == "%" ? number + unit : number + " " + unit;
}

std::string MetricText::Quantity(const Summary& summary) const {
  return WithUnit(Number(summary)) + " (n = " + std::to_string(summary.n) + ")";
}

std::string MetricText::Value(double value) const {
  if (known_ && known_->kind == kMoney) return words_.Money(value, currency_);
  return WithUnit(words_.Significant(value * Scale(), 3));
}

std::string MetricText::Range(double low, double high) const {
  double width = std::abs(high - low) * Scale();
  int decimals = width > 0 ? DecimalsOf(width) : 2;
  return words_.Say("from {low} to {high}", {{"low", words_.Fixed(low * Scale(), decimals)},
                                             {"high", words_.Fixed(high * Scale(), decimals)}});
}

}  // namespace trena

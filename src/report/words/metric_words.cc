// SPDX-License-Identifier: Apache-2.0
#include "report/words/metric_words.h"

#include <algorithm>
#include <cmath>

#include "report/words/labels.h"

namespace trena {
namespace {

using enum MetricKind;

constexpr MetricWords kMetrics[] = {
    {"train_s",
     label::kTraining,
     {"training time", "tempo de treinamento"},
     {"the training time", "o tempo de treinamento"},
     kSeconds,
     true},
    {"images_per_s", label::kSpeed, label::kSpeed, {"the speed", "a velocidade"}, kRate, true},
    {"cost",
     label::kCost,
     {"cost of a training", "custo de um treinamento"},
     {"the cost of a training", "o custo de um treinamento"},
     kMoney,
     true},
    {"accuracy",
     label::kAccuracy,
     label::kAccuracy,
     {"the accuracy", "a acurácia"},
     kFraction,
     true},
    {"cpu_pct",
     {"CPU", "CPU"},
     {"use of the CPU", "uso da CPU"},
     {"the use of the CPU", "o uso da CPU"},
     kPercent,
     true},
    {"mem_pct",
     label::kMemory,
     {"use of memory", "uso de memória"},
     {"the use of memory", "o uso de memória"},
     kPercent,
     true},
    {"gpu_pct",
     label::kGPU,
     {"use of the GPU", "uso da GPU"},
     {"the use of the GPU", "o uso da GPU"},
     kPercent,
     true},
    {"gpu_mem_pct",
     {"GPU memory", "memória da GPU"},
     {"use of the GPU's memory", "uso da memória da GPU"},
     {"the use of the GPU's memory", "o uso da memória da GPU"},
     kPercent,
     true},
    {"cpu_energy_j",
     {"CPU energy", "energia da CPU"},
     {"energy of the machine's CPU", "energia da CPU da máquina"},
     {"the energy of the machine's CPU", "a energia da CPU da máquina"},
     kJoules,
     true},
    {"gpu_energy_j",
     {"GPU energy", "energia da GPU"},
     {"energy of the GPU", "energia da GPU"},
     {"the energy of the GPU", "a energia da GPU"},
     kJoules,
     true},
    {"wall_s",
     {"whole run", "execução inteira"},
     {"time of the whole run", "tempo da execução inteira"},
     {"the time of the whole run", "o tempo da execução inteira"},
     kSeconds,
     false},
    {"image_s",
     {"per image", "por imagem"},
     {"time per image", "tempo por imagem"},
     {"the time per image", "o tempo por imagem"},
     kSeconds,
     false},
    {"bill",
     {"bill", "conta"},
     {"bill of the whole run", "conta da execução inteira"},
     {"the bill of the whole run", "a conta da execução inteira"},
     kMoney,
     false},
    {"cpu_pct_max",
     {"CPU, peak", "CPU, pico"},
     {"peak use of the CPU", "pico de uso da CPU"},
     {"the peak use of the CPU", "o pico de uso da CPU"},
     kPercent,
     false},
    {"mem_pct_max",
     {"memory, peak", "memória, pico"},
     {"peak use of memory", "pico de uso de memória"},
     {"the peak use of memory", "o pico de uso de memória"},
     kPercent,
     false},
    {"gpu_pct_max",
     {"GPU, peak", "GPU, pico"},
     {"peak use of the GPU", "pico de uso da GPU"},
     {"the peak use of the GPU", "o pico de uso da GPU"},
     kPercent,
     false},
    {"gpu_mem_pct_max",
     {"GPU memory, peak", "memória da GPU, pico"},
     {"peak use of the GPU's memory", "pico de uso da memória da GPU"},
     {"the peak use of the GPU's memory", "o pico de uso da memória da GPU"},
     kPercent,
     false},
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
      return words_.Say({"images/s", "imagens/s"});
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
  return words_.Say(label::kFromLowToHigh, {{"low", words_.Fixed(low * Scale(), decimals)},
                                            {"high", words_.Fixed(high * Scale(), decimals)}});
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/lenth.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "stats/distributions.h"

namespace trena {
namespace {

constexpr double kMedianToDeviation = 1.5;  // 1 ÷ the median size of a standard normal, nearly
constexpr double kFarTooLarge = 2.5;        // first standard errors
constexpr int kDraws = 2000;
constexpr unsigned kLenthSeed = 1989;
constexpr double kLargestSought = 1e4;

double MedianOf(std::vector<double> sizes) {
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  if (sizes.size() % 2 == 1) return *middle;
  return (*std::max_element(sizes.begin(), middle) + *middle) / 2;
}

// Of their sizes; 0 where most are nothing.
double StandardErrorOf(std::vector<double> sizes) {
  const double first = kMedianToDeviation * MedianOf(sizes);
  if (!(first > 0)) return 0;
  std::erase_if(sizes, [&](double size) { return !(size < kFarTooLarge * first); });
  return kMedianToDeviation * MedianOf(std::move(sizes));
}

std::optional<double> SimultaneousReach(size_t effects, double confidence) {
  const double each = std::pow(confidence, 1 / static_cast<double>(effects));
  return StudentQuantile((1 + each) / 2, DegreesOfEffects(effects));
}

// Pseudo standard errors where one effect is real, and so large that it does not count.
std::vector<double> DrawnErrors(size_t effects) {
  std::mt19937_64 random(kLenthSeed);
  std::normal_distribution<double> normal;
  std::vector<double> errors;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<double> sizes{kLargestSought};
    while (sizes.size() < effects) sizes.push_back(std::abs(normal(random)));
    errors.push_back(StandardErrorOf(std::move(sizes)));
  }
  return errors;
}

}  // namespace

double DegreesOfEffects(size_t effects) { return static_cast<double>(effects) / 3; }

std::optional<PseudoError> FindPseudoError(const std::vector<double>& effects, double confidence) {
  std::vector<double> sizes;
  for (double effect : effects) {
    if (!std::isfinite(effect)) return std::nullopt;
    sizes.push_back(std::abs(effect));
  }
  if (sizes.empty()) return std::nullopt;
  PseudoError error;
  error.effects = sizes.size();
  error.df = DegreesOfEffects(error.effects);
  error.standard_error = StandardErrorOf(std::move(sizes));
  const auto one = StudentQuantile((1 + confidence) / 2, error.df);
  const auto all = SimultaneousReach(error.effects, confidence);
  if (!(error.standard_error > 0) || !one || !all) return std::nullopt;
  error.margin = *one * error.standard_error;
  error.simultaneous_margin = *all * error.standard_error;
  return error;
}

double AmongMany(double p, size_t effects) {
  return -std::expm1(static_cast<double>(effects) * std::log1p(-p));
}

std::optional<double> EffectForPower(size_t effects, double power, double confidence) {
  const auto reach = effects < 2 ? std::nullopt : SimultaneousReach(effects, confidence);
  if (!reach) return std::nullopt;
  const std::vector<double> errors = DrawnErrors(effects);
  const auto power_of = [&](double effect) {
    double sum = 0;
    for (double error : errors)
      sum += 0.5 * std::erfc((*reach * error - effect) / std::numbers::sqrt2);
    return sum / kDraws;
  };
  double low = 0, high = kLargestSought;
  if (power_of(high) < power) return std::nullopt;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (power_of(middle) < power ? low : high) = middle;
  }
  return high;
}

}  // namespace trena

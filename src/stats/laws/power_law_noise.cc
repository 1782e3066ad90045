// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/power_law_noise.h"

#include <cmath>

namespace trena {
namespace {

constexpr double kNearZero = 1e-6;
constexpr int kHalvings = 50;

// Of scale 1.
double Spread(double time, double window, double exponent) {
  if (!(window > time) || !(time > 0)) return 0;
  if (exponent < kNearZero) return std::log(window / time);
  return (std::pow(time, -exponent) - std::pow(window, -exponent)) / exponent;
}

}  // namespace

double PowerLawNoise::Variance(double time, double window) const {
  return scale * Spread(time, window, exponent);
}

PowerLawNoise FitPowerLawNoise(const SeenVariance& shorter, const SeenVariance& longer) {
  // What the longer would vary by, at that exponent. The larger the exponent, the less.
  auto foretold = [&](double exponent) {
    double unit = Spread(shorter.time, shorter.window, exponent);
    return unit > 0 ? shorter.variance / unit * Spread(longer.time, longer.window, exponent) : 0;
  };
  double low = 0, high = 1;
  for (int i = 0; i < kHalvings; ++i) {
    double middle = (low + high) / 2;
    (foretold(middle) > longer.variance ? low : high) = middle;
  }
  PowerLawNoise noise;
  noise.exponent = foretold(1) > longer.variance ? 1 : low;
  double unit = Spread(shorter.time, shorter.window, noise.exponent);
  if (unit > 0) noise.scale = shorter.variance / unit;
  return noise;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Noise that wanders: the speed of a machine that others use too moves within a fraction of a
// second and over minutes. Means over longer times vary less, by a power: the variance of means
// over a time t, about the mean over a longer time T, is C (t^-a - T^-a) / a, with a = 1 for white
// noise, where every moment is new, and a near 0 for 1/f noise, where all scales of time count
// alike (then it is C log(T / t); Allan 1966, Proceedings of the IEEE 54; Milotti, arXiv
// physics/0204033).
//
//   // From means over 0.01 s and over 0.1 s:
//   PowerLawNoise noise = FitPowerLawNoise({0.01, 0.1, 0.04}, {0.1, 60, 0.02});
//   double of_a_run = noise.Variance(100, 1000);
#pragma once

namespace trena {

// The variance of means over `time`, about the mean over `window`.
struct SeenVariance {
  double time = 0;
  double window = 0;
  double variance = 0;
};

struct PowerLawNoise {
  double scale = 0;     // C
  double exponent = 0;  // a, from 0 to 1

  // 0 where the window is no longer than the time.
  double Variance(double time, double window) const;
};

// From what was seen on a short scale of time and on a longer one. Where the longer varies by more
// than 1/f noise would, the noise is that of the shorter scale: the rest is something else. Both
// variances 0: no noise.
PowerLawNoise FitPowerLawNoise(const SeenVariance& shorter, const SeenVariance& longer);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Checks of one stated analysis: are the residuals normal, is their spread the same everywhere, do
// they drift with the order of running (Jain 1991, sections 14.7 and 18.4)? They recommend; they
// never change the analysis.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stats/model/cells.h"

namespace trena {

// A point of the normal quantile plot: Blom's position (i - 3/8) / (n + 1/4) as a normal quantile.
struct QuantilePoint {
  double normal = 0;
  double residual = 0;
};

struct NormalCheck {
  std::vector<QuantilePoint> points;  // ascending
  // Shapiro and Francia's W' (J. American Statistical Association 67, 1972): the squared
  // correlation of the points. Its p by Royston (Applied Statistics 42, 1993), for 5 to 5000
  // residuals; missing otherwise, and when residuals do not vary.
  std::optional<double> w;
  std::optional<double> p;
};
NormalCheck CheckNormal(std::span<const double> residuals);

// Spearman's rank correlation with its two-sided p by Student's t. Missing below four pairs, and
// when either does not vary.
struct RankCorrelation {
  double rho = 0;
  double p = 0;
};
std::optional<RankCorrelation> CorrelateRanks(std::span<const double> a, std::span<const double> b);

// Residuals against the order of running: a trend says that the machine drifted.
std::optional<RankCorrelation> CheckOrder(std::span<const double> residuals,
                                          std::span<const double> order);

// Sizes of residuals against fitted values: spread that grows or shrinks with the level.
std::optional<RankCorrelation> CheckSpread(std::span<const double> residuals,
                                           std::span<const double> fitted);

// Spread against level: the slope of log sd on log mean over cells (Bartlett, Biometrics 3, 1947;
// Box, Hunter and Hunter 2005, section 8.2), weighted by degrees of freedom. Times that multiply
// have slope 1, and their logarithm has equal spread; with slope 0 the raw scale has.
struct SpreadLevel {
  double slope = 0;
  double low = 0;
  double high = 0;
  size_t cells = 0;            // that had at least two observations which differ
  bool recommend_log = false;  // the interval holds 1 and leaves out 0
};
// Missing with fewer than three such cells, means not above zero, or means that do not differ.
std::optional<SpreadLevel> CheckSpreadLevel(const Cells& cells, double confidence = 0.95);

// Ranks from 1; ties share their mean.
std::vector<double> RanksOf(std::span<const double> values);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Whether the stated analysis may be believed: residuals against fitted values, normal quantiles,
// spread against level, order of running, and one analysis that does not care about any of these
// (aligned ranks) beside it. The checks recommend; they never change the analysis. Each raises a
// false alarm in 5 % of the studies in which nothing is wrong, whatever the design: its p is by
// simulation (stats/model/checks/residual_simulation.h). Sources are in stats/diagnostics.h,
// stats/model/checks/aligned_ranks.h and stats/comparisons/two_samples.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/model/model_request.h"
#include "stats/comparisons/two_samples.h"
#include "stats/diagnostics.h"
#include "stats/model/cells.h"
#include "stats/model/checks/aligned_ranks.h"

namespace trena {

struct StatedAnalysis;

struct ResidualPoint {
  double order = 0;  // of running; of the rows of a table
  double fitted = 0;
  double residual = 0;
  double normal = 0;  // the quantile of a normal residual of this rank
};

// Whether residuals spread alike at the levels of a factor (Brown and Forsythe).
// The p of all factors together are adjusted for their number (Holm).
struct FactorSpread {
  size_t factor = 0;
  std::vector<std::optional<double>> sds;  // of the residuals at each of its levels
  std::optional<SpreadTest> test;
};

// A term on both scales.
struct ScaleChange {
  std::string term;
  std::optional<double> percent;
  std::optional<double> p;
  std::optional<double> log_percent;
  std::optional<double> log_p;
  bool differs = false;  // on one scale it can be told from chance, on the other it cannot
};

inline constexpr double kSpreadTold = 5;

struct ModelChecks {
  bool made = false;                  // false where the model leaves nothing over
  std::vector<ResidualPoint> points;  // as observed; none where observations are too many
  std::optional<double> normal_w;     // Shapiro and Francia's W'
  std::optional<double> normal_p;
  std::optional<RankCorrelation> spread;  // sizes of residuals against fitted values
  std::optional<RankCorrelation> order;   // residuals against the order
  std::optional<SpreadLevel> spread_level;
  std::optional<SpreadTest> equal_spreads;  // over all combinations of levels
  // How often `equal_spreads` would see one combination that spreads kSpreadTold times as much as
  // the others. Missing where observations are too many to simulate.
  std::optional<double> spread_power;
  std::vector<FactorSpread> factor_spreads;
  std::vector<RankedTerm> ranked;        // not of whole plots
  bool recommend_log = false;            // times multiply, and the raw scale was analysed
  std::vector<ScaleChange> log_changes;  // then: what it would change, by term
};

// Of the analysis as it is stated. Costs a sort of the observations for each term.
ModelChecks CheckStated(const StatedAnalysis& stated, const Observations& observations);

}  // namespace trena

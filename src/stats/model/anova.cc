// SPDX-License-Identifier: Apache-2.0
#include "stats/model/anova.h"

#include <algorithm>
#include <utility>

namespace trena {

AnovaRow MakeRow(std::string term, std::vector<size_t> factors, size_t df, double ss,
                 double total_ss) {
  AnovaRow row;
  row.term = std::move(term);
  row.factors = std::move(factors);
  row.df = df;
  row.ss = ss;
  if (df > 0) row.ms = ss / static_cast<double>(df);
  if (total_ss > 0) row.percent = 100 * ss / total_ss;
  return row;
}

void SetOmega(double error_ms, double total_ss, AnovaRow& row) {
  if (!(total_ss + error_ms > 0)) return;
  const double beyond_chance = row.ss - static_cast<double>(row.df) * error_ms;
  row.omega_percent = 100 * std::max(0.0, beyond_chance / (total_ss + error_ms));
}

}  // namespace trena

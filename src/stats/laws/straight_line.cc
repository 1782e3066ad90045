// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/straight_line.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {

Result<StraightLine> FitStraightLine(std::span<const double> x, std::span<const double> y,
                                     double confidence) {
  const RegressionData data{
      .names = {"x"}, .columns = {{x.begin(), x.end()}}, .y = {y.begin(), y.end()}};
  TRENA_ASSIGN(const Regression fit, FitRegression(data, confidence));
  if (fit.coefficients.size() < 2) return InputError("a line needs two x that differ");
  StraightLine line;
  line.n = fit.n;
  line.confidence = confidence;
  line.intercept = fit.coefficients[0];
  line.slope = fit.coefficients[1];
  line.residual_sd = fit.df > 0 ? fit.residual_sd : std::nullopt;
  line.x_mean = MeanOf(data.columns[0]).Value();
  for (double value : x) line.x_ss += (value - line.x_mean) * (value - line.x_mean);
  line.x_least = *std::min_element(x.begin(), x.end());
  line.x_most = *std::max_element(x.begin(), x.end());
  return line;
}

std::optional<ReachedAt> Reaches(const StraightLine& line, double y) {
  const double b = line.slope.value;
  if (!(b > 0)) return std::nullopt;
  ReachedAt reached{(y - line.intercept.value) / b, {}, {}};
  const double df = static_cast<double>(line.n) - 2;
  if (!line.residual_sd) return reached;
  const auto t = StudentQuantile((1 + line.confidence) / 2, df);
  if (!t) return reached;
  // Of (y − a − b·x)² = t² s² (1 + 1/n + (x − mean)² ÷ x_ss), quadratic in x − mean.
  const double width = *t * *line.residual_sd / b;
  const double g = width * width / line.x_ss;
  if (!(g < 1)) return reached;
  const double from_mean = reached.x - line.x_mean;
  const double part = 1 + 1 / static_cast<double>(line.n);
  const double half =
      width * std::sqrt((1 - g) * part + from_mean * from_mean / line.x_ss) / (1 - g);
  const double middle = line.x_mean + from_mean / (1 - g);
  reached.low = middle - half;
  reached.high = middle + half;
  return reached;
}

}  // namespace trena

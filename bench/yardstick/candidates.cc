// SPDX-License-Identifier: Apache-2.0
#include "candidates.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/laws/trend.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr double kLengths[] = {0.02, 0.05, 0.1, 0.2};

enum class Place { kBefore, kAfter, kBoth };

const char* NameOf(Place place) {
  if (place == Place::kBefore) return "before";
  return place == Place::kAfter ? "after" : "both";
}

// ln of the median rate over the first `length` seconds of the readings.
double LogRate(const KernelReadings& readings, double length) {
  const double each = readings.seconds / static_cast<double>(readings.rates.size());
  auto count = static_cast<size_t>(std::max(1.0, std::round(length / each)));
  std::vector<double> rates(
      readings.rates.begin(),
      readings.rates.begin() + static_cast<std::ptrdiff_t>(std::min(count, readings.rates.size())));
  return std::log(*Summarize(rates).median);
}

std::vector<double> Regressor(const Experiment& experiment, size_t reading, Place place,
                              double length) {
  std::vector<double> x;
  for (size_t run = 0; run < experiment.seconds.size(); ++run) {
    double before = LogRate(experiment.gaps[run][reading], length);
    double after = LogRate(experiment.gaps[run + 1][reading], length);
    x.push_back(place == Place::kBefore  ? before
                : place == Place::kAfter ? after
                                         : (before + after) / 2);
  }
  return x;
}

std::vector<double> LogSeconds(const Experiment& experiment) {
  std::vector<double> y;
  for (double seconds : experiment.seconds) y.push_back(std::log(seconds));
  return y;
}

// R² of least squares with a constant, and R² of predictions that leave each run out (PRESS; Allen
// 1974), by the leverages.
void Fit(const std::vector<std::vector<double>>& regressors, const std::vector<double>& values,
         Candidate& candidate) {
  const auto n = static_cast<Eigen::Index>(values.size());
  const auto k = static_cast<Eigen::Index>(regressors.size());
  candidate.n = values.size();
  if (n < k + 3) return;
  Eigen::MatrixXd x(n, k + 1);
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    x(i, 0) = 1;
    y(i) = values[static_cast<size_t>(i)];
    for (Eigen::Index j = 0; j < k; ++j) {
      x(i, j + 1) = regressors[static_cast<size_t>(j)][static_cast<size_t>(i)];
    }
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(x);
  if (qr.rank() < k + 1) return;
  Eigen::MatrixXd q = Eigen::MatrixXd(qr.householderQ()).leftCols(k + 1);
  Eigen::VectorXd residuals = y - q * (q.transpose() * y);
  double total = (y.array() - y.mean()).square().sum();
  double left_out = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    double leverage = q.row(i).squaredNorm();
    // A run that alone decides a slope cannot be predicted from the others.
    if (leverage > 1 - 1e-9) left_out = std::numeric_limits<double>::infinity();
    left_out += std::pow(residuals(i) / (1 - leverage), 2);
  }
  candidate.r2 = 1 - residuals.squaredNorm() / total;
  if (!std::isfinite(left_out)) return;
  candidate.predicted_r2 = 1 - left_out / total;
}

void Correlate(const std::vector<double>& x, const std::vector<double>& y, Candidate& candidate) {
  candidate.r = Correlation(x, y);
  auto interval = candidate.r ? IntervalOf(*candidate.r, x.size()) : std::nullopt;
  if (interval) candidate.low = interval->low, candidate.high = interval->high;
}

// Best first by predicted R².
void Order(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return a.predicted_r2.value_or(-9e9) > b.predicted_r2.value_or(-9e9);
  });
}

std::string Threads(const KernelReadings& readings) { return readings.all_cpus ? "all" : "one"; }

std::string Cell(std::optional<double> value) { return value ? fmt::format("{:.2f}", *value) : ""; }

std::string CorrelationCell(const Candidate& candidate) {
  std::string r = Cell(candidate.r);
  if (candidate.low) r += fmt::format(" [{:.2f}, {:.2f}]", *candidate.low, *candidate.high);
  return r;
}

}  // namespace

void FitWhereRead(const std::vector<std::vector<std::optional<double>>>& regressors,
                  const std::vector<double>& log_seconds, Candidate& candidate) {
  std::vector<std::vector<double>> x(regressors.size());
  std::vector<double> y;
  for (size_t run = 0; run < log_seconds.size(); ++run) {
    const bool read = std::all_of(regressors.begin(), regressors.end(),
                                  [&](const auto& values) { return values[run].has_value(); });
    if (!read) continue;
    for (size_t i = 0; i < x.size(); ++i) x[i].push_back(*regressors[i][run]);
    y.push_back(log_seconds[run]);
  }
  if (x.size() == 1) Correlate(x[0], y, candidate);
  Fit(x, y, candidate);
}

Candidate PreviousRun(const Experiment& experiment) {
  std::vector<double> y = LogSeconds(experiment);
  Candidate candidate{"the run before", "none", "", "", 0, 0, {}, {}, {}, {}, {}};
  if (y.size() < 2) return candidate;
  std::vector<double> x(y.begin(), y.end() - 1);
  y.erase(y.begin());
  Correlate(x, y, candidate);
  Fit({x}, y, candidate);
  return candidate;
}

std::vector<Candidate> SingleCandidates(const Experiment& experiment) {
  std::vector<Candidate> candidates;
  const std::vector<double> y = LogSeconds(experiment);
  for (size_t i = 0; i < experiment.gaps[0].size(); ++i) {
    const KernelReadings& readings = experiment.gaps[0][i];
    for (Place place : {Place::kBefore, Place::kAfter, Place::kBoth}) {
      for (double length : kLengths) {
        Candidate candidate{readings.kernel,
                            readings.kernel,
                            Threads(readings),
                            NameOf(place),
                            length,
                            0,
                            {},
                            {},
                            {},
                            {},
                            {}};
        std::vector<double> x = Regressor(experiment, i, place, length);
        Correlate(x, y, candidate);
        Fit({x}, y, candidate);
        candidates.push_back(candidate);
      }
    }
  }
  return candidates;
}

std::vector<Candidate> CombinedCandidates(const Experiment& experiment) {
  const double length = kLengths[std::size(kLengths) - 1];
  const std::vector<double> y = LogSeconds(experiment);
  std::vector<std::pair<std::string, std::vector<double>>> parts;
  for (size_t i = 0; i < experiment.gaps[0].size(); ++i) {
    const KernelReadings& readings = experiment.gaps[0][i];
    if (!readings.all_cpus) continue;
    parts.emplace_back(readings.kernel, Regressor(experiment, i, Place::kBoth, length));
  }
  std::vector<Candidate> candidates;
  auto add = [&](const std::vector<size_t>& chosen) {
    Candidate candidate{"", "", "all", "both", length, 0, {}, {}, {}, {}, {}};
    std::vector<std::vector<double>> regressors;
    for (size_t i : chosen) {
      candidate.name += (candidate.name.empty() ? "" : " + ") + parts[i].first;
      regressors.push_back(parts[i].second);
    }
    candidate.kernel = candidate.name;
    Fit(regressors, y, candidate);
    candidates.push_back(candidate);
  };
  std::vector<size_t> all;
  for (size_t i = 0; i < parts.size(); ++i) {
    all.push_back(i);
    for (size_t j = i + 1; j < parts.size(); ++j) add({i, j});
  }
  add(all);
  // What trena keeps as `yardstick`: one number, the geometric mean of the first two.
  Candidate mean{"geometric mean of " + parts[0].first + " and " + parts[1].first,
                 "yardstick",
                 "all",
                 "both",
                 length,
                 0,
                 {},
                 {},
                 {},
                 {},
                 {}};
  std::vector<double> x;
  for (size_t i = 0; i < y.size(); ++i) x.push_back((parts[0].second[i] + parts[1].second[i]) / 2);
  Correlate(x, y, mean);
  Fit({x}, y, mean);
  candidates.push_back(mean);
  return candidates;
}

Json ToJson(const Candidate& candidate) {
  return {{"name", candidate.name},
          {"threads", candidate.threads},
          {"place", candidate.place},
          {"length_s", candidate.length},
          {"n", candidate.n},
          {"r", OrNull(candidate.r)},
          {"low", OrNull(candidate.low)},
          {"high", OrNull(candidate.high)},
          {"r2", OrNull(candidate.r2)},
          {"predicted_r2", OrNull(candidate.predicted_r2)}};
}

std::string MarkdownTable(std::vector<Candidate> candidates, size_t rows) {
  Order(candidates);
  candidates.resize(std::min(candidates.size(), rows));
  std::string out =
      "| kernel | threads | place | length | n | r [95 %] | R² | predicted R² |\n"
      "|---|---|---|---:|---:|---|---:|---:|\n";
  for (const Candidate& candidate : candidates) {
    out += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n", candidate.name, candidate.threads,
        candidate.place,
        candidate.length > 0 ? fmt::format("{:.0f} ms", 1000 * candidate.length) : "", candidate.n,
        CorrelationCell(candidate), Cell(candidate.r2), Cell(candidate.predicted_r2));
  }
  return out;
}

std::string MarkdownTableOfGroups(std::vector<Candidate> candidates) {
  Order(candidates);
  std::string out =
      "| what | reading | n | r [95 %] | R² | predicted R² |\n"
      "|---|---|---:|---|---:|---:|\n";
  for (const Candidate& candidate : candidates) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", candidate.kernel, candidate.name,
                       candidate.n, CorrelationCell(candidate), Cell(candidate.r2),
                       Cell(candidate.predicted_r2));
  }
  return out;
}

}  // namespace trena

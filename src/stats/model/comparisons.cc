// SPDX-License-Identifier: Apache-2.0
#include "stats/model/comparisons.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "stats/comparisons/many_to_one.h"
#include "stats/comparisons/ratio_interval.h"
#include "stats/comparisons/studentized_range.h"
#include "stats/distributions.h"

namespace trena {
namespace {

double Dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// What pairs have in common that are judged with the same degrees of freedom.
struct Family {
  double variance = 0;  // of the residuals
  double df = 0;
  size_t means = 0;
  size_t pairs = 0;
  Adjustment adjustment = Adjustment::kTukey;
  std::optional<double> critical;  // half-widths are this many standard errors
  std::optional<StudentizedRange> range = {};
  std::optional<ManyToOne> to_one = {};  // where all are against one
};

Family FamilyOf(const ModelAnalysis& analysis, size_t means, Adjustment adjustment, double df) {
  Family family{.variance = *analysis.residual_sd * *analysis.residual_sd,
                .df = df,
                .means = means,
                .pairs = means * (means - 1) / 2,
                .adjustment = adjustment,
                .critical = {}};
  const double alpha = 1 - analysis.confidence;
  if (adjustment == Adjustment::kTukey) {
    family.range.emplace(means, family.df);
    const auto q = family.range->Quantile(analysis.confidence);
    if (q) family.critical = *q / std::numbers::sqrt2;
  } else {
    family.critical = StudentQuantile(1 - alpha / 2 / static_cast<double>(family.pairs), family.df);
  }
  return family;
}

std::optional<double> PairP(const PairComparison& pair, const Family& family) {
  if (!(*pair.standard_error > 0)) return std::nullopt;
  const double t = std::abs(pair.difference) / *pair.standard_error;
  if (family.to_one) return family.to_one->Tail(t);
  if (family.adjustment == Adjustment::kHolm) return StudentTail(t, family.df);
  return family.range->Tail(t * std::numbers::sqrt2);
}

void SetRatio(const LevelMean& first, const LevelMean& second, const Family& family, bool log_scale,
              PairComparison& pair) {
  if (log_scale) {
    pair.ratio = std::exp(pair.difference);
    if (pair.low) pair.ratio_low = std::exp(*pair.low);
    if (pair.high) pair.ratio_high = std::exp(*pair.high);
    return;
  }
  const EstimatePair means{
      .numerator = *second.mean,
      .denominator = *first.mean,
      .numerator_variance = family.variance * Dot(second.direction, second.direction),
      .denominator_variance = family.variance * Dot(first.direction, first.direction),
      .covariance = family.variance * Dot(first.direction, second.direction)};
  const auto ratio = PositiveRatio(means, family.critical.value_or(0));
  if (!ratio) return;
  pair.ratio = ratio->ratio;
  if (!family.critical || family.variance == 0) return;
  pair.ratio_low = ratio->low;
  pair.ratio_high = ratio->high;
}

void SetInterval(const LevelMean& first, const LevelMean& second, const Family& family,
                 PairComparison& pair) {
  const double squared = Dot(first.direction, first.direction) -
                         2 * Dot(first.direction, second.direction) +
                         Dot(second.direction, second.direction);
  pair.standard_error = std::sqrt(std::max(0.0, family.variance * squared));
  if (!family.critical || family.variance == 0) return;
  pair.low = pair.difference - *family.critical * *pair.standard_error;
  pair.high = pair.difference + *family.critical * *pair.standard_error;
  pair.p = PairP(pair, family);
}

std::vector<double> DifferenceOf(const LevelMean& first, const LevelMean& second) {
  std::vector<double> difference;
  for (size_t i = 0; i < first.direction.size(); ++i) {
    difference.push_back(second.direction[i] - first.direction[i]);
  }
  return difference;
}

// One for all, but of a mixed model, where each pair has its own degrees of freedom.
class Families {
 public:
  using Make = std::function<Family(double df)>;

  Families(const ModelAnalysis& analysis, Make make)
      : analysis_(analysis), make_(std::move(make)) {}

  const Family& Of(const LevelMean& first, const LevelMean& second) {
    if (!analysis_.residual_sd) return last_;
    std::vector<double> difference;
    if (analysis_.variance_degrees) difference = DifferenceOf(first, second);
    const double df = DegreesOf(analysis_, difference);
    if (!made_ || df != last_.df) last_ = make_(df);
    made_ = true;
    return last_;
  }

 private:
  const ModelAnalysis& analysis_;
  Make make_;
  bool made_ = false;
  Family last_;
};

PairComparison Compared(const ModelAnalysis& analysis, size_t first_at, size_t second_at,
                        const PairOptions& options, Families& families) {
  const bool exact = analysis.residual_sd && *analysis.residual_sd == 0;
  const LevelMean& first = analysis.means[first_at];
  const LevelMean& second = analysis.means[second_at];
  const Family& family = families.Of(first, second);
  PairComparison pair;
  pair.first = first_at;
  pair.second = second_at;
  pair.difference = *second.mean - *first.mean;
  if (analysis.residual_sd) SetInterval(first, second, family, pair);
  SetRatio(first, second, family, options.log_scale, pair);
  pair.verdict = exact ? VerdictOf(pair.ratio, pair.ratio, options.same_within)
                       : VerdictOf(pair.ratio_low, pair.ratio_high, options.same_within);
  return pair;
}

// All pairs of these means, one family.
std::vector<PairComparison> ComparedMeans(const ModelAnalysis& analysis,
                                          const std::vector<size_t>& members,
                                          const PairOptions& options) {
  std::vector<PairComparison> pairs;
  if (members.size() < 2) return pairs;
  Families families(analysis, [&](double df) {
    return FamilyOf(analysis, members.size(), options.adjustment, df);
  });
  for (size_t i = 0; i < members.size(); ++i) {
    for (size_t j = i + 1; j < members.size(); ++j) {
      pairs.push_back(Compared(analysis, members[i], members[j], options, families));
    }
  }
  if (options.adjustment == Adjustment::kHolm) AdjustByHolm(pairs);
  return pairs;
}

constexpr size_t kMostCorrelated = 300;  // comparisons with one: their products are many

// Of the differences of each from the control.
std::vector<double> CorrelationOf(const ModelAnalysis& analysis, size_t control,
                                  const std::vector<size_t>& others) {
  std::vector<std::vector<double>> differences;
  for (size_t other : others) {
    differences.push_back(DifferenceOf(analysis.means[control], analysis.means[other]));
  }
  std::vector<double> correlation;
  for (const auto& a : differences) {
    for (const auto& b : differences) {
      correlation.push_back(&a == &b ? 1 : Dot(a, b) / std::sqrt(Dot(a, a) * Dot(b, b)));
    }
  }
  return correlation;
}

// Without a correlation they are taken for independent.
Family FamilyToOne(const ModelAnalysis& analysis, const std::vector<double>& correlation,
                   size_t others, double df) {
  Family family{.variance = *analysis.residual_sd * *analysis.residual_sd,
                .df = df,
                .means = others + 1,
                .pairs = others,
                .critical = {}};
  family.to_one =
      correlation.empty() ? ManyToOne::Independent(others, df) : ManyToOne(correlation, df);
  family.critical = family.to_one->Quantile(analysis.confidence);
  return family;
}

}  // namespace

std::vector<double> HolmAdjusted(const std::vector<double>& p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const double factor = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, factor * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

PairVerdict VerdictOf(std::optional<double> ratio_low, std::optional<double> ratio_high,
                      double same_within) {
  if (ratio_low && ratio_high && *ratio_low >= 1 / (1 + same_within) &&
      *ratio_high <= 1 + same_within) {
    return PairVerdict::kSame;
  }
  if (ratio_high && *ratio_high < 1) return PairVerdict::kFaster;
  if (ratio_low && *ratio_low > 1) return PairVerdict::kSlower;
  return PairVerdict::kCannotTell;
}

std::vector<PairComparison> ComparePairs(const ModelAnalysis& analysis,
                                         const std::vector<size_t>& factors,
                                         const PairOptions& options) {
  std::vector<size_t> members;
  for (size_t i = 0; i < analysis.means.size(); ++i) {
    if (analysis.means[i].factors == factors && analysis.means[i].mean) members.push_back(i);
  }
  return ComparedMeans(analysis, members, options);
}

std::vector<PairComparison> CompareWithControl(const ModelAnalysis& analysis, size_t control,
                                               const std::vector<size_t>& others,
                                               const PairOptions& options) {
  std::vector<PairComparison> pairs;
  if (!analysis.means[control].mean) return pairs;
  std::vector<size_t> members;
  for (size_t other : others) {
    if (other != control && analysis.means[other].mean) members.push_back(other);
  }
  std::vector<double> correlation;
  if (members.size() <= kMostCorrelated) correlation = CorrelationOf(analysis, control, members);
  Families families(
      analysis, [&](double df) { return FamilyToOne(analysis, correlation, members.size(), df); });
  for (size_t other : members) {
    pairs.push_back(Compared(analysis, control, other, options, families));
  }
  return pairs;
}

std::vector<PairComparison> ComparePairsAt(const ModelAnalysis& analysis, size_t factor, size_t by,
                                           uint32_t level, const PairOptions& options) {
  const std::vector<size_t> factors = {std::min(factor, by), std::max(factor, by)};
  const size_t place = by < factor ? 0 : 1;
  std::vector<size_t> members;
  for (size_t i = 0; i < analysis.means.size(); ++i) {
    const LevelMean& mean = analysis.means[i];
    if (mean.factors == factors && mean.levels[place] == level && mean.mean) members.push_back(i);
  }
  return ComparedMeans(analysis, members, options);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/factorial.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "stats/distributions.h"
#include "stats/split_mean.h"

namespace trena {
namespace {

constexpr size_t kLargestEffectOrder = 2;

struct Term {
  std::vector<size_t> factors;
  std::vector<double> effects;  // per combination of levels, last factor fastest; low orders only
  double cells_ss = 0;          // sum over all cells of its squared effects
};

// Splits the cells' deviations from the grand mean into terms: along each factor in turn into the
// mean over its levels (the terms without it) and the deviations from that mean (those with it).
class Splitter {
 public:
  Splitter(const std::vector<size_t>& level_counts, size_t cells)
      : level_counts_(level_counts), cells_(cells) {}

  std::vector<Term> Split(std::vector<double> cells) {
    SplitFrom(0, std::move(cells));
    // Main effects first, then by order; the first term, of no factors, is the grand mean.
    std::sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) {
      return std::pair(a.factors.size(), a.factors) < std::pair(b.factors.size(), b.factors);
    });
    terms_.erase(terms_.begin());
    return std::move(terms_);
  }

 private:
  void SplitFrom(size_t factor, std::vector<double> values) {
    if (factor == level_counts_.size()) return AddTerm(std::move(values));
    std::vector<double> means = TakeMeans(factor, values);
    SplitFrom(factor + 1, std::move(means));
    kept_.push_back(factor);
    SplitFrom(factor + 1, std::move(values));
    kept_.pop_back();
  }

  // Returns the means over the levels of `factor`, and subtracts them from `values`.
  std::vector<double> TakeMeans(size_t factor, std::vector<double>& values) const {
    const size_t count = level_counts_[factor];
    size_t stride = 1;
    for (size_t later = factor + 1; later < level_counts_.size(); ++later) {
      stride *= level_counts_[later];
    }
    std::vector<double> means(values.size() / count);
    for (size_t i = 0; i < means.size(); ++i) {
      double* const first = &values[i / stride * stride * count + i % stride];
      CompensatedSum sum;
      for (size_t level = 0; level < count; ++level) sum.Add(first[level * stride]);
      means[i] = sum.Total() / static_cast<double>(count);
      for (size_t level = 0; level < count; ++level) first[level * stride] -= means[i];
    }
    return means;
  }

  void AddTerm(std::vector<double> effects) {
    CompensatedSum squares;
    for (double effect : effects) squares.Add(effect * effect);
    const size_t cells_per_effect = cells_ / effects.size();
    const double ss = squares.Total() * static_cast<double>(cells_per_effect);
    if (kept_.size() > kLargestEffectOrder) effects.clear();
    terms_.push_back({.factors = kept_, .effects = std::move(effects), .cells_ss = ss});
  }

  const std::vector<size_t>& level_counts_;
  const size_t cells_;
  std::vector<size_t> kept_;
  std::vector<Term> terms_;
};

struct Cells {
  SplitMean grand;
  std::vector<SplitMean> means;
};

Cells CellMeans(const FactorialData& data, const Balance& balance, size_t replications) {
  std::vector<double> by_cell(data.y.size());
  std::vector<size_t> filled(balance.counts.size());
  for (size_t i = 0; i < data.y.size(); ++i) {
    const size_t cell = balance.cell_of[i];
    by_cell[cell * replications + filled[cell]++] = data.y[i];
  }
  Cells cells{.grand = MeanOf(data.y), .means = {}};
  cells.means.reserve(balance.counts.size());
  for (size_t cell = 0; cell < balance.counts.size(); ++cell) {
    cells.means.push_back(MeanOf(std::span(by_cell).subspan(cell * replications, replications)));
  }
  return cells;
}

std::vector<Term> SplitCells(const FactorialData& data, const Cells& cells) {
  std::vector<double> deviations;
  deviations.reserve(cells.means.size());
  for (const SplitMean& mean : cells.means) deviations.push_back(cells.grand.Deviation(mean));
  return Splitter(data.level_counts, cells.means.size()).Split(std::move(deviations));
}

std::string TermName(const FactorialData& data, const std::vector<size_t>& factors) {
  std::string name;
  for (size_t factor : factors) name += (name.empty() ? "" : ":") + data.factors[factor];
  return name;
}

// Degrees of freedom of a term: also, over N, the variance of its effects in units of s_e^2.
size_t Degrees(const FactorialData& data, const std::vector<size_t>& factors) {
  size_t df = 1;
  for (size_t factor : factors) df *= data.level_counts[factor] - 1;
  return df;
}

// Returns the sum of squared residuals.
double AddResiduals(const FactorialData& data, const Balance& balance, const Cells& cells,
                    FactorialAnalysis& analysis) {
  CompensatedSum squares;
  for (size_t i = 0; i < data.y.size(); ++i) {
    const SplitMean& mean = cells.means[balance.cell_of[i]];
    const double residual = mean.Deviation(data.y[i]);
    analysis.fitted.push_back(mean.Value());
    analysis.residuals.push_back(residual);
    squares.Add(residual * residual);
  }
  return squares.Total();
}

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

void AddRows(const FactorialData& data, const std::vector<Term>& terms, double residual_ss,
             FactorialAnalysis& analysis) {
  AnovaRow residuals =
      MakeRow("residuals", {}, analysis.residual_df, residual_ss, analysis.total_ss);
  for (const Term& term : terms) {
    const double ss = term.cells_ss * static_cast<double>(analysis.replications);
    AnovaRow row = MakeRow(TermName(data, term.factors), term.factors, Degrees(data, term.factors),
                           ss, analysis.total_ss);
    if (residuals.ms && *residuals.ms > 0) {
      row.f = *row.ms / *residuals.ms;
      row.p = FTail(*row.f, static_cast<double>(row.df), static_cast<double>(residuals.df));
    }
    analysis.rows.push_back(std::move(row));
  }
  if (residuals.ms) analysis.residual_sd = std::sqrt(*residuals.ms);
  analysis.rows.push_back(std::move(residuals));
}

// Half-width of the interval of an effect of a term with `df` degrees of freedom: the variance of
// such an effect is s_e^2 · df / N (Jain 1991, chapters 18 and 20 to 23).
std::optional<double> HalfWidth(const FactorialAnalysis& analysis, size_t df, size_t n) {
  const auto t =
      StudentQuantile((1 + analysis.confidence) / 2, static_cast<double>(analysis.residual_df));
  if (!t || !analysis.residual_sd) return std::nullopt;
  return *t * *analysis.residual_sd * std::sqrt(static_cast<double>(df) / static_cast<double>(n));
}

// The levels of one or two factors at a position of their effects.
std::vector<size_t> LevelsAt(const FactorialData& data, const std::vector<size_t>& factors,
                             size_t position) {
  if (factors.size() == 1) return {position};
  const size_t count = data.level_counts[factors[1]];
  return {position / count, position % count};
}

// `mains` are the terms of single factors, in the factors' order.
double MeanAt(const Effect& effect, std::span<const Term> mains, const SplitMean& grand) {
  double deviation = effect.effect;
  if (effect.factors.size() == 2) {
    for (size_t i : {0, 1}) deviation += mains[effect.factors[i]].effects[effect.levels[i]];
  }
  return grand.high + (grand.low + deviation);
}

void AddEffects(const FactorialData& data, const std::vector<Term>& terms, const SplitMean& grand,
                FactorialAnalysis& analysis) {
  for (const Term& term : terms) {
    const auto half_width = HalfWidth(analysis, Degrees(data, term.factors), data.y.size());
    for (size_t i = 0; i < term.effects.size(); ++i) {
      Effect effect;
      effect.term = TermName(data, term.factors);
      effect.factors = term.factors;
      effect.levels = LevelsAt(data, term.factors, i);
      effect.effect = term.effects[i];
      effect.mean = MeanAt(effect, terms, grand);
      if (half_width) {
        effect.low = effect.effect - *half_width;
        effect.high = effect.effect + *half_width;
      }
      analysis.effects.push_back(std::move(effect));
    }
  }
}

void AddGrandMean(const SplitMean& grand, size_t n, FactorialAnalysis& analysis) {
  analysis.grand_mean.mean = grand.Value();
  const auto half_width = HalfWidth(analysis, 1, n);
  if (!half_width) return;
  analysis.grand_mean.low = grand.high + (grand.low - *half_width);
  analysis.grand_mean.high = grand.high + (grand.low + *half_width);
}

Result<Balance> CheckAnalysable(const FactorialData& data, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    return InputError("a confidence must be between 0 and 1");
  }
  TRENA_ASSIGN(Balance balance, CheckBalance(data));
  for (size_t factor = 0; factor < data.factors.size(); ++factor) {
    if (data.level_counts[factor] < 2) {
      return InputError("factor " + data.factors[factor] +
                        " has a single level: it has no effect to analyse");
    }
  }
  if (!balance.Replications()) return UnbalancedError(data, balance);
  return balance;
}

}  // namespace

Result<FactorialAnalysis> AnalyzeFactorial(const FactorialData& data, double confidence) {
  TRENA_ASSIGN(const Balance balance, CheckAnalysable(data, confidence));
  FactorialAnalysis analysis;
  analysis.confidence = confidence;
  analysis.replications = *balance.Replications();
  const Cells cells = CellMeans(data, balance, analysis.replications);
  analysis.total_ss = SquaredDeviations(data.y, cells.grand);
  if (!std::isfinite(analysis.total_ss)) {
    return InputError("the observations are too large to analyse");
  }
  analysis.residual_df = balance.counts.size() * (analysis.replications - 1);
  const double residual_ss = AddResiduals(data, balance, cells, analysis);
  const std::vector<Term> terms = SplitCells(data, cells);
  AddRows(data, terms, residual_ss, analysis);
  AddGrandMean(cells.grand, data.y.size(), analysis);
  AddEffects(data, terms, cells.grand, analysis);
  return analysis;
}

}  // namespace trena

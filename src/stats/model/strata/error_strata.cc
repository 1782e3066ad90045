// SPDX-License-Identifier: Apache-2.0
#include "stats/model/strata/error_strata.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stats/distributions.h"
#include "stats/model/model_matrix.h"
#include "stats/model/model_means.h"
#include "stats/model/ordered_basis.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNothing = 1e-6;  // of a column's length: it has no part in the stratum

// One stratum's share of the columns and of the response, in coordinates of its own.
struct Stratum {
  std::string name;
  bool within = false;
  MatrixXd columns;
  VectorXd y;
  double beyond_ss = 0;  // within cells
  double df = 0;         // dimensions
};

// Adds the columns that say which plot each cell is in. What covariates do within cells (the rows
// after those of the cells) is in no plot.
void AddPlots(const Cells& cells, const ModelTerm& error, OrderedBasis& basis) {
  std::map<std::vector<uint32_t>, VectorXd> plots;
  const Index rows = static_cast<Index>(cells.cells.size() + cells.covariates.size());
  for (size_t i = 0; i < cells.cells.size(); ++i) {
    std::vector<uint32_t> plot;
    for (size_t factor : error) plot.push_back(cells.cells[i].levels[factor]);
    auto& column = plots.try_emplace(std::move(plot), VectorXd::Zero(rows)).first->second;
    column[static_cast<Index>(i)] = std::sqrt(cells.cells[i].n);
  }
  for (const auto& [plot, column] : plots) basis.Add(column);
}

// Columns that the stratum has no part of are exactly zero, not rounding.
void DropNothing(const MatrixXd& whole, MatrixXd& part) {
  for (Index i = 0; i < part.cols(); ++i) {
    if (part.col(i).norm() <= kNothing * whole.col(i).norm()) part.col(i).setZero();
  }
}

std::vector<Stratum> SplitStrata(const Cells& cells, const ModelMatrix& matrix,
                                 const std::vector<ModelTerm>& errors) {
  std::vector<Stratum> strata;
  OrderedBasis basis(matrix.columns.rows());
  basis.Add(matrix.columns.col(0));
  for (const ModelTerm& error : errors) {
    const Index before = basis.Rank();
    AddPlots(cells, error, basis);
    const MatrixXd space = basis.Columns().rightCols(basis.Rank() - before);
    Stratum stratum{.name = TermName(cells, error),
                    .within = false,
                    .columns = space.transpose() * matrix.columns,
                    .y = space.transpose() * matrix.y,
                    .beyond_ss = 0,
                    .df = static_cast<double>(space.cols())};
    DropNothing(matrix.columns, stratum.columns);
    strata.push_back(std::move(stratum));
  }
  const MatrixXd plots = basis.Columns();
  Stratum within{.name = "within",
                 .within = true,
                 .columns = matrix.columns - plots * (plots.transpose() * matrix.columns),
                 .y = matrix.y - plots * (plots.transpose() * matrix.y),
                 .beyond_ss = matrix.beyond_ss,
                 .df = matrix.observations - static_cast<double>(plots.cols())};
  DropNothing(matrix.columns, within.columns);
  strata.push_back(std::move(within));
  return strata;
}

AnovaRow RowOf(const std::string& name, const ModelTerm& factors, size_t df, double ss,
               double total_ss) {
  return MakeRow(name, factors, df, ss <= kSquaresRounding * total_ss ? 0 : ss, total_ss);
}

// The squares of a term within the stratum, after the terms before it.
AnovaRow TermRow(const ColumnGroup& group, const OrderedFit& fit, double total_ss) {
  size_t df = 0;
  double ss = 0;
  for (size_t i = 0; i < fit.kept.size(); ++i) {
    if (fit.kept[i] < group.first || fit.kept[i] >= group.first + group.count) continue;
    ss += fit.y[static_cast<Index>(i)] * fit.y[static_cast<Index>(i)];
    ++df;
  }
  return RowOf(group.name, group.factors, df, ss, total_ss);
}

void AddTests(double total_ss, ErrorStratum& stratum) {
  const AnovaRow& residuals = stratum.rows.back();
  for (AnovaRow& row : stratum.rows) {
    if (&row == &residuals) break;
    row.f = *row.ms / *residuals.ms;
    row.p = FTail(*row.f, static_cast<double>(row.df), static_cast<double>(residuals.df));
    SetOmega(*residuals.ms, total_ss, row);
  }
}

// Its mean is completed once the error of the grand mean is known.
LevelMean LevelMeanOf(const Cells& cells, const std::vector<uint32_t>& at,
                      const FittedEffect& fitted) {
  LevelMean mean = ObservedAt(cells, fitted.effect.factors, at);
  mean.mean = fitted.effect.effect;
  mean.direction = fitted.direction;
  return mean;
}

void AddEffects(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
                const ColumnGroup& group, double confidence, ErrorStratum& stratum) {
  const double df = static_cast<double>(stratum.rows.back().df);
  const auto t = StudentQuantile((1 + confidence) / 2, df);
  for (const auto& at : LevelCombinations(matrix, group.factors)) {
    std::optional<FittedEffect> fitted = EffectAt(cells, matrix, fit, group, at);
    if (!fitted) continue;
    Effect& effect = fitted->effect;
    if (t && stratum.sd) {
      const double half_width = *t * *stratum.sd * fitted->scale;
      effect.low = effect.effect - half_width;
      effect.high = effect.effect + half_width;
    }
    if (group.factors.size() == 1) stratum.means.push_back(LevelMeanOf(cells, at, *fitted));
    stratum.effects.push_back(std::move(effect));
  }
}

void AddError(const Stratum& stratum, const OrderedFit& fit, double total_ss,
              ErrorStratum& result) {
  const double left = std::max(0.0, stratum.df - static_cast<double>(fit.kept.size()));
  const size_t df = static_cast<size_t>(std::llround(left));
  const double ss = df == 0 ? 0 : fit.residuals.squaredNorm() + stratum.beyond_ss;
  result.rows.push_back(RowOf("residuals", {}, df, ss, total_ss));
  const AnovaRow& residuals = result.rows.back();
  if (residuals.ms) result.sd = std::sqrt(*residuals.ms);
  if (df == 0) {
    result.no_test = stratum.within ? NoTest::kNoResidualDegrees : NoTest::kOneWholePlot;
  } else if (!(*residuals.ms > 0)) {
    result.no_test = NoTest::kNoResidualVariation;
  }
}

ErrorStratum FitStratum(const Cells& cells, const ModelMatrix& matrix, const Stratum& stratum,
                        double total_ss, double confidence) {
  const OrderedFit fit = FitInOrder(stratum.columns, stratum.y);
  ErrorStratum result;
  result.name = stratum.name;
  std::vector<const ColumnGroup*> whole;
  for (const ColumnGroup& group : matrix.groups) {
    AnovaRow row = TermRow(group, fit, total_ss);
    const bool shown = !group.factors.empty() && group.factors.size() <= 2;
    if (row.df == static_cast<size_t>(group.count) && shown) whole.push_back(&group);
    if (row.df > 0) result.rows.push_back(std::move(row));
  }
  AddError(stratum, fit, total_ss, result);
  if (!result.no_test) AddTests(total_ss, result);
  for (const ColumnGroup* group : whole) {
    AddEffects(cells, matrix, fit, *group, confidence, result);
  }
  return result;
}

// Adds the grand mean to the levels' effects, and to their directions one more coordinate: all
// means vary with the grand mean, by the outermost error, and their differences do not.
void CompleteMeans(const ModelMatrix& matrix, std::optional<double> outermost,
                   ErrorStratum& stratum) {
  const double error_ratio =
      outermost && stratum.sd && *stratum.sd > 0 ? *outermost / *stratum.sd : 1;
  for (LevelMean& mean : stratum.means) {
    mean.mean = matrix.mean.high + (matrix.mean.low + *mean.mean);
    mean.direction.push_back(error_ratio / std::sqrt(matrix.observations));
  }
}

void AddGrandMean(const ModelMatrix& matrix, StrataAnalysis& analysis) {
  analysis.grand_mean.mean = matrix.mean.Value();
  const auto with_error =
      std::find_if(analysis.strata.begin(), analysis.strata.end(),
                   [](const ErrorStratum& stratum) { return stratum.sd.has_value(); });
  std::optional<double> outermost;
  if (with_error != analysis.strata.end()) outermost = with_error->sd;
  for (ErrorStratum& stratum : analysis.strata) CompleteMeans(matrix, outermost, stratum);
  if (!outermost) return;
  const double df = static_cast<double>(with_error->rows.back().df);
  const auto t = StudentQuantile((1 + analysis.confidence) / 2, df);
  if (!t) return;
  const double half_width = *t * *outermost / std::sqrt(matrix.observations);
  analysis.grand_mean.low = analysis.grand_mean.mean - half_width;
  analysis.grand_mean.high = analysis.grand_mean.mean + half_width;
}

Status CheckOptions(const StrataOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return InputError("a confidence must be between 0 and 1");
  }
  if (options.errors.empty()) return InputError("no plots or blocks are named");
  return Done{};
}

}  // namespace

ModelAnalysis ViewOf(const StrataAnalysis& analysis, const ErrorStratum& stratum) {
  ModelAnalysis view;
  view.confidence = analysis.confidence;
  view.grand_mean = analysis.grand_mean;
  view.total_ss = analysis.total_ss;
  view.rows = stratum.rows;
  view.effects = stratum.effects;
  view.means = stratum.means;
  view.residual_df = stratum.rows.back().df;
  view.residual_sd = stratum.sd;
  view.no_test = stratum.no_test;
  return view;
}

Result<StrataAnalysis> AnalyzeStrata(const Cells& cells, const StrataOptions& options) {
  TRENA_CHECK(CheckOptions(options));
  TRENA_ASSIGN(const ModelMatrix matrix, MakeModelMatrix(cells, options.terms));
  StrataAnalysis analysis;
  analysis.confidence = options.confidence;
  analysis.total_ss = matrix.y.squaredNorm() + matrix.beyond_ss;
  for (const Stratum& stratum : SplitStrata(cells, matrix, options.errors)) {
    analysis.strata.push_back(
        FitStratum(cells, matrix, stratum, analysis.total_ss, options.confidence));
  }
  AddGrandMean(matrix, analysis);
  return analysis;
}

}  // namespace trena

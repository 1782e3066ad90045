// SPDX-License-Identifier: Apache-2.0
#include "stats/model/linear_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/distributions.h"
#include "stats/model/model_matrix.h"
#include "stats/model/model_means.h"
#include "stats/model/ordered_basis.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// Whether columns of different groups (and the mean) are orthogonal, so that no term's squares
// depend on the others.
bool IsOrthogonal(const ModelMatrix& matrix, const OrderedFit& fit) {
  if (fit.orthogonal || !fit.aliased.empty()) return fit.orthogonal;
  const MatrixXd products = matrix.columns.transpose() * matrix.columns;
  const double limit = 1e-12 * products.diagonal().maxCoeff();
  for (const ColumnGroup& group : matrix.groups) {
    const auto before = products.block(0, group.first, group.first, group.count);
    if (before.size() > 0 && before.cwiseAbs().maxCoeff() > limit) return false;
  }
  return true;
}

std::vector<Index> ColumnsOf(const ColumnGroup& group) {
  std::vector<Index> columns;
  for (Index i = 0; i < group.count; ++i) columns.push_back(group.first + i);
  return columns;
}

bool IsWithin(const ColumnGroup& term, const ColumnGroup& larger) {
  if (term.factors.empty()) return false;
  return std::includes(larger.factors.begin(), larger.factors.end(), term.factors.begin(),
                       term.factors.end());
}

// The columns that a term's squares are taken beyond: of type II all groups that do not contain
// it, of type III all others.
std::vector<Index> ColumnsBeside(const ModelMatrix& matrix, const ColumnGroup& term, int type) {
  std::vector<Index> columns{0};
  for (const ColumnGroup& group : matrix.groups) {
    if (&group == &term || (type == 2 && IsWithin(term, group))) continue;
    for (Index column : ColumnsOf(group)) columns.push_back(column);
  }
  return columns;
}

ExtraSquares Sequential(const OrderedFit& fit, const ColumnGroup& group) {
  ExtraSquares extra;
  for (size_t i = 0; i < fit.kept.size(); ++i) {
    if (fit.kept[i] < group.first || fit.kept[i] >= group.first + group.count) continue;
    const double along = fit.y[static_cast<Index>(i)];
    extra.ss += along * along;
    ++extra.df;
  }
  return extra;
}

void AddResiduals(const ModelMatrix& matrix, const OrderedFit& fit, ModelAnalysis& analysis) {
  const double cell_rows = static_cast<double>(matrix.columns.rows());
  const double rank = static_cast<double>(fit.kept.size());
  analysis.total_ss = matrix.y.squaredNorm() + matrix.beyond_ss;
  analysis.within_ss = matrix.beyond_ss;
  analysis.lack_of_fit_ss = fit.residuals.squaredNorm();
  if (analysis.lack_of_fit_ss <= kSquaresRounding * analysis.total_ss) analysis.lack_of_fit_ss = 0;
  analysis.lack_of_fit_df = static_cast<size_t>(std::max(0.0, cell_rows - rank));
  analysis.residual_df = static_cast<size_t>(std::max(0.0, matrix.observations - rank));
  const double residual_ss = analysis.within_ss + analysis.lack_of_fit_ss;
  if (analysis.residual_df > 0) {
    analysis.residual_sd = std::sqrt(residual_ss / static_cast<double>(analysis.residual_df));
  } else {
    analysis.no_test = NoTest::kNoResidualDegrees;
  }
  if (analysis.residual_df > 0 && residual_ss <= 0) {
    analysis.no_test = NoTest::kNoResidualVariation;
  }
  if (analysis.total_ss > 0) analysis.r_squared = 1 - residual_ss / analysis.total_ss;
}

void AddRow(const ColumnGroup& group, const ExtraSquares& extra, ModelAnalysis& analysis) {
  const size_t df = static_cast<size_t>(extra.df);
  if (extra.df < group.count) {
    analysis.inestimable.push_back({.term = group.name,
                                    .factors = group.factors,
                                    .df = df,
                                    .full_df = static_cast<size_t>(group.count)});
  }
  if (df == 0) return;
  const double ss = extra.ss <= kSquaresRounding * analysis.total_ss ? 0 : extra.ss;
  AnovaRow row = MakeRow(group.name, group.factors, df, ss, analysis.total_ss);
  if (!analysis.no_test) {
    row.f = *row.ms / (*analysis.residual_sd * *analysis.residual_sd);
    row.p = FTail(*row.f, static_cast<double>(df), static_cast<double>(analysis.residual_df));
    SetOmega(*analysis.residual_sd * *analysis.residual_sd, analysis.total_ss, row);
  }
  analysis.rows.push_back(std::move(row));
}

void AddRows(const ModelMatrix& matrix, const OrderedFit& fit, ModelAnalysis& analysis) {
  for (const ColumnGroup& group : matrix.groups) {
    const bool sequential = analysis.orthogonal || analysis.ss_type == 1;
    AddRow(group,
           sequential ? Sequential(fit, group)
                      : SquaresBeyond(fit, ColumnsBeside(matrix, group, analysis.ss_type),
                                      ColumnsOf(group)),
           analysis);
  }
  analysis.rows.push_back(MakeRow("residuals", {}, analysis.residual_df,
                                  analysis.within_ss + analysis.lack_of_fit_ss, analysis.total_ss));
}

void AddFitted(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
               ModelAnalysis& analysis) {
  for (size_t i = 0; i < cells.cells.size(); ++i) {
    const Index row = static_cast<Index>(i);
    const double deviation = (matrix.y[row] - fit.residuals[row]) / std::sqrt(cells.cells[i].n);
    analysis.fitted.push_back(matrix.mean.high + (matrix.mean.low + deviation));
  }
}

Status CheckOptions(const ModelOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return InputError("a confidence must be between 0 and 1");
  }
  if (options.ss_type < 1 || options.ss_type > 3) {
    return InputError("sums of squares are of type 1, 2 or 3");
  }
  return Done{};
}

std::optional<double> HalfWidth(const ModelAnalysis& analysis) {
  const auto t = StudentQuantile((1 + analysis.confidence) / 2, ErrorDegreesOf(analysis));
  if (!t || !analysis.residual_sd) return std::nullopt;
  return *t * *analysis.residual_sd;
}

void RankEffects(ModelAnalysis& analysis) {
  auto& effects = analysis.ranked_effects;
  std::stable_sort(effects.begin(), effects.end(),
                   [](const RankedEffect& a, const RankedEffect& b) { return a.size < b.size; });
  const double count = static_cast<double>(effects.size());
  for (size_t i = 0; i < effects.size(); ++i) {
    const double share = (static_cast<double>(i) + 0.5) / count;
    effects[i].half_normal = NormalQuantile((1 + share) / 2).value_or(0);
  }
}

// The difference between the halves of n orthogonal observations has n ÷ 4 times its square as sum
// of squares, and 4 ÷ n times the error's variance.
void JudgeByPseudoError(const ModelOptions& options, ModelAnalysis& analysis) {
  std::vector<AnovaRow*> judged;
  std::vector<double> sizes;
  for (AnovaRow& row : analysis.rows) {
    if (row.factors.empty() || row.factors == options.apart) continue;
    if (row.df != 1) return;
    judged.push_back(&row);
    sizes.push_back(2 * std::sqrt(row.ss / analysis.observations));
  }
  analysis.pseudo_error = FindPseudoError(sizes, analysis.confidence);
  if (!analysis.pseudo_error) return;
  const PseudoError& error = *analysis.pseudo_error;
  analysis.no_test.reset();
  analysis.residual_sd = error.standard_error * std::sqrt(analysis.observations) / 2;
  for (size_t i = 0; i < judged.size(); ++i) {
    const double t = sizes[i] / error.standard_error;
    judged[i]->f = t * t;
    judged[i]->p = StudentTail(t, error.df);
    judged[i]->error = "pseudo_error";
    SetOmega(*analysis.residual_sd * *analysis.residual_sd, analysis.total_ss, *judged[i]);
    analysis.ranked_effects.push_back({judged[i]->term, sizes[i], 0});
  }
  RankEffects(analysis);
}

// All but the means.
ModelAnalysis RowsOf(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
                     const ModelOptions& options) {
  ModelAnalysis analysis;
  analysis.confidence = options.confidence;
  analysis.ss_type = options.ss_type;
  analysis.observations = matrix.observations;
  analysis.orthogonal = IsOrthogonal(matrix, fit);
  AddResiduals(matrix, fit, analysis);
  AddRows(matrix, fit, analysis);
  AddFitted(cells, matrix, fit, analysis);
  const bool saturated = analysis.orthogonal && analysis.residual_df == 0;
  if (options.pseudo_error && saturated) JudgeByPseudoError(options, analysis);
  return analysis;
}

}  // namespace

double ErrorDegreesOf(const ModelAnalysis& analysis) {
  if (analysis.pseudo_error) return analysis.pseudo_error->df;
  return static_cast<double>(analysis.residual_df);
}

double DegreesOf(const ModelAnalysis& analysis, const std::vector<double>& direction) {
  if (!analysis.variance_degrees) return ErrorDegreesOf(analysis);
  const VarianceDegrees& degrees = *analysis.variance_degrees;
  const auto form = [](const std::vector<double>& matrix, const std::vector<double>& x) {
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = 0; j < x.size(); ++j) sum += x[i] * matrix[i * x.size() + j] * x[j];
    }
    return sum;
  };
  double squared = 0;
  for (double part : direction) squared += part * part;
  const double variance = *analysis.residual_sd * *analysis.residual_sd * squared;
  std::vector<double> gradient;
  for (const auto& matrix : degrees.gradients) gradient.push_back(form(matrix, direction));
  const double of_variance = form(degrees.covariance, gradient);
  // A difference of nothing, or a variance that is known: the residuals' own are the most.
  if (!(of_variance > 0)) return static_cast<double>(analysis.residual_df);
  return 2 * variance * variance / of_variance;
}

Result<ModelAnalysis> AnalyzeRows(const Cells& cells, const ModelOptions& options) {
  TRENA_CHECK(CheckOptions(options));
  TRENA_ASSIGN(const ModelMatrix matrix, MakeModelMatrix(cells, options.terms));
  return RowsOf(cells, matrix, FitInOrder(matrix.columns, matrix.y), options);
}

Result<ModelAnalysis> AnalyzeModel(const Cells& cells, const ModelOptions& options) {
  TRENA_CHECK(CheckOptions(options));
  TRENA_ASSIGN(const ModelMatrix matrix, MakeModelMatrix(cells, options.terms));
  const OrderedFit fit = FitInOrder(matrix.columns, matrix.y);
  ModelAnalysis analysis = RowsOf(cells, matrix, fit, options);
  AddMeans(cells, matrix, fit, analysis);
  return analysis;
}

Result<CovarianceAnalysis> AnalyzeCovariance(const Cells& cells, const ModelOptions& options) {
  Cells plain = cells;
  plain.covariates.clear();
  CovarianceAnalysis both;
  TRENA_ASSIGN(both.with, AnalyzeModel(cells, options));
  TRENA_ASSIGN(both.without, AnalyzeModel(plain, options));
  both.narrower = Narrower(both.with, both.without);
  return both;
}

std::optional<double> Narrower(const ModelAnalysis& with, const ModelAnalysis& without) {
  const auto now = HalfWidth(with);
  const auto before = HalfWidth(without);
  if (!now || !before || !(*before > 0)) return std::nullopt;
  return 1 - *now / *before;
}

}  // namespace trena

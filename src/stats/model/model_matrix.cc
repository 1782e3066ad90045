// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_matrix.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "stats/model/ordered_basis.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kMostColumns = 1e4;
constexpr double kMostNumbers = 1e8;  // of the matrix

// Level `i` of `count` on Helmert's contrast `j`: contrast j sets level j + 1 against those before
// it, and the squares of each contrast over the levels sum to `count`.
double Helmert(size_t i, size_t j, size_t count) {
  if (i > j + 1) return 0;
  const double before = static_cast<double>(j + 1);
  const double scale = std::sqrt(static_cast<double>(count) / (before * (before + 1)));
  return i == j + 1 ? before * scale : -scale;
}

bool Contains(const std::vector<ModelTerm>& terms, const ModelTerm& term) {
  return term.empty() || std::find(terms.begin(), terms.end(), term) != terms.end();
}

// Columns that each factor of a term has in it: one less than its levels by contrasts; one per
// level where the term without it is not in the model.
std::vector<size_t> WidthsOf(const ModelMatrix& matrix, const ModelTerm& term) {
  std::vector<size_t> widths;
  for (size_t factor : term) {
    ModelTerm without = term;
    std::erase(without, factor);
    widths.push_back(matrix.levels[factor].size() - (Contains(matrix.terms, without) ? 1 : 0));
  }
  return widths;
}

double Product(const std::vector<size_t>& widths) {
  double product = 1;
  for (size_t width : widths) product *= static_cast<double>(width);
  return product;
}

constexpr size_t kAverage = static_cast<size_t>(-1);  // a position: the mean over the levels

double Entry(size_t levels, size_t width, size_t position, size_t column) {
  const bool contrasts = width < levels;
  if (position == kAverage) return contrasts ? 0 : 1 / static_cast<double>(levels);
  if (contrasts) return Helmert(position, column, levels);
  return position == column ? 1 : 0;
}

// A term's columns at positions of its factors' levels.
VectorXd EntriesAt(const ModelMatrix& matrix, const ColumnGroup& group,
                   const std::vector<size_t>& positions) {
  VectorXd entries = VectorXd::Zero(group.count);
  entries[0] = 1;
  Index filled = 1;
  for (size_t i = 0; i < group.factors.size(); ++i) {
    const Index width = static_cast<Index>(group.widths[i]);
    const size_t levels = matrix.levels[group.factors[i]].size();
    for (Index a = filled; a-- > 0;) {  // from the end, so that nothing is overwritten too soon
      const double entry = entries[a];
      for (Index b = 0; b < width; ++b) {
        entries[a * width + b] =
            entry * Entry(levels, group.widths[i], positions[i], static_cast<size_t>(b));
      }
    }
    filled *= width;
  }
  return entries;
}

bool ByContrasts(const ModelMatrix& matrix, const ColumnGroup& group, size_t i) {
  return group.widths[i] < matrix.levels[group.factors[i]].size();
}

bool AllByContrasts(const ModelMatrix& matrix) {
  for (const ColumnGroup& group : matrix.groups) {
    for (size_t i = 0; i < group.factors.size(); ++i) {
      if (!ByContrasts(matrix, group, i)) return false;
    }
  }
  return true;
}

size_t PositionOf(const ModelMatrix& matrix, size_t factor, uint32_t level) {
  const auto& levels = matrix.levels[factor];
  return static_cast<size_t>(std::lower_bound(levels.begin(), levels.end(), level) -
                             levels.begin());
}

SplitMean GrandMeanOf(const Cells& cells, double observations) {
  CompensatedSum sum;
  for (const Cell& cell : cells.cells) sum.Add(cell.n * cell.mean);
  const double high = sum.Total() / observations;
  CompensatedSum rest;
  for (const Cell& cell : cells.cells) rest.Add(cell.n * ((cell.mean - high) + cell.mean_rest));
  return {.high = high, .low = rest.Total() / observations};
}

Status CheckTerms(const Cells& cells, const ModelMatrix& matrix) {
  double columns = 1 + static_cast<double>(cells.covariates.size());
  for (const ModelTerm& term : matrix.terms) {
    for (size_t factor : term) {
      if (matrix.levels[factor].size() < 2) {
        return InputError("factor " + cells.factors[factor].name +
                          " has a single level: it has no effect to analyse");
      }
    }
    columns += Product(WidthsOf(matrix, term));
  }
  const double rows = static_cast<double>(cells.cells.size() + cells.covariates.size());
  if (columns > kMostColumns || columns * rows > kMostNumbers) {
    return InputError("the model has too many parameters: name fewer terms, or group levels");
  }
  return Done{};
}

// At the rows of the cells, a factor's columns (levels × `width`) in a term.
MatrixXd CodesOf(const ModelMatrix& matrix, size_t factor, size_t width,
                 const std::vector<Index>& positions) {
  const size_t levels = matrix.levels[factor].size();
  MatrixXd table(levels, width);
  for (size_t i = 0; i < levels; ++i) {
    for (size_t j = 0; j < width; ++j) {
      table(static_cast<Index>(i), static_cast<Index>(j)) = Entry(levels, width, i, j);
    }
  }
  return table(positions, Eigen::all);
}

// A term's columns: the products of its factors', the last factor's varying fastest. They grow
// where they stand, from the end, so that nothing is overwritten too soon.
void FillTerm(const ModelMatrix& matrix, const ColumnGroup& group,
              const std::vector<std::vector<Index>>& positions, Eigen::Ref<MatrixXd> columns) {
  columns.col(0).setOnes();
  Index filled = 1;
  for (size_t i = 0; i < group.factors.size(); ++i) {
    const size_t factor = group.factors[i];
    const Index width = static_cast<Index>(group.widths[i]);
    const MatrixXd codes = CodesOf(matrix, factor, group.widths[i], positions[factor]);
    for (Index a = filled; a-- > 0;) {
      for (Index b = width; b-- > 0;) {
        columns.col(a * width + b) = columns.col(a).cwiseProduct(codes.col(b));
      }
    }
    filled *= width;
  }
}

// Fills the rows of the cells, for the mean and the terms.
void FillTerms(const Cells& cells, ModelMatrix& matrix) {
  const Index rows = static_cast<Index>(cells.cells.size());
  VectorXd roots(rows);
  std::vector<std::vector<Index>> positions(cells.factors.size());
  for (size_t i = 0; i < cells.cells.size(); ++i) {
    roots[static_cast<Index>(i)] = std::sqrt(cells.cells[i].n);
    for (size_t factor = 0; factor < positions.size(); ++factor) {
      positions[factor].push_back(
          static_cast<Index>(PositionOf(matrix, factor, cells.cells[i].levels[factor])));
    }
  }
  matrix.columns.col(0).head(rows) = roots;
  for (const ColumnGroup& group : matrix.groups) {
    if (group.factors.empty()) continue;
    auto columns = matrix.columns.block(0, group.first, rows, group.count);
    FillTerm(matrix, group, positions, columns);
    columns.array().colwise() *= roots.array();
  }
}

struct WithinMoments {
  MatrixXd covariates;
  VectorXd response;
};

WithinMoments PoolWithin(const Cells& cells) {
  const Index count = static_cast<Index>(cells.covariates.size());
  WithinMoments pooled{MatrixXd::Zero(count, count), VectorXd::Zero(count)};
  for (const Cell& cell : cells.cells) {
    pooled.covariates += Eigen::Map<const MatrixXd>(cell.covariate_moments.data(), count, count);
    pooled.response += Eigen::Map<const VectorXd>(cell.covariate_response.data(), count);
  }
  return pooled;
}

// The rows that stand for what covariates and response do within cells: a root of their pooled
// moments, by eigenvectors, so that covariates that move together do no harm.
void FillWithin(const Cells& cells, ModelMatrix& matrix) {
  const Index count = static_cast<Index>(cells.covariates.size());
  const WithinMoments pooled = PoolWithin(cells);
  VectorXd scale = pooled.covariates.diagonal().cwiseMax(0).cwiseSqrt();
  for (double& value : scale) value = value > 0 ? value : 1;
  const VectorXd inverse = scale.cwiseInverse();
  const MatrixXd scaled = inverse.asDiagonal() * pooled.covariates * inverse.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scaled);
  const VectorXd response =
      solver.eigenvectors().transpose() * inverse.cwiseProduct(pooled.response);
  const Index first = static_cast<Index>(cells.cells.size());
  for (Index i = 0; i < count; ++i) {
    const double root = std::sqrt(std::max(0.0, solver.eigenvalues()[i]));
    if (root <= OrderedBasis::kTolerance) continue;
    matrix.columns.row(first + i).segment(1, count) =
        root * solver.eigenvectors().col(i).cwiseProduct(scale).transpose();
    matrix.y[first + i] = response[i] / root;
    matrix.beyond_ss -= matrix.y[first + i] * matrix.y[first + i];
  }
  matrix.beyond_ss = std::max(0.0, matrix.beyond_ss);
}

// Covariates' columns at the rows of the cells.
void FillCovariates(const Cells& cells, ModelMatrix& matrix) {
  for (size_t c = 0; c < cells.covariates.size(); ++c) {
    CompensatedSum sum;
    for (const Cell& cell : cells.cells) sum.Add(cell.n * cell.covariate_means[c]);
    const double mean = sum.Total() / matrix.observations;
    matrix.covariate_means.push_back(mean);
    for (size_t i = 0; i < cells.cells.size(); ++i) {
      const Cell& cell = cells.cells[i];
      matrix.columns(static_cast<Index>(i), static_cast<Index>(c + 1)) =
          std::sqrt(cell.n) * (cell.covariate_means[c] - mean);
    }
  }
}

void MakeGroups(const Cells& cells, ModelMatrix& matrix) {
  Index next = 1;
  for (const std::string& covariate : cells.covariates) {
    matrix.groups.push_back(
        {.name = covariate, .factors = {}, .widths = {}, .first = next++, .count = 1});
  }
  for (const ModelTerm& term : matrix.terms) {
    std::vector<size_t> widths = WidthsOf(matrix, term);
    const Index count = static_cast<Index>(Product(widths));
    matrix.groups.push_back({.name = TermName(cells, term),
                             .factors = term,
                             .widths = std::move(widths),
                             .first = next,
                             .count = count});
    next += count;
  }
  matrix.columns =
      MatrixXd::Zero(static_cast<Index>(cells.cells.size() + cells.covariates.size()), next);
}

void FillResponse(const Cells& cells, ModelMatrix& matrix) {
  CompensatedSum within;
  matrix.y = VectorXd::Zero(matrix.columns.rows());
  for (size_t i = 0; i < cells.cells.size(); ++i) {
    const Cell& cell = cells.cells[i];
    const double deviation =
        matrix.mean.Deviation(SplitMean{.high = cell.mean, .low = cell.mean_rest});
    matrix.y[static_cast<Index>(i)] = std::sqrt(cell.n) * deviation;
    within.Add(cell.squares);
  }
  matrix.within_ss = within.Total();
  matrix.beyond_ss = matrix.within_ss;
}

// Where the factors of a term stand in a mean over the levels of all but `factors`; nothing when
// the term's columns average to zero.
std::optional<std::vector<size_t>> MeanPositions(const ModelMatrix& matrix,
                                                 const ColumnGroup& group, const ModelTerm& factors,
                                                 const std::vector<uint32_t>& at) {
  std::vector<size_t> positions;
  for (size_t i = 0; i < group.factors.size(); ++i) {
    const auto found = std::find(factors.begin(), factors.end(), group.factors[i]);
    if (found == factors.end()) {
      if (ByContrasts(matrix, group, i)) return std::nullopt;
      positions.push_back(kAverage);
    } else {
      const size_t which = static_cast<size_t>(found - factors.begin());
      positions.push_back(PositionOf(matrix, group.factors[i], at[which]));
    }
  }
  return positions;
}

bool AllFinite(const ModelMatrix& matrix) {
  return matrix.columns.allFinite() && std::isfinite(matrix.y.squaredNorm()) &&
         std::isfinite(matrix.within_ss);
}

}  // namespace

Result<ModelMatrix> MakeModelMatrix(const Cells& cells, std::vector<ModelTerm> terms) {
  ModelMatrix matrix;
  for (const Cell& cell : cells.cells) matrix.observations += cell.n;
  if (!(matrix.observations > 0)) return InputError("there are no observations to analyse");
  matrix.levels = LevelsInUse(cells);
  SortTerms(terms);
  matrix.terms = std::move(terms);
  TRENA_CHECK(CheckTerms(cells, matrix));
  MakeGroups(cells, matrix);
  matrix.mean = GrandMeanOf(cells, matrix.observations);
  FillResponse(cells, matrix);
  FillTerms(cells, matrix);
  FillCovariates(cells, matrix);
  if (!AllFinite(matrix)) {
    return InputError("the observations are not finite, or too large to analyse");
  }
  if (!cells.covariates.empty()) FillWithin(cells, matrix);
  return matrix;
}

Eigen::VectorXd MeanFunction(const ModelMatrix& matrix, const ModelTerm& factors,
                             const std::vector<uint32_t>& at) {
  VectorXd function = VectorXd::Zero(matrix.columns.cols());
  function[0] = 1;
  for (const ColumnGroup& group : matrix.groups) {
    if (group.factors.empty()) continue;
    if (const auto positions = MeanPositions(matrix, group, factors, at)) {
      function.segment(group.first, group.count) = EntriesAt(matrix, group, *positions);
    }
  }
  return function;
}

Eigen::VectorXd EffectFunction(const ModelMatrix& matrix, const ColumnGroup& group,
                               const std::vector<uint32_t>& at) {
  VectorXd function = VectorXd::Zero(matrix.columns.cols());
  if (AllByContrasts(matrix)) {  // all but the term's own columns would cancel
    std::vector<size_t> positions;
    for (size_t i = 0; i < at.size(); ++i) {
      positions.push_back(PositionOf(matrix, group.factors[i], at[i]));
    }
    function.segment(group.first, group.count) = EntriesAt(matrix, group, positions);
    return function;
  }
  const size_t subsets = size_t{1} << group.factors.size();
  for (size_t subset = 0; subset < subsets; ++subset) {
    ModelTerm factors;
    std::vector<uint32_t> levels;
    for (size_t i = 0; i < group.factors.size(); ++i) {
      if ((subset >> i & 1) == 0) continue;
      factors.push_back(group.factors[i]);
      levels.push_back(at[i]);
    }
    const double sign = (group.factors.size() - factors.size()) % 2 == 0 ? 1 : -1;
    function += sign * MeanFunction(matrix, factors, levels);
  }
  return function;
}

std::vector<std::vector<uint32_t>> LevelCombinations(const ModelMatrix& matrix,
                                                     const ModelTerm& factors) {
  std::vector<std::vector<uint32_t>> combinations{{}};
  for (size_t factor : factors) {
    std::vector<std::vector<uint32_t>> longer;
    for (const auto& start : combinations) {
      for (uint32_t level : matrix.levels[factor]) {
        longer.push_back(start);
        longer.back().push_back(level);
      }
    }
    combinations = std::move(longer);
  }
  return combinations;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/model/checks/residual_simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/model/model_matrix.h"
#include "stats/model/ordered_basis.h"

namespace trena {
namespace {

constexpr uint64_t kSimulationSeed = 19;
constexpr size_t kManyDraws = 399;  // with the data 400: p in steps of 0.0025
constexpr size_t kFewDraws = 199;
constexpr size_t kPowerDraws = 200;
// Multiplications of one draw.
constexpr size_t kMostForMany = 50000;
constexpr size_t kMostForFew = 500000;
// From so many observations on, of which the model takes less than a tenth, residuals are as good
// as independent: draws would tell nothing new, and each costs several sorts.
constexpr size_t kManyRows = 200;
constexpr size_t kMostRowsForMany = 1000;

size_t DrawsFor(size_t rows, size_t rank, bool saturated) {
  if (rows >= kManyRows && 10 * rank <= rows) return 0;
  const size_t work = saturated ? rows : rows * rank;
  if (work <= kMostForMany && rows <= kMostRowsForMany) return kManyDraws;
  return work <= kMostForFew ? kFewDraws : 0;
}

// The model's columns as observations have them: those of their cells, and their own covariates.
Eigen::MatrixXd RowsOf(const ModelMatrix& matrix, const Cells& cells,
                       const Observations& observations) {
  const auto rows = static_cast<Eigen::Index>(observations.y.size());
  Eigen::MatrixXd columns(rows, matrix.columns.cols());
  for (Eigen::Index i = 0; i < rows; ++i) {
    const size_t cell = observations.cell_of[static_cast<size_t>(i)];
    columns.row(i) =
        matrix.columns.row(static_cast<Eigen::Index>(cell)) / std::sqrt(cells.cells[cell].n);
    for (size_t c = 0; c < cells.covariates.size(); ++c) {
      columns(i, matrix.groups[c].first) =
          observations.covariates[static_cast<size_t>(i)][c] - matrix.covariate_means[c];
    }
  }
  return columns;
}

}  // namespace

ResidualSimulation::ResidualSimulation(const Cells& cells, const std::vector<ModelTerm>& terms,
                                       const Observations& observations)
    : cell_of_(observations.cell_of) {
  for (const Cell& cell : cells.cells) counts_.push_back(cell.n);
  MakeBasis(cells, terms, observations);
}

void ResidualSimulation::MakeBasis(const Cells& cells, const std::vector<ModelTerm>& terms,
                                   const Observations& observations) {
  const size_t rows = observations.y.size();
  const auto made = MakeModelMatrix(cells, terms);
  if (!made.ok() || rows == 0) return;
  const ModelMatrix& matrix = made.value();
  const bool may_be_saturated =
      cells.covariates.empty() && static_cast<size_t>(matrix.columns.cols()) >= cells.cells.size();
  const auto columns = static_cast<size_t>(matrix.columns.cols());
  if (rows * std::min(columns, rows) > kMostForFew && !may_be_saturated) return;
  const Eigen::MatrixXd of_cells = OrthonormalBasis(matrix.columns);
  const auto rank = static_cast<size_t>(of_cells.cols());
  if (may_be_saturated && rank == cells.cells.size()) {
    draws_ = DrawsFor(rows, rank, true);
    return;
  }
  draws_ = DrawsFor(rows, rank, false);
  if (draws_ == 0) return;
  const Eigen::MatrixXd basis = OrthonormalBasis(RowsOf(matrix, cells, observations));
  for (Eigen::Index i = 0; i < basis.cols(); ++i) {
    basis_.emplace_back(basis.col(i).begin(), basis.col(i).end());
  }
}

void ResidualSimulation::TakeCellMeans(std::vector<double>& errors) const {
  std::vector<double> means(counts_.size());
  for (size_t i = 0; i < errors.size(); ++i) means[cell_of_[i]] += errors[i] / counts_[cell_of_[i]];
  for (size_t i = 0; i < errors.size(); ++i) errors[i] -= means[cell_of_[i]];
}

void ResidualSimulation::TakeProjection(std::vector<double>& errors) const {
  for (const std::vector<double>& direction : basis_) {
    double along = 0;
    for (size_t i = 0; i < errors.size(); ++i) along += direction[i] * errors[i];
    for (size_t i = 0; i < errors.size(); ++i) errors[i] -= along * direction[i];
  }
}

std::vector<double> ResidualSimulation::Draw(std::mt19937_64& random,
                                             std::span<const double> spreads) const {
  std::normal_distribution<double> normal;
  std::vector<double> errors;
  errors.reserve(cell_of_.size());
  for (size_t i = 0; i < cell_of_.size(); ++i) {
    errors.push_back(normal(random) * (spreads.empty() ? 1 : spreads[i]));
  }
  if (basis_.empty()) {
    TakeCellMeans(errors);
  } else {
    TakeProjection(errors);
  }
  return errors;
}

NullFigures::NullFigures(const ResidualSimulation& simulation,
                         std::span<const ResidualFigure> figures)
    : simulation_(simulation), figures_(figures), drawn_(figures.size()) {
  std::mt19937_64 random(kSimulationSeed);
  for (size_t draw = 0; draw < simulation.draws(); ++draw) {
    const std::vector<double> residuals = simulation.Draw(random);
    for (size_t i = 0; i < figures.size(); ++i) {
      drawn_[i].push_back(figures[i](residuals).value_or(-std::numeric_limits<double>::infinity()));
    }
  }
  for (std::vector<double>& drawn : drawn_) std::sort(drawn.begin(), drawn.end());
}

std::optional<double> NullFigures::P(size_t figure, double seen) const {
  const std::vector<double>& drawn = drawn_[figure];
  if (drawn.empty()) return std::nullopt;
  // Rounding must not tell apart figures that are equal.
  const double limit = seen - 1e-9 * std::abs(seen);
  const auto at_least = drawn.end() - std::lower_bound(drawn.begin(), drawn.end(), limit);
  return static_cast<double>(1 + at_least) / static_cast<double>(1 + drawn.size());
}

std::optional<double> NullFigures::Power(size_t figure, const Spreads& spreads,
                                         double significance) const {
  if (drawn_[figure].empty()) return std::nullopt;
  std::mt19937_64 random(kSimulationSeed + 1);
  size_t found = 0;
  for (size_t draw = 0; draw < kPowerDraws; ++draw) {
    const auto seen = figures_[figure](simulation_.Draw(random, spreads(random)));
    found += seen && *P(figure, *seen) <= significance;
  }
  return static_cast<double>(found) / kPowerDraws;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "stats/model/ordered_basis.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace trena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

OrderedBasis::OrderedBasis(Index rows) : rows_(rows), basis_(rows, 0) {}

bool OrderedBasis::Add(const Eigen::Ref<const VectorXd>& column) {
  const double norm = column.norm();
  if (Full() || !(norm > 0)) return false;
  VectorXd rest = column;
  for (int pass = 0; pass < 2 && rank_ > 0; ++pass) {
    const VectorXd along = Columns().transpose() * rest;
    rest.noalias() -= Columns() * along;
  }
  const double rest_norm = rest.norm();
  if (rest_norm <= kTolerance * norm) return false;
  if (rank_ == basis_.cols()) {
    basis_.conservativeResize(rows_, std::min(rows_, std::max<Index>(16, 2 * rank_)));
  }
  basis_.col(rank_++) = rest / rest_norm;
  return true;
}

namespace {

// The lengths of columns that are orthogonal as they come, as in a balanced design; or nothing.
// Saves most of the work.
std::optional<VectorXd> LengthsIfOrthogonal(const MatrixXd& columns) {
  if (columns.cols() > columns.rows()) return std::nullopt;
  MatrixXd products = columns.transpose() * columns;
  const VectorXd squares = products.diagonal();
  products.diagonal().setZero();
  if (!(squares.minCoeff() > 0)) return std::nullopt;
  if (products.size() > 1 && products.cwiseAbs().maxCoeff() > 1e-14 * squares.minCoeff()) {
    return std::nullopt;
  }
  return squares.cwiseSqrt();
}

// Also which columns are kept, and all of them in the basis' coordinates.
MatrixXd BasisOf(const MatrixXd& columns, OrderedFit& fit) {
  if (const auto lengths = LengthsIfOrthogonal(columns)) {
    for (Index i = 0; i < columns.cols(); ++i) fit.kept.push_back(i);
    fit.orthogonal = true;
    fit.columns = lengths->asDiagonal();
    return columns * lengths->cwiseInverse().asDiagonal();
  }
  OrderedBasis basis(columns.rows());
  for (Index i = 0; i < columns.cols(); ++i) {
    (basis.Add(columns.col(i)) ? fit.kept : fit.aliased).push_back(i);
  }
  fit.columns = basis.Columns().transpose() * columns;
  return basis.Columns();
}

}  // namespace

MatrixXd OrthonormalBasis(const MatrixXd& columns) {
  OrderedFit fit;
  return BasisOf(columns, fit);
}

OrderedFit FitInOrder(const MatrixXd& columns, const VectorXd& y) {
  OrderedFit fit;
  const MatrixXd basis = BasisOf(columns, fit);
  fit.y = basis.transpose() * y;
  fit.residuals = y - basis * fit.y;
  fit.residuals -= basis * (basis.transpose() * fit.residuals).eval();
  return fit;
}

ExtraSquares SquaresBeyond(const OrderedFit& fit, const std::vector<Index>& base,
                           const std::vector<Index>& added) {
  OrderedBasis basis(fit.columns.rows());
  for (Index i : base) basis.Add(fit.columns.col(i));
  const Index before = basis.Rank();
  for (Index i : added) basis.Add(fit.columns.col(i));
  const Index df = basis.Rank() - before;
  const VectorXd along = basis.Columns().rightCols(df).transpose() * fit.y;
  return {.ss = along.squaredNorm(), .df = df};
}

namespace {

VectorXd SolveKept(const OrderedFit& fit, const VectorXd& function) {
  if (fit.orthogonal) return function.cwiseQuotient(fit.columns.diagonal());
  if (fit.aliased.empty()) {
    return fit.columns.triangularView<Eigen::Upper>().transpose().solve(function);
  }
  const Index rank = fit.columns.rows();
  MatrixXd triangle(rank, rank);
  VectorXd kept(rank);
  for (Index i = 0; i < rank; ++i) {
    triangle.col(i) = fit.columns.col(fit.kept[static_cast<size_t>(i)]);
    kept[i] = function[fit.kept[static_cast<size_t>(i)]];
  }
  return triangle.triangularView<Eigen::Upper>().transpose().solve(kept);
}

}  // namespace

VectorXd DirectionOf(const OrderedFit& fit, const VectorXd& function) {
  VectorXd direction = SolveKept(fit, function);
  const double scale = 1 + function.lpNorm<Eigen::Infinity>();
  for (Index i : fit.aliased) {
    // An aliased column is a mixture of kept ones; the function must give it that mixture's value.
    if (std::abs(fit.columns.col(i).dot(direction) - function[i]) > 1e-7 * scale) return {};
  }
  return direction;
}

}  // namespace trena

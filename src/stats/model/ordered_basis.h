// SPDX-License-Identifier: Apache-2.0
// Columns of a linear model made orthonormal in the order they come: what a column has beyond
// those before it, or that it has nothing (it is aliased). Gram-Schmidt done twice, which is as
// accurate as Householder's QR (Giraud, Langou and Rozložník, Computers & Mathematics 50, 2005);
// keeping the order, and dropping a column whose remainder is below 1e-7 of it, is what R's lm
// does (LINPACK dqrdc2). For the other files of this folder.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace trena {

// Squares below this share of the total are rounding: a residual is off by some 1e-16 of y.
inline constexpr double kSquaresRounding = 1e-27;

class OrderedBasis {
 public:
  static constexpr double kTolerance = 1e-7;

  explicit OrderedBasis(Eigen::Index rows);

  // False when the columns before already span it, or when the space is full.
  bool Add(const Eigen::Ref<const Eigen::VectorXd>& column);

  Eigen::Index Rank() const { return rank_; }
  bool Full() const { return rank_ == rows_; }
  // Orthonormal, one column per column added with success.
  auto Columns() const { return basis_.leftCols(rank_); }

 private:
  Eigen::Index rows_;
  Eigen::Index rank_ = 0;
  Eigen::MatrixXd basis_;
};

// A least-squares fit of y on columns in their order. `columns` and `y` are given in the
// coordinates of the basis, where each column is above its diagonal: few numbers, whatever the
// rows.
struct OrderedFit {
  bool orthogonal = false;            // the columns were, as they came: `columns` is diagonal
  std::vector<Eigen::Index> kept;     // columns that are not aliased, ascending
  std::vector<Eigen::Index> aliased;  // the others
  Eigen::MatrixXd columns;            // rank × columns
  Eigen::VectorXd y;                  // rank: squares are the sequential sums of squares
  Eigen::VectorXd residuals;          // rows
};
// An orthonormal basis of what the columns span, in their order.
Eigen::MatrixXd OrthonormalBasis(const Eigen::MatrixXd& columns);

OrderedFit FitInOrder(const Eigen::MatrixXd& columns, const Eigen::VectorXd& y);

// What `added` columns explain beyond `base` columns: sum of squares, and how many dimensions.
struct ExtraSquares {
  double ss = 0;
  Eigen::Index df = 0;
};
ExtraSquares SquaresBeyond(const OrderedFit& fit, const std::vector<Eigen::Index>& base,
                           const std::vector<Eigen::Index>& added);

// The estimate of a linear function of the coefficients is direction · fit.y, and its variance is
// sigma² direction · direction; two estimates covary by the product of their directions. Empty when
// the data cannot estimate it.
Eigen::VectorXd DirectionOf(const OrderedFit& fit, const Eigen::VectorXd& function);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Many estimates against one, both ways and all together: the largest |T| of t statistics that
// share one standard deviation and correlate (Dunnett, J. American Statistical Association 50,
// 1955; Biometrics 20, 1964). Means of independent samples against a control correlate by λᵢλⱼ,
// λ² = n ÷ (n + control's n); given the control's deviation they are independent, and two integrals
// give the probability. Blocks with lost runs and covariates make any other correlation: then it is
// the integral over a box of a multivariate t by a lattice of points (Genz and Bretz, J.
// Computational and Graphical Statistics 11, 2002), always the same ones, to about 1e-4. Of more
// than some dozens that is slow; then they are taken for independent, which gives somewhat wider
// intervals and never too narrow ones (Šidák, J. American Statistical Association 62, 1967;
// Hochberg's maximum modulus).
//
//   ManyToOne({1, .5, .5, 1}, 12).Quantile(0.95);   // 2.50: the half-width in standard errors
#pragma once

#include <optional>
#include <vector>

namespace trena {

class ManyToOne {
 public:
  // `correlation` is a square matrix, row by row; `df` of the standard deviation.
  ManyToOne(std::vector<double> correlation, double df);

  // So many that are independent but for their standard deviation.
  static ManyToOne Independent(size_t comparisons, double df);

  // P(max |T| > t). Missing without comparisons, degrees of freedom or a number.
  std::optional<double> Tail(double t) const;

  // The t that none of them is beyond with this probability, for 0 < p < 1.
  std::optional<double> Quantile(double p) const;

 private:
  // Comparisons with the same λ.
  struct Alike {
    double lambda = 0;
    double count = 0;
  };

  explicit ManyToOne(double df) : df_(df) {}
  bool FindProducts();
  void TakeAsIndependent();
  void Decompose();
  double WithinProducts(double bound) const;
  void MakeCurve();
  double Beyond(double w) const;
  double BeyondByConditioning(double t) const;
  double WithinByLattice(double t) const;
  double Correlation(size_t i, size_t j) const { return correlation_[i * size_ + j]; }

  std::vector<double> correlation_;
  double df_;
  size_t size_ = 0;             // 0: nothing can be said
  std::vector<Alike> alike_;    // where correlations are products
  std::vector<double> curve_;   // then P(max |Z| > w), coefficients
  std::vector<double> root_;    // else Cholesky's, lower, row by row
  std::vector<double> scales_;  // √(chi² ÷ df) of each point of the lattice
};

}  // namespace trena

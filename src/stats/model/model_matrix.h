// SPDX-License-Identifier: Apache-2.0
// The columns of a linear model over the cells of a table, each row weighted by the root of the
// cell's count, so that least squares over cells are least squares over observations. Factors are
// coded by contrasts that sum to zero over their levels (Helmert's, scaled so that their squares
// average 1), or by one column per level where the term without that factor is not in the model,
// as R does. Covariates, as deviations from their means, come before the terms; what they do
// within cells is one more row for each. For the other files of this folder.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/model/cells.h"
#include "stats/model/model_terms.h"
#include "stats/summary.h"

namespace trena {

// A line of the table to be: a covariate or a term, and its columns [first, first + count).
struct ColumnGroup {
  std::string name;
  ModelTerm factors;           // none for a covariate
  std::vector<size_t> widths;  // columns of each factor: levels - 1 by contrasts, or levels
  Eigen::Index first = 0;
  Eigen::Index count = 0;
};

struct ModelMatrix {
  std::vector<std::vector<uint32_t>> levels;  // in use, per factor
  std::vector<ModelTerm> terms;               // sorted
  std::vector<ColumnGroup> groups;            // covariates, then terms; not the mean
  std::vector<double> covariate_means;
  Eigen::MatrixXd columns;  // (cells + covariates) × (1 + …); the first is the mean's
  Eigen::VectorXd y;        // the response less its mean, weighted likewise
  SplitMean mean;           // of all observations
  double observations = 0;
  double beyond_ss = 0;  // within cells, and not explained by covariates there
  double within_ss = 0;  // within cells
};

// Fails for what no model can have: no cells, a term with a factor of a single level, a response
// or covariate that is not finite, more than about ten thousand columns.
Result<ModelMatrix> MakeModelMatrix(const Cells& cells, std::vector<ModelTerm> terms);

// The coefficients' function that is the mean at `at` (levels of `factors`), averaged with equal
// weights over the levels of all other factors, covariates at their means.
Eigen::VectorXd MeanFunction(const ModelMatrix& matrix, const ModelTerm& factors,
                             const std::vector<uint32_t>& at);

// Likewise the effect of a term at its levels: what the terms within it leave over.
Eigen::VectorXd EffectFunction(const ModelMatrix& matrix, const ColumnGroup& group,
                               const std::vector<uint32_t>& at);

// All combinations of the levels in use of `factors`, the last fastest.
std::vector<std::vector<uint32_t>> LevelCombinations(const ModelMatrix& matrix,
                                                     const ModelTerm& factors);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/information.h"

#include <cmath>

namespace trena {
namespace {

constexpr double kSingular = 1e-10;  // a pivot of X'X / runs below it is none

}  // namespace

size_t CountParameters(const std::vector<size_t>& sizes, bool two_way) {
  size_t main = 0, pairs = 0;
  for (size_t size : sizes) {
    pairs += main * (size - 1);
    main += size - 1;
  }
  return 1 + main + (two_way ? pairs : 0);
}

std::vector<double> ModelRow(const std::vector<size_t>& sizes, bool two_way,
                             const LevelIndices& point) {
  std::vector<double> row = {1};
  std::vector<size_t> starts;
  for (size_t factor = 0; factor < sizes.size(); ++factor) {
    starts.push_back(row.size());
    // Helmert contrasts: level j against the mean of those before it.
    for (size_t j = 1; j < sizes[factor]; ++j) {
      double scale =
          std::sqrt(static_cast<double>(sizes[factor]) / static_cast<double>(j * (j + 1)));
      size_t level = point[factor];
      row.push_back(level < j ? scale : level == j ? -scale * static_cast<double>(j) : 0);
    }
  }
  starts.push_back(row.size());
  if (!two_way) return row;
  for (size_t a = 0; a < sizes.size(); ++a) {
    for (size_t b = a + 1; b < sizes.size(); ++b) {
      for (size_t i = starts[a]; i < starts[a + 1]; ++i) {
        for (size_t j = starts[b]; j < starts[b + 1]; ++j) row.push_back(row[i] * row[j]);
      }
    }
  }
  return row;
}

ModelRows Information(const ModelRows& rows) {
  size_t size = rows[0].size();
  ModelRows information(size, std::vector<double>(size, 0));
  for (const std::vector<double>& row : rows) {
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < size; ++j) information[i][j] += row[i] * row[j];
    }
  }
  return information;
}

std::optional<ModelRows> Cholesky(const ModelRows& matrix, double least) {
  size_t size = matrix.size();
  ModelRows lower(size, std::vector<double>(size, 0));
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (size_t k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      if (i != j) {
        lower[i][j] = sum / lower[j][j];
      } else if (sum > least) {
        lower[i][i] = std::sqrt(sum);
      } else {
        return std::nullopt;
      }
    }
  }
  return lower;
}

std::optional<Determinant> DeterminantOf(const ModelRows& rows) {
  ModelRows matrix = Information(rows);
  for (std::vector<double>& line : matrix) {
    for (double& entry : line) entry /= static_cast<double>(rows.size());
  }
  auto lower = Cholesky(matrix, kSingular);
  if (!lower) return std::nullopt;
  Determinant determinant{1, 0};
  for (size_t i = 0; i < matrix.size(); ++i) {
    int exponent = 0;
    double pivot = (*lower)[i][i] * (*lower)[i][i];
    determinant.mantissa = std::frexp(determinant.mantissa * pivot, &exponent);
    determinant.exponent += exponent;
  }
  return determinant;
}

double PercentOf(const Determinant& determinant, size_t parameters) {
  double log2 = std::log2(determinant.mantissa) + static_cast<double>(determinant.exponent);
  double percent = 100 * std::exp2(log2 / static_cast<double>(parameters));
  return std::round(percent * 1000) / 1000;
}

std::optional<double> EfficiencyOf(const std::vector<size_t>& sizes, bool two_way,
                                   const std::vector<LevelIndices>& points) {
  ModelRows rows;
  for (const LevelIndices& point : points) rows.push_back(ModelRow(sizes, two_way, point));
  auto determinant = DeterminantOf(rows);
  if (!determinant) return std::nullopt;
  return PercentOf(*determinant, rows[0].size());
}

}  // namespace trena

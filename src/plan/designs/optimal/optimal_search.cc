// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/optimal/optimal_search.h"

#include <algorithm>
#include <cmath>

#include "plan/designs/random.h"

namespace trena {
namespace {

using Matrix = std::vector<std::vector<double>>;
using Vector = std::vector<double>;

constexpr double kRidge = 1e-4;          // so that a poor start can be mended, not only refused
constexpr double kLeastGain = 1e-7;      // relative, of the determinant
constexpr double kSingular = 1e-10;      // a pivot of X'X / runs below it is none
constexpr size_t kMostCandidates = 300;  // looked at for every run; with more, one factor changes
constexpr int kMostTries = 10'000;       // for a random point that is allowed

double Dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Vector Times(const Matrix& matrix, const Vector& vector) {
  Vector out(matrix.size());
  for (size_t i = 0; i < matrix.size(); ++i) out[i] = Dot(matrix[i], vector);
  return out;
}

Matrix Information(const Matrix& rows) {
  size_t size = rows[0].size();
  Matrix information(size, Vector(size, 0));
  for (const Vector& row : rows) {
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < size; ++j) information[i][j] += row[i] * row[j];
    }
  }
  return information;
}

// The lower triangle L of a positive matrix LL'; empty when it is not.
std::optional<Matrix> Cholesky(const Matrix& matrix, double least) {
  size_t size = matrix.size();
  Matrix lower(size, Vector(size, 0));
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

// The inverse of X'X + ridge.
Matrix Dispersion(const Matrix& rows) {
  Matrix matrix = Information(rows);
  for (size_t i = 0; i < matrix.size(); ++i) matrix[i][i] += kRidge;
  Matrix lower = *Cholesky(matrix, 0);
  size_t size = matrix.size();
  Matrix inverse(size, Vector(size, 0));
  for (size_t column = 0; column < size; ++column) {
    Vector x(size, 0);
    for (size_t i = column; i < size; ++i) {
      double sum = i == column ? 1 : 0;
      for (size_t k = column; k < i; ++k) sum -= lower[i][k] * x[k];
      x[i] = sum / lower[i][i];
    }
    for (size_t i = size; i-- > 0;) {
      double sum = x[i];
      for (size_t k = i + 1; k < size; ++k) sum -= lower[k][i] * x[k];
      x[i] = sum / lower[i][i];
    }
    for (size_t i = 0; i < size; ++i) inverse[i][column] = x[i];
  }
  return inverse;
}

// A determinant as mantissa × 2^exponent, which no number of factors overflows.
struct Determinant {
  double mantissa = 0;
  long exponent = 0;

  bool operator<(const Determinant& other) const {
    if (mantissa == 0 || other.mantissa == 0) return mantissa < other.mantissa;
    return std::pair(exponent, mantissa) < std::pair(other.exponent, other.mantissa);
  }
};

// Of X'X / runs; nothing when it is singular.
std::optional<Determinant> DeterminantOf(const Matrix& rows) {
  Matrix matrix = Information(rows);
  for (Vector& line : matrix) {
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

// One start and its exchanges.
class Exchange {
 public:
  Exchange(const SearchSpace& space, Random& random) : space_(space) {
    for (size_t i = 0; i < space.runs; ++i) {
      auto point = RandomPoint(random);
      if (!point) return;
      points_.push_back(*point);
      rows_.push_back(RowOf(*point));
    }
    if (space.candidates.empty() || space.candidates.size() > kMostCandidates) return;
    for (const LevelIndices& candidate : space.candidates) all_rows_.push_back(RowOf(candidate));
  }

  bool started() const { return points_.size() == space_.runs; }
  const std::vector<LevelIndices>& points() const { return points_; }
  const Matrix& rows() const { return rows_; }

  // Every run once; whether any exchange helped. `go_on` is asked before each run: false leaves the
  // points as they were before the sweep and returns nothing.
  std::optional<bool> Sweep(const std::function<bool()>& go_on) {
    auto before_points = points_;
    auto before_rows = rows_;
    dispersion_ = Dispersion(rows_);
    bool better = false;
    for (size_t run = 0; run < points_.size(); ++run) {
      if (!go_on()) {
        points_ = before_points;
        rows_ = before_rows;
        return std::nullopt;
      }
      better |= Improve(run);
    }
    return better;
  }

 private:
  Vector RowOf(const LevelIndices& point) const {
    return ModelRow(space_.sizes, space_.two_way, point);
  }

  std::optional<LevelIndices> RandomPoint(Random& random) const {
    if (!space_.candidates.empty()) {
      return space_.candidates[Below(random, space_.candidates.size())];
    }
    for (int i = 0; i < kMostTries; ++i) {
      LevelIndices point;
      for (size_t size : space_.sizes) point.push_back(Below(random, size));
      if (space_.allowed(point)) return point;
    }
    return std::nullopt;
  }

  // Exchanges the run for the candidate that makes the determinant largest, if any does.
  bool Improve(size_t run) {
    Vector spread = Times(dispersion_, rows_[run]);
    double own = Dot(rows_[run], spread);
    double best = 1 + kLeastGain;
    std::optional<LevelIndices> chosen;
    Vector chosen_row;
    auto look = [&](const LevelIndices& point, const Vector& row) {
      double variance = Dot(row, Times(dispersion_, row));
      double shared = Dot(row, spread);
      double ratio = (1 + variance) * (1 - own) + shared * shared;  // of the determinants
      if (ratio <= best + kLeastGain) return;
      best = ratio;
      chosen = point;
      chosen_row = row;
    };
    if (!all_rows_.empty()) {
      for (size_t i = 0; i < all_rows_.size(); ++i) look(space_.candidates[i], all_rows_[i]);
    } else {
      LookAtNeighbours(points_[run], look);
    }
    if (!chosen) return false;
    Update(chosen_row, 1);
    Update(rows_[run], -1);
    points_[run] = *chosen;
    rows_[run] = chosen_row;
    return true;
  }

  // Points in which one factor differs.
  template <typename Look>
  void LookAtNeighbours(const LevelIndices& point, Look look) const {
    LevelIndices changed = point;
    for (size_t factor = 0; factor < space_.sizes.size(); ++factor) {
      for (size_t level = 0; level < space_.sizes[factor]; ++level) {
        if (level == point[factor]) continue;
        changed[factor] = level;
        if (space_.allowed(changed)) look(changed, RowOf(changed));
      }
      changed[factor] = point[factor];
    }
  }

  // The inverse after a row is added (sign 1) or taken away (−1): Sherman & Morrison (1950).
  void Update(const Vector& row, double sign) {
    Vector spread = Times(dispersion_, row);
    double scale = sign / (1 + sign * Dot(row, spread));
    for (size_t i = 0; i < spread.size(); ++i) {
      for (size_t j = 0; j < spread.size(); ++j) {
        dispersion_[i][j] -= scale * spread[i] * spread[j];
      }
    }
  }

  const SearchSpace& space_;
  std::vector<LevelIndices> points_;
  Matrix rows_;
  Matrix all_rows_;  // of the candidates, when all are looked at
  Matrix dispersion_;
};

// All starts, and the best of them.
class Search {
 public:
  explicit Search(const SearchSpace& space)
      : space_(space),
        random_(space.seed),
        parameters_(CountParameters(space.sizes, space.two_way)) {}

  std::optional<SearchResult> Run() {
    for (int restart = 1; restart <= space_.restarts && !result_.stopped && !Spent(); ++restart) {
      Exchange exchange(space_, random_);
      if (!exchange.started()) break;
      Settle(exchange, restart);
    }
    if (result_.points.empty()) return std::nullopt;
    result_.efficiency_percent = PercentOf(best_, parameters_);
    return result_;
  }

 private:
  bool Spent() const { return space_.most_sweeps && result_.sweeps >= *space_.most_sweeps; }

  void Settle(Exchange& exchange, int restart) {
    auto go_on = [&] {
      if (!space_.progress) return true;
      double percent = result_.points.empty() ? 0 : PercentOf(best_, parameters_);
      bool wanted = space_.progress({restart, space_.restarts, result_.sweeps, percent});
      // There is nothing to stop with before the first sweep.
      return wanted || result_.sweeps == 0;
    };
    for (bool better = true; better && !Spent();) {
      auto swept = exchange.Sweep(go_on);
      result_.stopped = !swept;
      if (!swept) return;
      ++result_.sweeps;
      better = *swept;
      Keep(exchange);
    }
  }

  void Keep(const Exchange& exchange) {
    auto determinant = DeterminantOf(exchange.rows());
    if (!determinant || !(best_ < *determinant)) return;
    best_ = *determinant;
    result_.points = exchange.points();
  }

  const SearchSpace& space_;
  Random random_;
  size_t parameters_;
  Determinant best_;
  SearchResult result_;
};

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
  Vector row = {1};
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

std::optional<double> EfficiencyOf(const SearchSpace& space,
                                   const std::vector<LevelIndices>& points) {
  Matrix rows;
  for (const LevelIndices& point : points) {
    rows.push_back(ModelRow(space.sizes, space.two_way, point));
  }
  auto determinant = DeterminantOf(rows);
  if (!determinant) return std::nullopt;
  return PercentOf(*determinant, rows[0].size());
}

std::optional<SearchResult> FindOptimal(const SearchSpace& space) { return Search(space).Run(); }

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/optimal/optimal_search.h"

#include <algorithm>
#include <cmath>

#include "plan/designs/information.h"
#include "plan/random.h"

namespace trena {
namespace {

using Matrix = ModelRows;
using Vector = std::vector<double>;

constexpr double kRidge = 1e-4;          // so that a poor start can be mended, not only refused
constexpr double kLeastGain = 1e-7;      // relative, of the determinant
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

std::optional<SearchResult> FindOptimal(const SearchSpace& space) { return Search(space).Run(); }

}  // namespace trena

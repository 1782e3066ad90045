// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/cell_table.h"

#include <algorithm>
#include <bit>

namespace trena {
namespace {

constexpr size_t kFirstPlaces = 64;
constexpr uint32_t kMostDirectBits = 16;

}  // namespace

CellTable::CellTable(size_t factors, size_t covariates)
    : factors_(factors),
      variables_(covariates + 1),
      stride_(1 + 2 * variables_ + variables_ * (variables_ + 1) / 2),
      places_(kFirstPlaces),
      direct_(1),
      begins_(factors),
      rooms_(factors, 1) {}

uint64_t CellTable::HashOf(std::span<const uint32_t> levels) const {
  uint64_t hash = 0;
  for (uint32_t level : levels) hash = (hash + level + 1) * 0x9E3779B97F4A7C15u;
  return hash >> 32;
}

size_t CellTable::CellAt(std::span<const uint32_t> levels) {
  size_t key = 0;
  bool fits = !direct_.empty();
  for (size_t i = 0; i < levels.size(); ++i) {
    fits &= levels[i] < rooms_[i];
    key |= static_cast<size_t>(levels[i]) << begins_[i];
  }
  if (fits && direct_[key] != 0) [[likely]]
    return direct_[key] - 1;
  return FindCell(levels);
}

size_t CellTable::FindCell(std::span<const uint32_t> levels) {
  const size_t mask = places_.size() - 1;
  for (size_t at = HashOf(levels) & mask;; at = (at + 1) & mask) {
    if (places_[at] == 0) return AddCell(levels);
    const size_t cell = places_[at] - 1;
    if (std::equal(levels.begin(), levels.end(), levels_.begin() + cell * factors_)) return cell;
  }
}

size_t CellTable::AddCell(std::span<const uint32_t> levels) {
  levels_.insert(levels_.end(), levels.begin(), levels.end());
  numbers_.resize(numbers_.size() + stride_);
  ++cells_;
  size_t from = cells_ - 1;
  if (cells_ * 2 > places_.size()) {
    places_.assign(places_.size() * 2, 0);
    from = 0;
  }
  for (size_t cell = from; cell < cells_; ++cell) Index(cell);
  MakeRoom(levels);
  return cells_ - 1;
}

void CellTable::Index(size_t cell) {
  const size_t mask = places_.size() - 1;
  size_t at = HashOf(LevelsOf(cell)) & mask;
  while (places_[at] != 0) at = (at + 1) & mask;
  places_[at] = static_cast<uint32_t>(cell + 1);
}

// Finds the newest cell, whose levels these are, directly too, as long as that is small.
void CellTable::MakeRoom(std::span<const uint32_t> levels) {
  if (direct_.empty()) return;
  uint32_t bits = 0;
  bool grows = false;
  for (size_t i = 0; i < factors_; ++i) {
    for (; levels[i] >= rooms_[i]; grows = true) rooms_[i] *= 2;
    begins_[i] = bits;
    bits += static_cast<uint32_t>(std::bit_width(rooms_[i]) - 1);
    if (bits > kMostDirectBits) return direct_.clear();
  }
  if (grows) direct_.assign(size_t{1} << bits, 0);
  for (size_t cell = grows ? 0 : cells_ - 1; cell < cells_; ++cell) {
    size_t key = 0;
    for (size_t i = 0; i < factors_; ++i) key |= size_t{LevelsOf(cell)[i]} << begins_[i];
    direct_[key] = static_cast<uint32_t>(cell + 1);
  }
}

void CellTable::Add(std::span<const uint32_t> levels, std::span<const double> covariates,
                    double response) {
  const size_t at = CellAt(levels);
  double* cell = numbers_.data() + at * stride_;
  if (variables_ > 1) return AddWithCovariates(cell, covariates, response);
  // n, first, mean, moment
  if (cell[0] == 0) cell[1] = response;
  cell[0] += 1;
  const double shifted = response - cell[1];
  const double before = shifted - cell[2];
  cell[2] += before / cell[0];
  cell[3] += before * (shifted - cell[2]);
}

void CellTable::AddWithCovariates(double* cell, std::span<const double> covariates,
                                  double response) const {
  const auto value = [&](size_t i) { return i < covariates.size() ? covariates[i] : response; };
  for (size_t i = 0; i < variables_ && cell[0] == 0; ++i) cell[first(i)] = value(i);
  cell[0] += 1;
  for (size_t i = 0; i < variables_; ++i) {
    const double shifted = value(i) - cell[first(i)];
    const double before = shifted - cell[mean(i)];
    cell[mean(i)] += before / cell[0];
    // The means of the variables up to i are already the new ones, as Welford's product wants.
    for (size_t j = 0; j <= i; ++j) {
      cell[moment(i, j)] += before * (value(j) - cell[first(j)] - cell[mean(j)]);
    }
  }
}

void CellTable::MergeCell(double* here, const double* other) const {
  if (here[0] == 0) {
    std::copy(other, other + stride_, here);
    return;
  }
  const double n = here[0] + other[0];
  const double share = here[0] * other[0] / n;
  const auto delta = [&](size_t i) {
    return (other[first(i)] - here[first(i)]) + (other[mean(i)] - here[mean(i)]);
  };
  for (size_t i = 0; i < variables_; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      here[moment(i, j)] += other[moment(i, j)] + delta(i) * delta(j) * share;
    }
  }
  for (size_t i = 0; i < variables_; ++i) here[mean(i)] += delta(i) * (other[0] / n);
  here[0] = n;
}

void CellTable::Merge(const CellTable& part, const std::vector<std::vector<uint32_t>>& levels) {
  std::vector<uint32_t> renamed(factors_);
  for (size_t cell = 0; cell < part.cells_; ++cell) {
    for (size_t i = 0; i < factors_; ++i) renamed[i] = levels[i][part.LevelsOf(cell)[i]];
    const size_t at = CellAt(renamed);
    MergeCell(numbers_.data() + at * stride_, part.numbers_.data() + cell * stride_);
  }
}

CellTable CellTable::Without(const std::vector<bool>& left_out) const {
  const auto kept = static_cast<size_t>(std::count(left_out.begin(), left_out.end(), false));
  CellTable result(kept, variables_ - 1);
  std::vector<uint32_t> levels;
  for (size_t cell = 0; cell < cells_; ++cell) {
    levels.clear();
    for (size_t i = 0; i < factors_; ++i) {
      if (!left_out[i]) levels.push_back(LevelsOf(cell)[i]);
    }
    const size_t at = result.CellAt(levels);
    MergeCell(result.numbers_.data() + at * stride_, numbers_.data() + cell * stride_);
  }
  return result;
}

Cell CellTable::CellOf(size_t index) const {
  const double* numbers = numbers_.data() + index * stride_;
  const size_t covariates = variables_ - 1;
  const auto levels = LevelsOf(index);
  Cell cell;
  cell.levels.assign(levels.begin(), levels.end());
  cell.n = numbers[0];
  cell.mean = numbers[first(covariates)] + numbers[mean(covariates)];
  cell.mean_rest = (numbers[first(covariates)] - cell.mean) + numbers[mean(covariates)];
  cell.squares = numbers[moment(covariates, covariates)];
  for (size_t i = 0; i < covariates; ++i) {
    cell.covariate_means.push_back(numbers[first(i)] + numbers[mean(i)]);
    cell.covariate_response.push_back(numbers[moment(covariates, i)]);
    for (size_t j = 0; j < covariates; ++j) {
      cell.covariate_moments.push_back(numbers[moment(std::max(i, j), std::min(i, j))]);
    }
  }
  return cell;
}

std::vector<Cell> CellTable::ToCells() const {
  std::vector<Cell> cells;
  cells.reserve(cells_);
  for (size_t i = 0; i < cells_; ++i) cells.push_back(CellOf(i));
  std::sort(cells.begin(), cells.end(),
            [](const Cell& a, const Cell& b) { return a.levels < b.levels; });
  return cells;
}

}  // namespace trena

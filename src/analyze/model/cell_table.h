// SPDX-License-Identifier: Apache-2.0
// Cells (stats/model/cells.h) while they fill: observations are added one by one (Welford 1962),
// and tables of parts of the rows are merged (Chan, Golub and LeVeque 1979). Numbers are kept as
// their differences from the first of the cell, so that large numbers with small differences keep
// their digits.
//
//   CellTable table(2, 0);
//   table.Add(levels, {}, 12.5);
//   whole.Merge(part, {{0, 1}, {1, 0}});   // level numbers of the part → of the whole
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/model/cells.h"

namespace trena {

class CellTable {
 public:
  CellTable(size_t factors, size_t covariates);

  size_t size() const { return cells_; }

  // One level per factor, one number per covariate; all finite.
  void Add(std::span<const uint32_t> levels, std::span<const double> covariates, double response);

  // Adds the cells of a part of the rows, after these. Per factor, the number here of each of the
  // part's levels.
  void Merge(const CellTable& part, const std::vector<std::vector<uint32_t>>& levels);

  // The same observations without some of the factors.
  CellTable Without(const std::vector<bool>& left_out) const;

  // Sorted by level numbers; the names are the caller's.
  std::vector<Cell> ToCells() const;

  std::span<const uint32_t> LevelsOf(size_t cell) const {
    return {levels_.data() + cell * factors_, factors_};
  }

 private:
  size_t CellAt(std::span<const uint32_t> levels);
  size_t FindCell(std::span<const uint32_t> levels);
  size_t AddCell(std::span<const uint32_t> levels);
  uint64_t HashOf(std::span<const uint32_t> levels) const;
  void Index(size_t cell);
  void MakeRoom(std::span<const uint32_t> levels);
  void MergeCell(double* here, const double* other) const;
  void AddWithCovariates(double* cell, std::span<const double> covariates, double response) const;
  Cell CellOf(size_t index) const;

  // What a cell holds, in this order: n; of each variable (covariates, then the response) the first
  // number; the mean of the differences from it; and by pairs (i, j <= i) the co-moments.
  size_t first(size_t variable) const { return 1 + variable; }
  size_t mean(size_t variable) const { return 1 + variables_ + variable; }
  size_t moment(size_t i, size_t j) const { return 1 + 2 * variables_ + i * (i + 1) / 2 + j; }

  size_t factors_;
  size_t variables_;
  size_t stride_;  // numbers per cell
  size_t cells_ = 0;
  std::vector<uint32_t> levels_;  // factors_ per cell
  std::vector<double> numbers_;   // stride_ per cell
  std::vector<uint32_t> places_;  // hash table: cell + 1, or 0
  // Where levels are few, a cell is found by its levels' bits side by side. Of each factor: where
  // they begin, and the first level that they have no room for.
  std::vector<uint32_t> direct_;  // cell + 1, or 0; empty once levels are many
  std::vector<uint32_t> begins_;
  std::vector<uint32_t> rooms_;
};

}  // namespace trena

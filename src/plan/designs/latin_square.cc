// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/latin_square.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/text/text.h"
#include "plan/designs/design.h"

namespace trena {
namespace {

// The square as a cube: 1 where cell (row, column) has the symbol. Every line along an axis sums to
// 1. A move may leave one entry −1 (an improper square); further moves mend it.
class Cube {
 public:
  explicit Cube(size_t size) : size_(size), entries_(size * size * size, 0) {
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < size; ++j) At({i, j, (i + j) % size}) = 1;
    }
  }

  void Move(Random& random) {
    Cell from = improper_ ? hole_ : RandomZero(random);
    Cell to;
    for (size_t axis = 0; axis < 3; ++axis) to[axis] = AlongAxis(from, axis, random);
    // Turn the 2 × 2 × 2 corner between the two cells: ± alternate from its start.
    for (int corner = 0; corner < 8; ++corner) {
      Cell cell = from;
      int changed = 0;
      for (size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1) == 0) continue;
        cell[axis] = to[axis];
        ++changed;
      }
      At(cell) += changed % 2 == 0 ? 1 : -1;
    }
    improper_ = At(to) < 0;
    hole_ = to;
  }

  bool improper() const { return improper_; }

  LatinSquare ToSquare() {
    LatinSquare square(size_, std::vector<size_t>(size_));
    for (size_t i = 0; i < size_; ++i) {
      for (size_t j = 0; j < size_; ++j) {
        for (size_t k = 0; k < size_; ++k) {
          if (At({i, j, k}) == 1) square[i][j] = k;
        }
      }
    }
    return square;
  }

 private:
  using Cell = std::array<size_t, 3>;

  signed char& At(const Cell& cell) {
    return entries_[(cell[0] * size_ + cell[1]) * size_ + cell[2]];
  }

  Cell RandomZero(Random& random) {
    Cell cell;
    do {
      for (size_t& coordinate : cell) coordinate = Below(random, size_);
    } while (At(cell) != 0);
    return cell;
  }

  // Where along the axis through the cell a 1 stands; of the two of an improper line, either.
  size_t AlongAxis(Cell cell, size_t axis, Random& random) {
    std::vector<size_t> ones;
    for (cell[axis] = 0; cell[axis] < size_; ++cell[axis]) {
      if (At(cell) == 1) ones.push_back(cell[axis]);
    }
    return ones[ones.size() == 1 ? 0 : Below(random, ones.size())];
  }

  size_t size_;
  std::vector<signed char> entries_;
  bool improper_ = false;
  Cell hole_{};
};

std::vector<size_t> RandomOrder(size_t size, Random& random) {
  std::vector<size_t> order(size);
  std::iota(order.begin(), order.end(), size_t{0});
  Shuffle(order, random);
  return order;
}

}  // namespace

LatinSquare Standardised(const LatinSquare& square) {
  size_t size = square.size();
  LatinSquare by_column(size, std::vector<size_t>(size));
  for (size_t j = 0; j < size; ++j) {
    for (size_t i = 0; i < size; ++i) by_column[i][square[0][j]] = square[i][j];
  }
  LatinSquare by_row(size);
  for (const std::vector<size_t>& row : by_column) by_row[row[0]] = row;
  return by_row;
}

LatinSquare RandomLatinSquare(size_t size, Random& random) {
  Cube cube(size);
  // Only proper squares are counted: the chain of those is uniform, the first one after so many
  // moves is not.
  size_t squares = size > 1 ? size * size * size : 0;
  while (squares > 0) {
    cube.Move(random);
    if (!cube.improper()) --squares;
  }
  LatinSquare standard = Standardised(cube.ToSquare());
  std::vector<size_t> rows = RandomOrder(size, random);
  std::vector<size_t> columns = RandomOrder(size, random);
  std::vector<size_t> symbols = RandomOrder(size, random);
  LatinSquare square(size, std::vector<size_t>(size));
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) square[rows[i]][columns[j]] = symbols[standard[i][j]];
  }
  return square;
}

Result<Design> ChooseLatinSquare(const DesignRequest& request) {
  std::vector<size_t> varying;
  std::vector<std::string> counts;
  for (size_t i = 0; i < request.axes.size(); ++i) {
    if (request.axes[i].size < 2) continue;
    varying.push_back(i);
    counts.push_back(fmt::format("{} {}", request.axes[i].size, request.axes[i].name));
  }
  bool equal = varying.size() == 3;
  for (size_t axis : varying) equal &= request.axes[axis].size == request.axes[varying[0]].size;
  if (!equal) {
    return request.study.ErrorAt(
        "design.kind",
        fmt::format("a Latin square needs three factors with equally many levels; here: {}",
                    counts.empty() ? "none that varies" : Join(counts, ", ")),
        "use `kind: optimal` with `runs:` for unequal numbers of levels");
  }
  size_t size = request.axes[varying[0]].size;
  if (size > kMostLatinLevels) {
    return request.study.ErrorAt("design.kind", fmt::format("{} levels are too many", size),
                                 fmt::format("at most {}", kMostLatinLevels));
  }
  Random random(request.study.design.seed);
  LatinSquare square = RandomLatinSquare(size, random);
  Design design;
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) {
      LevelIndices indices(request.axes.size(), 0);
      indices[varying[0]] = i;
      indices[varying[1]] = j;
      indices[varying[2]] = square[i][j];
      design.points.push_back({CombinationOf(request.axes, indices), 1, 0});
    }
  }
  SortPoints(design.points);
  design.details = {{"square", square}};
  design.notes.push_back(
      Tell({"A random Latin square: each level of {rows} meets each of {columns} and of {letters} "
            "once, in {runs} of {all} combinations; interactions are taken to be absent.",
            "Um quadrado latino aleatório: cada nível de {rows} encontra cada um de {columns} e de "
            "{letters} uma vez, em {runs} de {all} combinações; supõe-se que não há interações."},
           {{"rows", request.axes[varying[0]].name},
            {"columns", request.axes[varying[1]].name},
            {"letters", request.axes[varying[2]].name},
            {"runs", std::to_string(size * size)},
            {"all", std::to_string(size * size * size)}}));
  return design;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/hadamard.h"

namespace trena {
namespace {

constexpr size_t kMostRuns = 4096;

bool IsPrime(size_t n) {
  if (n < 2) return false;
  for (size_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return true;
}

// +1 for squares modulo the prime, −1 for the rest, 0 for 0.
std::vector<int> Residues(size_t prime) {
  std::vector<int> residues(prime, -1);
  residues[0] = 0;
  for (size_t x = 1; x < prime; ++x) residues[x * x % prime] = 1;
  return residues;
}

// N − 1 a prime of the form 4m + 3: cyclic shifts of one row, and a row of −.
SignTable Cyclic(size_t prime) {
  std::vector<int> row = Residues(prime);
  row[0] = 1;
  SignTable table;
  for (size_t shift = 0; shift < prime; ++shift) {
    table.emplace_back(prime);
    for (size_t j = 0; j < prime; ++j) table.back()[j] = row[(j + prime - shift) % prime];
  }
  table.emplace_back(prime, -1);
  return table;
}

using Square = std::vector<std::vector<int>>;  // a Hadamard matrix

// The columns beside the first, after the signs of rows are turned so that the first is all +.
SignTable WithoutFirstColumn(const Square& square) {
  SignTable table;
  for (const std::vector<int>& row : square) {
    table.emplace_back();
    for (size_t j = 1; j < row.size(); ++j) table.back().push_back(row[j] * row[0]);
  }
  return table;
}

// N/2 − 1 a prime of the form 4m + 1: each entry of the symmetric conference matrix becomes a
// block of four (Paley's second construction).
SignTable SecondPaley(size_t prime) {
  std::vector<int> residues = Residues(prime);
  size_t size = prime + 1;
  auto conference = [&](size_t i, size_t j) {
    if (i == j) return 0;
    if (i == 0 || j == 0) return 1;
    return residues[(i + prime - j) % prime];
  };
  Square square(2 * size, std::vector<int>(2 * size));
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) {
      int c = conference(i, j);
      square[2 * i][2 * j] = c == 0 ? 1 : c;
      square[2 * i][2 * j + 1] = c == 0 ? -1 : c;
      square[2 * i + 1][2 * j] = c == 0 ? -1 : c;
      square[2 * i + 1][2 * j + 1] = c == 0 ? -1 : -c;
    }
  }
  return WithoutFirstColumn(square);
}

// [H H; H −H] of the smaller one.
SignTable Doubled(const SignTable& half) {
  SignTable table;
  for (int sign : {1, -1}) {
    for (const std::vector<int>& row : half) {
      std::vector<int> doubled = row;
      doubled.push_back(sign);
      for (int entry : row) doubled.push_back(sign * entry);
      table.push_back(std::move(doubled));
    }
  }
  return table;
}

bool IsPowerOfTwo(size_t n) { return (n & (n - 1)) == 0; }

}  // namespace

std::optional<SignTable> OrthogonalSigns(size_t runs) {
  if (runs == 2) return SignTable{{-1}, {1}};
  if (runs < 4 || runs % 4 != 0 || runs > kMostRuns) return std::nullopt;
  if (!IsPowerOfTwo(runs)) {
    if (IsPrime(runs - 1)) return Cyclic(runs - 1);
    size_t prime = runs / 2 - 1;
    if (prime % 4 == 1 && IsPrime(prime)) return SecondPaley(prime);
  }
  auto half = OrthogonalSigns(runs / 2);
  if (!half) return std::nullopt;
  return Doubled(*half);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// `kind: plackett_burman`: the main effects of up to N − 1 two-level factors in N runs.
#include "plan/designs/fraction/plackett_burman.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "plan/designs/design.h"
#include "plan/designs/fraction/two_level.h"

namespace trena {
namespace {

constexpr size_t kMostAsked = 1024;

// The sizes next to `runs` that hold the factors, for an error.
std::string Nearest(size_t factors, size_t runs) {
  std::vector<std::string> sizes;
  size_t start = std::max((factors / 4 + 1) * 4, runs / 4 * 4 > 8 ? runs / 4 * 4 - 8 : 4);
  for (size_t size = start; size <= kMostAsked && sizes.size() < 4; size += 4) {
    if (OrthogonalSigns(size)) sizes.push_back(std::to_string(size));
  }
  return Join(sizes, ", ");
}

Result<SignTable> FindTable(const DesignRequest& request, size_t factors) {
  const auto& asked = request.study.design.runs;
  if (asked) {
    auto runs = static_cast<size_t>(*asked);
    auto table = runs > factors && runs <= kMostAsked ? OrthogonalSigns(runs) : std::nullopt;
    if (table) return *table;
    return request.study.ErrorAt(
        "design.runs",
        fmt::format("{} factors have no Plackett–Burman design in {} runs", factors, runs),
        "there are: " + Nearest(factors, runs));
  }
  for (size_t runs = (factors / 4 + 1) * 4; runs <= kMostAsked; runs += 4) {
    auto table = OrthogonalSigns(runs);
    if (table) return *table;
  }
  return request.study.ErrorAt("design.kind", fmt::format("{} factors are too many", factors),
                               fmt::format("at most {}", kMostAsked - 1));
}

constexpr size_t kLargestHadamard = 4096;

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
    table.push_back(row);
    std::rotate(row.rbegin(), row.rbegin() + 1, row.rend());  // to the right
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

Result<Design> ChoosePlackettBurman(const DesignRequest& request) {
  TRENA_ASSIGN(std::vector<TwoLevelAxis> varying, TwoLevelAxes(request));
  TRENA_ASSIGN(SignTable table, FindTable(request, varying.size()));
  Design design;
  for (const std::vector<int>& row : table) {
    LevelIndices indices(request.axes.size(), 0);
    for (size_t i = 0; i < varying.size(); ++i) {
      indices[varying[i].axis] = row[i] > 0 ? varying[i].high : varying[i].low;
    }
    design.points.push_back({CombinationOf(request.axes, indices), 1, 0});
  }
  SortPoints(design.points);
  size_t runs = table.size();
  design.details = {{"runs", runs}, {"factors", LettersJson(request, varying)}};
  bool regular = (runs & (runs - 1)) == 0;
  const Told mixed =
      regular ? Told(
                    "as in a fraction of resolution III, some two-factor interactions are whole in "
                    "a main effect",
                    "como em uma fração de resolução III, algumas interações de dois fatores estão "
                    "inteiras em um efeito principal")
              : Told("each two-factor interaction leaks in part into many main effects",
                     "cada interação de dois fatores entra em parte em muitos efeitos principais");
  design.notes.push_back(
      Tell({"Plackett–Burman in {runs} runs: the main effects of {factors} factors are clear of "
            "each other, but not of interactions: {mixed}.",
            "Plackett–Burman em {runs} execuções: os efeitos principais de {factors} fatores se "
            "distinguem entre si, mas não das interações: {mixed}."},
           {{"runs", std::to_string(runs)},
            {"factors", std::to_string(varying.size())},
            {"mixed", mixed}}));
  return design;
}

std::optional<SignTable> OrthogonalSigns(size_t runs) {
  if (runs == 2) return SignTable{{-1}, {1}};
  if (runs < 4 || runs % 4 != 0 || runs > kLargestHadamard) return std::nullopt;
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

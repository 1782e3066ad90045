// SPDX-License-Identifier: Apache-2.0
#include "stats/model/aliases.h"

#include <algorithm>
#include <map>

namespace trena {
namespace {

constexpr size_t kMostAliases = 65536;

using Signs = std::vector<bool>;  // per run: true is +1

// Per factor of two levels the signs of its runs: the second level is +1.
std::map<size_t, Signs> FactorSigns(const Cells& cells) {
  const auto levels = LevelsInUse(cells);
  std::map<size_t, Signs> signs;
  for (size_t factor = 0; factor < levels.size(); ++factor) {
    if (levels[factor].size() != 2) continue;
    for (const Cell& cell : cells.cells) {
      signs[factor].push_back(cell.levels[factor] == levels[factor][1]);
    }
  }
  return signs;
}

Signs Product(const std::map<size_t, Signs>& factors, const ModelTerm& term, size_t runs) {
  Signs product(runs, true);
  for (size_t factor : term) {
    const Signs& signs = factors.at(factor);
    for (size_t i = 0; i < runs; ++i) product[i] = product[i] == signs[i];
  }
  return product;
}

// The highest order, up to `order`, whose terms are not too many.
size_t HighestOrder(size_t factors, size_t order) {
  double terms = 0;
  double of_order = 1;
  for (size_t i = 1; i <= std::min(order, factors); ++i) {
    of_order = of_order * static_cast<double>(factors - i + 1) / static_cast<double>(i);
    terms += of_order;
    if (terms > kMostAliases) return i - 1;
  }
  return order;
}

}  // namespace

std::vector<AliasChain> AliasChains(const Cells& cells, size_t order) {
  const auto signs = FactorSigns(cells);
  std::vector<size_t> factors;
  for (const auto& [factor, column] : signs) factors.push_back(factor);
  const size_t runs = cells.cells.size();
  std::vector<AliasChain> chains{{.of_mean = true, .terms = {}}};
  std::map<Signs, size_t> chain_of{{Signs(runs, true), 0}};
  std::map<Signs, bool> first_sign{{Signs(runs, true), true}};
  for (const ModelTerm& term : TermsUpTo(cells, factors, HighestOrder(factors.size(), order))) {
    Signs column = Product(signs, term, runs);
    const bool sign = column[0];
    if (!sign) column.flip();  // by its first run, so that opposite columns meet
    const auto [at, is_new] = chain_of.try_emplace(column, chains.size());
    if (is_new) {
      chains.push_back({});
      first_sign[column] = sign;
    }
    chains[at->second].terms.push_back(
        {.factors = term, .sign = sign == first_sign[column] ? 1 : -1});
  }
  if (chains[0].terms.empty()) chains.erase(chains.begin());
  return chains;
}

}  // namespace trena

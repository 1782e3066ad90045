// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_choice.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>

namespace trena {
namespace {

// Parameters of a model nobody wrote out: for each cell; and in all where cells differ in count,
// for then each term is a fit of its own.
constexpr double kMostPerCell = 2;
constexpr double kMostUnbalanced = 150;

using Terms = std::vector<ModelTerm>;

// Fewer effects tell too little of what is typical of them.
constexpr size_t kLeastEffects = 7;

void Forget(const std::string& name, Cells& cells) {
  const size_t factor = FactorIndex(cells, name);
  if (factor == cells.factors.size()) return;
  for (Cell& cell : cells.cells) cell.levels[factor] = 0;
}

// Whether any combination, or the centre, was observed twice, whatever the block and plot.
bool AnyRepeated(Cells cells, const ModelDesign& design) {
  Forget(design.block, cells);
  Forget(design.plot, cells);
  std::set<std::vector<uint32_t>> seen;
  return std::any_of(cells.cells.begin(), cells.cells.end(), [&](const Cell& cell) {
    return cell.n > 1 || !seen.insert(cell.levels).second;
  });
}

size_t OrderOf(const Terms& terms) {
  size_t order = 0;
  for (const ModelTerm& term : terms) order = std::max(order, term.size());
  return order;
}

void DropHighest(Terms& terms) {
  const size_t order = OrderOf(terms);
  std::erase_if(terms, [&](const ModelTerm& term) { return term.size() == order; });
}

double ParametersOf(const Cells& cells, const Terms& terms) {
  const auto levels = LevelsInUse(cells);
  double parameters = 1;
  for (const ModelTerm& term : terms) {
    double product = 1;
    for (size_t factor : term) product *= static_cast<double>(levels[factor].size() - 1);
    parameters += product;
  }
  return parameters;
}

bool IsFraction(const Cells& treatments) {
  double crossing = 1;
  for (const auto& levels : LevelsInUse(treatments)) {
    if (levels.size() > 2) return false;
    crossing *= static_cast<double>(levels.size());
  }
  std::set<std::vector<uint32_t>> seen;
  for (const Cell& cell : treatments.cells) seen.insert(cell.levels);
  return static_cast<double>(seen.size()) < crossing;
}

// Every combination as often as any other.
bool IsBalanced(const Cells& treatments) {
  std::map<std::vector<uint32_t>, double> counts;
  for (const Cell& cell : treatments.cells) counts[cell.levels] += cell.n;
  double crossing = 1;
  for (const auto& levels : LevelsInUse(treatments)) crossing *= static_cast<double>(levels.size());
  if (static_cast<double>(counts.size()) != crossing) return false;
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& count) { return count.second == counts.begin()->second; });
}

// The signs of a term of two-level factors over the cells, as bits.
std::vector<uint64_t> SignsOf(const Cells& treatments, const ModelTerm& term) {
  std::vector<uint64_t> signs((treatments.cells.size() + 63) / 64);
  for (size_t i = 0; i < treatments.cells.size(); ++i) {
    uint64_t sign = 0;
    for (size_t factor : term) sign ^= treatments.cells[i].levels[factor] & 1;
    signs[i / 64] |= sign << (i % 64);
  }
  return signs;
}

size_t DifferentSigns(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  size_t different = 0;
  for (size_t i = 0; i < a.size(); ++i)
    different += static_cast<size_t>(std::popcount(a[i] ^ b[i]));
  return different;
}

// Whether as many effects as the cells can tell are in the model, each a difference between one
// half of the cells and the other, and none shares anything with another.
bool HasOrthogonalEffects(const Cells& treatments, const Terms& terms) {
  const size_t cells = treatments.cells.size();
  if (terms.size() < kLeastEffects || terms.size() + 1 != cells) return false;
  for (const auto& levels : LevelsInUse(treatments)) {
    if (!levels.empty() && levels.back() > 1) return false;
  }
  std::vector<std::vector<uint64_t>> columns{SignsOf(treatments, {})};
  for (const ModelTerm& term : terms) {
    columns.push_back(SignsOf(treatments, term));
    for (size_t i = 0; i + 1 < columns.size(); ++i) {
      if (2 * DifferentSigns(columns[i], columns.back()) != cells) return false;
    }
  }
  return true;
}

// The rule of the header, where nothing was repeated.
void ChooseError(const Cells& treatments, const ModelDesign& design, ModelChoice& choice) {
  const bool plain =
      design.plot.empty() && design.curvature.empty() && treatments.covariates.empty();
  if (plain && HasOrthogonalEffects(treatments, choice.terms)) {
    choice.pseudo_error = true;
  } else if (design.terms.empty() && OrderOf(choice.terms) > 1) {
    choice.without_highest = true;
    DropHighest(choice.terms);
  }
}

// One term of each chain; the chains that have more than one.
void TakeChains(const Cells& treatments, size_t factors, ModelChoice& choice) {
  Terms first;
  for (AliasChain& chain : AliasChains(treatments, factors)) {
    if (!chain.of_mean) first.push_back(chain.terms.front().factors);
    if (chain.of_mean || chain.terms.size() > 1) choice.aliases.push_back(std::move(chain));
  }
  if (!choice.aliases.empty()) choice.terms = std::move(first);
}

void ChooseFull(const Cells& treatments, const std::vector<size_t>& factors, ModelChoice& choice) {
  choice.terms = FullTerms(treatments, factors);
  if (IsFraction(treatments)) TakeChains(treatments, factors.size(), choice);
  double most = kMostPerCell * static_cast<double>(treatments.cells.size());
  if (!IsBalanced(treatments)) most = std::min(most, kMostUnbalanced);
  while (OrderOf(choice.terms) > 1 && ParametersOf(treatments, choice.terms) > most) {
    DropHighest(choice.terms);
  }
  const size_t all = TermsUpTo(treatments, factors, 1).size();
  const size_t order = OrderOf(choice.terms);
  if (order < all && choice.aliases.empty()) choice.highest_order = order;
}

// Whether each level of one goes with one level of the other, and the other way round.
bool MoveTogether(const Cells& treatments, size_t one, size_t other) {
  std::map<uint32_t, uint32_t> forth, back;
  for (const Cell& cell : treatments.cells) {
    const uint32_t a = cell.levels[one], b = cell.levels[other];
    if (forth.try_emplace(a, b).first->second != b) return false;
    if (back.try_emplace(b, a).first->second != a) return false;
  }
  return forth.size() > 2;  // of two levels the alias chains say it
}

// The factors without those that another stands for.
std::vector<size_t> TakeTogether(const Cells& treatments, const std::vector<size_t>& factors,
                                 ModelChoice& choice) {
  std::vector<size_t> kept;
  for (size_t factor : factors) {
    const auto first = std::find_if(kept.begin(), kept.end(), [&](size_t before) {
      return MoveTogether(treatments, before, factor);
    });
    if (first == kept.end()) {
      kept.push_back(factor);
      continue;
    }
    const auto group =
        std::find_if(choice.together.begin(), choice.together.end(),
                     [&](const std::vector<size_t>& known) { return known[0] == *first; });
    if (group == choice.together.end()) {
      choice.together.push_back({*first, factor});
    } else {
      group->push_back(factor);
    }
  }
  return kept;
}

void AddFirst(const Cells& cells, const std::string& name, Terms& terms) {
  const size_t factor = FactorIndex(cells, name);
  if (factor == cells.factors.size() || LevelsInUse(cells)[factor].size() < 2) return;
  terms.insert(terms.begin(), {factor});
}

}  // namespace

size_t FactorIndex(const Cells& cells, const std::string& name) {
  const auto found = std::find_if(cells.factors.begin(), cells.factors.end(),
                                  [&](const CellFactor& factor) { return factor.name == name; });
  return static_cast<size_t>(found - cells.factors.begin());
}

std::vector<size_t> TreatmentsOf(const Cells& cells, const ModelDesign& design) {
  std::vector<size_t> factors;
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    const std::string& name = cells.factors[i].name;
    if (name == design.block || name == design.plot || name == design.curvature) continue;
    factors.push_back(i);
  }
  return factors;
}

Cells TreatmentCells(const Cells& cells, const ModelDesign& design) {
  Cells treatments = cells;
  const size_t curvature = FactorIndex(cells, design.curvature);
  if (curvature < cells.factors.size()) {
    std::erase_if(treatments.cells, [&](const Cell& cell) { return cell.levels[curvature] != 0; });
  }
  for (const std::string& name : {design.block, design.plot, design.curvature}) {
    Forget(name, treatments);
  }
  return treatments;
}

Result<ModelChoice> ChooseModel(const Cells& cells, const ModelDesign& design) {
  const Cells treatments = TreatmentCells(cells, design);
  ModelChoice choice;
  const std::vector<size_t> factors = TakeTogether(treatments, TreatmentsOf(cells, design), choice);
  if (design.terms == "main" || design.terms == "2way") {
    choice.terms = TermsUpTo(treatments, factors, design.terms == "main" ? 1 : 2);
    const double next = ParametersOf(treatments, TermsUpTo(treatments, factors, 2));
    const bool forced = next > static_cast<double>(treatments.cells.size());
    if (design.terms == "main" && forced && factors.size() > 1) choice.highest_order = 1;
  } else if (design.terms.empty() || design.terms == "full") {
    ChooseFull(treatments, factors, choice);
  } else {
    TRENA_ASSIGN(choice.terms, ParseFormula(design.terms, cells));
  }
  choice.repeated = AnyRepeated(cells, design);
  if (!choice.repeated) ChooseError(treatments, design, choice);
  AddFirst(cells, design.block, choice.terms);
  AddFirst(cells, design.curvature, choice.terms);
  SortTerms(choice.terms);
  return choice;
}

}  // namespace trena

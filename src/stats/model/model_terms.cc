// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_terms.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <set>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostParameters = 4096;  // of a model nobody wrote out
constexpr size_t kMostTerms = 4096;       // of a formula: (a + … + l)^12 has 4095

using Terms = std::vector<ModelTerm>;

void AddCombinations(const std::vector<size_t>& factors, size_t order, size_t first,
                     ModelTerm& chosen, Terms& terms) {
  if (chosen.size() == order) {
    terms.push_back(chosen);
    return;
  }
  for (size_t i = first; i < factors.size(); ++i) {
    chosen.push_back(factors[i]);
    AddCombinations(factors, order, i + 1, chosen, terms);
    chosen.pop_back();
  }
}

std::vector<size_t> Varying(const Cells& cells, const std::vector<size_t>& factors) {
  const auto levels = LevelsInUse(cells);
  std::vector<size_t> varying;
  for (size_t factor : factors) {
    if (levels[factor].size() > 1) varying.push_back(factor);
  }
  return varying;
}

std::vector<size_t> AllFactors(const Cells& cells) {
  std::vector<size_t> factors(cells.factors.size());
  std::iota(factors.begin(), factors.end(), size_t{0});
  return factors;
}

ModelTerm Union(const ModelTerm& a, const ModelTerm& b) {
  ModelTerm both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

void AddAll(const Terms& more, Terms& terms) {
  for (const ModelTerm& term : more) {
    if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
  }
}

// Recursive descent; an error is kept and ends the parsing.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, const Cells& cells)
      : text_(text), levels_(LevelsInUse(cells)) {
    for (const CellFactor& factor : cells.factors) names_.push_back(factor.name);
  }

  Result<Terms> Parse() {
    SkipResponse();
    Terms terms = Sum();
    if (!error_ && Peek() != '\0') Fail(std::string("cannot read `") + Peek() + "` in a formula");
    if (error_) return *error_;
    SortTerms(terms);
    if (terms.empty()) return InputError("the formula has no terms");
    return terms;
  }

 private:
  void SkipResponse() {
    const size_t tilde = text_.find('~');
    if (tilde != std::string_view::npos) text_.remove_prefix(tilde + 1);
  }

  char Peek() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) {
      text_.remove_prefix(1);
    }
    return text_.empty() ? '\0' : text_.front();
  }

  bool Take(char sign) {
    if (error_ || Peek() != sign) return false;
    text_.remove_prefix(1);
    return true;
  }

  void Fail(const std::string& message) {
    if (!error_) error_ = InputError(message);
  }

  Terms Sum() {
    Terms terms = Product();
    while (!error_) {
      if (Take('+')) {
        AddAll(Product(), terms);
      } else if (Take('-')) {
        const Terms removed = Product();
        std::erase_if(terms, [&](const ModelTerm& term) {
          return std::find(removed.begin(), removed.end(), term) != removed.end();
        });
      } else {
        break;
      }
    }
    return terms;
  }

  Terms Product() {
    Terms terms = Crossing();
    while (Take('*')) {
      const Terms right = Crossing();
      Terms all = terms;
      AddAll(right, all);
      AddAll(Cross(terms, right), all);
      terms = std::move(all);
    }
    return terms;
  }

  Terms Crossing() {
    Terms terms = Power();
    while (Take(':')) terms = Cross(terms, Power());
    return terms;
  }

  Terms Cross(const Terms& left, const Terms& right) {
    Terms terms;
    for (const ModelTerm& a : left) {
      for (const ModelTerm& b : right) AddAll({Union(a, b)}, terms);
      if (terms.size() > kMostTerms) Fail("the formula has too many terms");
      if (error_) break;
    }
    return terms;
  }

  Terms Power() {
    const Terms base = Atom();
    if (!Take('^')) return base;
    const char digit = Peek();
    if (digit < '1' || digit > '9') {
      Fail("a power in a formula is a digit from 1 to 9");
      return base;
    }
    text_.remove_prefix(1);
    Terms terms = base;
    for (int i = 1; i < digit - '0' && !error_; ++i) AddAll(Cross(terms, base), terms);
    return terms;
  }

  Terms Atom() {
    if (Take('(')) {
      if (++depth_ > 100) {
        Fail("the formula has too many parentheses");
        return {};
      }
      Terms terms = Sum();
      --depth_;
      if (!Take(')')) Fail("a parenthesis in the formula is not closed");
      return terms;
    }
    const std::string name = Name();
    if (error_ || name == "1") return {};  // the mean is always there
    return Factor(name);
  }

  std::string Name() {
    if (Take('`')) {
      const size_t end = text_.find('`');
      if (end == std::string_view::npos) {
        Fail("a backtick in the formula is not closed");
        return "";
      }
      std::string name(text_.substr(0, end));
      text_.remove_prefix(end + 1);
      return name;
    }
    Peek();
    const size_t end = std::min(text_.find_first_of(" \t\r\n+-*:^()`~"), text_.size());
    std::string name(text_.substr(0, end));
    text_.remove_prefix(end);
    if (name.empty()) Fail("a factor is missing in the formula");
    return name;
  }

  Terms Factor(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      Fail("`" + name + "` in the formula is no factor" + DidYouMean(name, names_));
      return {};
    }
    const size_t factor = static_cast<size_t>(found - names_.begin());
    if (levels_[factor].size() < 2) {
      Fail("factor " + name + " has a single level: it has no effect to analyse");
    }
    return {{factor}};
  }

  std::string_view text_;
  std::vector<std::vector<uint32_t>> levels_;
  std::vector<std::string> names_;
  std::optional<Error> error_;
  int depth_ = 0;
};

}  // namespace

std::vector<std::vector<uint32_t>> LevelsInUse(const Cells& cells) {
  std::vector<std::vector<uint32_t>> levels(cells.factors.size());
  for (const Cell& cell : cells.cells) {
    for (size_t i = 0; i < levels.size(); ++i) levels[i].push_back(cell.levels[i]);
  }
  for (auto& used : levels) {
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
  }
  return levels;
}

std::vector<ModelTerm> TermsUpTo(const Cells& cells, const std::vector<size_t>& factors,
                                 size_t order) {
  const std::vector<size_t> varying = Varying(cells, factors);
  Terms terms;
  ModelTerm chosen;
  for (size_t size = 1; size <= std::min(order, varying.size()); ++size) {
    AddCombinations(varying, size, 0, chosen, terms);
  }
  return terms;
}

std::vector<ModelTerm> FullTerms(const Cells& cells) { return FullTerms(cells, AllFactors(cells)); }

std::vector<ModelTerm> FullTerms(const Cells& cells, const std::vector<size_t>& factors) {
  const auto levels = LevelsInUse(cells);
  const std::vector<size_t> varying = Varying(cells, factors);
  // Of order k the terms have, together, the k-th elementary symmetric sum of (levels - 1).
  std::vector<double> parameters(varying.size() + 1);
  parameters[0] = 1;
  for (size_t i = 0; i < varying.size(); ++i) {
    const double df = static_cast<double>(levels[varying[i]].size() - 1);
    for (size_t order = i + 1; order > 0; --order) {
      parameters[order] += parameters[order - 1] * df;
    }
  }
  size_t order = 1;
  double sum = varying.empty() ? 0 : parameters[1];
  while (order < varying.size() && sum + parameters[order + 1] <= kMostParameters) {
    sum += parameters[++order];
  }
  return TermsUpTo(cells, varying, order);
}

Result<std::vector<ModelTerm>> ParseFormula(std::string_view formula, const Cells& cells) {
  return FormulaParser(formula, cells).Parse();
}

std::string TermName(const Cells& cells, const ModelTerm& term) {
  std::string name;
  for (size_t factor : term) name += (name.empty() ? "" : ":") + cells.factors[factor].name;
  return name;
}

void SortTerms(std::vector<ModelTerm>& terms) {
  Terms unique;
  AddAll(terms, unique);
  std::stable_sort(unique.begin(), unique.end(),
                   [](const ModelTerm& a, const ModelTerm& b) { return a.size() < b.size(); });
  terms = std::move(unique);
}

}  // namespace trena

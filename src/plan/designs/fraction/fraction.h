// SPDX-License-Identifier: Apache-2.0
// Regular two-level fractions 2^(k−p) as algebra: words, the defining relation, resolution, the
// word-length pattern and aliases (Box, Hunter & Hunter 2005, chapter 6; Jain 1991, chapter 19).
//
// An effect is a set of letters: bit i is factor i (A is 0). A fraction keeps the runs in which
// every generating word multiplies to its sign, the high level being + and the low −.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

using FactorWord = uint32_t;

struct Generator {
  FactorWord word = 0;  // with the factor it defines: E = ABCD is ABCDE
  bool negative = false;
};

struct Fraction {
  int factors = 0;  // k
  std::vector<Generator> generators;

  int base() const { return factors - static_cast<int>(generators.size()); }  // k − p
  size_t runs() const { return size_t{1} << base(); }
};

inline constexpr int kMostFractionFactors = 25;     // letters of the alphabet without I
inline constexpr int kMostFractionGenerators = 15;  // a defining relation of 32767 words

// "ABD"; "I" for no letters.
std::string Letters(FactorWord word);
// The letters of a word, or empty for anything else; `factors` bounds them.
std::optional<FactorWord> ParseLetters(const std::string& text, int factors);

// The fraction of `generators`; an InputError when one is the product of others.
Result<Fraction> MakeFraction(int factors, const std::vector<Generator>& generators);

// All products of the generators, shortest first, each with its sign.
std::vector<Generator> DefiningRelation(const Fraction& fraction);

// How many words of each length there are; index = length, up to the number of factors.
std::vector<int> WordLengthPattern(const Fraction& fraction);

// The length of the shortest word; 0 without generators.
int Resolution(const Fraction& fraction);
// "IV".
std::string Roman(int number);

// For every factor its column over the base: bit j set where it changes with the j-th base factor.
std::vector<uint32_t> Columns(const Fraction& fraction);

// The runs: each the set of factors at their high level, ascending in the base factors.
std::vector<FactorWord> Runs(const Fraction& fraction);

// Main effects and two-factor interactions that cannot be told apart, by the column they share;
// chains of one are clear. Shortest words first.
std::vector<std::vector<FactorWord>> AliasChains(const Fraction& fraction);

}  // namespace trena

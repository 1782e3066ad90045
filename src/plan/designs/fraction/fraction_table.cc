// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/fraction_table.h"

#include "core/text/text.h"

namespace trena {
namespace {

struct Row {
  int factors;
  const char* generators;  // of the factors after the base, in order
};

// By factors, then runs.
constexpr Row kRows[] = {
    {3, "AB"},
    {4, "ABC"},
    {5, "AB AC"},
    {5, "ABCD"},
    {6, "AB AC BC"},
    {6, "ABC BCD"},
    {6, "ABCDE"},
    {7, "AB AC BC ABC"},
    {7, "ABC BCD ACD"},
    {7, "ABCD ABDE"},
    {7, "ABCDEF"},
    {8, "BCD ACD ABC ABD"},
    {8, "ABC ABD BCDE"},
    {8, "ABCD ABEF"},
    {8, "ABCDEFG"},
    {9, "ABC BCD ACD ABD ABCD"},
    {9, "BCDE ACDE ABDE ABCE"},
    {9, "ABCD ACEF CDEF"},
    {9, "ACDFG BCEFG"},
    {10, "ABC BCD ACD ABD ABCD AB"},
    {10, "ABCD ABCE ABDE ACDE BCDE"},
    {10, "BCDF ACDF ABDE ABCE"},
    {10, "ABCG BCDE ACDF"},
    {11, "ABC BCD ACD ABD ABCD AB AC"},
    {11, "ABC BCD CDE ACD ADE BDE"},
    {11, "CDE ABCD ABF BDEF ADEF"},
    {11, "ABCG BCDE ACDF ABCDEFG"},
};

Fraction FractionFrom(const Row& row) {
  std::vector<std::string> words = Split(row.generators, ' ');
  Fraction fraction{row.factors, {}};
  int defined = row.factors - static_cast<int>(words.size());
  for (const std::string& word : words) {
    FactorWord letters = ParseLetters(word, row.factors).value_or(0);
    fraction.generators.push_back({letters | FactorWord{1} << defined, false});
    ++defined;
  }
  return fraction;
}

}  // namespace

std::vector<Fraction> KnownFractions(int factors) {
  std::vector<Fraction> fractions;
  for (const Row& row : kRows) {
    if (row.factors == factors) fractions.push_back(FractionFrom(row));
  }
  return fractions;
}

}  // namespace trena

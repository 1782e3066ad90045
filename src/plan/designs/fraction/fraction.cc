// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/fraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace trena {
namespace {

FactorWord Bit(int factor) { return FactorWord{1} << factor; }

bool ShorterFirst(FactorWord a, FactorWord b) {
  int lengths = std::popcount(a) - std::popcount(b);
  if (lengths != 0) return lengths < 0;
  // ABC before ABD before BCD: the lowest letter in which they differ decides.
  FactorWord differ = a ^ b;
  return differ != 0 && (a & (differ & -differ)) != 0;
}

// Generators reduced so that each has a letter, its last where it can be, that no other has.
struct Reduced {
  std::vector<Generator> rows;
  std::vector<int> letters;  // of each row
  bool independent = true;
};

Reduced Reduce(const std::vector<Generator>& generators) {
  Reduced reduced;
  for (Generator row : generators) {
    for (size_t i = 0; i < reduced.rows.size(); ++i) {
      if ((row.word & Bit(reduced.letters[i])) == 0) continue;
      row = {row.word ^ reduced.rows[i].word, row.negative != reduced.rows[i].negative};
    }
    if (row.word == 0) {
      reduced.independent = false;
      return reduced;
    }
    int letter = std::bit_width(row.word) - 1;
    for (Generator& other : reduced.rows) {
      if ((other.word & Bit(letter)) == 0) continue;
      other = {other.word ^ row.word, other.negative != row.negative};
    }
    reduced.rows.push_back(row);
    reduced.letters.push_back(letter);
  }
  return reduced;
}

std::vector<int> BaseFactors(const Fraction& fraction, const Reduced& reduced) {
  std::vector<int> base;
  for (int factor = 0; factor < fraction.factors; ++factor) {
    const auto& defined = reduced.letters;
    if (std::find(defined.begin(), defined.end(), factor) == defined.end()) base.push_back(factor);
  }
  return base;
}

}  // namespace

std::string Letters(FactorWord word) {
  if (word == 0) return "I";
  std::string text;
  for (int i = 0; i < kMostFractionFactors; ++i) {
    if ((word & Bit(i)) != 0) text += static_cast<char>('A' + i + (i >= 8 ? 1 : 0));
  }
  return text;
}

std::optional<FactorWord> ParseLetters(const std::string& text, int factors) {
  FactorWord word = 0;
  for (char c : text) {
    if (c < 'A' || c > 'Z' || c == 'I') return std::nullopt;
    int factor = c - 'A' - (c > 'I' ? 1 : 0);
    if (factor >= factors || (word & Bit(factor)) != 0) return std::nullopt;
    word |= Bit(factor);
  }
  return word == 0 ? std::nullopt : std::optional(word);
}

Result<Fraction> MakeFraction(int factors, const std::vector<Generator>& generators) {
  std::vector<Generator> so_far;
  for (const Generator& generator : generators) {
    so_far.push_back(generator);
    if (Reduce(so_far).independent) continue;
    return InputError(
        fmt::format("the generating word {} is the product of others", Letters(generator.word)));
  }
  return Fraction{factors, generators};
}

std::vector<Generator> DefiningRelation(const Fraction& fraction) {
  std::vector<Generator> words = {{0, false}};
  for (const Generator& generator : fraction.generators) {
    size_t count = words.size();
    for (size_t i = 0; i < count; ++i) {
      words.push_back({words[i].word ^ generator.word, words[i].negative != generator.negative});
    }
  }
  words.erase(words.begin());
  std::sort(words.begin(), words.end(),
            [](const Generator& a, const Generator& b) { return ShorterFirst(a.word, b.word); });
  return words;
}

std::vector<int> WordLengthPattern(const Fraction& fraction) {
  std::vector<int> pattern(static_cast<size_t>(fraction.factors) + 1, 0);
  for (const Generator& word : DefiningRelation(fraction)) {
    ++pattern[static_cast<size_t>(std::popcount(word.word))];
  }
  return pattern;
}

int Resolution(const Fraction& fraction) {
  std::vector<Generator> words = DefiningRelation(fraction);
  return words.empty() ? 0 : std::popcount(words[0].word);
}

std::string Roman(int number) {
  static const std::pair<int, const char*> parts[] = {
      {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
  std::string text;
  for (const auto& [value, numeral] : parts) {
    for (; number >= value; number -= value) text += numeral;
  }
  return text;
}

std::vector<uint32_t> Columns(const Fraction& fraction) {
  Reduced reduced = Reduce(fraction.generators);
  std::vector<int> base = BaseFactors(fraction, reduced);
  std::vector<uint32_t> columns(static_cast<size_t>(fraction.factors), 0);
  for (size_t j = 0; j < base.size(); ++j) columns[static_cast<size_t>(base[j])] = 1U << j;
  for (size_t i = 0; i < reduced.rows.size(); ++i) {
    uint32_t& column = columns[static_cast<size_t>(reduced.letters[i])];
    for (size_t j = 0; j < base.size(); ++j) {
      if ((reduced.rows[i].word & Bit(base[j])) != 0) column |= 1U << j;
    }
  }
  return columns;
}

std::vector<FactorWord> Runs(const Fraction& fraction) {
  Reduced reduced = Reduce(fraction.generators);
  std::vector<int> base = BaseFactors(fraction, reduced);
  std::vector<FactorWord> runs;
  for (size_t run = 0; run < fraction.runs(); ++run) {
    FactorWord high = 0;
    for (size_t j = 0; j < base.size(); ++j) {
      if ((run >> j & 1) != 0) high |= Bit(base[j]);
    }
    for (size_t i = 0; i < reduced.rows.size(); ++i) {
      // The product of the word's signs is + when an even number of its letters is low.
      FactorWord others = reduced.rows[i].word & ~Bit(reduced.letters[i]);
      bool odd_low = std::popcount(others & ~high) % 2 != 0;
      if (odd_low == reduced.rows[i].negative) high |= Bit(reduced.letters[i]);
    }
    runs.push_back(high);
  }
  return runs;
}

std::vector<std::vector<FactorWord>> AliasChains(const Fraction& fraction) {
  std::vector<uint32_t> columns = Columns(fraction);
  std::map<uint32_t, std::vector<FactorWord>> chains;
  for (int i = 0; i < fraction.factors; ++i) {
    chains[columns[static_cast<size_t>(i)]].push_back(Bit(i));
    for (int j = 0; j < i; ++j) {
      uint32_t column = columns[static_cast<size_t>(i)] ^ columns[static_cast<size_t>(j)];
      chains[column].push_back(Bit(i) | Bit(j));
    }
  }
  std::vector<std::vector<FactorWord>> sorted;
  for (auto& [column, chain] : chains) {
    std::sort(chain.begin(), chain.end(), ShorterFirst);
    sorted.push_back(std::move(chain));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return ShorterFirst(a[0], b[0]); });
  return sorted;
}

}  // namespace trena

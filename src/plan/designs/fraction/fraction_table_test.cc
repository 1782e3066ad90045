// SPDX-License-Identifier: Apache-2.0
// The table against the catalogue of Chen, Sun & Wu (1993) and against a search of all fractions.
#include "plan/designs/fraction/fraction_table.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "plan/designs/blocks.h"

namespace trena {
namespace {

using Pattern = std::vector<int>;  // words of 3, 4, … letters, trailing zeros left out

Pattern FromThree(const std::vector<int>& lengths) {
  Pattern pattern(lengths.begin() + 3, lengths.end());
  while (!pattern.empty() && pattern.back() == 0) pattern.pop_back();
  return pattern;
}

// Factors and runs → the published pattern: Chen, Sun & Wu (1993), first design of each size, for
// 16 to 64 runs; Box, Hunter & Hunter (2005), table 6.22, by counting, for 4, 8 and the half
// fractions.
const std::map<std::pair<int, size_t>, Pattern>& Published() {
  static const std::map<std::pair<int, size_t>, Pattern> patterns = {
      {{3, 4}, {1}},
      {{4, 8}, {0, 1}},
      {{5, 8}, {2, 1}},
      {{6, 8}, {4, 3}},
      {{7, 8}, {7, 7, 0, 0, 1}},
      {{5, 16}, {0, 0, 1}},
      {{6, 16}, {0, 3}},
      {{7, 16}, {0, 7}},
      {{8, 16}, {0, 14, 0, 0, 0, 1}},
      {{9, 16}, {4, 14, 8, 0, 4, 1}},
      {{10, 16}, {8, 18, 16, 8, 8, 5}},
      {{11, 16}, {12, 26, 28, 24, 20, 13, 4}},
      {{6, 32}, {0, 0, 0, 1}},
      {{7, 32}, {0, 1, 2}},
      {{8, 32}, {0, 3, 4}},
      {{7, 64}, {0, 0, 0, 0, 1}},
      {{8, 64}, {0, 0, 2, 1}},
      {{9, 64}, {0, 1, 4, 2}},
      {{8, 128}, {0, 0, 0, 0, 0, 1}},
      {{9, 128}, {0, 0, 0, 3}},
  };
  return patterns;
}

// The catalogue prints four numbers for the larger ones: words of three to six letters.
const std::map<std::pair<int, size_t>, Pattern>& PublishedStarts() {
  static const std::map<std::pair<int, size_t>, Pattern> starts = {
      {{9, 32}, {0, 6, 8, 0}},  {{10, 32}, {0, 10, 16, 0}}, {{11, 32}, {0, 25, 0, 27}},
      {{10, 64}, {0, 2, 8, 4}}, {{11, 64}, {0, 4, 14, 8}},
  };
  return starts;
}

TEST(FractionTableTest, PatternsAreThePublished) {
  for (const auto& [size, pattern] : Published()) {
    bool found = false;
    for (const Fraction& fraction : KnownFractions(size.first)) {
      if (fraction.runs() != size.second) continue;
      found = true;
      EXPECT_EQ(FromThree(WordLengthPattern(fraction)), pattern)
          << size.first << " " << size.second;
    }
    EXPECT_TRUE(found) << size.first << " factors in " << size.second;
  }
  for (const auto& [size, start] : PublishedStarts()) {
    for (const Fraction& fraction : KnownFractions(size.first)) {
      if (fraction.runs() != size.second) continue;
      Pattern pattern = FromThree(WordLengthPattern(fraction));
      pattern.resize(4);
      EXPECT_EQ(pattern, start) << size.first << " " << size.second;
    }
  }
}

TEST(FractionTableTest, HasEverySizeUpTo128Runs) {
  for (int factors = 3; factors <= 11; ++factors) {
    size_t runs = 4;
    while (runs < static_cast<size_t>(factors) + 1) runs *= 2;
    for (const Fraction& fraction : KnownFractions(factors)) {
      EXPECT_EQ(fraction.runs(), runs) << factors;
      runs *= 2;
    }
    size_t whole = size_t{1} << factors;
    EXPECT_EQ(runs, std::min<size_t>(whole, 256)) << factors;
  }
  EXPECT_TRUE(KnownFractions(2).empty());
  EXPECT_TRUE(KnownFractions(12).empty());
}

// Every fraction of k factors in 2^m runs is, up to renaming, m base factors and k − m products of
// them: choose the products in ascending order and keep the least aberration. For speed the words
// of the defining relation are kept as lengths' letters and grown by each product.
class Search {
 public:
  Search(int factors, int base) : factors_(factors), base_(base) {
    for (FactorWord product = 1; product < FactorWord{1} << base; ++product) {
      if (std::popcount(product) >= 2) products_.push_back(product);
    }
  }

  Pattern Least() {
    std::vector<FactorWord> words = {0};
    Extend(words, 0, base_);
    while (!best_.empty() && best_.back() == 0) best_.pop_back();
    return best_;
  }

 private:
  void Extend(const std::vector<FactorWord>& words, size_t from, int factor) {
    if (factor == factors_) {
      Keep(words);
      return;
    }
    std::vector<FactorWord> more(words.size() * 2);
    std::copy(words.begin(), words.end(), more.begin());
    for (size_t i = from; i < products_.size(); ++i) {
      FactorWord generator = products_[i] | FactorWord{1} << factor;
      for (size_t j = 0; j < words.size(); ++j) more[words.size() + j] = words[j] ^ generator;
      if (best_.empty() || Shorts(more) <= best_[0]) Extend(more, i + 1, factor + 1);
    }
  }

  // Words of three letters only grow in number.
  static int Shorts(const std::vector<FactorWord>& words) {
    int count = 0;
    for (FactorWord word : words) count += std::popcount(word) == 3 ? 1 : 0;
    return count;
  }

  void Keep(const std::vector<FactorWord>& words) {
    Pattern pattern(static_cast<size_t>(factors_) - 2, 0);
    for (FactorWord word : words) {
      int length = std::popcount(word);
      if (length >= 3) ++pattern[static_cast<size_t>(length) - 3];
    }
    if (best_.empty() || pattern < best_) best_ = pattern;
  }

  int factors_, base_;
  std::vector<FactorWord> products_;
  Pattern best_;
};

TEST(FractionTableTest, NoFractionHasLessAberration) {
  for (int factors = 3; factors <= 11; ++factors) {
    for (const Fraction& fraction : KnownFractions(factors)) {
      EXPECT_EQ(FromThree(WordLengthPattern(fraction)), Search(factors, fraction.base()).Least())
          << factors << " factors in " << fraction.runs() << " runs";
    }
  }
}

// shared/oracles: resolution and the fewest runs that reach it.
TEST(FractionTableTest, FewestRunsOfEachResolution) {
  auto runs = [](int factors, int resolution) -> size_t {
    for (const Fraction& fraction : KnownFractions(factors)) {
      if (Resolution(fraction) >= resolution) return fraction.runs();
    }
    return 0;
  };
  EXPECT_EQ(runs(7, 3), 8u);
  EXPECT_EQ(runs(5, 5), 16u);
  EXPECT_EQ(runs(6, 4), 16u);
  EXPECT_EQ(runs(7, 4), 16u);
  EXPECT_EQ(runs(8, 4), 16u);
  EXPECT_EQ(runs(11, 3), 16u);
}

// What is lost to two, four and eight blocks.
TEST(FractionTableTest, BlocksNeverTakeAMainEffect) {
  for (int factors = 3; factors <= 9; ++factors) {
    for (const Fraction& fraction : KnownFractions(factors)) {
      for (int count = 1; count <= 3; ++count) {
        for (FactorWord lost : ConfoundedWords(fraction, BlockColumns(fraction, count))) {
          EXPECT_GE(Letters(lost).size(), 2u) << Letters(lost);
        }
      }
    }
  }
  // All seven columns of the saturated eight are main effects.
  EXPECT_TRUE(BlockColumns(KnownFractions(7)[0], 1).empty());
}

}  // namespace
}  // namespace trena

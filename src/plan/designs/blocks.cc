// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <queue>

#include "core/text.h"
#include "plan/designs/even_blocks.h"

namespace trena {
namespace {

constexpr double kMostTried = 1 << 22;  // choices of columns that are all looked at

// The letters of the shortest word of every column, by breadth-first search from I.
std::vector<FactorWord> ShortestWords(const Fraction& fraction) {
  std::vector<uint32_t> columns = Columns(fraction);
  std::vector<FactorWord> words(fraction.runs(), 0);
  std::vector<bool> seen(fraction.runs(), false);
  std::queue<uint32_t> next;
  next.push(0);
  seen[0] = true;
  while (!next.empty()) {
    uint32_t at = next.front();
    next.pop();
    for (size_t i = 0; i < columns.size(); ++i) {
      uint32_t to = at ^ columns[i];
      if (seen[to]) continue;
      seen[to] = true;
      words[to] = words[at] ^ FactorWord { 1 } << i;
      next.push(to);
    }
  }
  return words;
}

std::vector<uint32_t> Span(const std::vector<uint32_t>& columns) {
  std::vector<uint32_t> span = {0};
  for (uint32_t column : columns) {
    size_t count = span.size();
    for (size_t i = 0; i < count; ++i) span.push_back(span[i] ^ column);
  }
  return span;
}

// Looks for the columns whose span has the fewest short words.
class ColumnSearch {
 public:
  ColumnSearch(const Fraction& fraction, int count)
      : words_(ShortestWords(fraction)),
        factors_(static_cast<size_t>(fraction.factors)),
        count_(static_cast<size_t>(count)) {}

  std::vector<uint32_t> Find() {
    double choices = 1;
    for (size_t i = 0; i < count_; ++i) choices *= static_cast<double>(words_.size());
    if (choices <= kMostTried) {
      Extend({}, 1);
    } else {
      Greedy();
    }
    return best_;
  }

 private:
  // How many words of each length the span confounds, shortest first.
  std::vector<int> Cost(const std::vector<uint32_t>& columns) const {
    std::vector<int> lengths(factors_ + 1, 0);
    for (uint32_t column : Span(columns)) {
      ++lengths[static_cast<size_t>(std::popcount(words_[column]))];
    }
    return lengths;
  }

  void Keep(const std::vector<uint32_t>& columns) {
    std::vector<int> cost = Cost(columns);
    // One word of no letters: I itself. More: the columns are not independent.
    if (cost[0] != 1 || cost[1] != 0) return;
    if (!best_.empty() && best_.size() == columns.size() && cost >= best_cost_) return;
    best_ = columns;
    best_cost_ = cost;
  }

  void Extend(const std::vector<uint32_t>& columns, uint32_t from) {
    for (uint32_t column = from; column < words_.size(); ++column) {
      if (std::popcount(words_[column]) < 2) continue;
      std::vector<uint32_t> longer = columns;
      longer.push_back(column);
      if (longer.size() == count_) {
        Keep(longer);
      } else {
        Extend(longer, column + 1);
      }
    }
  }

  // One column after the other, each the best beside those chosen.
  void Greedy() {
    for (size_t size = 1; size <= count_; ++size) {
      std::vector<uint32_t> chosen = best_;
      if (chosen.size() + 1 != size) break;
      for (uint32_t column = 1; column < words_.size(); ++column) {
        std::vector<uint32_t> longer = chosen;
        longer.push_back(column);
        Keep(longer);
      }
    }
    if (best_.size() != count_) best_.clear();
  }

  std::vector<FactorWord> words_;
  size_t factors_;
  size_t count_;
  std::vector<uint32_t> best_;
  std::vector<int> best_cost_;
};

Status Confound(const DesignRequest& request, int count, Design& design) {
  const Fraction& fraction = *design.regular;
  std::vector<uint32_t> columns;
  if (count < fraction.base()) columns = BlockColumns(fraction, count);
  if (columns.empty()) {
    return request.study.ErrorAt(
        "design.blocks",
        fmt::format("{} runs cannot be in {} blocks without losing a main effect", fraction.runs(),
                    1 << count),
        "ask for fewer blocks");
  }
  std::vector<uint32_t> of_factor = Columns(fraction);
  for (DesignPoint& point : design.points) {
    uint32_t base = 0;
    for (size_t i = 0; i < of_factor.size(); ++i) {
      bool is_base = std::has_single_bit(of_factor[i]);
      if (is_base && (point.high >> i & 1) != 0) base |= of_factor[i];
    }
    int block = 0;
    for (size_t j = 0; j < columns.size(); ++j) {
      block |= (std::popcount(base & columns[j]) % 2) << j;
    }
    point.block = block + 1;
  }
  std::vector<std::string> lost;
  for (FactorWord word : ConfoundedWords(fraction, columns)) lost.push_back(Letters(word));
  design.needs_all_points = true;
  design.details["confounded_with_blocks"] = lost;
  design.notes.push_back(fmt::format(
      "Each replication is {} blocks of {} runs; given up for that, since they cannot be told from "
      "differences between blocks: {}.",
      1 << count, design.points.size() >> count, Join(lost, ", ")));
  return Done{};
}

}  // namespace

std::vector<uint32_t> BlockColumns(const Fraction& fraction, int count) {
  return ColumnSearch(fraction, count).Find();
}

std::vector<FactorWord> ConfoundedWords(const Fraction& fraction,
                                        const std::vector<uint32_t>& columns) {
  std::vector<FactorWord> shortest = ShortestWords(fraction);
  std::vector<FactorWord> words;
  for (uint32_t column : Span(columns)) {
    if (column != 0) words.push_back(shortest[column]);
  }
  std::sort(words.begin(), words.end(), [](FactorWord a, FactorWord b) {
    return std::pair(std::popcount(a), a) < std::pair(std::popcount(b), b);
  });
  return words;
}

Status AddBlocks(const DesignRequest& request, Design& design) {
  auto blocks = static_cast<unsigned>(request.study.design.blocks);
  if (blocks > design.points.size() / 2) {
    return request.study.ErrorAt(
        "design.blocks",
        fmt::format("{} runs a replication cannot be {} blocks", design.points.size(), blocks),
        "a block needs two runs or more");
  }
  design.blocks = static_cast<int>(blocks);
  if (!design.regular) return SpreadOverBlocks(request, design);
  if (!std::has_single_bit(blocks)) {
    return request.study.ErrorAt("design.blocks",
                                 fmt::format("a two-level design cannot be {} blocks", blocks),
                                 "2, 4, 8, … can");
  }
  return Confound(request, std::bit_width(blocks) - 1, design);
}

}  // namespace trena

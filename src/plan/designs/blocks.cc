// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <queue>

#include "core/text/text.h"
#include "plan/random.h"

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
  design.notes.push_back(
      Tell({"Each replication is {blocks} blocks of {runs} runs; given up for that, since they "
            "cannot be told from differences between blocks: {lost}.",
            "Cada repetição são {blocks} blocos de {runs} execuções; em troca se perde, pois não "
            "se distingue de diferenças entre blocos: {lost}."},
           {{"blocks", std::to_string(1 << count)},
            {"runs", std::to_string(design.points.size() >> count)},
            {"lost", Join(lost, ", ")}}));
  return Done{};
}

constexpr size_t kMostSwapped = 2000;  // points; more are dealt, not swapped
constexpr int kRestarts = 10;

// How far every level's count in a block is from its share. Whole numbers, so that the result is
// the same everywhere: count × points − total × size of the block, squared and added up.
class Spread {
 public:
  Spread(const std::vector<LevelIndices>& points, const std::vector<Axis>& axes, size_t blocks)
      : points_(points), sizes_(blocks, 0) {
    for (const Axis& axis : axes) {
      totals_.emplace_back(axis.size, 0);
      counts_.emplace_back(blocks, std::vector<int64_t>(axis.size, 0));
    }
    for (const LevelIndices& point : points) {
      for (size_t axis = 0; axis < axes.size(); ++axis) ++totals_[axis][point[axis]];
    }
  }

  void Put(size_t point, size_t block, int64_t by) {
    sizes_[block] += by;
    for (size_t axis = 0; axis < counts_.size(); ++axis) {
      counts_[axis][block][points_[point][axis]] += by;
    }
  }

  int64_t Unevenness() const {
    int64_t sum = 0;
    for (size_t axis = 0; axis < counts_.size(); ++axis) {
      for (size_t block = 0; block < sizes_.size(); ++block) {
        for (size_t level = 0; level < totals_[axis].size(); ++level) {
          sum += Squared(axis, block, level, counts_[axis][block][level]);
        }
      }
    }
    return sum;
  }

  // What swapping two points of different blocks would change.
  int64_t Change(size_t a, size_t block_a, size_t b, size_t block_b) const {
    int64_t change = 0;
    for (size_t axis = 0; axis < counts_.size(); ++axis) {
      size_t from = points_[a][axis], to = points_[b][axis];
      if (from == to) continue;
      change += Step(axis, block_a, from, -1) + Step(axis, block_a, to, 1) +
                Step(axis, block_b, from, 1) + Step(axis, block_b, to, -1);
    }
    return change;
  }

 private:
  int64_t Squared(size_t axis, size_t block, size_t level, int64_t count) const {
    int64_t off =
        count * static_cast<int64_t>(points_.size()) - totals_[axis][level] * sizes_[block];
    return off * off;
  }

  int64_t Step(size_t axis, size_t block, size_t level, int64_t by) const {
    int64_t count = counts_[axis][block][level];
    return Squared(axis, block, level, count + by) - Squared(axis, block, level, count);
  }

  const std::vector<LevelIndices>& points_;
  std::vector<int64_t> sizes_;
  std::vector<std::vector<int64_t>> totals_;               // by axis and level
  std::vector<std::vector<std::vector<int64_t>>> counts_;  // by axis, block and level
};

// Swaps until none helps.
void Settle(std::vector<size_t>& block_of, Spread& spread) {
  for (bool better = true; better;) {
    better = false;
    for (size_t a = 0; a < block_of.size(); ++a) {
      for (size_t b = a + 1; b < block_of.size(); ++b) {
        if (block_of[a] == block_of[b]) continue;
        if (spread.Change(a, block_of[a], b, block_of[b]) >= 0) continue;
        spread.Put(a, block_of[a], -1);
        spread.Put(b, block_of[b], -1);
        std::swap(block_of[a], block_of[b]);
        spread.Put(a, block_of[a], 1);
        spread.Put(b, block_of[b], 1);
        better = true;
      }
    }
  }
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

Status SpreadOverBlocks(const DesignRequest& request, Design& design) {
  std::vector<LevelIndices> points;
  for (const DesignPoint& point : design.points) {
    points.push_back(IndicesOf(request.axes, *point.combination));
  }
  auto blocks = static_cast<size_t>(design.blocks);
  Random random(request.study.design.seed);
  std::vector<size_t> best;
  int64_t least = 0;
  for (int restart = 0; restart < kRestarts && (best.empty() || least > 0); ++restart) {
    std::vector<size_t> block_of(points.size());
    for (size_t i = 0; i < points.size(); ++i) block_of[i] = i % blocks;
    Shuffle(block_of, random);
    Spread spread(points, request.axes, blocks);
    for (size_t i = 0; i < points.size(); ++i) spread.Put(i, block_of[i], 1);
    if (points.size() <= kMostSwapped) Settle(block_of, spread);
    int64_t unevenness = spread.Unevenness();
    if (!best.empty() && unevenness >= least) continue;
    best = block_of;
    least = unevenness;
  }
  for (size_t i = 0; i < best.size(); ++i) design.points[i].block = static_cast<int>(best[i]) + 1;
  design.details["blocks_are_even"] = least == 0;
  const Sentence even = {
      "Each replication is {blocks} blocks, and every level is in all of them equally often: "
      "blocks "
      "do not touch main effects.",
      "Cada repetição são {blocks} blocos, e cada nível está em todos com a mesma frequência: os "
      "blocos não tocam os efeitos principais."};
  const Sentence uneven = {
      "Each replication is {blocks} blocks. Levels are spread over them as evenly as their numbers "
      "allow, not perfectly: main effects are mixed with blocks to a small part.",
      "Cada repetição são {blocks} blocos. Os níveis se espalham por eles tão por igual quanto "
      "seus números permitem, não perfeitamente: os efeitos principais se misturam um pouco com "
      "os blocos."};
  design.notes.push_back(Tell(least == 0 ? even : uneven, {{"blocks", std::to_string(blocks)}}));
  return Done{};
}

}  // namespace trena

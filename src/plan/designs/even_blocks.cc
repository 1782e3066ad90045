// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/even_blocks.h"

#include <fmt/format.h>

#include "plan/designs/random.h"

namespace trena {
namespace {

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
  design.notes.push_back(
      least == 0
          ? fmt::format("Each replication is {} blocks, and every level is in all of them equally "
                        "often: blocks do not touch main effects.",
                        blocks)
          : fmt::format("Each replication is {} blocks. Levels are spread over them as evenly as "
                        "their numbers allow, not perfectly: main effects are mixed with blocks to "
                        "a small part.",
                        blocks));
  return Done{};
}

}  // namespace trena

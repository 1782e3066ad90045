// SPDX-License-Identifier: Apache-2.0
// Runs in turns on a simulated machine that drifts, where the truth is known: how often the
// interval of a ratio holds it, and how much narrower it is than that of runs one after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analyze/model/stated_analysis.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

constexpr int kStudies = 2000;
constexpr uint32_t kBlocks = 6;
constexpr double kTurn = 0.2;
constexpr double kWork[] = {4, 4.2};  // seconds at full speed: the ratio is 1.05

// How fast a machine is, moment by moment: slow and fast times of half a minute, a tenth apart, and
// what comes and goes from one turn to the next.
class DriftingMachine {
 public:
  explicit DriftingMachine(unsigned seed) : generator_(seed), slow_(0.1 * normal_(generator_)) {}

  // Work done in the next `seconds`, which are at most a turn.
  double Work(double seconds) {
    const double kept = std::exp(-seconds / 30);
    slow_ = kept * slow_ + 0.1 * std::sqrt(1 - kept * kept) * normal_(generator_);
    return seconds * std::exp(slow_ + 0.05 * normal_(generator_));
  }

  bool Coin() { return generator_() % 2 == 0; }

 private:
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  double slow_;
};

// What the two take of their own time, by turns, as measure/turns/study_turns.cc lets them.
std::pair<double, double> InTurns(DriftingMachine& machine) {
  double left[] = {kWork[0], kWork[1]};
  double own[] = {0, 0};
  while (left[0] > 0 || left[1] > 0) {
    const size_t first = machine.Coin() ? 1 : 0;
    for (const size_t run : {first, 1 - first}) {
      if (left[run] <= 0) continue;
      const double work = machine.Work(kTurn);
      own[run] += kTurn * std::min(1.0, left[run] / work);
      left[run] -= work;
    }
  }
  return {own[0], own[1]};
}

double Whole(DriftingMachine& machine, double work) {
  double own = 0;
  for (double left = work; left > 0;) {
    const double done = machine.Work(kTurn);
    own += kTurn * std::min(1.0, left / done);
    left -= done;
  }
  return own;
}

std::pair<double, double> OneAfterTheOther(DriftingMachine& machine) {
  const bool swapped = machine.Coin();
  double first = Whole(machine, kWork[swapped ? 1 : 0]);
  double second = Whole(machine, kWork[swapped ? 0 : 1]);
  return swapped ? std::pair(second, first) : std::pair(first, second);
}

struct Simulated {
  double covered = 0;   // share of intervals that hold the truth
  double width = 0;     // their mean width
  double narrower = 0;  // as the report says it
};

// The ratio of the second to the first, by the model of a study in turns, or by that of one in
// random order.
Simulated Simulate(bool in_turns) {
  Simulated found;
  DriftingMachine machine(20);
  for (int study = 0; study < kStudies; ++study) {
    TestRows rows;
    for (uint32_t block = 0; block < kBlocks; ++block) {
      const auto [one, other] = in_turns ? InTurns(machine) : OneAfterTheOther(machine);
      for (const uint32_t which : {0u, 1u}) {
        rows.levels.push_back({which});
        if (in_turns) rows.levels.back().push_back(block);
        rows.y.push_back(std::log(which == 0 ? one : other));
      }
    }
    ModelRequest request;
    request.log_scale = true;
    request.in_turns = in_turns;
    if (in_turns) request.block = "B";
    const StatedAnalysis stated = AnalyzeWhole(MakeCells(rows), {}, request).value();
    const PairComparison& pair = stated.pairs.at(0).pairs.at(0).comparison;
    const double low = pair.ratio_low.value(), high = pair.ratio_high.value();
    const double truth = kWork[1] / kWork[0];
    found.covered += (low <= truth && truth <= high) / static_cast<double>(kStudies);
    found.width += (high - low) / kStudies;
    found.narrower += NarrowerByBlocks(stated).value_or(0) / kStudies;
  }
  return found;
}

TEST(TurnsCoverage, TheIntervalHoldsTheTruthAsOftenAsItSaysAndIsNarrow) {
  const Simulated turns = Simulate(true), alone = Simulate(false);
  EXPECT_GE(turns.covered, 0.93);
  EXPECT_LE(turns.covered, 0.97);
  EXPECT_GE(alone.covered, 0.93);
  EXPECT_LT(turns.width, alone.width / 2);
  EXPECT_GT(turns.narrower, 0.5) << "the report says by how much";
  EXPECT_EQ(alone.narrower, 0);
}

}  // namespace
}  // namespace trena

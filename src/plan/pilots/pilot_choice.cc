// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_choice.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace trena {
namespace {

using Levels = std::vector<int>;  // of a scenario: one number per factor
using LevelAt = std::pair<size_t, int>;
using PairAt = std::pair<LevelAt, LevelAt>;

// Levels of each candidate by number, so that they compare quickly.
std::vector<Levels> NumberedLevels(const Plan& plan, const std::vector<size_t>& candidates) {
  std::vector<std::map<std::string, int>> numbers(plan.scenarios[0].levels.size());
  std::vector<Levels> all;
  for (size_t candidate : candidates) {
    const Values& levels = plan.scenarios[candidate].levels;
    Levels numbered;
    for (size_t i = 0; i < levels.size(); ++i) {
      int next = static_cast<int>(numbers[i].size());
      numbered.push_back(numbers[i].emplace(levels[i].second.ToString(), next).first->second);
    }
    all.push_back(std::move(numbered));
  }
  return all;
}

class Shown {
 public:
  // Levels that would be new, and pairs of levels.
  std::pair<size_t, size_t> New(const Levels& levels) const {
    size_t singles = 0, pairs = 0;
    for (size_t i = 0; i < levels.size(); ++i) {
      singles += levels_.contains({i, levels[i]}) ? 0 : 1;
      for (size_t j = 0; j < i; ++j) {
        pairs += pairs_.contains({{j, levels[j]}, {i, levels[i]}}) ? 0 : 1;
      }
    }
    return {singles, pairs};
  }
  void Add(const Levels& levels) {
    for (size_t i = 0; i < levels.size(); ++i) {
      levels_.insert({i, levels[i]});
      for (size_t j = 0; j < i; ++j) pairs_.insert({{j, levels[j]}, {i, levels[i]}});
    }
  }

 private:
  std::set<LevelAt> levels_;
  std::set<PairAt> pairs_;
};

}  // namespace

std::vector<size_t> ChoosePilots(const Plan& plan, const std::vector<size_t>& candidates) {
  std::vector<Levels> levels = NumberedLevels(plan, candidates);
  std::vector<bool> taken(candidates.size(), false);
  std::vector<size_t> chosen;
  Shown shown;
  while (chosen.size() < std::min(candidates.size(), kMostPiloted)) {
    size_t best = candidates.size();
    std::pair<size_t, size_t> most;
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (taken[i]) continue;
      auto gain = shown.New(levels[i]);
      if (best < candidates.size() && gain <= most) continue;
      best = i;
      most = gain;
    }
    taken[best] = true;
    shown.Add(levels[best]);
    chosen.push_back(candidates[best]);
  }
  return chosen;
}

}  // namespace trena

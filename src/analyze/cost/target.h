// SPDX-License-Identifier: Apache-2.0
// Time and cost to a target accuracy, as DAWNBench (Coleman et al. 2017) and MLPerf (Mattson et al.
// 2020) have it, beside those for a number of epochs. From the accuracies that runs reported after
// each epoch (`evaluate: epoch`): the training seconds of the epochs up to the first that reached
// it. A run that never did is censored: it is counted and said, never left out. A mean is given
// only where every run reached it; else the median, where more than half did (stats/survival.h).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyze/run_groups.h"
#include "stats/summary.h"

namespace trena {

class Pricing;

struct EpochReading {
  std::optional<double> seconds;   // of its training
  std::optional<double> accuracy;  // on the test part after it
};
// By run folder.
using RunEpochs = std::map<std::string, std::vector<EpochReading>>;

enum class TargetEnd { kReached, kCensored, kUnknown };

struct RunTarget {
  std::string folder;
  TargetEnd end = TargetEnd::kUnknown;
  double seconds = 0;          // until it was reached; of a censored run, how long it trained
  int epoch = 0;               // in which it was reached, from 1; 0: it was not
  std::optional<double> best;  // accuracy seen
};

// kUnknown where no epoch tells its accuracy, or one up to there not its seconds.
RunTarget FindTarget(const std::string& folder, const std::vector<EpochReading>& epochs,
                     double accuracy);

struct ScenarioTarget {
  std::string id;
  std::vector<RunTarget> runs;  // that ended well
  size_t reached = 0;
  size_t censored = 0;
  size_t unknown = 0;
  std::optional<Summary> seconds;        // where all reached it
  std::optional<Summary> cost;           // price × seconds
  std::optional<double> median_seconds;  // where some did not
  std::optional<double> median_cost;
  std::optional<double> best;  // accuracy seen in any run
};

struct TargetAnalysis {
  double accuracy = 0;
  std::vector<ScenarioTarget> scenarios;  // with runs that ended well
  std::optional<std::string> fastest;     // by mean, of those whose every run reached it
  std::optional<std::string> cheapest;
};

TargetAnalysis AnalyzeTarget(const RunGroups& groups, const RunEpochs& epochs,
                             const Pricing& pricing, double accuracy, double confidence);

}  // namespace trena

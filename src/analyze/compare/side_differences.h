// SPDX-License-Identifier: Apache-2.0
// What two studies that are compared do not have in common beside their times: what their runs
// recorded of machine, frameworks, settings, inputs, seeds and prices. Of the scenarios that are in
// both alone, so that a difference is one of the runs that are compared.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyze/compare/study_match.h"

namespace trena {

enum class DifferenceKind {
  kSetting,      // a value of the scenarios that was let differ
  kEnvironment,  // its name, device, and whether another machine stood in for it
  kFramework,    // versions, and what they said of themselves
  kPackage,      // installed with a framework
  kMachine,
  kInput,  // checksums of data and network
  kSeed,
  kPrice,
  kTrena
};

struct SideDifference {
  DifferenceKind kind = DifferenceKind::kMachine;
  std::string name;             // "cpu.model"
  std::set<std::string> first;  // every value it has; none where it was not recorded
  std::set<std::string> second;
};

// In the order of DifferenceKind, then of name.
std::vector<SideDifference> FindDifferences(const StudyMatch& match, const Analysis& first,
                                            const Analysis& second);

// How fast the second's machine was against the first's by the yardstick: medians over the runs.
// Missing where one has no reading, or they are of different yardsticks.
std::optional<double> SpeedRatio(const StudyMatch& match, const Analysis& first,
                                 const Analysis& second);

// The runs that ended well and are analysed, of one side of the pairs.
std::vector<const RunRecord*> ComparedRuns(const StudyMatch& match, const Analysis& analysis,
                                           MeasuredScenario MatchedPair::* side);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Which scenario of one study is which of another: the one with the same values, whatever its label
// and whether a value is a factor or fixed. Three things may differ, so that an upgrade or another
// machine can be told apart from the work itself: the version of a framework of which each study
// has one, the environment where each study has one (its name and device), and what is asked for
// by name.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/result.h"
#include "store/run.h"

namespace trena {

// A scenario with a run of it, which tells all its values.
struct MeasuredScenario {
  const ScenarioAnalysis* scenario = nullptr;
  const RunRecord* run = nullptr;
};

// Those that have a run, in the plan's order. Points into the analysis.
std::vector<MeasuredScenario> MeasuredScenarios(const Analysis& analysis);

struct MatchedPair {
  MeasuredScenario first;
  MeasuredScenario second;
};

struct StudyMatch {
  std::vector<MatchedPair> pairs;  // in the first's order
  std::vector<MeasuredScenario> only_first;
  std::vector<MeasuredScenario> only_second;
};

// An InputError, with what differs, where no scenario is in both, where two of one study are the
// same but for what may differ, and where nobody has a value of a name in `across`. Points into the
// analyses.
Result<StudyMatch> MatchStudies(const Analysis& first, const Analysis& second,
                                const std::vector<std::string>& across = {});

}  // namespace trena

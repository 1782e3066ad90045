// SPDX-License-Identifier: Apache-2.0
// What a comparison of two studies found, in sentences.
#pragma once

#include <string>
#include <vector>

#include "analyze/compare/study_comparison.h"
#include "report/words/words.h"

namespace trena {

struct ComparisonText {
  std::vector<std::string> sides;     // what A and B are
  std::vector<std::string> cautions;  // what a reader must know of them
  std::vector<std::string> answer;
  std::string guard;  // empty where no threshold was asked for
};

ComparisonText ComparisonInWords(const StudyComparison& comparison, const Words& words);

// "C1", or "C1 / C3" where the two studies label it otherwise.
std::string LabelOf(const MatchedPair& pair);

// "C1 (batch 64, network1)": with those of its values that differ between scenarios.
std::string NameOf(const MatchedPair& pair, const StudyComparison& comparison);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What a stated analysis says, in words, of a study and of a table alike. Composed from the record;
// nothing is computed here.
#pragma once

#include <string>
#include <vector>

#include "analyze/model/stated_analysis.h"
#include "report/words/words.h"

namespace trena {

// What must be known to read the analysis of variance.
std::vector<std::string> ModelInWords(const StatedAnalysis& stated, const Words& words);

// Of these, what limits the answer itself: effects that nothing can be told apart from.
std::vector<std::string> CaveatsInWords(const StatedAnalysis& stated, const Words& words);

// "A = −B:C": terms that cannot be told apart, of at most `order` factors.
std::string ChainInWords(const StatedAnalysis& stated, const AliasChain& chain, size_t order);

// "t4 against f4".
std::string PairInWords(const StatedAnalysis& stated, size_t factor, const LevelPair& pair,
                        const Words& words);

// "a, b and 12 more".
std::string ShortList(const std::vector<std::string>& items, const Words& words);

}  // namespace trena

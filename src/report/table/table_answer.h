// SPDX-License-Identifier: Apache-2.0
// What an analysed table says, in words. Composed from the record; nothing is computed here.
#pragma once

#include <string>
#include <vector>

#include "analyze/table/table_analysis.h"
#include "report/words/words.h"

namespace trena {

// What was read, what was left out, and which columns are factors and why.
std::vector<std::string> ReadingInWords(const TableAnalysis& analysis, const Words& words);

// What drives the response, where it is least and most; last, the verdict and why.
std::vector<std::string> AnswerInWords(const TableAnalysis& analysis, const Words& words);

// The same in a screen: what drives it, the largest difference, the gravest doubt, the extremes;
// last the verdict. The rest is in AnswerInWords.
std::vector<std::string> ShortAnswer(const TableAnalysis& analysis, const Words& words);

// "framework mxnet, image 32".
std::string NameOfCell(const TableAnalysis& analysis, size_t cell);

// A mean as it is shown: of logarithms, the geometric mean.
double ShownMean(const TableAnalysis& analysis, double mean);

}  // namespace trena

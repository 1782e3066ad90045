// SPDX-License-Identifier: Apache-2.0
// The answer in words: what each scenario costs in time and money, what drives the time, which is
// cheapest and whether that is certain, what the data cannot tell, the verdict and why, what to
// type next. Composed from the record; nothing is computed here.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

struct Answer {
  std::vector<std::string> costs;    // sentences: in time and money, and the cheapest
  std::vector<std::string> drivers;  // what moves the time
  std::vector<std::string> caveats;  // what the data cannot tell
  std::string verdict;               // a sentence with its reasons
  std::string next;                  // a sentence with the command; empty when nothing is left

  // All sentences in one paragraph.
  std::string Paragraph() const;
};

Answer AnswerInWords(const Analysis& analysis, const Words& words);

// "valid", in the reader's language.
std::string VerdictWord(Verdict verdict, const Words& words);

}  // namespace trena

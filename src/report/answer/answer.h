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

// What moves the response, its largest shares, and what was shown to move nothing: a sentence each;
// where there is no analysis of it, why.
std::vector<std::string> DriversInWords(const Analysis& analysis, const Words& words);

// Where the fastest or the cheapest learned less than another scenario.
void SayLearned(const Analysis& analysis, const Words& words, std::vector<std::string>& out);

// "valid", in the reader's language.
std::string VerdictWord(Verdict verdict, const Words& words);

// What a verdict rests on, to go into a sentence: its reasons, or else its reservations, the
// gravest first; empty when there are none.
std::string ReasonsInWords(const std::vector<std::string>& reasons,
                           const std::vector<Warning>& reservations, const Words& words);

}  // namespace trena

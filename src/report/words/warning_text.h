// SPDX-License-Identifier: Apache-2.0
// The rows of analyze/warnings.h with their arguments, in one language: for a warning what was
// seen, why it matters and what to do; for a missing allocation of variation and for a verdict,
// why.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/words/words.h"

namespace trena {

struct WarningText {
  std::string seen;
  std::string why;
  std::string advice;
  std::string page = {};  // of the documentation, with its section
};

// How a machine differs from the environment that it stands in for, as a run's record has it
// (measure/machine/machine.h), for people.
std::string StandInText(const std::string& difference, const Words& words);

// A code that has no words here (of a newer trena) is shown as it is, with its arguments.
WarningText Explain(const Warning& warning, const Words& words);

// As programs read them: code, arguments, the three texts and the page.
Json WarningsJson(const std::vector<Warning>& warnings, const Words& words);

// Why a response has no allocation of variation.
std::string ExplainWhyNot(const ResponseAnalysis& response, const Words& words);

// "disturbed runs (3 of 16)", to go into a list.
std::string ExplainReservation(const Warning& reservation, const Words& words);

// "some runs failed", to go into a sentence.
std::string ExplainReason(const std::string& verdict_reason, const Words& words);

}  // namespace trena

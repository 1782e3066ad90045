// SPDX-License-Identifier: Apache-2.0
// Whether the study's numbers answer its question. The rule, of the last attempts:
//
//   invalid       no run ended well, or of those that finished more failed or timed out than not
//   inconclusive  a planned run is missing (its environment pending or not), failed or timed out;
//                 a run lacks the response; a scenario has one value only; or no factor's effect on
//                 the response can be told from noise (all p above 0.05)
//   valid         otherwise
//
// Running out of memory is a result: it lowers no verdict as long as something could be analysed.
// So is a design that leaves out cells on purpose: its means stand without an analysis of variance.
// Stand-ins, synthetic data and simulated runners are what the numbers are of, which the warnings
// say; the verdict is of the numbers.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"

namespace trena {

struct Judgement {
  Verdict verdict = Verdict::kInconclusive;
  std::vector<std::string> reasons;  // warnings.h, verdict_reason
};

Judgement Judge(const Analysis& analysis);

// Planned runs that this machine could still make; those of pending environments are not among
// them.
int MissingRuns(const Analysis& analysis);
int CountRuns(const Analysis& analysis, Outcome outcome);
// Whether the response's analysis finds any effect beyond noise; true where there is none to judge.
bool AnyEffect(const Analysis& analysis);

// A timeout is mended in the study file, so it has no next step.
NextStep FindNextStep(const Analysis& analysis);

}  // namespace trena

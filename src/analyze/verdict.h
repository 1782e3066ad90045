// SPDX-License-Identifier: Apache-2.0
// Whether the study's numbers answer its question. The rule, of the last attempts:
//
//   invalid       no run ended well, or of those that finished more failed or timed out than not
//   inconclusive  a planned run is missing (its environment pending or not) or timed out; a
//                 scenario has no value of the response, or one only; or no factor's effect on it
//                 can be told from noise (all p above 0.05) and its levels are not proven equal
//   valid with reservations
//                 the numbers answer, and something speaks against taking them for more than they
//                 are: a closed list (FindReservations)
//   valid         otherwise
//
// Running out of memory is a result: it lowers no verdict as long as something could be analysed.
// So is a design that leaves out cells on purpose: its means stand without an analysis of variance.
// So is equality that is proven. Synthetic data, simulated runners and a yardstick that is off are
// what the study chose: warnings say them, the verdict does not. docs/verdict.md has the rules as a
// table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/analysis.h"

namespace trena {

struct Judgement {
  Verdict verdict = Verdict::kInconclusive;
  std::vector<std::string> reasons;   // warnings.h, verdict_reason
  std::vector<Warning> reservations;  // warnings.h, reservation; told whatever the verdict is
};

Judgement Judge(const Analysis& analysis);

// Planned runs that this machine could still make; those of pending environments are not among
// them.
int MissingRuns(const Analysis& analysis);
int CountRuns(const Analysis& analysis, Outcome outcome);
// A reservation from these shares on, of the runs that ended well and of those that are finished.
inline constexpr double kDisturbedShare = 0.10;
inline constexpr double kLostShare = 0.05;
// The one rule for lost runs of a study and lost rows of a table.
std::optional<Warning> ShareLost(int64_t lost, int64_t of);
// Needs the warnings of the analysis; the gravest first.
std::vector<Warning> FindReservations(const Analysis& analysis);

// The fewest replications, where they are two and their error has fewer degrees of freedom than
// this: intervals then rest on next to nothing. Or one, where effects are judged by others that are
// taken for chance (stats/model/model_choice.h).
inline constexpr size_t kFewDegrees = 10;
std::optional<size_t> TooFewReplications(const Analysis& analysis);

// Runs that are finished and gave no value of the response, though they could: they failed, reached
// the time limit or lack it.
int LostRuns(const Analysis& analysis);

// Whether the response's analysis finds any effect beyond noise; true where there is none to judge.
bool AnyEffect(const Analysis& analysis);

// A timeout is mended in the study file, so it has no next step.
NextStep FindNextStep(const Analysis& analysis);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What is read while a run goes on, and how well each of it explains the training's time: beats of
// ours, the run's own groups of steps, counters of the kernel, and the best of them together.
//
// A beat disturbs, so only one run of every two has it, drawn at random, and the difference is its
// cost. Steps are no rival of the others: they are parts of the time that they explain. That their
// median does so is no news; whether a low quantile does tells a machine that was slow throughout
// (it does) from one that was slow at moments (it does not).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "beat.h"
#include "candidates.h"
#include "core/json.h"
#include "core/result.h"
#include "counters.h"
#include "stats/summary.h"

namespace trena {

// Of one run.
struct During {
  bool has_beat = false;
  std::optional<Window> training;       // from its first step to its last
  std::vector<BeatReading> beats;       // of these seconds alone
  std::vector<double> steps;            // seconds of each, in order
  std::map<std::string, double> rates;  // RatesOf the counters
  std::string perf;                     // Counted::perf
};

// Puts together what was read beside a run and what the run told itself.
Result<During> ReadDuring(const std::filesystem::path& events, bool has_beat,
                          const std::vector<BeatReading>& beats, const Counted& counted);

// Which of so many runs have a beat: one of every two, by a fixed seed.
std::vector<bool> DrawBeats(size_t runs);

// ln(seconds) with a beat minus without, over pairs of runs one after the other, so that drift is
// in neither.
Summary BeatCost(const std::vector<double>& seconds, const std::vector<During>& during);

// One candidate: its group (beat, steps, counter, together) and values, one a run.
struct Regressor {
  std::string group;
  std::string name;
  std::vector<std::optional<double>> values;
};

std::vector<Regressor> RegressorsOf(const std::vector<During>& during);

struct WhileItRuns {
  std::vector<Candidate> candidates;     // Candidate::kernel is the group
  std::vector<std::string> unavailable;  // no run has them
  std::vector<std::string> constant;     // the same in all runs
  Summary cost;
};

WhileItRuns Explain(const std::vector<double>& seconds, const std::vector<During>& during);

// The section "While it runs".
std::string Markdown(const WhileItRuns& found, const BeatSize& size,
                     const std::vector<During>& during);
Json ToJson(const WhileItRuns& found, const BeatSize& size, const std::vector<During>& during);

}  // namespace trena

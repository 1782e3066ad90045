// SPDX-License-Identifier: Apache-2.0
// Which kernel, where, for how long and on how many threads explains a training's time best: every
// candidate's correlation with it, over runs with readings before and after each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"

namespace trena {

struct KernelReadings {
  std::string kernel;
  bool all_cpus = true;
  std::vector<double> rates;  // one per repetition, in order
  double seconds = 0;         // they took together
};

// What was read between two runs.
using Gap = std::vector<KernelReadings>;

struct Experiment {
  std::vector<double> seconds;  // train_s of each run
  std::vector<Gap> gaps;        // one more than runs: gap i is before run i, gap i + 1 after it
};

// How well something explains ln(seconds) over the runs.
struct Candidate {
  std::string name;
  std::string kernel, threads, place;
  double length = 0;  // seconds of one reading
  size_t n = 0;
  std::optional<double> r;  // of one regressor
  std::optional<double> low, high;
  std::optional<double> r2;
  std::optional<double> predicted_r2;  // each run predicted from all the others
};

std::vector<Candidate> SingleCandidates(const Experiment& experiment);
// Two or more kernels together, over all CPUs, before and after, whole length.
std::vector<Candidate> CombinedCandidates(const Experiment& experiment);
// The run before as a rival: no work at all.
Candidate PreviousRun(const Experiment& experiment);

// n, R² and, of one regressor, r, over the runs in which all regressors were read: one list for
// each of them, with a value or none for each run.
void FitWhereRead(const std::vector<std::vector<std::optional<double>>>& regressors,
                  const std::vector<double>& log_seconds, Candidate& candidate);

Json ToJson(const Candidate& candidate);
// A Markdown table, best first by predicted R², at most `rows`.
std::string MarkdownTable(std::vector<Candidate> candidates, size_t rows);
// The same of what has neither threads nor place nor length: by group (Candidate::kernel) and name.
std::string MarkdownTableOfGroups(std::vector<Candidate> candidates);

}  // namespace trena

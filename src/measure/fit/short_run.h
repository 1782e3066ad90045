// SPDX-License-Identifier: Apache-2.0
// Makes one short run of `trena fit` (store/fits/fit_run.h): the scenario's runner in mode `pilot`
// for a few steps, or a program of the person's own for some epochs, held to its memory, looked at
// for what it takes, and kept.
#pragma once

#include <optional>
#include <string>

#include "core/process/signals.h"
#include "core/result.h"
#include "measure/run_request.h"
#include "store/fits/fit_run.h"
#include "store/results.h"

namespace trena {

struct ShortRunRequest {
  RunRequest run;
  bool lifted = false;  // without its memory_limit
};

struct ShortRunEnd {
  std::optional<FitRun> run;  // kept; empty where it told nothing of memory
  std::string problem;        // why, for people
  bool interrupted = false;
};

// An Error only when the results folder cannot be written, or no limit be kept.
Result<ShortRunEnd> MakeShortRun(const ShortRunRequest& request, const ResultsFolder& results,
                                 SignalWatch& signals);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Finds the largest level of a factor that fits into memory, for every combination of the others:
// by bisection over short runs, of which those that are there already are not made again.
//
//   Result<FitsFound> found = FindFits({&study, &plan, &configuration, series}, results, listener);
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/fit/largest_level.h"
#include "plan/fit/fit_series.h"
#include "plan/work_left.h"
#include "store/fits/fit_run.h"
#include "store/results.h"
#include "study/study.h"

namespace trena {

struct FitRequest {
  const Study* study = nullptr;
  Configuration* configuration = nullptr;
  std::vector<FitSeries> series;
  std::string trena_version;
};

// Before a short run starts.
struct FitState {
  size_t series = 1, of = 1;  // the one looked at, from 1
  const Scenario* scenario = nullptr;
  size_t made = 0;  // short runs of this call so far
};

struct FitListener {
  ConfigureProgress preparing;
  std::function<void(const FitState&)> starting;
};

struct FitFound {
  FitSeries series;
  std::vector<std::optional<FitRun>> runs;  // of each level; empty: it was not needed
  LargestLevel largest;
  std::optional<FitRun> need;  // of the smallest level without its limit, where none fits
  std::string problem;         // what ended the search, for people; empty: it was not
};

struct FitsFound {
  std::vector<FitFound> series;
  size_t made = 0;     // short runs of this call
  size_t already = 0;  // that were there before
  Seconds took;        // all of them together, whenever they were made
  bool interrupted = false;
};

// An InputError where a runner is missing, or another process measures this study.
Result<FitsFound> FindFits(const FitRequest& request, const ResultsFolder& results,
                           const FitListener& listener);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// How long a run takes, told by runs of another length: of the same scenario
// but for its epochs or images. Start-up, the warm-up of the first epoch and
// the ending are there once a run, every step after that takes its time anew,
// and evaluations as often as there are. So each run of another length is
// turned into one of the length asked for, and what they differ by then is the
// error. docs/methods/forecast.md.
//
//   OtherLengths lengths(study, told_by_pilots);
//   for (const RunRecord& run : runs) lengths.Add(run);
//   LengthsTold told = lengths.Tell({&plan.scenarios[7]});
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/value.h"
#include "plan/forecast/time_sum.h"
#include "store/run.h"
#include "study/scenario.h"
#include "study/study.h"

namespace trena {

// How much there is to train, as far as the values say it.
struct RunLength {
  std::optional<double> epochs;
  std::optional<double> images;  // an epoch's; missing: all that the data set has
  std::optional<double> batch;
  bool evaluates_epochs = false;  // not only the last
};

RunLength LengthOf(const Values& values);

// Whether a value of this name makes a length; those of the values that do.
bool IsLength(const std::string& name);
Values LengthValues(const Values& values);

// A whole run, and what of it grows with its length.
struct RunPace {
  double wall_s = 0;
  double steady_s = 0;    // all steps at the rate of those after the warm-up
  double evaluate_s = 0;  // all evaluations
  bool by_images = true;  // whether the steps of an epoch follow from its images
};

// Of a run that ended well; missing where its record does not tell epochs apart
// from the rest.
std::optional<RunPace> PaceOf(const RunRecord& run);

// What the same run would have been at another length; missing where the
// lengths do not tell.
std::optional<RunPace> AtLength(const RunPace& pace, const RunLength& from, const RunLength& to);

struct LengthsTold {
  std::vector<std::optional<TimeEstimate>> estimates;  // of the scenarios asked for, in turn
  double df = 0;                                       // of their deviation; 0: none was repeated
};

class OtherLengths {
 public:
  // The study must outlive it; `told` has what pilots tell, of other lengths
  // too.
  OtherLengths(const Study& study, const ForetoldTimes& told);

  void Add(const RunRecord& run);
  LengthsTold Tell(const std::vector<const Scenario*>& scenarios) const;

 private:
  // A scenario of which something is known.
  struct Known {
    std::vector<RunPace> runs;
    std::optional<TimeEstimate> pilot;
  };
  struct Nearest {
    const Known* known = nullptr;
    RunLength length;
  };

  void AddLength(const Values& length);
  // The scenario at that length.
  Scenario At(const Scenario& scenario, const Values& length) const;
  // Of the nearest length, runs before pilots.
  Nearest FindNearest(const Scenario& scenario) const;

  const Study& study_;
  std::vector<Values> lengths_;  // epochs and images, as they are in keys
  std::unordered_map<std::string, Known> by_key_;
};

}  // namespace trena

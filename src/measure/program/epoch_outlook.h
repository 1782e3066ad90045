// SPDX-License-Identifier: Apache-2.0
// What all epochs of a training will take, from those that it has done: the mean time from the end
// of one to the end of the next, with whatever the program does between, for each that is to come.
#pragma once

#include <optional>

namespace trena {

// Epochs so far, as somebody saw them who looks now and then; moments are of CLOCK_MONOTONIC.
struct EpochsSoFar {
  int count = 0;  // that were seen to end
  int done = 0;   // of the training's: the number of the last
  double first_end = 0;
  double last_end = 0;

  // The last epoch that the training told of is this, at a look at the moment `now`.
  void See(const std::optional<int>& epoch, double now);
};

struct EpochOutlook {
  int done = 0;
  double epochs = 0;   // in all
  double left_s = 0;   // from now on
  double whole_s = 0;  // from the program's start
};

// Of so many epochs, `elapsed` seconds after the start. Missing until the second epoch ended, and
// once all have.
std::optional<EpochOutlook> FindOutlook(const EpochsSoFar& so_far, double epochs, double elapsed,
                                        double now);

}  // namespace trena

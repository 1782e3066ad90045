// SPDX-License-Identifier: Apache-2.0
// The first epochs of a program of the person's own, which knows no mode that ends after some
// steps: with fewer epochs it ends by itself, where its command takes `epochs` from the study; else
// it is ended once some epochs were seen, by what it tells or prints.
#pragma once

#include <filesystem>

#include "core/text/units.h"
#include "measure/program/epoch_outlook.h"
#include "store/event_file.h"
#include "study/scenario.h"
#include "study/study.h"

namespace trena {

// The first may be slower, and three more tell how steady they are.
inline constexpr int kFewestFirstEpochs = 4;
inline constexpr int kFirstEpochs = 5;

// The scenario of kFirstEpochs, if it has more and the command takes them from the study.
Scenario WithFewerEpochs(const Study& study, const Scenario& scenario);

// Looks at the events while they grow.
class FirstEpochsWatch {
 public:
  FirstEpochsWatch(const std::filesystem::path& events, Seconds longest)
      : tail_(events), longest_(longest) {}

  // Enough epochs, or the fewest that tell once the time is over.
  bool SeenEnough(double elapsed, double now);

 private:
  EventTail tail_;
  EpochsSoFar epochs_;
  Seconds longest_;
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// How far a training is and how many epochs it will have, where it prints both of itself: "Epoch
// 3/90", "Epoch [3/90]", "epoch 3 of 90". For what is said while it runs, and for nothing that is
// kept: an epoch of the record is what the program or a pattern told.
//
// Nothing is said rather than something wrong: of fractions ({'epoch': 0.5}), of batches (Epoch 3:
// 94/94, Train Epoch: 3 [640/60000]), of counts from 0, which end one before their number or at it,
// and once lines contradict each other: another number in all, or one epoch after a later one, as
// of several trainings in one program.
//
//   epochs.Take("Epoch 3/90", now);
//   if (epochs.in_all()) …
#pragma once

#include <optional>
#include <string_view>

#include "measure/program/epoch_outlook.h"

namespace trena {

class PrintedEpochs {
 public:
  // A line of output, without its end, at the moment `t` (CLOCK_MONOTONIC).
  void Take(std::string_view line, double t);

  // How many epochs it will train; empty where no line said it, or lines disagree.
  std::optional<int> in_all() const;
  // The epochs so far, by the lines alone.
  const EpochsSoFar& so_far() const { return so_far_; }

 private:
  int in_all_ = 0;  // 0: no line yet
  int last_ = 0;
  bool at_end_ = false;  // a line is printed when its epoch ends
  bool doubtful_ = false;
  EpochsSoFar so_far_;
};

}  // namespace trena

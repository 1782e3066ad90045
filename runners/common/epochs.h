// SPDX-License-Identifier: Apache-2.0
// The course of a training that all C++ runners share: epochs, evaluation where it is asked for, or
// the few steps of a pilot, and their events. A runner brings an EpochTrainer.
#pragma once

#include <cstdint>
#include <optional>

#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

struct EpochResult {
  double seconds;
  double loss;  // mean over the steps
};

class EpochTrainer {
 public:
  virtual ~EpochTrainer() = default;
  // Trains an epoch, counted from 0.
  virtual EpochResult Epoch(int64_t epoch) = 0;
  // Share of the test images whose largest logit is their label's; empty without images.
  virtual std::optional<double> Accuracy() = 0;
  // What a pilot times: some steps of the whole training, and some of an evaluation; their seconds.
  virtual double TimeSteps(int64_t first, int64_t count) = 0;
  virtual double TimeEvaluation(int64_t first, int64_t count) = 0;
  virtual int64_t steps_per_epoch() const = 0;
  virtual int64_t test_images() const = 0;
};

// Trains all epochs and evaluates; gives the last accuracy.
std::optional<double> RunEpochs(const Scenario& scenario, EpochTrainer& trainer,
                                EventWriter& events);

// Mode `pilot`: a few steps instead of all epochs.
void PilotEpochs(const Scenario& scenario, EpochTrainer& trainer, EventWriter& events);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "runner_common/epochs.h"

#include "core/clock.h"
#include "runner_common/pilot.h"

namespace trena {
namespace {

bool EvaluatesEachEpoch(const Scenario& scenario) {
  return Get<std::string>(scenario.values, "evaluate") == "epoch";
}

}  // namespace

std::optional<double> RunEpochs(const Scenario& scenario, EpochTrainer& trainer,
                                EventWriter& events) {
  bool each = EvaluatesEachEpoch(scenario);
  double train_seconds = 0, evaluate_seconds = 0;
  std::optional<double> accuracy;
  for (int64_t epoch = 0; epoch < scenario.epochs; ++epoch) {
    EpochResult result = trainer.Epoch(epoch);
    const double until = MonotonicNow();
    bool last = epoch + 1 == scenario.epochs;
    train_seconds += result.seconds;
    if (last) events.Phase("train", train_seconds);
    if (each || last) {
      double begin = MonotonicNow();
      accuracy = trainer.Accuracy();
      evaluate_seconds += MonotonicNow() - begin;
    }
    if (last) events.Phase("evaluate", evaluate_seconds);
    events.Epoch(epoch + 1, result.seconds, result.loss, accuracy,
                 trainer.steps_per_epoch() * scenario.batch, until);
  }
  return accuracy;
}

void PilotEpochs(const Scenario& scenario, EpochTrainer& trainer, EventWriter& events) {
  PilotWork work;
  work.steps = scenario.epochs * trainer.steps_per_epoch();
  work.evaluate_steps = (trainer.test_images() + scenario.batch - 1) / scenario.batch;
  work.evaluations = EvaluatesEachEpoch(scenario) ? scenario.epochs : 1;
  work.train = [&](int64_t first, int64_t count) { return trainer.TimeSteps(first, count); };
  work.evaluate = [&](int64_t first, int64_t count) {
    return trainer.TimeEvaluation(first, count);
  };
  RunPilot(scenario.pilot, work, events);
}

}  // namespace trena

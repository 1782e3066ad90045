// SPDX-License-Identifier: Apache-2.0
#include "runner_common/epochs.h"

#include "core/clock.h"

namespace trena {

std::optional<double> RunEpochs(const Scenario& scenario, EpochTrainer& trainer,
                                EventWriter& events) {
  bool each = Get<std::string>(scenario.values, "evaluate") == "epoch";
  double train_seconds = 0, evaluate_seconds = 0;
  std::optional<double> accuracy;
  for (int64_t epoch = 0; epoch < scenario.epochs; ++epoch) {
    EpochResult result = trainer.Epoch(epoch);
    bool last = epoch + 1 == scenario.epochs;
    train_seconds += result.seconds;
    if (last) events.Phase("train", train_seconds);
    if (each || last) {
      double begin = MonotonicNow();
      accuracy = trainer.Accuracy();
      evaluate_seconds += MonotonicNow() - begin;
    }
    if (last) events.Phase("evaluate", evaluate_seconds);
    events.Epoch(epoch + 1, result.seconds, result.loss, accuracy, trainer.images_per_epoch());
  }
  return accuracy;
}

}  // namespace trena

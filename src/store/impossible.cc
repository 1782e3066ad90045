// SPDX-License-Identifier: Apache-2.0
#include "store/impossible.h"

#include "study/metrics.h"

namespace trena {
namespace {

constexpr double kRoundingSlack = 1e-6;  // a speed times a time is a count, but for rounding

std::optional<double> NumberOf(const RunRecord& run, const char* name) {
  const Value* value = Find(run.levels, name);
  if (value == nullptr) value = Find(run.fixed, name);
  return value != nullptr ? value->number() : std::nullopt;
}

// The images a run was asked to train on, over all epochs; missing where it was not told.
std::optional<double> AskedImages(const RunRecord& run) {
  const auto images = NumberOf(run, "images");
  const auto epochs = NumberOf(run, "epochs");
  return images && epochs ? std::optional(*images * *epochs) : std::nullopt;
}

// A run that says it trained on more images than it was asked to has another speed than it says.
void CheckImages(RunRecord& run) {
  const auto asked = AskedImages(run);
  const auto seconds = run.metric("train_s");
  const auto speed = run.metric("images_per_s");
  if (!asked || !seconds || !speed) return;
  const double told = *seconds * *speed;
  if (told <= *asked * (1 + kRoundingSlack)) return;
  run.impossible["images"] = told;
  run.metrics.erase("images_per_s");
  run.metrics.erase("image_s");
  run.metrics.erase("tokens_per_s");
}

}  // namespace

void LeaveOutImpossible(RunRecord& run) {
  for (auto it = run.metrics.begin(); it != run.metrics.end();) {
    if (CanBe(it->first, it->second)) {
      ++it;
    } else {
      run.impossible[it->first] = it->second;
      it = run.metrics.erase(it);
    }
  }
  CheckImages(run);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/training_trial.h"

#include <algorithm>

#include "configure/runners/runner_events.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

constexpr int kSteps = 24;      // at least
constexpr double kSeconds = 3;  // of training, after which no group begins

bool IsTrainGroup(const Json& event) {
  return Get<std::string>(event, "event") == "group" && Get<std::string>(event, "part") == "train";
}

}  // namespace

Result<std::optional<double>> TrainingRate(const Runner& runner, Json training,
                                           const fs::path& folder) {
  TRENA_ASSIGN(fs::path made, MakeTemporaryFolder(folder, "making-"));
  ScratchFolder scratch(made);
  training["mode"] = "pilot";
  training["pilot"] = {{"share", 0.0}, {"at_least", kSteps}, {"seconds", kSeconds}};
  training["output"] = made.string();
  Result<std::vector<Json>> events = RunForEvents(runner, training, made);
  if (!events.ok()) return std::optional<double>();
  std::vector<double> rates;
  const double batch = Get<double>(training, "batch").value_or(1);
  bool first = true;
  for (const Json& event : events.value()) {
    if (!IsTrainGroup(event)) continue;
    const double steps = Get<double>(event, "steps").value_or(0);
    const double seconds = Get<double>(event, "seconds").value_or(0);
    if (!first && steps > 0 && seconds > 0) rates.push_back(steps * batch / seconds);
    first = false;
  }
  if (rates.empty()) return std::optional<double>();
  auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  return std::optional(*middle);
}

}  // namespace trena

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

struct Group {
  double steps;
  double seconds;
};

std::optional<double> FirstStep(const std::vector<Json>& events) {
  for (const Json& event : events) {
    if (Get<std::string>(event, "name") == "first_step") return Get<double>(event, "seconds");
  }
  return std::nullopt;
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
  std::vector<Group> groups;
  for (const Json& event : events.value()) {
    if (!IsTrainGroup(event)) continue;
    groups.push_back(
        {Get<double>(event, "steps").value_or(0), Get<double>(event, "seconds").value_or(0)});
  }
  if (groups.size() == 1) {
    groups.push_back({groups[0].steps - 1,
                      groups[0].seconds - FirstStep(events.value()).value_or(groups[0].seconds)});
  }
  std::vector<double> rates;
  const double batch = Get<double>(training, "batch").value_or(1);
  for (size_t i = 1; i < groups.size(); ++i) {
    if (groups[i].steps <= 0 || groups[i].seconds <= 0) continue;
    rates.push_back(groups[i].steps * batch / groups[i].seconds);
  }
  if (rates.empty()) return std::optional<double>();
  auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  return std::optional(*middle);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// scenario.json: all a runner is told about its run. Only `protocol` and `mode` must be there; the
// rest has defaults, and a runner asks for the paths it needs with Need. A field of the wrong type
// or out of range is an error that names it; fields not known here are left alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "runner_common/learning_rate.h"

namespace trena {

enum class Mode { kTrain, kVerify, kProbe, kPilot };

// How little of a training mode `pilot` does.
struct PilotLimits {
  double share = 0.01;    // of the steps, but
  int64_t at_least = 16;  // so many
  int64_t groups = 8;     // that they are timed in, after the first few
  double seconds = 10;    // no group begins after so long
  // Where steps are quick: as many more as last so long, by when the rate has settled, or as these.
  double settle = 0.15;
  int64_t settle_steps = 120;
};

struct Scenario {
  Mode mode = Mode::kTrain;
  std::filesystem::path network, data, order, weights, output;  // empty: not given
  int64_t epochs = 1;
  int64_t batch = 64;
  std::optional<int64_t> threads;  // empty: the framework's default
  std::string device = "cpu";
  std::string precision = "float32";
  std::string optimizer = "sgd";
  double learning_rate = 0.01;  // of the first step
  LearningRate rate;            // of all
  double momentum = 0;
  double weight_decay = 0;
  int64_t seed = 0;
  bool every_step = false;  // detail: step
  Json values = Json::object();
  PilotLimits pilot;
};

Result<Scenario> ParseScenario(const Json& json);
Result<Scenario> ReadScenario(const std::filesystem::path& path);

// An error that names the field when its path is empty.
Status Need(const std::filesystem::path& path, const std::string& field);

}  // namespace trena

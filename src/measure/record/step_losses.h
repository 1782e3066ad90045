// SPDX-License-Identifier: Apache-2.0
// The loss of every iteration of a run, from its step events (docs/runner-protocol.md).
#pragma once

#include <filesystem>
#include <vector>

namespace trena {

struct StepLoss {
  double iteration = 0;  // from 1, over all epochs
  double loss = 0;
};

// In the order they were reported. Without step events, or without such a file, none; a step whose
// loss is missing or no number counts and is left out.
std::vector<StepLoss> ReadStepLosses(const std::filesystem::path& events);

}  // namespace trena

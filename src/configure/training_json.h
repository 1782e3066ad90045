// SPDX-License-Identifier: Apache-2.0
// What a runner is told of a training (docs/runner-protocol.md): its files and its values. Who asks
// adds what it asks for: a run of it, or its first steps only.
#pragma once

#include <string>

#include "configure/configuration.h"
#include "core/json.h"
#include "study/scenario.h"

namespace trena {

// scenario.json in mode `train`, without its `output`.
Json TrainingJson(const Scenario& scenario, const RunInputs& inputs, const std::string& device,
                  int threads);

}  // namespace trena

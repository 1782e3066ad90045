// SPDX-License-Identifier: Apache-2.0
// The first steps of one of the study's own trainings (mode `pilot`), to see what a framework's
// trainings feel of something: a variable, a library, another framework's way.
#pragma once

#include <optional>
#include <string>

#include "configure/runners/runners.h"
#include "core/files.h"
#include "core/json.h"
#include "core/result.h"

namespace trena {

// Images a second in the middle one of the groups of steps; the first group, which makes kernels
// and buffers, does not count, but where a training is so short that it is the only one: then it
// does without its first step. Nothing where the runner cannot tell. `training` is scenario.json in
// mode `train` (training_json.h); what the runner writes goes to a scratch folder in `folder`.
Result<std::optional<double>> TrainingRate(const Runner& runner, Json training,
                                           const fs::path& folder);

}  // namespace trena

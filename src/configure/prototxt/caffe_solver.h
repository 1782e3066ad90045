// SPDX-License-Identifier: Apache-2.0
// A solver in Caffe's text format (SolverParameter of Caffe 1.0) as values of a study: `base_lr`,
// `lr_policy` and its numbers become `learning_rate`, `type` the `optimizer`. What has no
// counterpart is refused with its line.
//
// Left aside, because the study says it or nothing is trained by it: the network, how long and when
// it tests, displays and keeps snapshots, its seed.
#pragma once

#include "core/files.h"
#include "core/json.h"
#include "core/result.h"
#include "core/value.h"

namespace trena {

struct CaffeSolver {
  Values values;       // optimizer, momentum, weight_decay
  Json learning_rate;  // { policy, base, … }, as a study's map has it
};

// An InputError shows all that is wrong in the file.
Result<CaffeSolver> ReadCaffeSolver(const fs::path& path);

}  // namespace trena

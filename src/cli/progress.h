// SPDX-License-Identifier: Apache-2.0
// The one line that says where a study stands, rewritten in place on a terminal, and the plain line
// that a finished run leaves in a pipe.
//
//   [12/48] C5 batch 64, image 32, network1 · 3.41 ± 0.08 s · 2 min 05 s left · 1.92 of 8.00 USD
#pragma once

#include <string>

#include "measure/measure.h"

namespace trena {

std::string RunningLine(const MeasureState& state);
std::string FinishedLine(const MeasureState& state, const RunRecord& run);

}  // namespace trena

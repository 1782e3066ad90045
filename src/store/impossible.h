// SPDX-License-Identifier: Apache-2.0
// Numbers that cannot be: an accuracy of 1e9, a time below 0, more images than were asked for. They
// are taken out of a run where it is recorded and where it is read, kept by their names beside its
// metrics, and so are missing like any other reading that could not be had.
#pragma once

#include "store/run.h"

namespace trena {

// Moves what no metric can be (study/metrics.h), or not of this run, from `metrics` to
// `impossible`.
void LeaveOutImpossible(RunRecord& run);

}  // namespace trena

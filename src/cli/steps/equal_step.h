// SPDX-License-Identifier: Apache-2.0
// What equal trainings of a study differed by, kept for the doctor's count (store/equal_pairs.h).
#pragma once

#include "cli/steps.h"
#include "core/terminal/terminal.h"

namespace trena {

// Nothing for a study without twins, or of simulated trainings, which tell nothing of the machine.
// That it could not be kept is said: the measurements are none the worse for it.
void EqualStep(const Workspace& workspace, Terminal& talk);

}  // namespace trena

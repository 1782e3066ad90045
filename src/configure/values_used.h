// SPDX-License-Identifier: Apache-2.0
// A value that nobody reads has no effect, and would be found to have none at the price of its
// runs. So each is understood by a runner of the study (the protocol's values, and what its
// runner.yaml lists under `values`), or used by its command: as {name} in an argument, or by a
// script that asks trena for it (trena.value, TRENA_SCENARIO).
#pragma once

#include <string>
#include <vector>

#include "configure/runners/runners.h"
#include "core/result.h"
#include "study/study.h"

namespace trena {

// One InputError for all that no runner and no command of the study uses, each where it stands.
// Scripts are read to be looked into; nothing is run.
Status CheckValuesUsed(const Study& study, const std::vector<Runner>& runners);

// Whether the study's command reads the value of this name.
bool CommandUses(const Study& study, const std::string& name);

}  // namespace trena

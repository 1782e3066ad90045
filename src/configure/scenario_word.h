// SPDX-License-Identifier: Apache-2.0
// A value of a scenario as it is written.
#pragma once

#include <string>

#include "study/scenario.h"

namespace trena {

// Empty where the scenario has no such value.
inline std::string WordOf(const Scenario& scenario, const std::string& name) {
  const Value* value = Find(scenario.values, name);
  return value != nullptr ? value->ToString() : "";
}

}  // namespace trena

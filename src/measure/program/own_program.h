// SPDX-License-Identifier: Apache-2.0
// What a program of the person's own finds in its environment beside the files of the protocol:
// trena.py where Python can import it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trena {

using Variables = std::vector<std::pair<std::string, std::string>>;

// Puts the folder of trena.py before the existing PYTHONPATH. `at_once`: what Python prints into a
// pipe should come when it is printed and not when a buffer is full (PYTHONUNBUFFERED, unless set).
void AddOwnProgramVariables(bool at_once, Variables& variables);

}  // namespace trena

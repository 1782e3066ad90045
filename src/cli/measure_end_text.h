// SPDX-License-Identifier: Apache-2.0
// What `measure` and `run` say when measuring has ended: how, what is left, how to go on.
#pragma once

#include <string>
#include <vector>

#include "measure/measure.h"
#include "report/words/words.h"

namespace trena {

// Lines for the terminal. `resume` is the command that goes on.
std::vector<std::string> EndInWords(const MeasureSummary& summary, const std::string& resume,
                                    int round, const Words& words);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// How a monitored program does while it runs: the line at a terminal, and what is said in a pipe.
#pragma once

#include <string>

#include "measure/monitor/monitor.h"
#include "report/words/words.h"

namespace trena {

// "1 min 05 s · CPU 96% · memory 1.2 GB · 0.00940 USD so far · epoch 3 · loss 0.31".
std::string MonitorLine(const MonitorState& state, const Words& words);

// "2 of 90 epochs are done: about 12 min 10 s left, 13 min 15 s and 0.116 USD in all". Needs the
// outlook.
std::string MonitorOutlook(const MonitorState& state, const Words& words);

}  // namespace trena

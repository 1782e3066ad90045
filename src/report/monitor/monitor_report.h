// SPDX-License-Identifier: Apache-2.0
// A monitored program for people and for programs: its figures, drawn alike as the summary at the
// terminal and on the page, and as JSON (schemas/monitor.schema.json).
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "measure/monitor/monitor.h"
#include "report/words/words.h"

namespace trena {

struct MonitorFigure {
  std::string name;
  std::string value;
  std::vector<std::string> details;
};

// What is not known has no figure.
std::vector<MonitorFigure> MonitorFigures(const Monitored& monitored, const Words& words);

// What was odd, a sentence each.
std::vector<std::string> MonitorRemarks(const Monitored& monitored, const Words& words);

// "python3 train.py --lr 0.1": the command as a person would type it.
std::string CommandText(const std::vector<std::string>& command);

// Lines for a terminal, already safe for it.
std::vector<std::string> MonitorSummary(const Monitored& monitored, const Words& words);

Json MonitorJson(const Monitored& monitored, const std::string& folder);

}  // namespace trena

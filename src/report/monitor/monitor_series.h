// SPDX-License-Identifier: Apache-2.0
// A program that `trena monitor --runs` measured several times: what it takes, with n and the
// interval of the mean, of the runs that ended well. Draws and sums up; the runs are as each was
// monitored.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "measure/monitor/monitor.h"
#include "report/words/words.h"

namespace trena {

struct MonitorSeries {
  int asked = 0;
  std::vector<Monitored> runs;  // those that were made, in order
};

// Lines for a terminal, already safe for it.
std::vector<std::string> SeriesSummary(const MonitorSeries& series, const Words& words);

// Of the whole (schemas/monitor-runs.schema.json).
Json SeriesJson(const MonitorSeries& series, const std::string& folder);

}  // namespace trena

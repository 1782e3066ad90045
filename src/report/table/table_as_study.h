// SPDX-License-Identifier: Apache-2.0
// An analysed table in the form of a study's analysis, its cells as scenarios, so that the tables
// and charts of a study draw it. It has no runs, times or costs.
#pragma once

#include "analyze/analysis.h"
#include "analyze/table/table_analysis.h"

namespace trena {

Analysis AsStudy(const TableAnalysis& table);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Every training of a study with few scenarios, side by side, with their means below: the
// accelerator study's table (Araújo et al. 2024), which compares ten trainings on each of two
// machines.
#pragma once

#include "analyze/analysis.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

// No rows where there are more than four scenarios, or none with two trainings.
ReportTable TrainingsTable(const Analysis& analysis, const Words& words);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The page of a monitored program: self-contained as a study's (page_report.h).
#pragma once

#include <string>

#include "measure/monitor/monitor.h"
#include "report/formats/report_context.h"

namespace trena {

std::string MonitorPage(const Monitored& monitored, const ReportContext& context);

}  // namespace trena

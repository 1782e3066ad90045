// SPDX-License-Identifier: Apache-2.0
// The whole answer at the terminal: tables of text, bars of blocks, 100 columns unless the terminal
// is known to be wider. Colour never carries meaning alone. Everything from files is made safe.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TerminalReport(const Analysis& analysis, const ReportContext& context);

}  // namespace trena

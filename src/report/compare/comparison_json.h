// SPDX-License-Identifier: Apache-2.0
// A comparison of two studies for programs (schemas/comparison.schema.json).
#pragma once

#include <string>

#include "analyze/compare/study_comparison.h"
#include "report/formats/report_context.h"

namespace trena {

std::string ComparisonJson(const StudyComparison& comparison, const ReportContext& context);

}  // namespace trena

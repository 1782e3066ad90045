// SPDX-License-Identifier: Apache-2.0
// The readers of import_formats.h, each in a file of its own.
#pragma once

#include <memory>

#include "measure/import/import_formats.h"

namespace trena {

std::unique_ptr<LogReader> MakeCaffeLog(const ImportFormatOptions& options);
std::unique_ptr<LogReader> MakeTensorFlowLog(const ImportFormatOptions& options);
std::unique_ptr<LogReader> MakeKerasLog(const ImportFormatOptions& options);
std::unique_ptr<LogReader> MakeGenericLog(const ImportFormatOptions& options);

}  // namespace trena

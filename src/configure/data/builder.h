// SPDX-License-Identifier: Apache-2.0
// Builds the folder of a prepared data set (data_folder.h) from the original images.
#pragma once

#include "configure/data/report.h"
#include "configure/datasets.h"
#include "core/files.h"

namespace trena {

// The path of the folder in the cache, whole, whether it was made now or before.
Result<fs::path> BuildData(const DataRequest& request, const fs::path& cache, const Report& report);

}  // namespace trena

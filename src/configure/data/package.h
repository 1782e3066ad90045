// SPDX-License-Identifier: Apache-2.0
// The original files of a data set: Debian's are on the machine, npm's are fetched once into the
// cache, checked against the SHA-256 in the table, and checked again whenever they are used.
#pragma once

#include "configure/data/report.h"
#include "configure/datasets.h"
#include "core/files.h"
#include "core/json.h"

namespace trena {

struct Package {
  fs::path folder;  // holds the files of the data set's parts, without the folders in their names
  Json source;      // for data.json: kind, package, version, checksums
};

Result<Package> FindPackage(const Dataset& dataset, const fs::path& cache, const Report& report);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A data set of the study's own, which it describes by a map with a name (study/maps), as a row
// like those of datasets.h. trena and trena-data make the same row of the same description.
#pragma once

#include <functional>
#include <string>

#include "configure/datasets.h"
#include "core/files.h"
#include "core/json.h"
#include "study/study.h"

namespace trena {

// Looks at the files behind the study's data sets of files: their checksum goes into the map, or
// why they cannot be used, and then the checksum is the one that was `kept` (Plan::maps, empty
// where there is none), so that what was measured of them can still be told. `progress` is told of
// each by its name.
using LookProgress = std::function<void(const std::string& name, int64_t done, int64_t total)>;
void LookAtFiles(Study& study, const fs::path& cache, const Json& kept,
                 const LookProgress& progress);

// What trena-data is told of a map: what it says and its name; of images, their listing instead. An
// InputError, at its line, for files that cannot be used.
Result<Json> DescribeOwn(const Study& study, const NamedMap& map, const fs::path& cache);

// An InputError for a description that makes no data set.
Result<Dataset> OwnDataset(const Json& description);

}  // namespace trena

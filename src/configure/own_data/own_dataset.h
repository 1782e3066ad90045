// SPDX-License-Identifier: Apache-2.0
// A data set of the study's own, which it describes by a map with a name (study/maps), as a row
// like those of datasets.h. trena and trena-data make the same row of the same description.
#pragma once

#include "configure/datasets.h"
#include "core/json.h"
#include "study/study.h"

namespace trena {

// What trena-data is told: what the map says, and its name.
Result<Json> DescribeOwn(const Study& study, const NamedMap& map);

// An InputError for a description that makes no data set.
Result<Dataset> OwnDataset(const Json& description);

}  // namespace trena

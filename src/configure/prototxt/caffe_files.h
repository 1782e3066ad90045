// SPDX-License-Identifier: Apache-2.0
// What a study has of Caffe's files: networks that are a NAME.prototxt, and a `solver:`.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"
#include "study/study.h"

namespace trena {

// NAME.prototxt beside the study, which is beside the first of the folders, or in one of them.
Result<fs::path> FindPrototxt(const std::string& name, const std::vector<fs::path>& folders);

// Before scenarios are made. The checksums of its prototxt networks, which enter their keys: none
// of a file that is not there. And the values of its solver in the place of defaults: what the
// study says itself stays. An InputError where the solver cannot be read.
Status AddCaffeFiles(const std::vector<fs::path>& networks, Study& study);

}  // namespace trena

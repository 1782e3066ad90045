// SPDX-License-Identifier: Apache-2.0
// Images as rows of PNG files: each row of 8-bit RGB is one image, height × width × channels, read
// as bytes. Labels are a JSON list.
#pragma once

#include "configure/data/images.h"

namespace trena {

// The first `count` images of a part whose files are in `folder`.
Result<Images> ReadPngRows(const Dataset& dataset, const DatasetPart& part, const fs::path& folder,
                           int count);

}  // namespace trena

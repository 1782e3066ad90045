// SPDX-License-Identifier: Apache-2.0
// MNIST's file format, IDX: a big-endian header (magic, sizes) and bytes; gzipped or not.
// http://yann.lecun.com/exdb/mnist describes it.
#pragma once

#include "configure/data/images.h"

namespace trena {

// The first `count` images of a part whose files are in `folder`.
Result<Images> ReadIdx(const Dataset& dataset, const DatasetPart& part, const fs::path& folder,
                       int count);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// For tests of this folder.
#pragma once

#include "core/json.h"
#include "store/run_reader.h"

namespace trena {

// As a file would bring it, the first of its folder.
inline Result<RunRecord> ReadRun(const Json& json) { return RunReader().Read(Dump(json, 1)); }

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What a run was of, as its record tells it: with no study at hand, and whatever was a factor
// there.
#pragma once

#include <set>
#include <string>

#include "core/value.h"
#include "store/run.h"

namespace trena {

// Levels, then fixed values, with `environment` always there and `framework` without its version.
Values ValuesOf(const RunRecord& run);

// The values in one text, in order of name, without those of `without`: equal for equal values,
// wherever they were written.
std::string Canonical(const Values& values, const std::set<std::string>& without = {});

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Levels written as a range: `16..64 by 16` is 16, 32, 48, 64; `1..512 by x2` is 1, 2, 4, … 512;
// `1..4` goes by 1. The end is a level only where a step reaches it.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace trena {

// Whether a level's text means a range, well written or not: a number, "..", a number.
bool IsRange(const std::string& text);

// Its levels. An InputError for a step that leads nowhere, a range that goes down, too many levels.
Result<std::vector<Value>> ParseRange(const std::string& text);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// "2 %", "0.5%": a part of a whole as people write it.
#pragma once

#include <string>

#include "core/result.h"

namespace trena {

// As a part of 1, above 0 and below 1. A bare number is an error that suggests the form.
Result<double> ParsePercent(const std::string& text);

}  // namespace trena

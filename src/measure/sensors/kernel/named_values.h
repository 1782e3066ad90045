// SPDX-License-Identifier: Apache-2.0
// Files of the kernel with one "name value" a line: meminfo, vmstat, a group's cpu.stat.
#pragma once

#include <span>
#include <string_view>

#include "measure/sensors/kernel/counter.h"

namespace trena {

// values[i] is the number after names[i], the first of that name; missing when it is not there or
// is no number.
void ReadNamed(std::string_view text, std::span<const std::string_view> names,
               std::span<Reading> values);

}  // namespace trena

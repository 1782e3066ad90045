// SPDX-License-Identifier: Apache-2.0
// A program whose output is followed line by line while it works: trena-data and its progress.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace trena {

// Runs `arguments` ([0] is a path or looked up in PATH; no shell) to its end and hands on each line
// of its stdout as it comes. Gives the exit code, 128 + signal if a signal ended it.
Result<int> RunByLine(const std::vector<std::string>& arguments,
                      const std::function<void(std::string_view line)>& on_line);

}  // namespace trena

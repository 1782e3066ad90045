// SPDX-License-Identifier: Apache-2.0
// What can be known of a run whose trena was killed, from the folder that it left.
#pragma once

#include <filesystem>
#include <optional>

namespace trena {

// For how long the run was seen to live: from its first sample to its last, or where there are not
// two, from the writing of scenario.json, right before it started, to the last change of its files.
// It lived at least so long.
std::optional<double> SecondsSeen(const std::filesystem::path& folder);

}  // namespace trena

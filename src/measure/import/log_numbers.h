// SPDX-License-Identifier: Apache-2.0
// Numbers as logs write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trena {

// All of the text, finite; "+1" and "93.5%" too. Empty for nan, inf and what is no number.
std::optional<double> LogNumber(std::string_view text);

// The same, and not below 0.
std::optional<double> LogSeconds(std::string_view text);

// Appends a finite number to a JSON text: as it was written where JSON has it so, else the same
// number.
void AppendJsonNumber(std::string_view text, std::string& json);

// What stands between `before` and `after`, the first time; empty where either is not there.
std::string_view Between(std::string_view text, std::string_view before, std::string_view after);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// One cell of a CSV file (RFC 4180): quoted where it must be, and never a formula that a
// spreadsheet would compute.
#pragma once

#include <string>

namespace trena {

// A text that begins like a formula (= + - @) and is no number gets an apostrophe before it.
std::string CsvCell(const std::string& text);

}  // namespace trena

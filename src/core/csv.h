// SPDX-License-Identifier: Apache-2.0
// Cells and lines of a CSV file (RFC 4180): quoted where it must be, and never a formula that a
// spreadsheet would compute.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

// A text that begins like a formula (= + - @) and is no number gets an apostrophe before it.
std::string CsvCell(const std::string& text);

// A line with its end (CRLF).
std::string CsvLine(const std::vector<std::string>& cells);

// So that it reads back as it was, whatever the locale; empty where it is missing or not finite.
std::string CsvNumber(std::optional<double> value);

// The cells of one line, as a person types them: a,b,"c, d" with quotes doubled within quotes. None
// of an empty text. An InputError that says what is wrong with the quotes.
Result<std::vector<std::string>> SplitCsvRow(const std::string& line);

}  // namespace trena

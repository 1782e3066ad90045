// SPDX-License-Identifier: Apache-2.0
// Small things done to text: suggestions, joining, safe display, columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trena {

// The candidate a person most likely meant: least edit distance (with swaps of neighbours), at most
// a third of the word's length. Empty when nothing is near.
std::optional<std::string> Nearest(const std::string& word,
                                   const std::vector<std::string>& candidates);

// " (did you mean `x`?)", or nothing.
std::string DidYouMean(const std::string& word, const std::vector<std::string>& candidates);

std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::vector<std::string> Split(std::string_view text, char separator);
std::string_view Trim(std::string_view text);

// Columns a terminal shows for UTF-8 text.
size_t DisplayWidth(std::string_view text);

// For a terminal: control characters, bidirectional marks and bytes that are not UTF-8 become
// visible escapes, so that nothing from a file can drive the reader's terminal.
std::string ForTerminal(std::string_view text);

// At most `width` columns, the end replaced by an ellipsis.
std::string Shorten(std::string_view text, size_t width);

}  // namespace trena

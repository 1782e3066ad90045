// SPDX-License-Identifier: Apache-2.0
// For tests of sentences in two languages: whether English was left in what should be Portuguese.
#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace trena {

// The words of a text that are English and not Portuguese as well; what is in capitals, or
// between `…`, is a name.
inline std::vector<std::string> EnglishWordsIn(const std::string& text) {
  static const std::set<std::string> english = {
      "after",  "all",      "and",     "are",     "at",         "be",       "been",   "before",
      "best",   "between",  "block",   "blocks",  "but",        "by",       "can",    "cannot",
      "centre", "change",   "changes", "clear",   "design",     "each",     "effect", "effects",
      "ending", "every",    "factor",  "factors", "fast",       "few",      "fewer",  "first",
      "for",    "fraction", "freedom", "from",    "given",      "has",      "have",   "here",
      "how",    "if",       "in",      "is",      "it",         "its",      "judged", "left",
      "less",   "level",    "levels",  "main",    "makes",      "measured", "mend",   "more",
      "most",   "none",     "not",     "nothing", "of",         "on",       "one",    "only",
      "other",  "others",   "pilot",   "pilots",  "plot",       "plots",    "point",  "points",
      "price",  "run",      "runs",    "same",    "save",       "says",     "search", "set",
      "so",     "some",     "start",   "starts",  "start-up",   "step",     "steps",  "stopped",
      "than",   "that",     "the",     "their",   "them",       "they",     "this",   "times",
      "to",     "together", "told",    "two",     "two-factor", "unset",    "uses",   "warm-up",
      "was",    "were",     "what",    "which",   "whole",      "with",     "within", "without",
      "words",  "would"};
  std::vector<std::string> found;
  std::string word;
  bool quoted = false;
  for (const char letter : text + " ") {
    if (letter == '`') quoted = !quoted;
    const auto byte = static_cast<unsigned char>(letter);
    if (!quoted && (std::isalnum(byte) || letter == '-' || letter == '_' || byte > 0x7f)) {
      word += letter;
      continue;
    }
    const bool name =
        word.size() > 1 &&
        std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c); });
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (!name && english.contains(word)) found.push_back(word);
    word.clear();
  }
  return found;
}

}  // namespace trena

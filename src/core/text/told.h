// SPDX-License-Identifier: Apache-2.0
// What is said of something seen, in both languages, by folders that do not know who reads it: a
// sentence with its values filled in.
//
//   Told seen = Tell({"{count} CPUs, a core each", "{count} CPUs, um núcleo cada"}, {{"count",
//   "2"}}); seen.In(Language::kPortuguese);
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/sentence.h"

namespace trena {

struct Told {
  Told() = default;
  // A name or a figure, the same in both.
  Told(std::string text) : english(text), portuguese(std::move(text)) {}  // NOLINT
  Told(const char* text) : Told(std::string(text)) {}                     // NOLINT
  Told(std::string english, std::string portuguese)
      : english(std::move(english)), portuguese(std::move(portuguese)) {}

  bool empty() const { return english.empty(); }
  const std::string& In(Language language) const {
    return language == Language::kPortuguese ? portuguese : english;
  }
  friend bool operator==(const Told&, const Told&) = default;

  std::string english, portuguese;
};

// A number with its decimal point: "2.5" and "2,5".
Told Decimal(std::string number);

// As Fill (fill.h): each `{name}` replaced by its value, and of `[run|runs]` the one that fits.
Told Tell(Sentence sentence, std::initializer_list<std::pair<std::string_view, Told>> values = {});

// What was told and kept in English alone, in both again: by the first of these sentences whose
// English it has, with the values that it has there; as it is where it has none's.
Told TellAgain(const std::string& english, std::span<const Sentence> sentences);

// One after the other with this between them.
Told JoinTold(const std::vector<Told>& parts, const Told& separator);
// "a, b": names, which are the same in both.
Told JoinNames(const std::vector<std::string>& names, const Told& separator);

}  // namespace trena

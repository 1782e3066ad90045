// SPDX-License-Identifier: Apache-2.0
// A sentence in both languages, so that tables of metrics and warnings can hold their own words
// wherever they stand. How values go into it is fill.h's.
#pragma once

#include <cstddef>
#include <string_view>

namespace trena {

enum class Language { kEnglish, kPortuguese };

// One sentence in both languages. `{name}` in it stands for a value, and the other language may put
// it elsewhere. The compiler sees that both have the same names and end alike.
class Sentence {
 public:
  consteval Sentence(const char* english, const char* portuguese)
      : english_(english), portuguese_(portuguese) {
    if (english_.empty() || portuguese_.empty()) throw "a language is missing";
    if (english_.ends_with('.') != portuguese_.ends_with('.')) throw "one has no full stop";
    if (!NamesAreIn(english_, portuguese_) || !NamesAreIn(portuguese_, english_)) {
      throw "a {name} of one language is not in the other, or not as often";
    }
  }

  constexpr std::string_view In(Language language) const {
    return language == Language::kPortuguese ? portuguese_ : english_;
  }

 private:
  static consteval size_t Count(std::string_view text, std::string_view name) {
    size_t count = 0;
    for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) ++count;
    return count;
  }
  static consteval bool NamesAreIn(std::string_view from, std::string_view text) {
    for (size_t open = from.find('{'); open != from.npos; open = from.find('{', open + 1)) {
      std::string_view name = from.substr(open, from.find('}', open) - open + 1);
      if (Count(text, name) != Count(from, name)) return false;
    }
    return true;
  }

  std::string_view english_, portuguese_;
};

}  // namespace trena

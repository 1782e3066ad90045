// SPDX-License-Identifier: Apache-2.0
#include "core/text/told.h"

#include <algorithm>

#include "core/text/fill.h"
#include "core/text/text.h"

namespace trena {
namespace {

using ToldValues = std::initializer_list<std::pair<std::string_view, Told>>;

std::string Filled(std::string_view text, const ToldValues& values, Language language) {
  return Fill(text, [&](std::string_view name) {
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const auto& value) { return value.first == name; });
    return found == values.end() ? nullptr : &found->second.In(language);
  });
}

}  // namespace

Told Decimal(std::string number) {
  std::string portuguese = number;
  std::replace(portuguese.begin(), portuguese.end(), '.', ',');
  return {std::move(number), std::move(portuguese)};
}

Told Tell(Sentence sentence, std::initializer_list<std::pair<std::string_view, Told>> values) {
  return {Filled(sentence.In(Language::kEnglish), values, Language::kEnglish),
          Filled(sentence.In(Language::kPortuguese), values, Language::kPortuguese)};
}

Told JoinTold(const std::vector<Told>& parts, const Told& separator) {
  std::vector<std::string> english, portuguese;
  for (const Told& part : parts) {
    english.push_back(part.english);
    portuguese.push_back(part.portuguese);
  }
  return {Join(english, separator.english), Join(portuguese, separator.portuguese)};
}

Told JoinNames(const std::vector<std::string>& names, const Told& separator) {
  return {Join(names, separator.english), Join(names, separator.portuguese)};
}

}  // namespace trena

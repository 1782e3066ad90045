// SPDX-License-Identifier: Apache-2.0
#include "core/text/told.h"

#include <algorithm>
#include <map>
#include <optional>

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

using ReadValues = std::map<std::string, std::string, std::less<>>;

// What stands in a text where a sentence has its names; none where the text is not of its shape.
std::optional<ReadValues> ValuesIn(std::string_view text, std::string_view shape) {
  ReadValues values;
  while (true) {
    const size_t open = std::min(shape.find('{'), shape.size());
    if (!text.starts_with(shape.substr(0, open))) return std::nullopt;
    text.remove_prefix(open);
    shape.remove_prefix(open);
    if (shape.empty()) break;
    const size_t close = shape.find('}');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view name = shape.substr(1, close - 1);
    shape.remove_prefix(close + 1);
    const std::string_view next = shape.substr(0, shape.find('{'));
    // The last value goes as far as what follows it lets it.
    const bool last = next.size() == shape.size();
    const size_t end = next.empty() ? text.size() : last ? text.rfind(next) : text.find(next);
    if (end == std::string_view::npos) return std::nullopt;
    values.emplace(name, text.substr(0, end));
    text.remove_prefix(end);
  }
  return text.empty() ? std::optional(std::move(values)) : std::nullopt;
}

// "2.5", but not "2.5.1".
bool IsDecimal(const std::string& text) {
  return text.find_first_not_of("0123456789.") == std::string::npos &&
         std::count(text.begin(), text.end(), '.') == 1;
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

Told TellAgain(const std::string& english, std::span<const Sentence> sentences) {
  for (const Sentence& sentence : sentences) {
    auto values = ValuesIn(english, sentence.In(Language::kEnglish));
    if (!values) continue;
    for (auto& [name, value] : *values) {
      if (IsDecimal(value)) value = Decimal(value).portuguese;
    }
    return {english, Fill(sentence.In(Language::kPortuguese), [&](std::string_view name) {
              const auto found = values->find(name);
              return found == values->end() ? nullptr : &found->second;
            })};
  }
  return english;
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

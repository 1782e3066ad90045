// SPDX-License-Identifier: Apache-2.0
#include "core/text/told.h"

#include <algorithm>

namespace trena {
namespace {

using ToldValues = std::initializer_list<std::pair<std::string_view, Told>>;

std::string Filled(std::string_view rest, const ToldValues& values, Language language) {
  std::string out;
  for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    out += rest.substr(0, open);
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const auto& value) { return value.first == name; });
    out += found == values.end() ? std::string(rest.substr(open, close - open + 1))
                                 : found->second.In(language);
    rest.remove_prefix(close + 1);
  }
  return out.append(rest);
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

}  // namespace trena

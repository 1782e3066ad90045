// SPDX-License-Identifier: Apache-2.0
// What is said to people, in their language. A sentence stands in both languages where it is said,
// so nothing can be said in one language only; what is said in several places is in labels.h.
// Machine formats (CSV, JSON) never come here. A third language would want gettext instead.
//
//   Words words(Language::kPortuguese);
//   words.Say({"{done} of {planned} runs are done", "{done} de {planned} execuções feitas"},
//             {{"done", "3"}, {"planned", "24"}});
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/sentence.h"

namespace trena {

inline constexpr int kMostDecimals = 9;

// "pt-BR" and any other Portuguese; everything else is English.
Language LanguageFromCode(std::string_view code);
// As HTML's lang attribute wants it.
std::string CodeOf(Language language);

class Words {
 public:
  using Argument = std::pair<std::string_view, std::string>;

  explicit Words(Language language) : language_(language) {}

  Language language() const { return language_; }

  // The sentence with each `{name}` replaced by its argument; values are never searched for names.
  // Of `[run|runs]` the first is said after a 1, the second after any other value.
  std::string Say(Sentence sentence, std::initializer_list<Argument> arguments = {}) const;
  std::string Say(Sentence sentence, std::span<const Argument> arguments) const;

  // 1234.5 → "1,234.5", "1.234,5". A minus is U+2212.
  std::string Fixed(double value, int decimals) const;
  // As many decimals as `digits` significant ones need: 0.04567 → "0.0457"; 45678.9 → "45,679".
  std::string Significant(double value, int digits) const;
  // Of a value that is in percent already: "61.2%", "<0.1%".
  std::string Percent(double percent) const;
  // "<0.001", "0.012".
  std::string Chance(double p) const;
  // "p < 0.001", "p = 0.012".
  std::string Probability(double p) const;
  // "950 ms", "3.41 s", "2 min 05 s".
  std::string Time(double seconds) const;
  // "1.2 GB", "1,2 GB".
  std::string Memory(double bytes) const;
  // "0.0024 USD"; "US$ 0,0024", "R$ 1.234,56".
  std::string Money(double amount, const std::string& currency) const;
  // A number already written, with its currency where the language puts it: "−R$ 5,00".
  std::string WithCurrency(const std::string& number, const std::string& currency) const;
  // "1.2e-06", "1,2e-06".
  std::string Scientific(double value, int decimals) const;
  // Of "2024-01-15", "15/01/2024"; of "2024-01-15T12:30:05Z", "2024-01-15 12:30 UTC" and
  // "15/01/2024 12:30 UTC". What is neither stays as it is.
  std::string Date(const std::string& calendar) const;
  // "a, b and c".
  std::string List(const std::vector<std::string>& items) const;

 private:
  Language language_;
};

}  // namespace trena

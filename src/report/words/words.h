// SPDX-License-Identifier: Apache-2.0
// What is said to people, in their language. The English sentence is the key; the tables of
// sentences_*.h hold its Portuguese. A sentence that is in no table does not compile, so nothing
// can be said in one language only. Machine formats (CSV, JSON) never come here.
//
//   Words words(Language::kPortuguese);
//   words.Say("{done} of {planned} runs are done", {{"done", "3"}, {"planned", "24"}});
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/words/sentences_answer.h"
#include "report/words/sentences_comparison.h"
#include "report/words/sentences_cost.h"
#include "report/words/sentences_findings.h"
#include "report/words/sentences_labels.h"
#include "report/words/sentences_model.h"
#include "report/words/sentences_monitor.h"
#include "report/words/sentences_page.h"
#include "report/words/sentences_paper.h"
#include "report/words/sentences_table.h"
#include "report/words/sentences_warnings.h"
#include "report/words/translation.h"

namespace trena {

inline constexpr int kMostDecimals = 9;

enum class Language { kEnglish, kPortuguese };

// "pt-BR" and any other Portuguese; everything else is English.
Language LanguageFromCode(std::string_view code);
// As HTML's lang attribute wants it.
std::string CodeOf(Language language);

// Every table of sentences, for looking one up and for the tests that read them all.
inline constexpr std::span<const Translation> kSentenceTables[] = {
    kAnswerSentences, kComparisonSentences, kCostSentences,    kFindingSentences,
    kLabelSentences,  kModelSentences,      kMonitorSentences, kPageSentences,
    kPaperSentences,  kTableSentences,      kWarningSentences};

// A sentence known to be in a table: checked by the compiler.
class Sentence {
 public:
  consteval Sentence(const char* english)  // NOLINT(google-explicit-constructor)
      : row_(Find(english)) {}

  std::string_view In(Language language) const {
    return language == Language::kPortuguese ? row_->portuguese : row_->english;
  }

 private:
  static consteval const Translation* Find(std::string_view english) {
    for (std::span<const Translation> table : kSentenceTables) {
      for (const Translation& row : table) {
        if (row.english == english) return &row;
      }
    }
    throw "a sentence without a translation: add it to a table of sentences_*.h";
  }

  const Translation* row_;
};

class Words {
 public:
  using Argument = std::pair<std::string_view, std::string>;

  explicit Words(Language language) : language_(language) {}

  Language language() const { return language_; }

  // The sentence with each `{name}` replaced by its argument; values are never searched for names.
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

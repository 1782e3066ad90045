// SPDX-License-Identifier: Apache-2.0
#include "report/formats/formats.h"

#include <gtest/gtest.h>

#include <set>

#include "report/formats/example_analysis.h"
#include "report/words/test_sentences.h"

namespace trena {
namespace {

TEST(FormatsTest, AreFoundByNameAndByExtension) {
  EXPECT_STREQ(FindFormat("markdown")->name, "markdown");
  EXPECT_STREQ(FindFormat("md")->name, "markdown");
  EXPECT_EQ(FindFormat("docx"), nullptr);
  EXPECT_EQ(FindFormats("csv").size(), 4u) << "every table";
  EXPECT_STREQ(FindFormats("epochs")[0]->extension, "epochs.csv");
  EXPECT_TRUE(FindFormats("").empty());
}

TEST(FormatsTest, EachDrawsAnyRecordInBothLanguages) {
  std::set<std::string> names;
  for (const Format& format : Formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    for (Language language : {Language::kEnglish, Language::kPortuguese}) {
      ReportContext context;
      context.language = language;
      for (const Analysis& analysis : {Analysis{}, ExampleAnalysis(), HostileAnalysis()}) {
        EXPECT_FALSE(format.render(analysis, context).empty()) << format.name;
      }
    }
  }
  EXPECT_EQ(names.size(), 9u);
}

// The compiler sees that a sentence has its Portuguese; here, that none is said in English to a
// Portuguese reader: no label or sentence of more than two words is written past the tables.
TEST(FormatsTest, APortugueseReaderReadsNoEnglish) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[0].outcome = Outcome::kFailed;
  analysis.warnings = {{"stand_in", {"laptop", "2 CPUs"}}};
  ReportContext context;
  context.language = Language::kPortuguese;
  const auto sentences = AllSentences();
  size_t looked_for = 0;
  for (const char* name : {"terminal", "html", "markdown", "latex"}) {
    std::string text = FindFormat(name)->render(analysis, context);
    text.resize(std::min(text.find("<template"), text.size()));  // a page holds the other language
    for (const auto& [english, portuguese] : sentences) {
      if (english == portuguese || CountWords(english) < 3 || Has(english, "{")) continue;
      ++looked_for;
      EXPECT_FALSE(Has(text, english)) << name << ": " << english;
    }
  }
  EXPECT_GT(looked_for, 4 * 150u) << "the sentences were not found";
}

// What programs read is the same for every reader; only the record's own sentences are in words.
TEST(FormatsTest, TheLanguageChangesNoTable) {
  for (const Format* format : FindFormats("csv")) {
    ReportContext context;
    const std::string english = format->render(ExampleAnalysis(), context);
    context.language = Language::kPortuguese;
    EXPECT_EQ(format->render(ExampleAnalysis(), context), english) << format->name;
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/formats.h"

#include <gtest/gtest.h>

#include <set>

#include "report/example_analysis.h"

namespace trena {
namespace {

TEST(FormatsTest, AreFoundByNameAndByExtension) {
  EXPECT_STREQ(FindFormat("markdown")->name, "markdown");
  EXPECT_STREQ(FindFormat("md")->name, "markdown");
  EXPECT_EQ(FindFormat("docx"), nullptr);
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
  EXPECT_EQ(names.size(), 5u);
}

}  // namespace
}  // namespace trena

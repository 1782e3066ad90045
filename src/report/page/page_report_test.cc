// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_report.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "report/formats/example_analysis.h"
#include "report/page/page_assets.h"

namespace trena {
namespace {

// The page without its own script, in which no text of a study can be.
std::string Markup(const Analysis& analysis, Language language = Language::kEnglish) {
  ReportContext context;
  context.language = language;
  std::string page = PageReport(analysis, context);
  size_t script = page.find(PageScript());
  EXPECT_NE(script, std::string::npos);
  return page.erase(script, PageScript().size());
}

size_t Count(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(PageReportTest, IsCompleteWithoutItsScript) {
  std::string page = Markup(ExampleAnalysis());
  EXPECT_TRUE(Has(page, "<html lang=\"en\">"));
  EXPECT_TRUE(Has(page, "<h1>What does training cost on this machine, and what drives it?"));
  EXPECT_TRUE(Has(page, "Verdict: valid"));
  EXPECT_TRUE(Has(page, "Training takes from 6.50\u00a0±\u00a00.25 s (n\u00a0=\u00a03)"));
  EXPECT_TRUE(Has(page, "<th scope=\"row\">C5</th>"));
  EXPECT_TRUE(Has(page, ">76.1%</td>"));
  EXPECT_TRUE(Has(page, "Example CPU"));
  EXPECT_TRUE(Has(page, "OpenBLAS 0.3.21"));
  EXPECT_TRUE(Has(page, "replication 1: 8"));
  EXPECT_TRUE(Has(page, "trena run examples/first.yaml"));
}

TEST(PageReportTest, SpeaksPortuguese) {
  std::string page = Markup(ExampleAnalysis(), Language::kPortuguese);
  EXPECT_TRUE(Has(page, "<html lang=\"pt-BR\">"));
  EXPECT_TRUE(Has(page, "Treinamento mais barato"));
  EXPECT_TRUE(Has(page, "6,50 ± 0,25"));
}

TEST(PageReportTest, FetchesNothing) {
  std::string page = Markup(ExampleAnalysis());
  for (const char* fetch : {" src=", "<link", "@import", "url("}) {
    EXPECT_FALSE(Has(page, fetch));
  }
  EXPECT_TRUE(Has(page, "default-src &#39;none&#39;"));
  EXPECT_FALSE(Has(page, "unsafe-eval"));
}

TEST(PageReportTest, OnlyOurScriptMayRun) {
  // FIPS 180-2's example: SHA-256 of "abc", here in base64.
  EXPECT_EQ(PolicyHash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_TRUE(Has(Markup(ExampleAnalysis()), PolicyHash(PageScript())));
}

TEST(PageReportTest, TheScriptFitsIntoAPage) {
  EXPECT_GT(PageScript().size(), 100'000u);
  EXPECT_LT(PageScript().size(), 1'200'000u);
  EXPECT_EQ(PageScript().find("</script"), std::string_view::npos);
  EXPECT_EQ(PageScript().find("<!--"), std::string_view::npos);
  EXPECT_EQ(PageScript().find('\r'), std::string_view::npos) << "would change its hash";
  EXPECT_GT(PageStyle().size(), 1000u);
  EXPECT_EQ(PageStyle().find("</style"), std::string_view::npos);
}

TEST(PageReportTest, NothingFromAFileIsMarkup) {
  std::string page = Markup(HostileAnalysis());
  Analysis example = ExampleAnalysis();
  example.main.metric = "no time";  // as the hostile one's, so that there are as many charts
  std::string calm = Markup(example);
  for (const char* harm : {"<script>alert", "<img", "]]>", "-->", "\x1b", "\u202e", "\u2028"}) {
    EXPECT_FALSE(Has(page, harm));
  }
  EXPECT_EQ(page.find(" onmouseover=\""), std::string::npos);
  EXPECT_EQ(Count(page, "<script"), Count(calm, "<script"));
  EXPECT_EQ(Count(page, "</script"), Count(calm, "</script"));
}

TEST(PageReportTest, ShowsARecordOfNothing) {
  std::string page = Markup(Analysis{});
  EXPECT_TRUE(Has(page, "No run ended well"));
  EXPECT_TRUE(Has(page, "Verdict: inconclusive"));
}

TEST(PageReportTest, AFailureShowsWhatItsLogSaidLast) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[3].outcome = Outcome::kFailed;
  analysis.runs[3].last_lines = {"Traceback <module>", "ValueError: bad shape"};
  std::string page = PageReport(analysis, ReportContext{});
  EXPECT_NE(page.find("<pre><code>Traceback &lt;module&gt;\nValueError: bad shape\n</code></pre>"),
            std::string::npos);
}

}  // namespace
}  // namespace trena

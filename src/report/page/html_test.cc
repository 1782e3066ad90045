// SPDX-License-Identifier: Apache-2.0
#include "report/page/html.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

TEST(HtmlTest, EscapesTextAndAttributes) {
  Html html;
  html.Element("p", "a < b & \"c\"", {{"title", "\" onclick='x'"}});
  EXPECT_EQ(html.text(),
            "<p title=\"&quot; onclick=&#39;x&#39;\">a &lt; b &amp; &quot;c&quot;</p>");
}

TEST(HtmlTest, ShowsWhatWouldTurnTheWriting) {
  EXPECT_EQ(HtmlEscaped("a\u202eb\x01"), "a\\u{202e}b\\u{1}");
}

TEST(HtmlTest, ProseHasCodeBetweenBackticks) {
  EXPECT_EQ(Html().Prose("type `a < b` now").text(), "type <code>a &lt; b</code> now");
  EXPECT_EQ(Html().Prose("one ` alone").text(), "one ` alone");
}

TEST(HtmlTest, JsonInAScriptCannotEndIt) {
  Json json = {{"text", "</script><!-- & \u2028\u2029"}};
  std::string text = JsonForScript(json);
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(text.find("\u2028"), std::string::npos);
  EXPECT_EQ(ParseJson(text).value(), json) << "it still says the same";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/talk.h"
#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(DoctorCommand, LooksForAsLongAsItIsTold) {
  for (const char* wrong : {"2h", "-1s", "soon"}) {
    EXPECT_EQ(RunCommand("doctor", {"--for", wrong}).code, kExitInput) << wrong;
  }
  CommandEnd end = RunCommand("doctor", {"--for", "0s", "--json"});
  Result<Json> json = ParseJson(end.output);
  ASSERT_TRUE(json.ok()) << end.output << end.error;
  size_t bad = 0, notes = 0;
  for (const Json& finding : json.value()["findings"]) {
    if (finding["level"] == "bad") ++bad;
    if (finding["level"] == "note") ++notes;
  }
  EXPECT_EQ(json.value()["bad"], bad);
  EXPECT_EQ(json.value()["notes"], notes);
  EXPECT_EQ(end.code, bad > 0 ? kExitInconclusive : kExitDone);
}

TEST(DoctorCommand, SpeaksPortuguese) {
  const CommandEnd end = RunCommand("doctor", {"--for", "0s", "--language", "pt-BR"});
  TalkIn("en");
  EXPECT_TRUE(Has(end.output, {" um estudo"})) << end.output;  // the last line, whatever was seen
  EXPECT_FALSE(Has(end.output, {"a study"})) << end.output;
  EXPECT_FALSE(Has(end.output, {"  good  "})) << end.output;
  // What programs read stays as it is.
  const CommandEnd json = RunCommand("doctor", {"--for", "0s", "--language", "pt-BR", "--json"});
  TalkIn("en");
  EXPECT_TRUE(Has(json.output, {"\"level\": \"good\""})) << json.output;
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/command_template.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

std::string Filled(const std::string& argument) {
  return FillTemplate(argument, [](const std::string& name) -> std::optional<std::string> {
    if (name == "batch") return "64";
    if (name == "tricky") return "{batch}}}";
    return std::nullopt;
  });
}

TEST(CommandTemplateTest, NamesBecomeTheirValues) {
  EXPECT_EQ(Filled("--batch={batch}"), "--batch=64");
  EXPECT_EQ(Filled("{batch}{batch}-{batch}"), "6464-64");
  EXPECT_EQ(Filled(""), "");
  EXPECT_EQ(Filled("plain"), "plain");
}

TEST(CommandTemplateTest, DoubledBracesAreBraces) {
  EXPECT_EQ(Filled("{{batch}}"), "{batch}");
  EXPECT_EQ(Filled("{{{batch}}}"), "{64}");
  EXPECT_EQ(Filled(R"({{"batch": {batch}, "more": {{"x": 1}}}})"),
            R"({"batch": 64, "more": {"x": 1}})");
  EXPECT_EQ(Filled("{{"), "{");
}

TEST(CommandTemplateTest, ClosingBracesWithoutADoubledOpeningStayAsTheyAre) {
  EXPECT_EQ(Filled(R"({"a": {"b": {batch}}})"), R"({"a": {"b": 64}})");
  EXPECT_EQ(Filled("}}"), "}}");
  EXPECT_EQ(Filled("{{a}} }}"), "{a} }}");
}

TEST(CommandTemplateTest, ABraceWithoutItsPartnerIsText) {
  EXPECT_EQ(Filled("{"), "{");
  EXPECT_EQ(Filled("a}b"), "a}b");
  EXPECT_EQ(Filled("{batch"), "{batch");
  EXPECT_EQ(Filled("{nope} {}"), "{nope} {}");
}

TEST(CommandTemplateTest, AValueIsNeverATemplate) { EXPECT_EQ(Filled("{tricky}"), "{batch}}}"); }

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The grammar is that of protobuf's text format (protobuf.dev/reference/protobuf/textformat-spec).
#include "configure/prototxt/text_format.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// The tree as text: a:1 b:{c:"x"}.
std::string Told(const ProtoNode& node) {
  std::string text;
  for (const ProtoNode& field : node.fields) {
    const std::string scalar = field.quoted ? "\"" + field.text + "\"" : field.text;
    text += text.empty() ? "" : " ";
    text += field.name + ":" + (field.is_message ? "{" + Told(field) + "}" : scalar);
  }
  return text;
}

std::string Parsed(const std::string& text) {
  Source source("n.prototxt", text);
  const auto root = ParseTextFormat(source);
  EXPECT_EQ(root.has_value(), source.diagnostics().empty()) << text;
  return root ? Told(*root) : source.Render();
}

TEST(TextFormat, ReadsWhatProtobufReads) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"", ""},
      {"# nothing\n", ""},
      {"a: 1 b: -2.5e-3 c: .5f d: TRAIN e: true", "a:1 b:-2.5e-3 c:.5f d:TRAIN e:true"},
      {"a{b:1}", "a:{b:1}"},
      {"a: { b: 1 } # c: 2\n", "a:{b:1}"},
      {"a < b: 1 >", "a:{b:1}"},
      {"a: 1, b: 2; c: 3", "a:1 b:2 c:3"},
      {"a: [1, 2] b [{c: 3}, {}] d: []", "a:1 a:2 b:{c:3} b:{}"},
      {"a: \"x\" 'y' b: 'it\\'s' c: \"#{\"", "a:\"xy\" b:\"it's\" c:\"#{\""},
      {"a\n:\n1", "a:1"},
  };
  for (const auto& [text, told] : cases) EXPECT_EQ(Parsed(text), told) << text;
}

TEST(TextFormat, ShowsWhereItIsWrong) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"a 1", "n.prototxt:1:3: expected `:` or `{` after `a`"},
      {"a:\n  }", "n.prototxt:2:3: expected a value of `a`"},
      {"a {\n b: 1", "n.prototxt:2:6: the file ends where the name of a field should stand"},
      {"}", "n.prototxt:1:1: expected the name of a field"},
      {"a { b: 1 >", "expected the name of a field"},
      {"a: [1 2]", "n.prototxt:1:7: expected `,` or `]`"},
      {"a: [1, ", "the file ends where a value of `a` should stand"},
      {"a: \"x\nb: 1", "n.prototxt:1:4: a string that does not end on its line"},
      {"a: \"x", "a string that does not end on its line"},
      {"[a.b]: 1", "n.prototxt:1:1: expected the name of a field"},
      {"a: -", "expected a value of `a`"},
  };
  for (const auto& [text, complaint] : cases) EXPECT_TRUE(Has(Parsed(text), {complaint})) << text;
}

TEST(TextFormat, MessagesAreNotEndlesslyDeep) {
  std::string deep;
  for (int i = 0; i < 33; ++i) deep += "a{";
  EXPECT_TRUE(Has(Parsed(deep), {"they are too deep"}));
  EXPECT_TRUE(Has(Parsed(std::string(500'000, '{')), {"expected the name"}));
}

TEST(TextFormat, ValuesAreOfTheirKind) {
  Source source("n.prototxt", "a: 1.5 b: \"1\" c: { } d: t e: 0 f: 2f g: nan h: 1e999 i: \"\"");
  const ProtoNode root = *ParseTextFormat(source);
  const auto field = [&](const char* name) { return *root.Find(name); };
  EXPECT_EQ(ProtoNumber(source, field("a"), 0, 2), 1.5);
  EXPECT_EQ(ProtoWhole(source, field("f"), 0, 2), 2);
  EXPECT_EQ(ProtoTruth(source, field("d")), true);
  EXPECT_EQ(ProtoTruth(source, field("e")), false);
  EXPECT_EQ(ProtoString(source, field("b")), "1");
  EXPECT_TRUE(source.diagnostics().empty());
  EXPECT_FALSE(ProtoNumber(source, field("a"), 0, 1));
  EXPECT_FALSE(ProtoNumber(source, field("b"), 0, 9));
  EXPECT_FALSE(ProtoNumber(source, field("c"), 0, 9));
  EXPECT_FALSE(ProtoNumber(source, field("g"), 0, 9));
  EXPECT_FALSE(ProtoNumber(source, field("h"), 0, 9));
  EXPECT_FALSE(ProtoWhole(source, field("a"), 0, 9));
  EXPECT_FALSE(ProtoTruth(source, field("a")));
  EXPECT_EQ(ProtoString(source, field("a")), "");
  EXPECT_EQ(ProtoString(source, field("i")), "");
  EXPECT_EQ(source.diagnostics().size(), 9u);
}

}  // namespace
}  // namespace trena

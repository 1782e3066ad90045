// SPDX-License-Identifier: Apache-2.0
#include "core/yaml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/clock.h"

namespace trena {
namespace {

// The diagnostics of a text that must be refused, and quickly.
std::string Refusal(const std::string& text) {
  Source source("f.yaml", text);
  double begin = MonotonicNow();
  auto root = LoadYaml(source);
  EXPECT_LT(MonotonicNow() - begin, 20.0);
  EXPECT_FALSE(root) << text.substr(0, 80);
  EXPECT_EQ(source.diagnostics().size(), 1u);
  return source.Render();
}

bool YamlHas(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string Repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(LoadYamlTest, ReadsADocument) {
  Source source("f.yaml", "a: [1, 2]\nb: &x {c: d}\ne: *x\n");
  auto root = LoadYaml(source);
  ASSERT_TRUE(root);
  EXPECT_TRUE(source.diagnostics().empty());
  EXPECT_EQ((*root)["e"]["c"].Scalar(), "d");
}

TEST(LoadYamlTest, AnEmptyFileIsNull) {
  for (const char* text : {"", "\n\n", "# only a remark\n"}) {
    Source source("f.yaml", text);
    auto root = LoadYaml(source);
    ASSERT_TRUE(root);
    EXPECT_TRUE(root->IsNull());
  }
}

TEST(LoadYamlTest, SyntaxErrorsSayWhere) {
  std::string text = Refusal("a: 1\nb: [1, 2\n");
  EXPECT_TRUE(YamlHas(text, "f.yaml:") && YamlHas(text, "not valid YAML")) << text;
  EXPECT_TRUE(YamlHas(Refusal("a: 1\n]\n"), "f.yaml:2:1: not valid YAML"));
  EXPECT_TRUE(YamlHas(Refusal("a: *missing\n"), "f.yaml:1:4: not valid YAML"));
}

TEST(LoadYamlTest, ASecondDocumentIsNotSilentlyLeftOut) {
  EXPECT_TRUE(YamlHas(Refusal("a: 1\n---\nb: 2\n"), "f.yaml:3:1: a second document"));
}

// yaml-cpp's LoadAll would find an empty document at the comma again and again.
TEST(LoadYamlTest, AStrayCommaIsRefusedWhereItStands) {
  const std::string stray = ": what stands here belongs to nothing before it";
  EXPECT_TRUE(YamlHas(Refusal(","), "f.yaml:1:1" + stray));
  EXPECT_TRUE(YamlHas(Refusal("\n ,\n"), "f.yaml:2:2" + stray));
  EXPECT_TRUE(YamlHas(Refusal("[1],"), "f.yaml:1:4" + stray));
  EXPECT_TRUE(YamlHas(Refusal("{a: 1}\n, [2]\n"), "f.yaml:2:1" + stray));
  EXPECT_TRUE(YamlHas(Refusal("--- ,\n"), "f.yaml:1:5" + stray));
  EXPECT_TRUE(YamlHas(Refusal("a\n...\n,\n"), "f.yaml:3:1" + stray));
  EXPECT_TRUE(YamlHas(Refusal("[1] [2]"), "f.yaml:1:5" + stray)) << "nor anything else";
  EXPECT_TRUE(YamlHas(Refusal("[1],"), "a comma stands only between the values of [ ] or { }"));
}

TEST(LoadYamlTest, OneDocumentMayBeAnnouncedAndEnded) {
  for (const char* text : {"---\na: 1\n", "--- {a: 1}\n...\n", "%YAML 1.2\n---\na: 1\n"}) {
    Source source("f.yaml", text);
    auto root = LoadYaml(source);
    ASSERT_TRUE(root) << source.Render();
    EXPECT_EQ((*root)["a"].Scalar(), "1");
  }
  EXPECT_TRUE(YamlHas(Refusal("a: 1\n---\n"), "a second document"));
}

TEST(LoadYamlTest, BillionLaughs) {
  std::string text = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    std::string alias = fmt::format("*{}", static_cast<char>(c - 1));
    text += fmt::format("{0}: &{0} [{1}{2}]\n", c, alias, Repeat(", " + alias, 8));
  }
  EXPECT_TRUE(YamlHas(Refusal(text), "too large once its aliases (*name) are followed"));
}

TEST(LoadYamlTest, AnAnchorThatHoldsItself) {
  EXPECT_TRUE(YamlHas(Refusal("a: &a [*a]\n"), "nested too deeply"));
  EXPECT_TRUE(YamlHas(Refusal("&a {b: *a}\n"), "nested too deeply"));
}

TEST(LoadYamlTest, DeepNesting) {
  for (const std::string& text :
       {std::string(10'000, '['), std::string(10'000, '{'), Repeat("- ", 10'000) + "a",
        Repeat("? ", 10'000) + "a", Repeat("[", 40) + Repeat("]", 40), Repeat("{a: ", 10'000)}) {
    EXPECT_TRUE(YamlHas(Refusal(text), "nested too deeply")) << text.substr(0, 20);
  }
  Source source("f.yaml", Repeat("[", 30) + Repeat("]", 30));
  EXPECT_TRUE(LoadYaml(source));
}

TEST(LoadYamlTest, WhatIsNoText) {
  EXPECT_TRUE(YamlHas(Refusal(std::string("a: 1\0", 5)), "NUL byte"));
}

TEST(LoadYamlTest, TooLarge) {
  EXPECT_TRUE(YamlHas(Refusal(std::string(2'000'000, '#')), "larger than 1048576 bytes"));
  EXPECT_TRUE(YamlHas(Refusal(Repeat("- a\n", 150'000)),
                      "f.yaml:100000:3: too large: more than 100000 values"));
}

TEST(PlaceOfTest, CountsLinesAndBytesFromOne) {
  Source source("f.yaml", "a: 1\nção: {key: word}\n");
  YAML::Node root = *LoadYaml(source);
  Place place = PlaceOf(root["ção"]["key"]);
  EXPECT_EQ(place.line, 2);
  EXPECT_EQ(place.column, 14);  // ç and ã take two bytes each
  EXPECT_EQ(place.length, 4);
  EXPECT_EQ(PlaceOf(root["a"]).line, 1);
}

TEST(ScalarValueTest, PlainIsUnderstoodQuotedIsAWord) {
  Source source("f.yaml", "[64, '64', \"true\", true, 1e3, mnist]\n");
  YAML::Node root = *LoadYaml(source);
  EXPECT_EQ(ScalarValue(root[0]), Value(64));
  EXPECT_EQ(ScalarValue(root[1]), Value("64"));
  EXPECT_EQ(ScalarValue(root[2]), Value("true"));
  EXPECT_EQ(ScalarValue(root[3]), Value(true));
  EXPECT_EQ(ScalarValue(root[4]), Value(1000));
  EXPECT_EQ(ScalarValue(root[5]), Value("mnist"));
}

TEST(ScalarTextTest, SaysWhatWasExpected) {
  Source source("f.yaml", "[one, [two]]\n");
  YAML::Node root = *LoadYaml(source);
  EXPECT_EQ(ScalarText(source, root[0], "a time"), "one");
  EXPECT_EQ(ScalarText(source, root[1], "a time, like 10s"), std::nullopt);
  EXPECT_TRUE(YamlHas(source.Render(), "f.yaml:1:7: expected a time, like 10s"));
}

TEST(ReadMapTest, ReportsUnknownAndRepeatedKeysAtOnce) {
  Source source("f.yaml", "seed: 1\nsead: 2\nwhatever: 3\nseed: 4\n[x]: 5\n");
  std::vector<std::string> read;
  YamlFields fields = {{"seed", [&](const YAML::Node& n) { read.push_back(n.Scalar()); }},
                       {"order", [&](const YAML::Node&) { FAIL(); }}};
  ReadMap(source, *LoadYaml(source), "design", fields);
  EXPECT_EQ(read, (std::vector<std::string>{"1"}));
  std::string text = source.Render();
  EXPECT_EQ(source.diagnostics().size(), 4u) << text;
  EXPECT_TRUE(YamlHas(text, "f.yaml:2:1: unknown key `sead` in design")) << text;
  EXPECT_TRUE(YamlHas(text, "= did you mean `seed`?")) << text;
  EXPECT_TRUE(YamlHas(text, "= known keys: order, seed")) << text;
  EXPECT_TRUE(YamlHas(text, "f.yaml:4:1: `seed` is given twice in design")) << text;
  EXPECT_TRUE(YamlHas(text, "a key of design must be a word")) << text;
}

TEST(ReadMapTest, WhatIsNoMapIsReported) {
  Source source("f.yaml", "[1, 2]\n");
  ReadMap(source, *LoadYaml(source), "design", {});
  EXPECT_TRUE(YamlHas(source.Render(), "design must be a map of `key: value`"));
}

}  // namespace
}  // namespace trena

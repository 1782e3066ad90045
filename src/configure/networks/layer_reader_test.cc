// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_reader.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/yaml.h"

namespace trena {
namespace {

struct ReadOne {
  WrittenLayer layer;
  std::string problems;  // empty: none
};

ReadOne Read(const std::string& text) {
  Source source("n.yaml", text);
  auto root = LoadYaml(source);
  EXPECT_TRUE(root) << source.Render();
  if (!root) return {};
  WrittenLayer layer = ReadLayer(*root, source);
  return {layer, source.diagnostics().empty() ? "" : source.Render()};
}

// The settings of a layer that is written well.
std::string Settings(const std::string& text) {
  ReadOne read = Read(text);
  EXPECT_EQ(read.problems, "") << text;
  return Dump(read.layer.settings);
}

TEST(LayerNames, LettersDigitsAndLinesALetterFirst) {
  for (const char* good : {"a", "Z", "conv1", "a_b-c", "A9"}) EXPECT_TRUE(IsName(good)) << good;
  for (const char* bad : {"", "1a", "_a", "-a", "a b", "a.b", "a/b", "ção", "a\n"}) {
    EXPECT_FALSE(IsName(bad)) << bad;
  }
  EXPECT_TRUE(IsName(std::string(100, 'a')));
  EXPECT_FALSE(IsName(std::string(101, 'a')));
  EXPECT_FALSE(IsName(std::string("a\0b", 3)));
}

TEST(DidYouMean, TheNearestOrAll) {
  EXPECT_EQ(DidYouMeanOneOf("conf", {"conv", "relu"}), "did you mean `conv`?");
  EXPECT_EQ(DidYouMeanOneOf("zzzzzz", {"conv", "relu"}), "one of: conv, relu");
}

TEST(LayerReader, ATypeAlone) {
  ReadOne read = Read("relu");
  EXPECT_EQ(read.problems, "");
  ASSERT_NE(read.layer.type, nullptr);
  EXPECT_EQ(read.layer.type->name, "relu");
  EXPECT_EQ(read.layer.name, "");
  EXPECT_TRUE(read.layer.from.empty());
}

TEST(LayerReader, WhatIsNotWrittenHasItsDefault) {
  EXPECT_EQ(Settings("conv: { k: 3, o: 8 }"), R"({"k":3,"s":1,"p":0,"o":8,"bias":true})");
  EXPECT_EQ(Settings("max_pool: { k: 3 }"), R"({"k":3,"s":3,"p":0,"rounding":"down"})")
      << "a pool steps by its own size";
  EXPECT_EQ(Settings("max_pool: { k: 3, s: 2 }"), R"({"k":3,"s":2,"p":0,"rounding":"down"})");
  EXPECT_EQ(Settings("fc: { o: classes, bias: false }"), R"({"o":"classes","bias":false})");
  EXPECT_EQ(Settings("dropout: { rate: 0.5 }"), R"({"rate":0.5})");
}

TEST(LayerReader, SizesOfOneNumberOrMore) {
  EXPECT_EQ(Settings("conv: { k: [3, 1], s: [2, 2], o: 8 }"),
            R"({"k":[3,1],"s":2,"p":0,"o":8,"bias":true})")
      << "two that are alike are one";
  EXPECT_EQ(Settings("max_pool: { k: [3, 2], p: [1, 0] }"),
            R"({"k":[3,2],"s":[3,2],"p":[1,1,0,0],"rounding":"down"})");
  EXPECT_EQ(Settings("max_pool: { k: 3, p: [0, 1, 0, 1] }"),
            R"({"k":3,"s":3,"p":[0,1,0,1],"rounding":"down"})");
  EXPECT_EQ(Settings("max_pool: { k: 3, p: [1, 1, 1, 1] }"),
            R"({"k":3,"s":3,"p":1,"rounding":"down"})");
  EXPECT_EQ(Settings("conv: { k: 3, p: same, o: 8, groups: 4 }"),
            R"({"k":3,"s":1,"p":"same","o":8,"bias":true,"groups":4})");
}

TEST(LayerReader, MultiplesOfTheRateAndTheDecay) {
  EXPECT_EQ(Settings("fc: { o: 2, rates: [1, 2.5], decays: 0 }"),
            R"({"o":2,"bias":true,"rates":[1.0,2.5],"decays":[0.0]})");
  EXPECT_EQ(Settings("batch_norm: { rates: 1000 }"), R"({"epsilon":1e-05,"momentum":0.1,"rates":[1000.0]})");
  for (const char* bad :
       {"fc: { o: 2, rates: 0 }", "fc: { o: 2, rates: [1, 0] }", "fc: { o: 2, rates: 1001 }",
        "fc: { o: 2, rates: [] }", "fc: { o: 2, rates: [1, 2, 3] }",
        "fc: { o: 2, rates: [[1], 2] }", "fc: { o: 2, rates: nan }", "fc: { o: 2, rates: {} }"}) {
    EXPECT_TRUE(Has(Read(bad).problems,
                    {"`rates` of `fc` must be a number above 0, up to 1000, or one for the weight "
                     "and one for the bias"}))
        << bad;
  }
  EXPECT_TRUE(Has(Read("fc: { o: 2, decays: -1 }").problems,
                  {"`decays` of `fc` must be a number from 0 to 1000"}));
}

TEST(LayerReader, LocalResponseNormalisation) {
  EXPECT_EQ(Settings("lrn"), R"({"n":5,"alpha":0.0001,"beta":0.75,"k":1.0})") << "Caffe's";
  EXPECT_EQ(Settings("lrn: { n: 3, alpha: 1, beta: 0.5, k: 2 }"),
            R"({"n":3,"alpha":1.0,"beta":0.5,"k":2.0})");
}

TEST(LayerReader, NameAndFromBesideTheTypeOrAmongItsSettings) {
  for (const char* text :
       {"conv: { k: 1, o: 2, name: c, from: input }", "conv: { k: 1, o: 2 }\nname: c\nfrom: input",
        "name: c\nfrom: [input]\nconv: { k: 1, o: 2 }"}) {
    ReadOne read = Read(text);
    EXPECT_EQ(read.problems, "") << text;
    EXPECT_EQ(read.layer.name, "c") << text;
    EXPECT_EQ(read.layer.from, std::vector<std::string>{"input"}) << text;
  }
  EXPECT_EQ(Read("add:\nfrom: [a, b]").layer.from, (std::vector<std::string>{"a", "b"}));
}

TEST(LayerReader, WholeNumbersAtTheirLimits) {
  for (const char* good : {"conv: { k: 1, o: 1 }", "conv: { k: 1024, o: 1000000, s: 1024, p: 0 }",
                           "conv: { k: 3, o: 1, p: 1024 }"}) {
    EXPECT_EQ(Read(good).problems, "") << good;
  }
  for (auto [bad, complaint] :
       {std::pair("conv: { k: 0, o: 1 }", "`k` of `conv` must be a whole number from 1 to 1024"),
        {"conv: { k: 1025, o: 1 }", "`k` of `conv` must be a whole number from 1 to 1024"},
        {"conv: { k: 1, o: 1, s: 0 }", "`s` of `conv` must be a whole number from 1 to 1024"},
        {"conv: { k: 1, o: 1, p: -1 }", "`p` of `conv` must be a whole number from 0 to 1024"},
        {"conv: { k: 1, o: 1, p: 1025 }", "`p` of `conv` must be a whole number from 0 to 1024"},
        {"conv: { k: 1, o: 0 }", "a whole number from 1 to 1000000, or `classes`"},
        {"conv: { k: 1, o: 1000001 }", "a whole number from 1 to 1000000, or `classes`"},
        {"conv: { k: 1.5, o: 1 }", "`k` of `conv` must be a whole number"},
        {"conv: { k: classes, o: 1 }", "`k` of `conv` must be a whole number"},
        {"conv: { k: [3], o: 1 }", "`k` of `conv` must be a whole number"},
        {"conv: { k: [3, 0], o: 1 }", "must be a whole number from 1 to 1024, or [height, width]"},
        {"conv: { k: [3, 3, 3], o: 1 }", "or [height, width]"},
        {"conv: { k: 3, o: [1, 2] }", "`o` of `conv` must be a whole number"},
        {"conv: { k: 3, o: 1, p: [1, 2, 3] }",
         "[height, width], [top, bottom, left, right] or `same`"},
        {"conv: { k: 3, o: 1, p: some }", "or `same`"},
        {"conv: { k: 3, o: 1, s: same }", "`s` of `conv` must be a whole number"},
        {"conv: { k: 3, o: 1, groups: 0 }", "`groups` of `conv` must be a whole number from 1"},
        {"lrn: { n: 4 }", "`n` of `lrn` must be an odd number from 1 to 1024"},
        {"lrn: { alpha: -1 }", "`alpha` of `lrn` must be a number from 0 to 1000"},
        {"lrn: { beta: .inf }", "`beta` of `lrn` must be a number from 0 to 1000"},
        {"lrn: { k: nan }", "`k` of `lrn` must be a number from 0 to 1000"},
        {"conv: { k: 99999999999999999999, o: 1 }", "must be a whole number"}}) {
    EXPECT_TRUE(Has(Read(bad).problems, {complaint})) << bad;
  }
}

TEST(LayerReader, RatesFromZeroToBelowOne) {
  for (const char* good : {"0", "0.5", "0.999"}) {
    EXPECT_EQ(Read(std::string("dropout: { rate: ") + good + " }").problems, "") << good;
  }
  for (const char* bad : {"1", "1.0", "-0.1", "half", "nan", "[0.5]"}) {
    EXPECT_TRUE(Has(Read(std::string("dropout: { rate: ") + bad + " }").problems,
                    {"`rate` of `dropout` must be a number from 0 to below 1"}))
        << bad;
  }
}

TEST(LayerReader, TruthAndRounding) {
  EXPECT_EQ(Settings("max_pool: { k: 2, rounding: up }"), R"({"k":2,"s":2,"p":0,"rounding":"up"})");
  EXPECT_TRUE(
      Has(Read("max_pool: { k: 2, rounding: nearest }").problems, {"must be `down` or `up`"}));
  EXPECT_TRUE(Has(Read("fc: { o: 1, bias: 2 }").problems, {"must be true or false"}));
}

TEST(LayerReader, WhatIsMissingIsNamed) {
  EXPECT_TRUE(
      Has(Read("conv: { o: 3 }").problems, {"`conv` needs `k`, a whole number from 1 to 1024"}));
  EXPECT_TRUE(
      Has(Read("fc").problems, {"`fc` needs `o`, a whole number from 1 to 1000000, or `classes`"}));
  EXPECT_TRUE(Has(Read("dropout").problems, {"`dropout` needs `rate`"}));
  ReadOne both = Read("conv");
  EXPECT_TRUE(Has(both.problems, {"needs `k`", "needs `o`"})) << "all of it at once";
}

TEST(LayerReader, ABadValueIsNotAMissingOneToo) {
  std::string problems = Read("conv: { k: x, o: 3 }").problems;
  EXPECT_EQ(problems.find("needs"), std::string::npos) << problems;
}

TEST(LayerReader, UnknownTypesAndSettings) {
  ReadOne read = Read("convv: { k: 3 }");
  EXPECT_EQ(read.layer.type, nullptr);
  EXPECT_TRUE(Has(read.problems, {"unknown layer type `convv`", "did you mean `conv`?"}));
  EXPECT_TRUE(Has(Read("name: a\nfrom: b\nconvv: { k: 3 }").problems, {"`convv`"}))
      << "name and from are no types";
  EXPECT_TRUE(Has(Read("conv: { k: 3, o: 1, stride: 2 }").problems,
                  {"`conv` has no setting `stride`",
                   "one of: name, from, k, s, p, o, bias, groups, rates, decays"}));
  EXPECT_TRUE(Has(Read("conv: { k: 3, o: 1, bais: true }").problems, {"did you mean `bias`?"}));
  EXPECT_TRUE(Has(Read("relu: { k: 3 }").problems, {"`relu` has no setting `k`"}));
}

TEST(LayerReader, WhatIsNoLayer) {
  EXPECT_TRUE(
      Has(Read("[conv, relu]").problems, {"a layer is its type", "- conv: { k: 3, o: 32 }"}));
  EXPECT_TRUE(Has(Read("name: a").problems, {"a layer without a type"}));
  EXPECT_TRUE(Has(Read("conv: 3").problems, {"the settings of `conv` must be a map"}));
  EXPECT_TRUE(Has(Read("relu: [1]").problems, {"the settings of `relu` must be a map"}));
}

TEST(LayerReader, NamesThatCannotBe) {
  EXPECT_TRUE(Has(Read("relu:\nname: input").problems, {"`input` is the name of the images"}));
  for (const char* name : {"1a", "a b", "[a]", "''"}) {
    ReadOne read = Read(std::string("relu:\nname: ") + name);
    EXPECT_TRUE(Has(read.problems, {"a name is letters, digits, _ and -, a letter first"})) << name;
    EXPECT_EQ(read.layer.name, "") << name;
  }
  EXPECT_TRUE(Has(Read("relu: { name: a }\nname: b").problems, {"a second `name` for one layer"}));
  EXPECT_TRUE(Has(Read("relu: { from: a }\nfrom: b").problems, {"a second `from` for one layer"}));
}

TEST(LayerReader, FromIsANameOrNames) {
  EXPECT_TRUE(Has(Read("add:\nfrom: []").problems, {"`from` names no layer"}));
  EXPECT_TRUE(Has(Read("add:\nfrom: [a, [b]]").problems,
                  {"`from` is the name of a layer, or a list of them"}));
  EXPECT_TRUE(Has(Read("add:\nfrom: {a: b}").problems, {"`from` is the name of a layer"}));
}

TEST(LayerReader, AKeyGivenTwiceIsSaid) {
  EXPECT_TRUE(Has(Read("conv: { k: 3, k: 5, o: 1 }").problems,
                  {"`k` is given twice in the settings of `conv`"}));
}

TEST(LayerReader, PointsAtTheWordThatIsWrong) {
  EXPECT_TRUE(Has(Read("conv:\n  k: 3\n  o: nine\n").problems, {"n.yaml:3:6: "}));
  EXPECT_TRUE(Has(Read("  convv").problems, {"n.yaml:1:3: "}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_list.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/text/text.h"

namespace trena {
namespace {

Result<Network> ReadText(const std::string& layers) {
  TestFolder folder;
  return ReadNetwork(folder.Write("n.yaml", "network: n\nlayers:\n" + layers));
}

// "name(input, input) …", all that the list says of a network's shape.
std::string Links(const std::string& layers) {
  const Result<Network> network = ReadText(layers);
  if (!network.ok()) return network.error().message();
  std::vector<std::string> texts;
  for (const WrittenLayer& layer : network.value().layers) {
    texts.push_back(fmt::format("{}({})", layer.name, Join(layer.from, ", ")));
  }
  return Join(texts, " ");
}

TEST(LayerList, RepeatedLayersAreThereAsOftenAndRunOn) {
  EXPECT_EQ(Links("  - fc: { o: 5 }\n"
                  "  - repeat: 2\n"
                  "    layers: [fc: { o: 4 }, relu]\n"
                  "  - fc: { o: classes }\n"),
            "fc1(input) fc2(fc1) relu1(fc2) fc3(relu1) relu2(fc3) fc4(relu2)");
}

// By hand, as a residual network has it: each turn adds what it began with.
TEST(LayerList, NamesAreOfOneTurnAndEntryIsWhatItBeginsWith) {
  EXPECT_EQ(Links("  - repeat: 2\n"
                  "    layers:\n"
                  "      - fc: { o: 4, name: start }\n"
                  "      - relu: { name: end }\n"
                  "      - add: { from: [end, start] }\n"
                  "  - repeat: 2\n"
                  "    layers:\n"
                  "      - relu: { from: entry, name: r }\n"
                  "      - add: { from: [r, entry] }\n"
                  "  - concat: { from: [end_1, add4] }\n"),
            "start_1(input) end_1(start_1) add1(end_1, start_1) "
            "start_2(add1) end_2(start_2) add2(end_2, start_2) "
            "r_1(add2) add3(r_1, add2) r_2(add3) add4(r_2, add3) concat1(end_1, add4)");
}

TEST(LayerList, ARepetitionWithinOneHasAnEntryOfItsOwn) {
  EXPECT_EQ(Links("  - repeat: 2\n"
                  "    layers:\n"
                  "      - relu: { name: outer }\n"
                  "      - repeat: 2\n"
                  "        layers:\n"
                  "          - relu: { name: inner }\n"
                  "          - add: { name: sum, from: [inner, entry] }\n"
                  "      - add: { from: [sum_2, outer, entry] }\n"),
            "outer_1(input) "
            "inner_1_1(outer_1) sum_1_1(inner_1_1, outer_1) "
            "inner_2_1(sum_1_1) sum_2_1(inner_2_1, sum_1_1) "
            "add3(sum_2_1, outer_1, input) "
            "outer_2(add3) "
            "inner_1_2(outer_2) sum_1_2(inner_1_2, outer_2) "
            "inner_2_2(sum_1_2) sum_2_2(inner_2_2, sum_1_2) "
            "add6(sum_2_2, outer_2, add3)");
}

TEST(LayerList, WhatCannotBeRepeatedIsRefusedWithItsLine) {
  EXPECT_TRUE(Has(Links("  - repeat: 0\n    layers: [relu]\n"), {"n.yaml:3:13: ", "repeat"}));
  EXPECT_TRUE(Has(Links("  - repeat: many\n    layers: [relu]\n"), {"n.yaml:3:13: ", "repeat"}));
  EXPECT_TRUE(Has(Links("  - repeat: 2\n"), {"n.yaml:", "`layers` must be a list of layers"}));
  EXPECT_TRUE(Has(Links("  - repeat: 2\n    layers: []\n"), {"`layers` must be a list of layers"}));
  EXPECT_TRUE(
      Has(Links("  - repeat: 2\n    layer: [relu]\n"), {"n.yaml:4:5: ", "did you mean `layers`?"}));
  EXPECT_TRUE(Has(Links("  - repeat: 2\n    layers: [relo]\n"), {"did you mean `relu`?"}));
  EXPECT_TRUE(Has(Links("  - relu: { from: entry }\n"), {"`entry`, which does not exist"}));
  EXPECT_TRUE(Has(Links("  - relu: { name: entry }\n"), {"call the layer otherwise"}));
  // A name within is not to be had from outside but with its turn.
  EXPECT_TRUE(Has(Links("  - repeat: 2\n    layers: [relu: { name: a }]\n  - relu: { from: a }\n"),
                  {"takes from `a`, which does not exist"}));
}

TEST(LayerList, NoFileMakesMoreLayersThanAnyNetworkHas) {
  EXPECT_TRUE(
      Has(Links("  - repeat: 5000\n    layers: [relu, relu]\n"), {"more than 5000 layers"}));
  std::string deep = "relu";
  for (int i = 0; i < 3; ++i)
    deep = "repeat: 100, layers: [" + (i > 0 ? "{" + deep + "}" : deep) + "]";
  EXPECT_TRUE(Has(Links("  - { " + deep + " }\n"), {"more than 5000 layers"}));
  deep = "relu";
  for (int i = 0; i < 12; ++i)
    deep = "repeat: 1, layers: [" + (i > 0 ? "{" + deep + "}" : deep) + "]";
  EXPECT_TRUE(Has(Links("  - { " + deep + " }\n"), {"deep"}));
}

}  // namespace
}  // namespace trena

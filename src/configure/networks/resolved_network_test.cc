// SPDX-License-Identifier: Apache-2.0
// Sizes at which a network is no longer believed: 2^31 numbers in one output, 2^34 parameters.
#include "configure/networks/resolved_network.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

Result<ResolvedNetwork> ResolveText(const std::string& layers, const Shape& input, int classes) {
  TestFolder folder;
  Result<Network> network = ReadNetwork(folder.Write("n.yaml", "network: n\nlayers:\n" + layers));
  EXPECT_TRUE(network.ok()) << network.error().message();
  if (!network.ok()) return network.error();
  return Resolve(network.value(), input, classes);
}

std::string RefusalOf(const std::string& layers, const Shape& input, int classes) {
  Result<ResolvedNetwork> resolved = ResolveText(layers, input, classes);
  EXPECT_FALSE(resolved.ok());
  if (resolved.ok()) return "";
  EXPECT_EQ(resolved.error().kind(), ErrorKind::kInput);
  return resolved.error().message();
}

TEST(ResolvedNetwork, ClassesTakeTheirNumberFromTheData) {
  ResolvedNetwork network = ResolveText("  - fc: { o: classes }\n", {1, 2, 2}, 7).value();
  EXPECT_EQ(network.layers[0].settings["o"], 7);
  EXPECT_EQ(network.layers[0].out, Shape{7});
  EXPECT_EQ(network.parameters, 7 * 4 + 7);
  EXPECT_EQ(network.classes, 7);
  EXPECT_EQ(network.input, (Shape{1, 2, 2}));
}

TEST(ResolvedNetwork, TheLastLayerMustGiveTheClasses) {
  EXPECT_TRUE(Has(RefusalOf("  - fc: { o: 6 }\n", {1, 2, 2}, 7),
                  {"n.yaml:3:5: layer `fc1`: the last layer gives 6, but the data set has 7 "
                   "classes",
                   "end with `fc: { o: classes }`"}));
  EXPECT_TRUE(Has(RefusalOf("  - conv: { k: 1, o: classes }\n", {1, 1, 1}, 7),
                  {"the last layer gives 7×1×1, but the data set has 7 classes"}))
      << "an image of one pixel is still one";
  EXPECT_TRUE(ResolveText("  - global_pool\n", {7, 3, 3}, 7).ok());
}

TEST(ResolvedNetwork, AnOutputOfTwoToTheThirtyOneIsTheLargest) {
  // 2^20 pixels, times 2,048 channels, are 2^31 numbers; one channel more is too large.
  const Shape image = {1, 1024, 1024};
  EXPECT_TRUE(ResolveText("  - conv: { k: 1, o: 2048 }\n  - global_pool\n  - fc: { o: classes }\n",
                          image, 2)
                  .ok());
  EXPECT_TRUE(Has(RefusalOf("  - relu\n  - conv: { k: 1, o: 2049 }\n  - global_pool\n"
                            "  - fc: { o: classes }\n",
                            image, 2),
                  {"n.yaml:4:5: layer `conv1`: its output 2049×1024×1024 is too large"}));
}

TEST(ResolvedNetwork, TwoToTheTwentyEightParametersAreTheMost) {
  // fc of 2^8 outputs on 2^20 inputs: 2^28 weights. A bias more is too many.
  const Shape image = {1, 1024, 1024};
  EXPECT_TRUE(ResolveText("  - fc: { o: classes, bias: false }\n", image, 256).ok());
  EXPECT_EQ(ResolveText("  - fc: { o: classes, bias: false }\n", image, 256).value().parameters,
            int64_t{1} << 28);
  EXPECT_TRUE(
      Has(RefusalOf("  - fc: { o: classes }\n", image, 256),
          {"layer `fc1`: its weights 256 on an input of 1×1024×1024 are too large: a network "
           "has at most 268435456 parameters"}));
}

TEST(ResolvedNetwork, ParametersAreCountedOverAllLayers) {
  const Shape image = {1, 1024, 1024};
  // Half of it each, 2^27, and then a hair more.
  EXPECT_TRUE(Has(RefusalOf("  - fc: { o: 128, bias: false, name: a }\n"
                            "  - fc: { o: 128, bias: false, name: b, from: input }\n"
                            "  - add: { from: [a, b] }\n"
                            "  - fc: { o: classes }\n",
                            image, 2),
                  {"layer `fc3`: its weights 2×128 on an input of 128 are too large"}));
}

TEST(ResolvedNetwork, ErrorsOfShapesNameTheLayerAndItsLine) {
  EXPECT_TRUE(
      Has(RefusalOf("  - conv: { k: 3, o: 4, name: deep }\n  - fc: { o: classes }\n", {1, 2, 2}, 3),
          {"n.yaml:3:5: layer `deep`: the kernel 3×3 is larger than the input 1×2×2"}));
}

TEST(ResolvedNetwork, WeightsAreNamedAfterTheirLayer) {
  ResolvedNetwork network =
      ResolveText("  - conv: { k: 1, o: 2, name: first }\n  - fc: { o: classes }\n", {1, 2, 2}, 3)
          .value();
  ASSERT_EQ(network.layers[0].weights.size(), 2u);
  EXPECT_EQ(network.layers[0].weights[0].name, "first.weight");
  EXPECT_EQ(network.layers[0].weights[1].name, "first.bias");
  std::vector<NamedShape> asked = WeightsOf(ToJson(network)).value();
  ASSERT_EQ(asked.size(), 4u);
  EXPECT_EQ(asked[3].name, "fc1.bias");
  EXPECT_EQ(asked[2].shape, (Shape{3, 8}));
}

TEST(ResolvedNetwork, WhatIsNoResolvedNetworkHasNoWeights) {
  for (const char* text :
       {"null", "[]", "{}", R"({"format": 2, "layers": []})", R"({"format": 1})",
        R"({"format": 1, "layers": [{}]})", R"({"format": 1, "layers": [{"weights": {"a": 3}}]})",
        R"({"format": 1, "layers": [{"weights": {"a": ["x"]}}]})",
        R"({"format": 1, "layers": 5})"}) {
    EXPECT_FALSE(WeightsOf(Json::parse(text)).ok()) << text;
  }
  EXPECT_TRUE(WeightsOf(Json::parse(R"({"format": 1, "layers": []})")).value().empty());
}

}  // namespace
}  // namespace trena

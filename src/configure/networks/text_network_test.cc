// SPDX-License-Identifier: Apache-2.0
// Networks of text: shapes and parameter counts, worked out by hand or published, and what is
// refused.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "configure/networks/layer_limits.h"
#include "configure/networks/resolved_network.h"
#include "configure/networks/weights.h"
#include "configure/testing.h"

namespace trena {
namespace {

constexpr int kBytes = 256;

ResolvedNetwork GptSmall(int64_t length, int vocabulary) {
  const Network network =
      ReadNetwork(fs::path(TRENA_SOURCE_DIR) / "networks" / "gpt_small.yaml").value();
  return Resolve(network, {length}, vocabulary).value();
}

Result<ResolvedNetwork> OfText(const std::string& layers, const Shape& input = {8},
                               int classes = 5) {
  TestFolder folder;
  Result<Network> network = ReadNetwork(folder.Write("n.yaml", "network: n\nlayers:\n" + layers));
  EXPECT_TRUE(network.ok()) << network.error().message();
  return Resolve(network.value(), input, classes);
}

std::string Refusal(const std::string& layers, const Shape& input = {8}) {
  Result<ResolvedNetwork> network = OfText(layers, input);
  EXPECT_FALSE(network.ok());
  return network.ok() ? "" : network.error().message();
}

TEST(TextNetwork, GptSmallIsAsLargeAsItsFileSays) {
  const ResolvedNetwork network = GptSmall(256, kBytes);
  EXPECT_EQ(network.parameters, 10'942'720);  // added up in gpt_small.yaml
  EXPECT_EQ(network.layers.back().out, (Shape{256, kBytes}));
  std::map<std::string, int> types;
  for (const ResolvedLayer& layer : network.layers) ++types[layer.type->name];
  EXPECT_EQ(types, (std::map<std::string, int>{{"embedding", 1},
                                               {"positions", 1},
                                               {"layer_norm", 13},
                                               {"fc", 25},
                                               {"attention", 6},
                                               {"gelu", 6},
                                               {"add", 12}}));
}

// nanoGPT prints "number of parameters: 10.65M" for its baby model of 65 characters and blocks of
// 256, config/train_shakespeare_char.py: it leaves out the positions, shares the first matrix with
// the last, and has neither biases nor shifts.
TEST(TextNetwork, GptSmallIsNanoGptsBabyModel) {
  const int64_t per_block = 1152 + 384 + 1536 + 384 + 2 * 384;  // biases and shifts
  const int64_t more = 256 * 384 + 65 * 384 + 65 + 6 * per_block + 384;
  EXPECT_NEAR(static_cast<double>(GptSmall(256, 65).parameters - more), 10.65e6, 0.005e6);
}

// OpenAI's GPT-2 of 12 layers has 124,439,808 parameters (Hugging Face's GPT2LMHeadModel counts
// them), with one matrix of 50257 × 768 for both ends.
TEST(TextNetwork, TheSameLayersMakeGpt2) {
  const std::string layers = R"(
  - embedding: { o: 768 }
  - positions
  - repeat: 12
    layers:
      - layer_norm
      - fc: { o: 2304 }
      - attention: { heads: 12 }
      - fc: { o: 768, name: a }
      - add: { from: [a, entry], name: b }
      - layer_norm
      - fc: { o: 3072 }
      - gelu
      - fc: { o: 768, name: c }
      - add: { from: [c, b] }
  - layer_norm
  - fc: { o: classes, bias: false }
)";
  EXPECT_EQ(OfText(layers, {1024}, 50257).value().parameters, 124'439'808 + 50257 * 768);
}

TEST(TextNetwork, TokensBecomeSequences) {
  const ResolvedNetwork network =
      OfText(
          "  - embedding: { o: 6 }\n  - positions\n  - attention: { heads: 2 }\n"
          "  - dropout: { rate: 0.5 }\n  - relu\n  - layer_norm\n  - fc: { o: classes }\n")
          .value();
  EXPECT_EQ(network.input, Shape{8});
  EXPECT_EQ(network.layers[0].out, (Shape{8, 6}));
  EXPECT_EQ(network.layers[0].weights[0].shape, (Shape{5, 6})) << "a row for each class";
  EXPECT_EQ(network.layers[1].weights[0].shape, (Shape{8, 6})) << "a row for each position";
  EXPECT_EQ(network.layers[2].out, (Shape{8, 2})) << "a third: queries and keys are gone";
  EXPECT_EQ(network.layers[5].weights[0].shape, Shape{2});
  EXPECT_EQ(network.layers[6].weights[0].shape, (Shape{5, 2})) << "applied to every position";
  EXPECT_EQ(network.layers[6].out, (Shape{8, 5}));
  const Json json = ToJson(network);
  EXPECT_EQ(json["input"], Json({8}));
  EXPECT_EQ(json["layers"][0]["vocabulary"], 5);
  EXPECT_EQ(json["layers"][2]["heads"], 2);
  EXPECT_EQ(json["layers"][2]["causal"], true) << "where nothing is said";
  EXPECT_EQ(json["layers"][5]["epsilon"], 1e-5);
}

TEST(TextNetwork, ErrorsNameTheLine) {
  const std::string end = "  - fc: { o: classes }\n";
  EXPECT_TRUE(Has(Refusal(end), {"n.yaml:3:5: layer `fc1`: it takes the tokens of a text: put "
                                 "`embedding` between them"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6 }\n  - embedding: { o: 6 }\n" + end),
                  {"n.yaml:4:5: layer `embedding2`: embedding takes the tokens themselves"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6 }\n" + end, {1, 8, 8}),
                  {"n.yaml:3:5: layer `embedding1`: embedding takes the tokens of a text, and this "
                   "data has images"}));
  EXPECT_TRUE(Has(Refusal("  - layer_norm\n" + end, {1, 8, 8}),
                  {"layer_norm needs a sequence of positions × channels, not 1×8×8"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 8 }\n  - attention: { heads: 2 }\n" + end),
                  {"n.yaml:4:5: layer `attention1`: the 8 channels of its input cannot be shared "
                   "out to queries, keys and values of 2 heads"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6 }\n  - fc: { o: 4 }\n"),
                  {"layer `fc1`: the last layer gives 8×4, but the data set has 5 classes"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6 }\n  - conv: { k: 3, o: 4 }\n" + end),
                  {"conv needs an input of channels × height × width, not 8×6"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6 }\n  - batch_norm\n" + end), {"use layer_norm"}));
  EXPECT_TRUE(Has(Refusal("  - embedding: { o: 6, name: a }\n  - concat: { from: [a, a] }\n" + end),
                  {"concat joins channels of images, not sequences"}));
}

TEST(TextNetwork, WhatHasNoAttentionIsToldByItsFirstLayer) {
  const ResolvedNetwork network = GptSmall(16, kBytes);
  EXPECT_TRUE(CheckLimits(network, "pytorch", {"uneven_padding"}).ok());
  const Status refused = CheckLimits(network, "caffe", {"attention"});
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(Has(refused.error().message(),
                  {"gpt_small.yaml:", "layer `embedding1`: caffe has no attention"}));
}

TEST(TextNetwork, WeightsStartAsFarFromZeroAsTheirLayersSay) {
  const auto named = WeightsOf(ToJson(GptSmall(16, kBytes))).value();
  std::map<std::string, double> deviations;
  for (const NamedArray& array : InitialWeights(named, {.seed = 1})) {
    double squares = 0;
    for (float number : array.numbers) squares += static_cast<double>(number) * number;
    deviations[array.name] = std::sqrt(squares / static_cast<double>(array.numbers.size()));
  }
  // Of 16 · 384 numbers and more the deviation is known to 1 %.
  for (const char* name : {"embedding1.weight", "positions1.weight", "fc1.weight", "fc25.weight"}) {
    ASSERT_TRUE(deviations.contains(name)) << name;
    EXPECT_NEAR(deviations[name], 0.02, 0.001) << name;
  }
  EXPECT_NEAR(deviations["attended_1.weight"], 0.02 / std::sqrt(12), 0.0002);
  EXPECT_NEAR(deviations["fed_forward_6.weight"], 0.02 / std::sqrt(12), 0.0002);
  EXPECT_EQ(deviations["attended_1.bias"], 0);
  EXPECT_EQ(deviations["layer_norm1.scale"], 1);
}

}  // namespace
}  // namespace trena

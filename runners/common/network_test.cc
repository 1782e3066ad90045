// SPDX-License-Identifier: Apache-2.0
#include "runner_common/network.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

Json Small() {
  return Json::parse(R"({
    "format": 1, "network": "small", "input": [1, 4, 4], "classes": 3, "parameters": 50,
    "layers": [
      {"name": "conv1", "type": "conv", "inputs": ["input"], "k": 3, "s": 1, "p": 0, "o": 2,
       "bias": true, "in": [[1, 4, 4]], "out": [2, 2, 2],
       "weights": {"conv1.weight": [2, 1, 3, 3], "conv1.bias": [2]}},
      {"name": "relu1", "type": "relu", "inputs": ["conv1"], "in": [[2, 2, 2]], "out": [2, 2, 2]},
      {"name": "both", "type": "concat", "inputs": ["conv1", "relu1"],
       "in": [[2, 2, 2], [2, 2, 2]], "out": [4, 2, 2]},
      {"name": "pool", "type": "avg_pool", "inputs": ["both"], "k": 2, "s": 2, "p": 0,
       "rounding": "up", "in": [[4, 2, 2]], "out": [4, 1, 1]},
      {"name": "mean", "type": "global_pool", "inputs": ["both"], "in": [[4, 2, 2]], "out": [4]},
      {"name": "drop", "type": "dropout", "rate": 0.5, "inputs": ["pool"], "in": [[4, 1, 1]],
       "out": [4, 1, 1]},
      {"name": "norm", "type": "batch_norm", "inputs": ["drop"], "in": [[4, 1, 1]],
       "out": [4, 1, 1], "weights": {"norm.scale": [4], "norm.shift": [4]}},
      {"name": "fc1", "type": "fc", "inputs": ["mean"], "o": 3, "in": [[4]], "out": [3],
       "weights": {"fc1.weight": [3, 4]}},
      {"name": "fc2", "type": "fc", "inputs": ["fc1"], "o": 3, "in": [[3]], "out": [3],
       "weights": {"fc2.weight": [3, 3], "fc2.bias": [1]}}]})");
}

TEST(Network, ReadsLayersInOrder) {
  // 18 + 2 of conv1, 4 + 4 of norm, 12 of fc1, 9 + 1 of fc2.
  Result<Network> read = ParseNetwork(Small());
  ASSERT_TRUE(read.ok()) << read.error().message();
  const Network& network = read.value();
  EXPECT_EQ(network.input, (Shape{1, 4, 4}));
  EXPECT_EQ(network.classes, 3);
  ASSERT_EQ(network.layers.size(), 9u);
  EXPECT_EQ(network.layers[0].inputs, (std::vector<int>{kNetworkInput}));
  EXPECT_EQ(network.layers[0].kernel, (std::array<int64_t, 2>{3, 3}));
  EXPECT_EQ(network.layers[0].weights[0].second, (Shape{2, 1, 3, 3}));
  EXPECT_EQ(network.layers[2].inputs, (std::vector<int>{0, 1}));
  EXPECT_TRUE(network.layers[3].round_up);
  EXPECT_EQ(network.layers[5].rate, 0.5);
  EXPECT_EQ(network.layers[8].type, LayerType::kFc);
}

TEST(Network, ABatchNormMayOnlyShift) {
  Json json = Small();
  EXPECT_EQ(ParseNetwork(json).value().layers[6].epsilon, 1e-5);
  EXPECT_EQ(ParseNetwork(json).value().layers[6].momentum, 0.1);
  Json& norm = json["layers"][6];
  norm["weights"] = {{"norm.shift", {4}}};
  norm["epsilon"] = 0.001;
  norm["momentum"] = 0.0003;
  json["parameters"] = json["parameters"].get<int>() - 4;
  Result<Network> read = ParseNetwork(json);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().layers[6].epsilon, 0.001);
  EXPECT_EQ(read.value().layers[6].momentum, 0.0003);
  ASSERT_EQ(read.value().layers[6].weights.size(), 1u);
  norm["weights"] = {{"norm.scale", {4}}};
  EXPECT_FALSE(ParseNetwork(json).ok()) << "a scale has a shift";
}

// Each breaks one promise of the format.
TEST(Network, RefusesWhatIsInconsistent) {
  const std::vector<std::pair<const char*, const char*>> patches = {
      {"/format", "2"},
      {"/input", "[4, 4]"},
      {"/parameters", "51"},
      {"/classes", "4"},
      {"/layers", "[]"},
      {"/layers/0/type", "\"convolve\""},
      {"/layers/0/k", "0"},
      {"/layers/6/epsilon", "0"},
      {"/layers/6/momentum", "1.5"},
      {"/layers/6/momentum", "\"much\""},
      {"/layers/0/inputs", "[\"relu1\"]"},
      {"/layers/0/inputs", "[]"},
      {"/layers/1/name", "\"conv1\""},
      {"/layers/1/in", "[[2, 2, 3]]"},
      {"/layers/1/weights", "{\"relu1.weight\": [1]}"},
      {"/layers/3/rounding", "\"sideways\""},
      {"/layers/5/rate", "1"},
      {"/layers/6/weights", "{\"norm.scale\": [4]}"},
      {"/layers/7/out", "[-3]"},
      {"/layers/8/weights", "{\"fc2.bias\": [1], \"fc2.weight\": [3, 3]}"},
  };
  for (const auto& [where, value] : patches) {
    Json json = Small();
    json[Json::json_pointer(where)] = Json::parse(value);
    Result<Network> read = ParseNetwork(json);
    ASSERT_FALSE(read.ok()) << where << " = " << value;
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
  }
}

// trena resolves networks of up to 2^34 parameters (resolved_network.cc).
TEST(Network, MayHaveMoreParametersThanAnIntCounts) {
  Json json = Small();
  json["layers"][7]["weights"]["fc1.weight"] = {65536, 65536};
  json["parameters"] = 50 - 12 + (int64_t{1} << 32);
  Result<Network> read = ParseNetwork(json);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().parameters, 4294967334);
  json["layers"][7]["weights"]["fc1.weight"] = {2147483648, 2147483648, 2147483648, 2147483648};
  EXPECT_EQ(ParseNetwork(json).error().message(),
            "layer fc1: fc1.weight: more numbers than any machine holds");
}

TEST(Network, WindowsMayDifferFromSideToSide) {
  Json json = Small();
  json["layers"][0].update({{"s", {2, 1}}, {"p", {0, 1, 2, 3}}, {"groups", 2}});
  const Layer layer = ParseNetwork(json).value().layers[0];
  EXPECT_EQ(layer.stride, (std::array<int64_t, 2>{2, 1}));
  EXPECT_EQ(layer.before, (std::array<int64_t, 2>{0, 2}));
  EXPECT_EQ(layer.after, (std::array<int64_t, 2>{1, 3}));
  EXPECT_EQ(layer.groups, 2);
  // Two windows of 3 that begin at 0 and 2 end at 5 of 4; two that begin at -2 and -1 at 2.
  EXPECT_EQ(NeededAfter(layer, 0), 1);
  EXPECT_EQ(NeededAfter(layer, 1), 0);
  json["layers"][0]["p"] = {1, 2};
  EXPECT_EQ(ParseNetwork(json).error().message(), "layer conv1: `p` must be one number or 4");
}

TEST(Network, LocalResponseNormalisation) {
  Json json = Small();
  json["layers"][1].update({{"type", "lrn"}, {"n", 3}, {"alpha", 0.1}, {"beta", 0.5}, {"k", 2}});
  const Layer layer = ParseNetwork(json).value().layers[1];
  EXPECT_EQ(layer.channels, 3);
  EXPECT_EQ(layer.alpha, 0.1);
  EXPECT_EQ(layer.beta, 0.5);
  EXPECT_EQ(layer.k, 2);
  json["layers"][1]["n"] = 4;
  EXPECT_EQ(ParseNetwork(json).error().message(), "layer relu1: `n` must be odd");
}

TEST(Network, WeightsWithMultiplesOfTheirOwn) {
  Json json = Small();
  EXPECT_EQ(UpdateGroups(ParseNetwork(json).value()).size(), 1u);
  json["layers"][0].update({{"rates", {1, 2}}, {"decays", {1, 0}}});
  json["layers"][8]["rates"] = {3, 2};
  const std::vector<UpdateGroup> groups = UpdateGroups(ParseNetwork(json).value());
  // conv1: 0 and 1; norm: 2 and 3; fc1: 4; fc2: 5 and 6.
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0].weights, (std::vector<size_t>{0, 2, 3, 4}));
  EXPECT_EQ(groups[1].rate, 2);
  EXPECT_EQ(groups[1].decay, 0);
  EXPECT_EQ(groups[1].weights, std::vector<size_t>{1});
  EXPECT_EQ(groups[2].rate, 3);
  EXPECT_EQ(groups[3].rate, 2);
  EXPECT_EQ(groups[3].decay, 1) << "other than conv1.bias";
  for (const char* bad : {"[1]", "[1, 2, 3]", "[1, -2]", "[1, \"a\"]", "2"}) {
    json["layers"][0]["rates"] = Json::parse(bad);
    EXPECT_EQ(ParseNetwork(json).error().message(),
              "layer conv1: `rates` must have a number of at least 0 for each weight")
        << bad;
  }
}

TEST(Network, FurtherHeadsAndTheirLayers) {
  Json json = Small();
  EXPECT_EQ(ParseNetwork(json).value().heads.size(), 1u);
  EXPECT_FALSE(ParseNetwork(json).value().hinge);
  // fc1 is on the way to fc2; norm and what is before it alone are not.
  json["losses"] = {{{"layer", "fc1"}, {"weight", 0.3}}};
  json["loss"] = "hinge";
  const Network network = ParseNetwork(json).value();
  ASSERT_EQ(network.heads.size(), 2u);
  EXPECT_EQ(network.heads[0].layer, 8);
  EXPECT_EQ(network.heads[0].weight, 1);
  EXPECT_EQ(network.heads[1].layer, 7);
  EXPECT_EQ(network.heads[1].weight, 0.3);
  EXPECT_TRUE(network.hinge);
  EXPECT_EQ(LayersToLogits(network),
            (std::vector<bool>{true, true, true, false, true, false, false, true, true}));
  for (const char* losses :
       {R"([{"layer": "norm", "weight": 1}])", R"([{"layer": "fc1", "weight": 0}])",
        R"([{"layer": "none", "weight": 1}])", R"({"fc1": 1})", R"([{"layer": "fc1"}])"}) {
    json["losses"] = Json::parse(losses);
    EXPECT_FALSE(ParseNetwork(json).ok()) << losses;
  }
}

Json OfText() {
  return Json::parse(R"({
    "format": 1, "network": "text", "input": [4], "classes": 5, "parameters": 114,
    "layers": [
      {"name": "e", "type": "embedding", "inputs": ["input"], "o": 6, "vocabulary": 5,
       "in": [[4]], "out": [4, 6], "weights": {"e.weight": [5, 6]}},
      {"name": "p", "type": "positions", "inputs": ["e"], "in": [[4, 6]], "out": [4, 6],
       "weights": {"p.weight": [4, 6]}},
      {"name": "n", "type": "layer_norm", "inputs": ["p"], "in": [[4, 6]], "out": [4, 6],
       "weights": {"n.scale": [6], "n.shift": [6]}},
      {"name": "q", "type": "fc", "inputs": ["n"], "o": 6, "in": [[4, 6]], "out": [4, 6],
       "weights": {"q.weight": [6, 6]}},
      {"name": "a", "type": "attention", "inputs": ["q"], "heads": 2, "causal": true,
       "in": [[4, 6]], "out": [4, 2]},
      {"name": "g", "type": "gelu", "inputs": ["a"], "in": [[4, 2]], "out": [4, 2]},
      {"name": "f", "type": "fc", "inputs": ["g"], "o": 5, "in": [[4, 2]], "out": [4, 5],
       "weights": {"f.weight": [5, 2], "f.bias": [2]}}]})");
}

TEST(Network, OfText) {
  // 30 + 24 + 12 + 36 + 10 + 2 = 114.
  const Result<Network> read = ParseNetwork(OfText());
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_TRUE(read.value().is_text());
  EXPECT_EQ(read.value().logits(), (Shape{4, 5}));
  EXPECT_EQ(read.value().layers[4].heads, 2);
  EXPECT_TRUE(read.value().layers[4].causal);
  EXPECT_FALSE(ParseNetwork(Small()).value().is_text());
}

TEST(Network, OfTextWhatIsInconsistentIsRefused) {
  const std::vector<std::pair<const char*, const char*>> patches = {
      {"/classes", "6"},                            // than the table has rows
      {"/layers/0/type", "\"positions\""},          // of tokens
      {"/layers/4/heads", "3"},                     // of 6 channels
      {"/layers/2/weights", "{\"n.scale\": [6]}"},  // of two
      {"/layers/6/out", "[5]"},                     // of all positions
      {"/input", "[5]"},
  };
  for (const auto& [where, value] : patches) {
    Json json = OfText();
    json[Json::json_pointer(where)] = Json::parse(value);
    EXPECT_FALSE(ParseNetwork(json).ok()) << where << " = " << value;
  }
  Json json = OfText();
  json["layers"][1].update({{"type", "embedding"}, {"inputs", {"e"}}});
  EXPECT_EQ(ParseNetwork(json).error().message(),
            "layer p: tokens go to an embedding, and nothing else does");
}

TEST(Network, TheErrorNamesTheLayer) {
  Json json = Small();
  json["layers"][3].erase("k");
  Result<Network> read = ParseNetwork(json);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message(), "layer pool: `k` is missing");
}

}  // namespace
}  // namespace trena

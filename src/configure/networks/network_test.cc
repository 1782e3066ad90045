// SPDX-License-Identifier: Apache-2.0
// Shapes and parameter counts, worked out by hand in the comments.
#include "configure/networks/network.h"

#include <gtest/gtest.h>

#include <map>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"

namespace trena {
namespace {

ResolvedNetwork Shipped(const std::string& name, const Shape& input, int classes = 10) {
  Result<Network> network = ReadNetwork(fs::path(TRENA_SOURCE_DIR) / "networks" / (name + ".yaml"));
  EXPECT_TRUE(network.ok()) << network.error().message();
  Result<ResolvedNetwork> resolved = Resolve(network.value(), input, classes);
  EXPECT_TRUE(resolved.ok()) << resolved.error().message();
  return resolved.value();
}

ResolvedNetwork Written(const std::string& layers, const Shape& input, int classes) {
  TestFolder folder;
  Result<Network> network = ReadNetwork(folder.Write("n.yaml", "network: n\nlayers:\n" + layers));
  EXPECT_TRUE(network.ok()) << network.error().message();
  Result<ResolvedNetwork> resolved = Resolve(network.value(), input, classes);
  EXPECT_TRUE(resolved.ok()) << resolved.error().message();
  return resolved.value();
}

const ResolvedLayer& Layer(const ResolvedNetwork& network, const std::string& name) {
  for (const ResolvedLayer& layer : network.layers) {
    if (layer.name == name) return layer;
  }
  ADD_FAILURE() << "no layer " << name;
  return network.layers.front();
}

// Multiplications of one forward pass: each weight of a layer is used once per place of its output.
int64_t Multiplications(const ResolvedNetwork& network) {
  int64_t sum = 0;
  for (const ResolvedLayer& layer : network.layers) {
    if (layer.weights.empty()) continue;
    Shape places(layer.out.begin() + 1, layer.out.end());
    sum += Elements(layer.weights[0].shape) * Elements(places);
  }
  return sum;
}

TEST(Network, Network1HasThePublishedSize) {
  // FRAMEWORKS.md: 1,116,970 = 896 + 9,248 + 18,496 + 36,928 + (64·8·8·256 + 256) + 2,570.
  ResolvedNetwork network = Shipped("network1", {3, 32, 32});
  EXPECT_EQ(network.parameters, 1'116'970);
  EXPECT_EQ(Layer(network, "conv2").out, (Shape{32, 32, 32}));
  EXPECT_EQ(Layer(network, "max_pool2").out, (Shape{64, 8, 8}));
  EXPECT_EQ(Layer(network, "fc1").weights[0].shape, (Shape{256, 4096}));
  EXPECT_EQ(network.layers.back().out, Shape{10});
}

// As torchvision 0.17 tells them (sum of numel over parameters()); VGG's also by table 2 of
// Simonyan & Zisserman 2014 (138 and 144 million). AlexNet's and GoogLeNet's as Caffe counts its
// bvlc_alexnet and bvlc_googlenet, alexnet_v2's and inception_v1's as TensorFlow 1.4.0 counts
// slim's.
TEST(Network, NetworksOfImageNetHaveThePublishedSizes) {
  const std::map<std::string, int64_t> parameters = {
      {"vgg16", 138'357'544},     {"vgg19", 143'667'240},      {"googlenet", 13'378'280},
      {"alexnet_v2", 50'303'912}, {"inception_v1", 6'617'624}, {"resnet18", 11'689'512},
      {"resnet50", 25'557'032}};
  for (const auto& [name, published] : parameters) {
    EXPECT_EQ(Shipped(name, {3, 224, 224}, 1000).parameters, published) << name;
  }
  EXPECT_EQ(Shipped("alexnet", {3, 227, 227}, 1000).parameters, 60'965'224);
  // Multiplications of convolutions and matrices; He and others 2015, table 1: 1.8e9 and 3.8e9, the
  // latter with the stride in the first convolution of a block.
  EXPECT_NEAR(static_cast<double>(Multiplications(Shipped("resnet18", {3, 224, 224}, 1000))), 1.8e9,
              0.05e9);
  EXPECT_NEAR(static_cast<double>(Multiplications(Shipped("resnet50", {3, 224, 224}, 1000))), 4.1e9,
              0.05e9);
  const ResolvedNetwork resnet = Shipped("resnet50", {3, 224, 224}, 1000);
  EXPECT_EQ(Layer(resnet, "global_pool1").in[0], (Shape{2048, 7, 7}));
  EXPECT_EQ(Layer(Shipped("vgg19", {3, 224, 224}, 1000), "fc1").in[0], (Shape{512, 7, 7}));
}

// Table 1 of Szegedy and others 2014; of alexnet_v2 what slim prints as its end points.
TEST(Network, NetworksOfImageNetHaveThePublishedShapes) {
  const ResolvedNetwork googlenet = Shipped("googlenet", {3, 224, 224}, 1000);
  for (const auto& [name, out] : std::map<std::string, Shape>{{"conv1", {64, 112, 112}},
                                                              {"max_pool1", {64, 56, 56}},
                                                              {"pool2", {192, 28, 28}},
                                                              {"i3a", {256, 28, 28}},
                                                              {"i3b", {480, 28, 28}},
                                                              {"i4a", {512, 14, 14}},
                                                              {"i4d", {528, 14, 14}},
                                                              {"i4e", {832, 14, 14}},
                                                              {"i5b", {1024, 7, 7}},
                                                              {"avg_pool1", {512, 4, 4}},
                                                              {"avg_pool2", {528, 4, 4}}}) {
    EXPECT_EQ(Layer(googlenet, name).out, out) << name;
  }
  const ResolvedNetwork alexnet = Shipped("alexnet_v2", {3, 224, 224}, 1000);
  EXPECT_EQ(Layer(alexnet, "conv1").out, (Shape{64, 54, 54}));
  EXPECT_EQ(Layer(alexnet, "max_pool2").out, (Shape{192, 12, 12}));
  EXPECT_EQ(Layer(alexnet, "max_pool3").out, (Shape{256, 5, 5}));
  EXPECT_EQ(Layer(alexnet, "conv6").out, (Shape{4096, 1, 1}));
  EXPECT_EQ(Layer(Shipped("alexnet", {3, 227, 227}, 1000), "max_pool3").out, (Shape{256, 6, 6}));
}

TEST(Network, TheSmallestImagesOfEachAreThoseThatTheDocsName) {
  for (const auto& [name, size] : std::map<std::string, int64_t>{{"alexnet", 67},
                                                                 {"alexnet_v2", 195},
                                                                 {"googlenet", 79},
                                                                 {"resnet18", 32},
                                                                 {"vgg16", 32}}) {
    const auto network =
        ReadNetwork(fs::path(TRENA_SOURCE_DIR) / "networks" / (name + ".yaml")).value();
    EXPECT_TRUE(Resolve(network, {3, size, size}, 10).ok()) << name;
    const bool fewer = Resolve(network, {3, size - 1, size - 1}, 10).ok();
    EXPECT_EQ(fewer, name.starts_with("resnet")) << name;
  }
}

// TensorFlow's guide: out = ceil(in / s), all = max((out − 1) s + k − in, 0), before = all / 2.
TEST(Network, SamePadsAsTensorFlowDoes) {
  ResolvedNetwork network = Written(R"(
  - conv: { k: 7, s: 2, p: same, o: 4 }
  - max_pool: { k: 3, s: 2, p: same }
  - conv: { k: [3, 1], s: [1, 2], p: same, o: 4 }
  - conv: { k: 3, p: same, o: 4 }
  - global_pool
  - fc: { o: classes }
)",
                                    {3, 224, 224}, 4);
  // (112 − 1) · 2 + 7 − 224 = 5; (56 − 1) · 2 + 3 − 112 = 1; of 3 and 1: 2, and (28 − 1) · 2 + 1 −
  // 56 is below 0.
  EXPECT_EQ(Layer(network, "conv1").settings["p"], Json({2, 3, 2, 3}));
  EXPECT_EQ(Layer(network, "conv1").out, (Shape{4, 112, 112}));
  EXPECT_EQ(Layer(network, "max_pool1").settings["p"], Json({0, 1, 0, 1}));
  EXPECT_EQ(Layer(network, "max_pool1").out, (Shape{4, 56, 56}));
  EXPECT_EQ(Layer(network, "conv2").settings["p"], Json({1, 1, 0, 0}));
  EXPECT_EQ(Layer(network, "conv2").out, (Shape{4, 56, 28}));
  EXPECT_EQ(Layer(network, "conv3").settings["p"], 1) << "one number where all are alike";
}

TEST(Network, ConvolutionsInGroupsSeeTheirShareOfTheChannels) {
  ResolvedNetwork network =
      Written("  - conv: { k: 5, p: 2, o: 6, groups: 2 }\n  - fc: { o: classes }\n", {4, 8, 8}, 3);
  EXPECT_EQ(network.layers[0].weights[0].shape, (Shape{6, 2, 5, 5}));
  EXPECT_EQ(ToJson(network)["layers"][0]["groups"], 2);
  EXPECT_FALSE(ToJson(Shipped("network1", {3, 32, 32}))["layers"][0].contains("groups"));
}

TEST(Network, EachWeightHasItsMultiplesWhereTheyAreNotAllOne) {
  Result<Network> network = ReadNetwork(TestFolder().Write("n.yaml", R"(
network: n
rates: [1, 2]
decays: [1, 0]
layers:
  - conv: { k: 1, o: 4, rates: 10 }
  - conv: { k: 1, o: 4, bias: false }
  - batch_norm: { rates: 1, decays: 1 }
  - relu
  - fc: { o: classes }
)"));
  ASSERT_TRUE(network.ok()) << network.error().message();
  const Json layers = ToJson(Resolve(network.value(), {1, 2, 2}, 3).value())["layers"];
  EXPECT_EQ(layers[0]["rates"], Json({10.0, 10.0}));
  EXPECT_EQ(layers[0]["decays"], Json({1.0, 0.0}));
  EXPECT_FALSE(layers[1].contains("rates")) << "its only weight has 1";
  EXPECT_FALSE(layers[2].contains("rates") || layers[2].contains("decays"));
  EXPECT_FALSE(layers[3].contains("rates")) << "nothing of it is trained";
  EXPECT_EQ(layers[4]["rates"], Json({1.0, 2.0}));
}

TEST(Network, BvlcsMultiplesOfBiases) {
  // lr_mult 1 and 2, decay_mult 1 and 0 in every layer of bvlc_alexnet's and bvlc_googlenet's
  // train_val.prototxt.
  for (const char* name : {"alexnet", "googlenet"}) {
    for (const ResolvedLayer& layer : Shipped(name, {3, 227, 227}).layers) {
      if (layer.weights.empty()) continue;
      EXPECT_EQ(layer.settings["rates"], Json({1.0, 2.0})) << name << layer.name;
      EXPECT_EQ(layer.settings["decays"], Json({1.0, 0.0})) << name << layer.name;
    }
  }
  EXPECT_FALSE(ToJson(Shipped("lenet", {1, 28, 28}))["layers"][0].contains("rates"));
}

TEST(Network, LossesOfFurtherHeadsAreToldToTheRunners) {
  const Json json = ToJson(Shipped("googlenet", {3, 224, 224}, 10));
  EXPECT_EQ(Dump(json["losses"]),
            R"([{"layer":"loss1","weight":0.3},{"layer":"loss2","weight":0.3}])");
  EXPECT_FALSE(json.contains("loss"));
  EXPECT_FALSE(ToJson(Shipped("network1", {3, 32, 32})).contains("losses"));
}

TEST(Network, LeNetHasThePublishedSize) {
  // Caffe's LeNet on MNIST: 520 + 25,050 + 400,500 + 5,010.
  ResolvedNetwork network = Shipped("lenet", {1, 28, 28});
  EXPECT_EQ(network.parameters, 431'080);
  EXPECT_EQ(Layer(network, "conv1").out, (Shape{20, 24, 24}));
  EXPECT_EQ(Layer(network, "max_pool2").out, (Shape{50, 4, 4}));
}

TEST(Network, Network2IsDeeperAndAtLeastATenthMoreWork) {
  // 65,568 in the first four convolutions, 73,856 + 147,584, 128·4·4·256 + 256, 2,570.
  EXPECT_EQ(Shipped("network2", {3, 32, 32}).parameters, 814'122);
  for (int64_t size : {32, 64}) {
    for (int64_t channels : {1, 3}) {
      auto first = Multiplications(Shipped("network1", {channels, size, size}));
      auto second = Multiplications(Shipped("network2", {channels, size, size}));
      EXPECT_GE(static_cast<double>(second), 1.1 * static_cast<double>(first)) << size;
    }
  }
}

TEST(Network, ConvolutionAndPoolingShapes) {
  // conv: (11 + 2·2 − 5) / 3 + 1 = 4.33 → 4. Pooling 3 with stride 2 on 4: down (4−3)/2+1 = 1,
  // up 2. Average pooling 2 with padding 1 on 2: (2+2−2)/2+1 = 2.
  ResolvedNetwork network = Written(R"(
  - conv: { k: 5, s: 3, p: 2, o: 6, bias: false }
  - max_pool: { k: 3, s: 2, name: small }
  - max_pool: { k: 3, s: 2, rounding: up, from: conv1, name: large }
  - avg_pool: { k: 2, p: 1 }
  - global_pool: { from: avg_pool1, name: g }
  - global_pool: { from: small, name: h }
  - add: { from: [g, h] }
  - fc: { o: classes, bias: false }
)",
                                    {2, 11, 11}, 4);
  EXPECT_EQ(Layer(network, "conv1").out, (Shape{6, 4, 4}));
  EXPECT_EQ(Layer(network, "small").out, (Shape{6, 1, 1}));
  EXPECT_EQ(Layer(network, "large").out, (Shape{6, 2, 2}));
  EXPECT_EQ(Layer(network, "avg_pool1").out, (Shape{6, 2, 2}));
  EXPECT_EQ(Layer(network, "g").out, Shape{6});
  EXPECT_EQ(network.parameters, 6 * 2 * 25 + 4 * 6);
}

TEST(Network, RoundingUpNeverAddsAWindowInPaddingAlone) {
  // 3 wide, k 2, s 2, p 1: ceil((3+2−2)/2)+1 = 3 windows, but the third would start at 4 − 1 = 3,
  // past the last pixel (2): 2 remain.
  ResolvedNetwork network = Written(
      "  - max_pool: { k: 2, s: 2, p: 1, rounding: up }\n  - fc: { o: classes }\n", {1, 3, 3}, 2);
  EXPECT_EQ(network.layers[0].out, (Shape{1, 2, 2}));
}

TEST(Network, BranchesJoin) {
  ResolvedNetwork network = Written(R"(
  - conv: { k: 1, o: 4, name: a }
  - conv: { k: 3, p: 1, o: 5 }
    name: b
    from: input
  - concat:
    from: [a, b, input]
  - batch_norm
  - dropout: { rate: 0.25 }
  - fc: { o: classes }
)",
                                    {3, 6, 6}, 7);
  EXPECT_EQ(Layer(network, "concat1").out, (Shape{12, 6, 6}));
  EXPECT_EQ(Layer(network, "concat1").inputs, (std::vector<std::string>{"a", "b", "input"}));
  // conv 4·3+4 and 5·27+5; batch_norm 2·12; fc 7·12·36+7.
  EXPECT_EQ(network.parameters, 16 + 140 + 24 + 3031);
}

TEST(Network, JsonIsWhatRunnersRead) {
  Json json = ToJson(Shipped("network1", {3, 32, 32}));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["network"], "network1");
  EXPECT_EQ(json["input"], Json({3, 32, 32}));
  EXPECT_EQ(json["classes"], 10);
  EXPECT_EQ(json["parameters"], 1'116'970);
  // As written in the formats' page, key for key and in its order.
  EXPECT_EQ(Dump(json["layers"][0]),
            R"({"name":"conv1","type":"conv","inputs":["input"],"k":3,"s":1,"p":1,"o":32,)"
            R"("bias":true,"in":[[3,32,32]],"out":[32,32,32],)"
            R"("weights":{"conv1.weight":[32,3,3,3],"conv1.bias":[32]}})");
  EXPECT_EQ(Dump(json["layers"][4]),
            R"({"name":"max_pool1","type":"max_pool","inputs":["relu2"],"k":2,"s":2,"p":0,)"
            R"("rounding":"down","in":[[32,32,32]],"out":[32,16,16],"weights":{}})");
  Result<std::vector<NamedShape>> weights = WeightsOf(json);
  ASSERT_TRUE(weights.ok());
  ASSERT_EQ(weights.value().size(), 12u);
  EXPECT_EQ(weights.value().back().name, "fc2.bias");
  EXPECT_FALSE(WeightsOf(Json::object()).ok());
}

TEST(Network, JsonOfABatchNormThatIsSlims) {
  ResolvedNetwork network = Written(
      "  - batch_norm: { epsilon: 0.001, momentum: 0.0003, scale: false }\n"
      "  - fc: { o: classes }\n",
      {2, 4, 4}, 3);
  Json json = ToJson(network);
  EXPECT_EQ(json["layers"][0]["epsilon"], 0.001);
  EXPECT_EQ(json["layers"][0]["momentum"], 0.0003);
  EXPECT_EQ(json["layers"][0]["scale"], false);
  EXPECT_EQ(json["layers"][0]["weights"], Json({{"batch_norm1.shift", {2}}}));
}

TEST(Network, SlimDecaysKernelsAlone) {
  const Json json = ToJson(Shipped("inception_v1", {3, 64, 64}, 10));
  for (const Json& layer : json["layers"]) {
    const Json expected = layer["type"] == "conv"         ? Json()  // of its kernel: as it is
                          : layer["type"] == "batch_norm" ? Json({0.0})
                          : layer["type"] == "fc"         ? Json({1.0, 0.0})
                                                          : Json();
    EXPECT_EQ(layer.value("decays", Json()), expected) << layer["name"];
  }
}

TEST(Network, JsonOfBatchNormAndDropout) {
  ResolvedNetwork network =
      Written("  - batch_norm\n  - dropout: { rate: 0.5 }\n  - fc: { o: classes }\n", {2, 4, 4}, 3);
  Json json = ToJson(network);
  EXPECT_EQ(json["layers"][0]["epsilon"], 1e-5);
  EXPECT_EQ(json["layers"][0]["momentum"], 0.1);
  EXPECT_EQ(json["layers"][0]["weights"],
            Json({{"batch_norm1.scale", {2}}, {"batch_norm1.shift", {2}}}));
  EXPECT_FALSE(json["layers"][0].contains("scale"));
  EXPECT_EQ(json["layers"][1]["rate"], 0.5);
  EXPECT_EQ(json["layers"][2]["weights"]["fc1.weight"], Json({3, 32}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Networks in Caffe's own text format. AlexNet is written here as Caffe's documentation describes
// bvlc_alexnet, GoogLeNet as bvlc_googlenet; networks/ has the same by other words, and both must
// come to the same.
#include "configure/prototxt/caffe_network.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <tuple>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"

namespace trena {
namespace {

constexpr const char* kData = R"(
layer { name: "data" type: "Data" top: "data" top: "label" include { phase: TRAIN }
  transform_param { mirror: true crop_size: 8 mean_file: "mean.binaryproto" }
  data_param { source: "train_lmdb" batch_size: 256 backend: LMDB } }
layer { name: "data" type: "Data" top: "data" top: "label" include { phase: TEST }
  transform_param { crop_size: 8 } data_param { source: "val_lmdb" batch_size: 50 } }
)";

constexpr const char* kEnd = R"(
layer { name: "fc" type: "InnerProduct" bottom: "x" top: "fc"
  inner_product_param { num_output: 10 weight_filler { type: "gaussian" std: 0.01 } } }
layer { name: "accuracy" type: "Accuracy" bottom: "fc" bottom: "label" top: "accuracy"
  include { phase: TEST } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "fc" bottom: "label" top: "loss" }
)";

Result<ResolvedNetwork> ResolveCaffe(const std::string& text, const Shape& input = {3, 8, 8}) {
  TestFolder folder;
  Result<Network> network = ReadNetwork(folder.Write("net.prototxt", text));
  if (!network.ok()) {
    EXPECT_EQ(network.error().kind(), ErrorKind::kInput);
    return network.error();
  }
  return Resolve(network.value(), input, 10);
}

// The layers between data and the end, which take from `data` and give `x`.
ResolvedNetwork Middle(const std::string& layers) {
  Result<ResolvedNetwork> network = ResolveCaffe(kData + layers + kEnd);
  EXPECT_TRUE(network.ok()) << network.error().message();
  return std::move(network).value();
}

std::string CaffeComplaint(const std::string& layers) {
  const Result<ResolvedNetwork> network = ResolveCaffe(kData + layers + kEnd);
  return network.ok() ? "" : network.error().message();
}

// One layer from `data` to `x`.
std::string OneLayer(const std::string& type, const std::string& settings) {
  return "layer { name: \"one\" type: \"" + type + "\" bottom: \"data\" top: \"x\"\n" + settings +
         " }";
}

std::string LayerText(const ResolvedNetwork& network, size_t index) {
  Json layer = ToJson(network)["layers"][index];
  for (const char* key : {"in", "weights"}) layer.erase(key);
  return Dump(layer);
}

// The layers with running numbers for names, and no word on rounding where it makes no difference.
Json Anonymous(const ResolvedNetwork& network) {
  std::map<std::string, std::string> numbers{{"input", "input"}};
  Json layers = Json::array();
  const Json whole = ToJson(network);
  for (const Json& one : whole["layers"]) {
    Json layer = one;
    const std::string number = std::to_string(numbers.size());
    numbers[layer["name"]] = number;
    layer["name"] = number;
    for (Json& input : layer["inputs"]) input = numbers.at(input);
    Json shapes = Json::array();
    for (const auto& weight : one["weights"].items()) shapes.push_back(weight.value());
    layer["weights"] = shapes;
    layer.erase("rounding");
    layers.push_back(layer);
  }
  return layers;
}

constexpr const char* kMultiples =
    "param { lr_mult: 1 decay_mult: 1 } param { lr_mult: 2 decay_mult: 0 }\n";

std::string AlexConv(const std::string& number, const std::string& bottom,
                     const std::string& settings) {
  const std::string name = "\"conv" + number + "\"";
  return "layer { name: " + name + " type: \"Convolution\" bottom: \"" + bottom +
         "\" top: " + name + kMultiples + "convolution_param { " + settings +
         " weight_filler { type: \"gaussian\" std: 0.01 } bias_filler { value: 0.1 } } }\n" +
         "layer { name: \"relu" + number + "\" type: \"ReLU\" bottom: " + name + " top: " + name +
         " }\n";
}

std::string AlexPool(const std::string& number, const std::string& bottom) {
  return "layer { name: \"pool" + number + "\" type: \"Pooling\" bottom: \"" + bottom +
         "\" top: \"pool" + number + "\" pooling_param { pool: MAX kernel_size: 3 stride: 2 } }\n";
}

std::string AlexNorm(const std::string& number) {
  return "layer { name: \"norm" + number + "\" type: \"LRN\" bottom: \"conv" + number +
         "\" top: \"norm" + number + "\" lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 } }\n" +
         AlexPool(number, "norm" + number);
}

std::string AlexFc(const std::string& number, const std::string& bottom) {
  const std::string blob = "\"fc" + number + "\"";
  return "layer { name: " + blob + " type: \"InnerProduct\" bottom: \"" + bottom +
         "\" top: " + blob + kMultiples + "inner_product_param { num_output: 4096 } }\n" +
         "layer { name: \"relu" + number + "\" type: \"ReLU\" bottom: " + blob + " top: " + blob +
         " }\n" + "layer { name: \"drop" + number + "\" type: \"Dropout\" bottom: " + blob +
         " top: " + blob + " dropout_param { dropout_ratio: 0.5 } }\n";
}

TEST(CaffeNetwork, BvlcsAlexNetIsNetworksAlexNet) {
  const std::string text =
      "name: \"AlexNet\" layer { name: \"data\" type: \"Data\" top: \"data\" top: \"label\" "
      "transform_param { crop_size: 227 } }\n" +
      AlexConv("1", "data", "num_output: 96 kernel_size: 11 stride: 4") + AlexNorm("1") +
      AlexConv("2", "pool1", "num_output: 256 pad: 2 kernel_size: 5 group: 2") + AlexNorm("2") +
      AlexConv("3", "pool2", "num_output: 384 pad: 1 kernel_size: 3") +
      AlexConv("4", "conv3", "num_output: 384 pad: 1 kernel_size: 3 group: 2") +
      AlexConv("5", "conv4", "num_output: 256 pad: 1 kernel_size: 3 group: 2") +
      AlexPool("5", "conv5") + AlexFc("6", "pool5") + AlexFc("7", "fc6") +
      "layer { name: \"fc8\" type: \"InnerProduct\" bottom: \"fc7\" top: \"fc8\" " + kMultiples +
      "inner_product_param { num_output: 10 } }\n"
      "layer { name: \"accuracy\" type: \"Accuracy\" bottom: \"fc8\" bottom: \"label\" }\n"
      "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"fc8\" bottom: \"label\" }\n";
  Result<ResolvedNetwork> caffe = ResolveCaffe(text, {3, 227, 227});
  ASSERT_TRUE(caffe.ok()) << caffe.error().message();
  const Network ours = ReadNetwork(fs::path(TRENA_SOURCE_DIR) / "networks/alexnet.yaml").value();
  EXPECT_EQ(Anonymous(caffe.value()), Anonymous(Resolve(ours, {3, 227, 227}, 10).value()));
  EXPECT_EQ(caffe.value().name, "net") << "the file's, not what it says of itself";
}

std::string GoogLayer(const std::string& name, const std::string& type, const std::string& bottom,
                      const std::string& settings) {
  return "layer { name: \"" + name + "\" type: \"" + type + "\" bottom: \"" + bottom +
         "\" top: \"" + name + "\" " + settings + " }\n";
}

std::string GoogRelu(const std::string& name, const std::string& bottom) {
  return "layer { name: \"" + name + "\" type: \"ReLU\" bottom: \"" + bottom + "\" top: \"" +
         bottom + "\" }\n";
}

std::string GoogConv(const std::string& name, const std::string& bottom, int outputs,
                     const std::string& window, const std::string& relu) {
  return GoogLayer(name, "Convolution", bottom,
                   kMultiples + ("convolution_param { num_output: " + std::to_string(outputs) +
                                 " " + window + " weight_filler { type: \"xavier\" } }")) +
         GoogRelu(relu, name);
}

std::string GoogPool(const std::string& name, const std::string& bottom, const std::string& pool) {
  return GoogLayer(name, "Pooling", bottom, "pooling_param { " + pool + " }");
}

// `sizes`: 1x1, 3x3_reduce, 3x3, 5x5_reduce, 5x5, pool_proj, a row of the paper's table 1.
std::string Inception(const std::string& part, const std::string& bottom,
                      const std::array<int, 6>& sizes) {
  const std::string name = "inception_" + part + "/", three = "kernel_size: 3 pad: 1";
  std::string text = GoogConv(name + "1x1", bottom, sizes[0], "kernel_size: 1", name + "relu_1x1");
  for (const auto& [size, window, at] :
       {std::tuple(std::string("3x3"), three, 1), {"5x5", "kernel_size: 5 pad: 2", 3}}) {
    const std::string reduce = name + size + "_reduce";
    text +=
        GoogConv(reduce, bottom, sizes[at], "kernel_size: 1", name + "relu_" + size + "_reduce");
    text += GoogConv(name + size, reduce, sizes[at + 1], window, name + "relu_" + size);
  }
  text += GoogPool(name + "pool", bottom, "pool: MAX kernel_size: 3 stride: 1 pad: 1");
  text += GoogConv(name + "pool_proj", name + "pool", sizes[5], "kernel_size: 1",
                   name + "relu_pool_proj");
  text += "layer { name: \"" + name + "output\" type: \"Concat\" ";
  for (const char* branch : {"1x1", "3x3", "5x5", "pool_proj"}) {
    text += "bottom: \"" + name + branch + "\" ";
  }
  return text + "top: \"" + name + "output\" }\n";
}

std::string GoogClassifier(const std::string& name, const std::string& bottom) {
  return GoogLayer(name, "InnerProduct", bottom,
                   std::string(kMultiples) + "inner_product_param { num_output: 10 }");
}

// A head in the middle, whose loss counts 0.3 while it trains.
std::string GoogHead(const std::string& loss, const std::string& bottom) {
  const std::string drop = "\"" + loss + "/fc\"";
  return GoogPool(loss + "/ave_pool", bottom, "pool: AVE kernel_size: 5 stride: 3") +
         GoogConv(loss + "/conv", loss + "/ave_pool", 128, "kernel_size: 1", loss + "/relu_conv") +
         GoogLayer(loss + "/fc", "InnerProduct", loss + "/conv",
                   std::string(kMultiples) + "inner_product_param { num_output: 1024 }") +
         GoogRelu(loss + "/relu_fc", loss + "/fc") + "layer { name: \"" + loss +
         "/drop_fc\" type: \"Dropout\" bottom: " + drop + " top: " + drop +
         " dropout_param { dropout_ratio: 0.7 } }\n" +
         GoogClassifier(loss + "/classifier", loss + "/fc") + "layer { name: \"" + loss +
         "/loss\" type: \"SoftmaxWithLoss\" bottom: \"" + loss +
         "/classifier\" bottom: \"label\" top: \"" + loss + "/loss1\" loss_weight: 0.3 }\n";
}

std::string GoogStem() {
  const std::string lrn = "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 }";
  const std::string half = "pool: MAX kernel_size: 3 stride: 2";
  return GoogConv("conv1/7x7_s2", "data", 64, "pad: 3 kernel_size: 7 stride: 2", "conv1/relu_7x7") +
         GoogPool("pool1/3x3_s2", "conv1/7x7_s2", half) +
         GoogLayer("pool1/norm1", "LRN", "pool1/3x3_s2", lrn) +
         GoogConv("conv2/3x3_reduce", "pool1/norm1", 64, "kernel_size: 1",
                  "conv2/relu_3x3_reduce") +
         GoogConv("conv2/3x3", "conv2/3x3_reduce", 192, "pad: 1 kernel_size: 3", "conv2/relu_3x3") +
         GoogLayer("conv2/norm2", "LRN", "conv2/3x3", lrn) +
         GoogPool("pool2/3x3_s2", "conv2/norm2", half);
}

// As train_val.prototxt of bvlc_googlenet has them, to the last pooling.
std::string GoogInceptions() {
  const std::string half = "pool: MAX kernel_size: 3 stride: 2";
  return Inception("3a", "pool2/3x3_s2", {64, 96, 128, 16, 32, 32}) +
         Inception("3b", "inception_3a/output", {128, 128, 192, 32, 96, 64}) +
         GoogPool("pool3/3x3_s2", "inception_3b/output", half) +
         Inception("4a", "pool3/3x3_s2", {192, 96, 208, 16, 48, 64}) +
         GoogHead("loss1", "inception_4a/output") +
         Inception("4b", "inception_4a/output", {160, 112, 224, 24, 64, 64}) +
         Inception("4c", "inception_4b/output", {128, 128, 256, 24, 64, 64}) +
         Inception("4d", "inception_4c/output", {112, 144, 288, 32, 64, 64}) +
         GoogHead("loss2", "inception_4d/output") +
         Inception("4e", "inception_4d/output", {256, 160, 320, 32, 128, 128}) +
         GoogPool("pool4/3x3_s2", "inception_4e/output", half) +
         Inception("5a", "pool4/3x3_s2", {256, 160, 320, 32, 128, 128}) +
         Inception("5b", "inception_5a/output", {384, 192, 384, 48, 128, 128});
}

// But for the last pooling: BVLC writes a window of 7×7, which is the whole of 224×224 images.
TEST(CaffeNetwork, BvlcsGoogLeNetIsNetworksGoogLeNet) {
  const std::string text =
      "name: \"GoogleNet\" layer { name: \"data\" type: \"Data\" top: \"data\" top: \"label\" "
      "transform_param { crop_size: 224 } }\n" +
      GoogStem() + GoogInceptions() +
      GoogPool("pool5/7x7_s1", "inception_5b/output", "pool: AVE kernel_size: 7 stride: 1") +
      "layer { name: \"pool5/drop_7x7_s1\" type: \"Dropout\" bottom: \"pool5/7x7_s1\" top: "
      "\"pool5/7x7_s1\" dropout_param { dropout_ratio: 0.4 } }\n" +
      GoogClassifier("loss3/classifier", "pool5/7x7_s1") +
      "layer { name: \"loss3/loss3\" type: \"SoftmaxWithLoss\" bottom: \"loss3/classifier\" "
      "bottom: \"label\" top: \"loss3/loss3\" loss_weight: 1 }\n";
  Result<ResolvedNetwork> caffe = ResolveCaffe(text, {3, 224, 224});
  ASSERT_TRUE(caffe.ok()) << caffe.error().message();
  const ResolvedNetwork ours =
      Resolve(ReadNetwork(fs::path(TRENA_SOURCE_DIR) / "networks/googlenet.yaml").value(),
              {3, 224, 224}, 10)
          .value();
  Json theirs = Anonymous(caffe.value()), own = Anonymous(ours);
  ASSERT_EQ(theirs.size(), own.size());
  const size_t pool = own.size() - 3;
  EXPECT_EQ(theirs[pool]["type"], "avg_pool");
  EXPECT_EQ(theirs[pool]["out"], (Json{1024, 1, 1}));
  EXPECT_EQ(own[pool]["type"], "global_pool");
  for (size_t i = 0; i < pool; ++i) EXPECT_EQ(theirs[i], own[i]) << ours.layers[i].name;
  EXPECT_EQ(theirs.back()["weights"], own.back()["weights"]);
  EXPECT_EQ(caffe.value().parameters, ours.parameters);
  ASSERT_EQ(caffe.value().heads.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(caffe.value().heads[i].weight, ours.heads[i].weight);
    EXPECT_EQ(caffe.value().heads[i].layer, fmt::format("loss{}_classifier", i + 1));
  }
}

TEST(CaffeNetwork, SettingsAndTheirDefaultsAreCaffes) {
  // caffe.proto: stride 1 and pad 0 of both; LRN with 5, 1, 0.75, 1; dropout 0.5; bias_term true.
  EXPECT_EQ(
      LayerText(
          Middle(OneLayer("Convolution", "convolution_param { num_output: 4 kernel_size: 3 }")), 0),
      R"({"name":"one","type":"conv","inputs":["input"],"k":3,"s":1,"p":0,"o":4,)"
      R"("bias":true,"out":[4,6,6]})");
  EXPECT_EQ(LayerText(Middle(OneLayer("Convolution",
                                      "convolution_param { num_output: 4 kernel_h: 3 kernel_w: 1 "
                                      "stride: [2, 1] pad_w: 1 bias_term: false }")),
                      0),
            R"({"name":"one","type":"conv","inputs":["input"],"k":[3,1],"s":[2,1],)"
            R"("p":[0,0,1,1],"o":4,"bias":false,"out":[4,3,10]})");
  EXPECT_EQ(LayerText(Middle(OneLayer("LRN", "")), 0),
            R"({"name":"one","type":"lrn","inputs":["input"],"n":5,"alpha":1.0,"beta":0.75,)"
            R"("k":1.0,"out":[3,8,8]})");
  EXPECT_EQ(LayerText(Middle(OneLayer("Dropout", "")), 0),
            R"({"name":"one","type":"dropout","inputs":["input"],"rate":0.5,"out":[3,8,8]})");
  EXPECT_EQ(
      LayerText(Middle(OneLayer("Pooling", "pooling_param { pool: AVE global_pooling: true }")), 0),
      R"({"name":"one","type":"global_pool","inputs":["input"],"out":[3]})");
}

TEST(CaffeNetwork, PoolingRoundsUpAsCaffeDoes) {
  // (8 − 3) ÷ 2 = 2.5: Caffe 1.0 has ceil(2.5) + 1 = 4 places.
  const std::string pool = "pooling_param { pool: MAX kernel_size: 3 stride: 2 ";
  EXPECT_EQ(Middle(OneLayer("Pooling", pool + "}")).layers[0].out, (Shape{3, 4, 4}));
  EXPECT_EQ(Middle(OneLayer("Pooling", pool + "round_mode: FLOOR }")).layers[0].out,
            (Shape{3, 3, 3}));
}

TEST(CaffeNetwork, WhatIsWrittenOverIsWhatWasThereBefore) {
  const ResolvedNetwork network = Middle(R"(
layer { name: "c" type: "Convolution" bottom: "data" top: "x"
        convolution_param { num_output: 4 kernel_size: 1 } }
layer { name: "r" type: "ReLU" bottom: "x" top: "x" }
layer { name: "d" type: "Dropout" bottom: "x" top: "x" }
layer { name: "s" type: "Eltwise" bottom: "x" bottom: "x" top: "x" }
)");
  ASSERT_EQ(network.layers.size(), 5u);
  EXPECT_EQ(network.layers[1].inputs, std::vector<std::string>{"c"});
  EXPECT_EQ(network.layers[2].inputs, std::vector<std::string>{"r"});
  EXPECT_EQ(network.layers[3].inputs, (std::vector<std::string>{"d", "d"}));
  EXPECT_EQ(network.layers[4].inputs, std::vector<std::string>{"s"});
}

TEST(CaffeNetwork, WhatIsThereInTestsAloneIsLeftOut) {
  const std::string relu = R"(layer { name: "r" type: "ReLU" bottom: "data" top: "x" )";
  for (const char* trained :
       {"", "include { phase: TRAIN }", "exclude { phase: TEST }", "include { min_level: 0 }",
        "exclude { stage: \"deploy\" }", "include { not_stage: \"deploy\" }",
        "include { phase: TEST } include { phase: TRAIN }"}) {
    EXPECT_EQ(Middle(relu + trained + " }").layers.size(), 2u) << trained;
  }
  for (const char* left_out :
       {"include { phase: TEST }", "exclude { phase: TRAIN }", "include { min_level: 1 }",
        "include { phase: TRAIN stage: \"fine\" }", "exclude { phase: TEST } exclude { }",
        "include { max_level: -1 }"}) {
    EXPECT_TRUE(Has(CaffeComplaint(relu + left_out + " }"), {"nothing above gives `x`"}))
        << left_out;
  }
}

TEST(CaffeNetwork, LossesHaveTheirWeights) {
  const ResolvedNetwork network = Middle(R"(
layer { name: "x" type: "ReLU" bottom: "data" top: "x" }
layer { name: "loss1/fc" type: "InnerProduct" bottom: "x" top: "loss1/fc"
        inner_product_param { num_output: 10 } }
layer { name: "loss1/loss" type: "SoftmaxWithLoss" bottom: "loss1/fc" bottom: "label"
        top: "loss1/loss1" loss_weight: 0.3 }
)");
  ASSERT_EQ(network.heads.size(), 1u);
  EXPECT_EQ(network.heads[0].layer, "loss1_fc") << "a name becomes one of ours";
  EXPECT_EQ(network.heads[0].weight, 0.3);
  EXPECT_EQ(network.layers.back().name, "fc");
  EXPECT_EQ(network.loss, kSoftmax);
}

TEST(CaffeNetwork, TheLastLossIsThatOfTheLogitsWhereverTheyStand) {
  const Result<ResolvedNetwork> network = ResolveCaffe(R"(
layer { name: "data" type: "MemoryData" top: "data" top: "label" }
layer { name: "main" type: "InnerProduct" bottom: "data" top: "m"
        inner_product_param { num_output: 10 } }
layer { name: "side" type: "InnerProduct" bottom: "data" top: "s"
        inner_product_param { num_output: 10 } }
layer { name: "l1" type: "HingeLoss" bottom: "s" bottom: "label" loss_weight: 0.5 }
layer { name: "l2" type: "HingeLoss" bottom: "m" bottom: "label" hinge_loss_param { norm: L1 } }
)");
  ASSERT_TRUE(network.ok()) << network.error().message();
  EXPECT_EQ(network.value().layers.back().name, "main");
  EXPECT_EQ(network.value().heads[0].layer, "side");
  EXPECT_EQ(network.value().loss, kHinge);
}

TEST(CaffeNetwork, BatchNormAndScaleAreOne) {
  const ResolvedNetwork network = Middle(R"(
layer { name: "bn" type: "BatchNorm" bottom: "data" top: "bn"
        param { lr_mult: 0 } param { lr_mult: 0 } param { lr_mult: 0 }
        batch_norm_param { moving_average_fraction: 0.9 eps: 1e-5 use_global_stats: false } }
layer { name: "scale" type: "Scale" bottom: "bn" top: "x" param { lr_mult: 0.5 }
        scale_param { bias_term: true } }
)");
  EXPECT_EQ(LayerText(network, 0),
            R"({"name":"bn","type":"batch_norm","inputs":["input"],"epsilon":1e-05,)"
            R"("momentum":0.1,"rates":[0.5,1.0],"out":[3,8,8]})");
  const std::string norm = R"(layer { name: "b" type: "BatchNorm" bottom: "data" top: "x" )";
  const std::string good = "batch_norm_param { moving_average_fraction: 0.9 } }\n";
  EXPECT_TRUE(Has(CaffeComplaint(norm + good),
                  {"net.prototxt:7:25: `BatchNorm` without `Scale` has no counterpart here"}));
  EXPECT_TRUE(Has(CaffeComplaint(norm + "}"),
                  {"averages with 0.999", "write `batch_norm_param { moving_average_fraction"}));
  EXPECT_TRUE(Has(CaffeComplaint(norm + good + R"(
layer { name: "s" type: "Scale" bottom: "x" top: "x" })"),
                  {"`Scale` without a bias has no counterpart"}));
  EXPECT_TRUE(Has(CaffeComplaint(OneLayer("Scale", "scale_param { bias_term: true }")),
                  {"`Scale` without a `BatchNorm` before it"}));
}

TEST(CaffeNetwork, ASliceIntoSilenceIsAPoolingThatRoundsDown) {
  const std::string pool = R"(
layer { name: "p" type: "Pooling" bottom: "data" top: "p.whole"
        pooling_param { pool: MAX kernel_size: 3 stride: 2 } }
layer { name: "p.rest2" type: "Slice" bottom: "p.whole" top: "p.cut" top: "p.rest2"
        slice_param { axis: 2 slice_point: 3 } }
layer { name: "u" type: "Silence" bottom: "p.rest2" }
)";
  const std::string columns = R"(
layer { name: "p.rest3" type: "Slice" bottom: "p.cut" top: "x" top: "p.rest3"
        slice_param { axis: 3 slice_point: 3 } }
)";
  const ResolvedNetwork network = Middle(pool + columns);
  ASSERT_EQ(network.layers.size(), 2u);
  EXPECT_EQ(network.layers[0].settings["rounding"], "down");
  EXPECT_TRUE(Has(CaffeComplaint(pool + R"(
layer { name: "r" type: "ReLU" bottom: "p.cut" top: "x" })"),
                  {"net.prototxt:8:25: layer `p`: Slice leaves 4 of its 4 columns: only 3 have a "
                   "counterpart"}));
}

TEST(CaffeNetwork, DeployedNetworksHaveNoLoss) {
  const Result<ResolvedNetwork> network = ResolveCaffe(R"(
name: "deploy" input: "data" input_dim: 10 input_dim: 3 input_dim: 8 input_dim: 8
layer { name: "fc" type: "InnerProduct" bottom: "data" top: "fc"
        inner_product_param { num_output: 10 } }
layer { name: "prob" type: "Softmax" bottom: "fc" top: "prob" }
)");
  ASSERT_TRUE(network.ok()) << network.error().message();
  EXPECT_EQ(network.value().layers.size(), 1u);
}

TEST(CaffeNetwork, IsOnlyTrainedOnTheImagesItWasMadeFor) {
  const std::string end =
      "layer { type: \"ReLU\" bottom: \"data\" top: \"x\" }" + std::string(kEnd);
  const std::string with_crop = kData + end;
  EXPECT_TRUE(ResolveCaffe(with_crop).ok());
  EXPECT_TRUE(Has(ResolveCaffe(with_crop, {3, 9, 9}).error().message(),
                  {"net.prototxt:3:45: made for images of 3×8×8, but the study's are 3×9×9",
                   "make `image` of the study or this agree"}));
  const std::string input =
      "layer { type: \"Input\" top: \"data\" input_param { shape { dim: 1 dim: 1 dim: 8 dim: 8 } } "
      "}\n"
      "layer { type: \"Input\" top: \"label\" input_param { shape { dim: 1 } } }\n";
  EXPECT_TRUE(ResolveCaffe(input + end, {1, 8, 8}).ok());
  EXPECT_TRUE(Has(ResolveCaffe(input + end).error().message(), {"made for images of 1×8×8"}));
}

TEST(CaffeNetwork, MultiplesOfTheLearningRateAndTheDecay) {
  const auto fc = [](const std::string& settings, const std::string& bias) {
    return OneLayer("InnerProduct",
                    settings + " inner_product_param { num_output: 4 bias_term: " + bias + " }");
  };
  const Json one = ToJson(Middle(fc("param { lr_mult: 10 } param { decay_mult: 0 }", "true")));
  EXPECT_EQ(one["layers"][0]["rates"], Json({10.0, 1.0}));
  EXPECT_EQ(one["layers"][0]["decays"], Json({1.0, 0.0}));
  // A param that is not written is 1 and 1.
  EXPECT_EQ(ToJson(Middle(fc("param { lr_mult: 10 }", "true")))["layers"][0]["rates"],
            Json({10.0, 1.0}));
  EXPECT_EQ(ToJson(Middle(fc("param { lr_mult: 10 }", "false")))["layers"][0]["rates"],
            Json({10.0}));
  EXPECT_TRUE(Has(CaffeComplaint(fc("param { } param { }", "false")),
                  {"`InnerProduct` has more `param` than weights"}));
  EXPECT_TRUE(Has(CaffeComplaint(fc("param { lr_mult: 0 }", "true")),
                  {"net.prototxt:8:18: a weight that is not trained has no counterpart here"}));
  EXPECT_TRUE(Has(CaffeComplaint(fc("param { name: \"shared\" }", "true")),
                  {"`name` of param has no counterpart here"}));
}

// Each with the line it stands on: the middle begins on line 7.
TEST(CaffeNetwork, WhatHasNoCounterpartIsRefusedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {OneLayer("Deconvolution", ""), "net.prototxt:7:27: `Deconvolution` has no counterpart here"},
      {OneLayer("Convolutoin", ""), "did you mean `Convolution`?"},
      {OneLayer("ReLU", "relu_param { negative_slope: 0.1 }"),
       "net.prototxt:8:30: `negative_slope: 0.1` has no counterpart here: only 0"},
      {OneLayer("Pooling", "pooling_param { pool: STOCHASTIC kernel_size: 2 }"),
       "`pool: STOCHASTIC` has no counterpart here"},
      {OneLayer("Pooling", "pooling_param { pool: AVE kernel_size: 3 pad: 1 }"),
       "Caffe counts the padding of an average"},
      {OneLayer("Pooling", "pooling_param { global_pooling: true }"),
       "a maximum over whole images has no counterpart"},
      {OneLayer("Pooling", ""), "`Pooling` without a kernel_size"},
      {OneLayer("Convolution", "convolution_param { kernel_size: 3 }"), "without num_output"},
      {OneLayer("Convolution", "convolution_param { num_output: 4 kernel_size: 3 dilation: 2 }"),
       "`dilation: 2` has no counterpart here: only 1"},
      {OneLayer("Convolution", "convolution_param { num_output: 4 kernel_size: 3 colour: 2 }"),
       "`colour` of Convolution has no counterpart here"},
      {OneLayer("Convolution", "convolution_param { num_output: 4 kernel_size: [3, 3, 3] }"),
       "a number for more than two axes"},
      {OneLayer("Convolution", "convolution_param { num_output: 4.5 kernel_size: 3 }"),
       "`num_output` must be a whole number from 1 to 1000000"},
      {OneLayer("Convolution", "pooling_param { kernel_size: 3 }"),
       "`pooling_param` does not belong to `Convolution`"},
      {OneLayer("LRN", "lrn_param { norm_region: WITHIN_CHANNEL }"), "use ACROSS_CHANNELS"},
      {OneLayer("LRN", "lrn_param { local_size: 4 }"), "`local_size` must be odd"},
      {OneLayer("Eltwise", "eltwise_param { operation: MAX }"), "use SUM"},
      {OneLayer("ReLU", "top: \"y\""), "`ReLU` here has 1 `bottom` and 1 `top`"},
      {OneLayer("ReLU", "loss_weight: 1"), "a `loss_weight` of `ReLU` has no counterpart"},
      {OneLayer("ReLU", "name: \"b\""), "`name` is given twice in a layer"},
      {OneLayer("ReLU", "blobs { }"), "`blobs` of a layer has no counterpart here"},
      {"layer { type: \"ReLU\" bottom: \"label\" top: \"x\" }",
       "net.prototxt:7:30: `label` are labels, which only a loss may take"},
      {"layer { name: \"a\" }", "net.prototxt:7:1: a layer without a `type`"},
      {"layer { type: RELU }", "Caffe's own upgrade_net_proto_text"},
      {"layers { type: RELU }", "`layers` is the format of Caffe's first year"},
      {"layer: 3", "`layer` must be a message"},
      {OneLayer("Dropout", "dropout_param { dropout_ratio: 1 }"),
       "`dropout_ratio` must be a number"},
      {OneLayer("Slice", "slice_param { axis: 1 slice_point: 1 } top: \"y\""), "`axis` must be"},
  };
  for (const auto& [layers, message] : cases) {
    EXPECT_TRUE(Has(CaffeComplaint(layers), {message})) << layers;
    EXPECT_EQ(CaffeComplaint(layers).find("nothing above"), std::string::npos) << layers;
  }
}

TEST(CaffeNetwork, LossesThatHaveNoCounterpart) {
  const std::string relu = OneLayer("ReLU", "");
  EXPECT_TRUE(Has(ResolveCaffe(kData + relu + kEnd +
                               "layer { type: \"HingeLoss\" bottom: \"fc\" bottom: \"label\" }")
                      .error()
                      .message(),
                  {"losses of two kinds"}));
  const std::string two = R"(
layer { name: "l" type: "SoftmaxWithLoss" bottom: "fc" bottom: "label" loss_weight: 0.5 })";
  EXPECT_TRUE(Has(ResolveCaffe(kData + relu + kEnd + two).error().message(),
                  {"its `loss_weight` must be 1"}));
  EXPECT_TRUE(Has(CaffeComplaint(relu + R"(
layer { type: "SoftmaxWithLoss" bottom: "x" bottom: "x" })"),
                  {"`x` are no labels of a data layer"}));
  EXPECT_TRUE(Has(CaffeComplaint(relu + R"(
layer { type: "EuclideanLoss" bottom: "x" bottom: "label" })"),
                  {"`EuclideanLoss` has no counterpart"}));
  const Result<ResolvedNetwork> classes = ResolveCaffe(R"(
layer { type: "Data" top: "data" top: "label" }
layer { name: "fc" type: "InnerProduct" bottom: "data" top: "fc"
        inner_product_param { num_output: 1000 } }
layer { type: "SoftmaxWithLoss" bottom: "fc" bottom: "label" })");
  EXPECT_TRUE(Has(classes.error().message(),
                  {"net.prototxt:3:26: layer `fc`: the last layer gives 1000, but the data set has "
                   "10 classes",
                   "its num_output must be 10"}));
}

}  // namespace
}  // namespace trena

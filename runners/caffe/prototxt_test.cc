// SPDX-License-Identifier: Apache-2.0
#include "caffe/prototxt.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Layer Make(const std::string& name, LayerType type, int input, const Shape& out) {
  Layer layer;
  layer.name = name;
  layer.type = type;
  layer.inputs = {input};
  layer.out = out;
  return layer;
}

Layer Pool(LayerType type, int input, const Shape& out, int64_t kernel, int64_t stride,
           int64_t padding) {
  Layer layer = Make("pool", type, input, out);
  layer.kernel = {kernel, kernel};
  layer.stride = {stride, stride};
  layer.before = layer.after = {padding, padding};
  return layer;
}

Layer Fc(int input, int64_t inputs) {
  Layer layer = Make("fc", LayerType::kFc, input, {10});
  layer.weights = {{"fc.weight", {10, inputs}}, {"fc.bias", {10}}};
  return layer;
}

Network Of(const Shape& input, const std::vector<Layer>& layers) {
  Network network;
  network.name = "small";
  network.input = input;
  network.classes = 10;
  network.layers = layers;
  for (Layer& layer : network.layers) {
    const int from = layer.inputs[0];
    layer.in = from == kNetworkInput ? input : layers[static_cast<size_t>(from)].out;
  }
  network.heads = {{static_cast<int>(layers.size()) - 1, 1}};
  return network;
}

TEST(Prototxt, WritesTheLayersOfLeNetAsCaffesExampleHasThem) {
  Layer conv = Make("conv1", LayerType::kConv, kNetworkInput, {20, 24, 24});
  conv.kernel = {5, 5};
  conv.weights = {{"conv1.weight", {20, 1, 5, 5}}, {"conv1.bias", {20}}};
  Network network =
      Of({1, 28, 28}, {conv, Pool(LayerType::kMaxPool, 0, {20, 12, 12}, 2, 2, 0), Fc(1, 2880)});
  std::string text = NetPrototxt(network, 64, NetUse::kTrain).value();
  EXPECT_TRUE(Has(text, "dim: 64 dim: 1 dim: 28 dim: 28"));
  EXPECT_TRUE(Has(text,
                  "type: \"Convolution\" bottom: \"trena_data\" top: \"conv1\" "
                  "convolution_param { num_output: 20 kernel_size: 5 stride: 1 pad: 0 }"));
  EXPECT_TRUE(Has(text, "pooling_param { pool: MAX kernel_size: 2 stride: 2 pad: 0 }"));
  EXPECT_TRUE(Has(text, "inner_product_param { num_output: 10 }"));
  EXPECT_TRUE(Has(text, "type: \"SoftmaxWithLoss\" bottom: \"fc\" bottom: \"trena_label\""));
  EXPECT_FALSE(Has(text, "Slice")) << "24 is even: nothing to cut";
  EXPECT_FALSE(Has(NetPrototxt(network, 64, NetUse::kEvaluate).value(), "SoftmaxWithLoss"));
}

TEST(Prototxt, WritesGroupsSizesAndLocalResponseNormalisationAsCaffesAlexNetHasThem) {
  Layer conv = Make("conv2", LayerType::kConv, kNetworkInput, {256, 27, 27});
  conv.kernel = {5, 5};
  conv.before = conv.after = {2, 2};
  conv.groups = 2;
  conv.weights = {{"conv2.weight", {256, 48, 5, 5}}, {"conv2.bias", {256}}};
  Layer norm = Make("norm", LayerType::kLrn, 0, {256, 27, 27});
  norm.alpha = 1e-4;
  norm.beta = 0.75;
  Layer relu = Make("relu", LayerType::kRelu, 1, {256, 27, 27});
  Layer pool = Pool(LayerType::kMaxPool, 2, {256, 13, 27}, 3, 2, 0);
  pool.kernel = {3, 1};
  pool.stride = {2, 1};
  std::string text =
      NetPrototxt(Of({96, 27, 27}, {conv, norm, relu, pool, Fc(3, 89856)}), 1, NetUse::kTrain)
          .value();
  EXPECT_TRUE(Has(text, "num_output: 256 kernel_size: 5 stride: 1 pad: 2 group: 2 }"));
  EXPECT_TRUE(Has(text,
                  "type: \"LRN\" bottom: \"conv2\" top: \"norm\" "
                  "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 k: 1 }"));
  EXPECT_TRUE(Has(text, "kernel_h: 3 kernel_w: 1 stride_h: 2 stride_w: 1 pad: 0"));
  EXPECT_TRUE(Has(text, "type: \"ReLU\" bottom: \"norm\" top: \"relu\""))
      << "not in place: LRN looks at what it gave";
}

TEST(Prototxt, WeightsHaveTheirMultiplesAsCaffesAlexNetHasThem) {
  Layer fc = Fc(kNetworkInput, 4);
  EXPECT_FALSE(Has(NetPrototxt(Of({4, 1, 1}, {fc}), 1, NetUse::kTrain).value(), "lr_mult"));
  fc.rates = {1, 2};
  fc.decays = {1, 0};
  EXPECT_TRUE(Has(NetPrototxt(Of({4, 1, 1}, {fc}), 1, NetUse::kTrain).value(),
                  "top: \"fc\" param { lr_mult: 1 decay_mult: 1 } "
                  "param { lr_mult: 2 decay_mult: 0 } inner_product_param"));
  Layer norm = Make("norm", LayerType::kBatchNorm, kNetworkInput, {3, 2, 2});
  norm.weights = {{"norm.scale", {3}}, {"norm.shift", {3}}};
  norm.rates = {0.5, 1};
  EXPECT_TRUE(Has(NetPrototxt(Of({3, 2, 2}, {norm}), 2, NetUse::kTrain).value(),
                  "name: \"norm.scale\" type: \"Scale\" bottom: \"norm.normal\" top: \"norm\" "
                  "param { lr_mult: 0.5 decay_mult: 1 } param { lr_mult: 1 decay_mult: 1 } "
                  "scale_param"))
      << "BatchNorm's own blobs are no weights";
}

TEST(Prototxt, WhatDiffersFromSideToSideCannotBeExpressed) {
  Layer pool = Pool(LayerType::kMaxPool, kNetworkInput, {1, 2, 2}, 2, 2, 0);
  pool.after = {1, 1};
  EXPECT_EQ(NetPrototxt(Of({1, 3, 3}, {pool}), 1, NetUse::kTrain).error().message(),
            "layer pool: Caffe pads both sides alike: use one number for `p`, or [height, width]");
}

TEST(Prototxt, FurtherHeadsHaveTheirLossAndAreLeftOutOfAnEvaluation) {
  Layer early = Fc(kNetworkInput, 4);
  early.name = "early";
  Layer logits = Fc(kNetworkInput, 4);
  Network network = Of({4, 1, 1}, {early, logits});
  network.heads.push_back({0, 0.3});
  std::string text = NetPrototxt(network, 8, NetUse::kTrain).value();
  EXPECT_TRUE(Has(text,
                  "type: \"SoftmaxWithLoss\" bottom: \"fc\" bottom: \"trena_label\" top: "
                  "\"trena_loss\" }"));
  EXPECT_TRUE(Has(text,
                  "bottom: \"early\" bottom: \"trena_label\" top: \"trena_loss.1\" "
                  "loss_weight: 0.3 }"));
  EXPECT_LT(text.find("top: \"trena_loss.1\""), text.find("top: \"trena_loss\""))
      << "the last loss of a prototxt is that of the logits";
  EXPECT_FALSE(Has(NetPrototxt(network, 8, NetUse::kEvaluate).value(), "early"));
  network.hinge = true;
  EXPECT_TRUE(Has(NetPrototxt(network, 8, NetUse::kTrain).value(), "type: \"HingeLoss\""));
}

TEST(Prototxt, CutsTheRowsThatCaffeAddsByRoundingUp) {
  Network network = Of({1, 5, 4}, {Pool(LayerType::kMaxPool, kNetworkInput, {1, 2, 2}, 2, 2, 0)});
  std::string text = NetPrototxt(network, 1, NetUse::kEvaluate).value();
  EXPECT_TRUE(Has(text, "top: \"pool.whole\" pooling_param"));
  EXPECT_TRUE(Has(text,
                  "bottom: \"pool.whole\" top: \"pool\" top: \"pool.rest2\" "
                  "slice_param { axis: 2 slice_point: 2 }"));
  EXPECT_TRUE(Has(text, "type: \"Silence\" bottom: \"pool.rest2\""));
  EXPECT_FALSE(Has(text, "axis: 3")) << "4 is even";
}

TEST(Prototxt, CutsBothAxesOneAfterTheOther) {
  Network network = Of({1, 5, 5}, {Pool(LayerType::kMaxPool, kNetworkInput, {1, 2, 2}, 2, 2, 0)});
  std::string text = NetPrototxt(network, 1, NetUse::kEvaluate).value();
  EXPECT_TRUE(Has(text, "bottom: \"pool.whole\" top: \"pool.cut\" top: \"pool.rest2\""));
  EXPECT_TRUE(Has(text, "bottom: \"pool.cut\" top: \"pool\" top: \"pool.rest3\""));
}

TEST(Prototxt, AReluWritesOverAnInputThatNobodyElseReads) {
  Network network = Of({1, 2, 2}, {Fc(kNetworkInput, 4), Make("relu", LayerType::kRelu, 0, {10})});
  EXPECT_EQ(BlobOf(network, 1, NetUse::kTrain), "fc");
  Layer sum = Make("sum", LayerType::kAdd, 0, {10});
  sum.inputs = {0, 1};
  network.layers.push_back(sum);
  EXPECT_EQ(BlobOf(network, 1, NetUse::kTrain), "relu") << "sum reads what it would write over";
  Network first = Of({1, 2, 2}, {Make("relu", LayerType::kRelu, kNetworkInput, {1, 2, 2})});
  EXPECT_EQ(BlobOf(first, 0, NetUse::kTrain), "relu") << "the images stay as they are";
}

TEST(Prototxt, DropoutIsThereOnlyInTraining) {
  Layer dropout = Make("drop", LayerType::kDropout, 0, {10});
  dropout.rate = 0.25;
  Network network = Of({1, 2, 2}, {Fc(kNetworkInput, 4), dropout});
  EXPECT_TRUE(Has(NetPrototxt(network, 2, NetUse::kTrain).value(), "dropout_ratio: 0.25"));
  EXPECT_FALSE(Has(NetPrototxt(network, 2, NetUse::kVerify).value(), "Dropout"));
  EXPECT_EQ(BlobOf(network, 1, NetUse::kVerify), "fc");
  network.layers[1].rate = 0.99999999999;  // 1 in single precision
  EXPECT_TRUE(Has(NetPrototxt(network, 2, NetUse::kTrain).error().message(), "layer drop"));
}

TEST(Prototxt, BatchNormIsTwoLayersAndItsWeightsAreInTheSecond) {
  Layer norm = Make("norm", LayerType::kBatchNorm, kNetworkInput, {3, 2, 2});
  norm.weights = {{"norm.scale", {3}}, {"norm.shift", {3}}};
  std::string text = NetPrototxt(Of({3, 2, 2}, {norm}), 2, NetUse::kEvaluate).value();
  EXPECT_TRUE(Has(text, "type: \"BatchNorm\" bottom: \"trena_data\" top: \"norm.normal\""));
  EXPECT_TRUE(Has(text, "name: \"norm.scale\" type: \"Scale\" bottom: \"norm.normal\""));
  EXPECT_EQ(PlaceOf(norm, 1).layer, "norm.scale");
  EXPECT_EQ(PlaceOf(norm, 1).index, 1);
  EXPECT_TRUE(Has(text, "moving_average_fraction: 0.9 eps: 1e-05")) << text;
}

TEST(Prototxt, BatchNormWithoutAScaleOnlyShifts) {
  Layer norm = Make("norm", LayerType::kBatchNorm, kNetworkInput, {3, 2, 2});
  norm.weights = {{"norm.shift", {3}}};
  norm.epsilon = 0.001;
  norm.momentum = 0.25;
  std::string text = NetPrototxt(Of({3, 2, 2}, {norm}), 2, NetUse::kEvaluate).value();
  EXPECT_TRUE(Has(text, "moving_average_fraction: 0.75 eps: 0.001")) << text;
  EXPECT_TRUE(Has(text, "name: \"norm.scale\" type: \"Bias\" bottom: \"norm.normal\""));
  EXPECT_EQ(PlaceOf(norm, 0).index, 0);
}

TEST(Prototxt, WhatCaffeCannotExpressIsNamedWithWhatToUse) {
  Network network = Of({1, 4, 4}, {Pool(LayerType::kAvgPool, kNetworkInput, {1, 2, 2}, 3, 2, 1)});
  Error error = NetPrototxt(network, 1, NetUse::kTrain).error();
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(error.message(), "layer pool"));
  EXPECT_TRUE(Has(error.message(), "use padding 0, or max_pool"));
}

TEST(Prototxt, CountsAreWithinWhatCaffeCounts) {
  Network network = Of({1, 32, 32}, {Fc(kNetworkInput, 1024)});
  EXPECT_TRUE(NetPrototxt(network, 2097151, NetUse::kTrain).ok());
  EXPECT_TRUE(
      Has(NetPrototxt(network, 2097152, NetUse::kTrain).error().message(), "use a smaller batch"))
      << "2^21 · 2^10 is one more than the largest int";
}

TEST(Prototxt, WeightsAreWithinWhatCaffeCounts) {
  Layer fc = Make("fc", LayerType::kFc, kNetworkInput, {65536});
  fc.weights = {{"fc.weight", {65536, 32767}}};
  Network network = Of({1, 181, 181}, {fc});
  EXPECT_TRUE(NetPrototxt(network, 1, NetUse::kTrain).ok());
  network.layers[0].weights = {{"fc.weight", {65536, 32768}}};
  Error error = NetPrototxt(network, 1, NetUse::kTrain).error();
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.message(),
            "layer fc: fc.weight has 2147483648 numbers, and Caffe counts to 2147483647: use fewer "
            "outputs or smaller images");
}

TEST(Prototxt, RatesAreWithinWhatSinglePrecisionHolds) {
  Scenario scenario;
  for (auto [rate, word] : {std::pair(1e39, "more"), {1e-50, "less"}, {1e-40, "less"}}) {
    scenario.rate.base = rate;
    Result<std::string> text = SolverPrototxt(scenario, 1, 20);
    ASSERT_FALSE(text.ok()) << rate;
    EXPECT_EQ(text.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(Has(text.error().message(),
                    std::string(" is ") + word + " than Caffe's single precision holds"))
        << text.error().message();
  }
  scenario.rate.base = 1e-37;
  scenario.weight_decay = 0;
  EXPECT_TRUE(SolverPrototxt(scenario, 1, 20).ok());
  scenario.weight_decay = 1e-50;
  EXPECT_TRUE(Has(SolverPrototxt(scenario, 1, 20).error().message(), "weight_decay 1e-50 is less"));
}

TEST(Prototxt, TranslatesTheSolver) {
  Scenario scenario;
  scenario.momentum = 0.9;
  scenario.weight_decay = 0.0005;
  scenario.seed = 8;
  std::string text = SolverPrototxt(scenario, 100, 20).value();
  EXPECT_TRUE(Has(text,
                  "type: \"SGD\" lr_policy: \"fixed\" base_lr: 0.01 max_iter: 20 momentum: 0.9 "
                  "weight_decay: 0.0005"));
  EXPECT_TRUE(Has(text, "random_seed: 8"));
  scenario.optimizer = "adam";
  EXPECT_TRUE(Has(SolverPrototxt(scenario, 1, 20).value(), "momentum2: 0.999"));
}

TEST(Prototxt, PoliciesOfTheLearningRateAreCaffesOwn) {
  Scenario scenario;
  const auto solver = [&](const char* rate) {
    scenario.rate = ParseLearningRate(Json::parse(rate)).value();
    return SolverPrototxt(scenario, 1, 20).value();
  };
  EXPECT_TRUE(Has(solver(R"({"policy": "step", "base": 0.1, "gamma": 0.5, "stepsize": 7})"),
                  "lr_policy: \"step\" base_lr: 0.1 max_iter: 20 gamma: 0.5 stepsize: 7 "));
  EXPECT_TRUE(Has(solver(R"({"policy": "inv", "base": 0.1, "gamma": 0.5, "power": 0.75})"),
                  "lr_policy: \"inv\" base_lr: 0.1 max_iter: 20 gamma: 0.5 power: 0.75 "));
  EXPECT_TRUE(Has(solver(R"({"policy": "poly", "base": 0.1, "power": 2})"),
                  "lr_policy: \"poly\" base_lr: 0.1 max_iter: 20 power: 2 "));
  EXPECT_TRUE(Has(solver(R"({"policy": "poly", "base": 0.1, "power": 2, "max_iter": 30})"),
                  "max_iter: 30"));
}

}  // namespace
}  // namespace trena

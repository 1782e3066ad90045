// SPDX-License-Identifier: Apache-2.0
// For tests: a small network with data, order and weights, written the way trena writes them, and
// the built trena-libtorch run on it.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/npy/npy.h"
#include "core/npy/npz.h"
#include "runner_common/test_run.h"

namespace trena {

inline fs::path LibtorchRunner() {
  return fs::path(TRENA_BUILD_DIR) / "runners/libtorch/trena-libtorch";
}

struct TestWeight {
  std::string ending;  // "weight"
  Shape shape;
  std::vector<float> numbers;
};

class TestNet {
 public:
  TestNet(Shape input, int64_t classes) : classes_(classes) { outs_["input"] = std::move(input); }

  TestNet& Add(const std::string& name, const std::string& type,
               const std::vector<std::string>& inputs, const Shape& out,
               const Json& settings = Json::object(), const std::vector<TestWeight>& weights = {}) {
    Json layer = {{"name", name}, {"type", type}, {"inputs", inputs}};
    layer.update(settings);
    layer["in"] = Json::array();
    for (const std::string& input : inputs) layer["in"].push_back(outs_.at(input));
    layer["out"] = out;
    layer["weights"] = Json::object();
    for (const TestWeight& weight : weights) {
      std::string full = name + "." + weight.ending;
      layer["weights"][full] = weight.shape;
      weights_.emplace_back(full, Array::Of<float>(weight.shape, weight.numbers));
      parameters_ += Count(weight.shape);
    }
    layers_.push_back(layer);
    outs_[name] = out;
    return *this;
  }
  // An fc with the identity as its matrix: the logits are what `from` gives.
  TestNet& Show(const std::string& from) {
    std::vector<float> identity(classes_ * classes_, 0);
    for (int64_t i = 0; i < classes_; ++i) identity[i * classes_ + i] = 1;
    Shape out = outs_.at(from).size() == 2 ? outs_.at(from) : Shape{classes_};
    return Add("show", "fc", {from}, out, {{"o", classes_}},
               {{"weight", {classes_, classes_}, identity}});
  }

  // N×H×W×C pixels.
  void SetImages(int64_t count, const std::vector<uint8_t>& pixels,
                 const std::vector<int32_t>& labels) {
    const Shape& input = outs_.at("input");
    images_ = Array::Of<uint8_t>({count, input[1], input[2], input[0]}, pixels);
    labels_ = Array::Of<int32_t>({count}, labels);
    SetOrder(16);
  }
  // N×T tokens, and what comes after each.
  void SetText(int64_t count, const std::vector<uint8_t>& tokens,
               const std::vector<int32_t>& labels) {
    const Shape shape{count, outs_.at("input")[0]};
    images_ = Array::Of<uint8_t>(shape, tokens);
    labels_ = Array::Of<int32_t>(shape, labels);
    SetOrder(16);
  }
  // Every epoch backwards: an order that is not the files'.
  void SetOrder(int64_t epochs) {
    int32_t count = static_cast<int32_t>(images_.shape[0]);
    std::vector<int32_t> order;
    for (int64_t epoch = 0; epoch < epochs; ++epoch) {
      for (int32_t i = count; i-- > 0;) order.push_back(i);
    }
    order_ = Array::Of<int32_t>({epochs, count}, order);
  }
  Array& order() { return order_; }
  Array& labels() { return labels_; }
  std::vector<std::pair<std::string, Array>>& weights() { return weights_; }
  Json& layers() { return layers_; }
  // Of network.json, beside the layers: `loss`, `losses`.
  TestNet& Set(const std::string& field, const Json& value) {
    settings_[field] = value;
    return *this;
  }
  const fs::path& folder() const { return folder_.path(); }

  Json Scenario(const std::string& mode) const {
    return {{"protocol", 1},
            {"mode", mode},
            {"network", (folder() / "network.json").string()},
            {"data", folder().string()},
            {"order", (folder() / "order.npy").string()},
            {"weights", (folder() / "weights.npz").string()},
            {"output", folder().string()},
            {"threads", 1},
            {"learning_rate", 0.1},
            {"momentum", 0.9},
            {"batch", 1}};
  }

  // Writes everything and runs; `changes` go into the scenario.
  RunnerRun Run(const std::string& mode, const Json& changes = Json::object(),
                std::vector<std::string> before = {}) const {
    Json network = {
        {"format", 1},         {"network", "test"},         {"input", outs_.at("input")},
        {"classes", classes_}, {"parameters", parameters_}, {"layers", layers_}};
    network.update(settings_);
    EXPECT_TRUE(WriteFile(folder() / "network.json", Dump(network)).ok());
    for (const char* part : {"train", "test"}) {
      EXPECT_TRUE(WriteNpy(folder() / (std::string(part) + "_images.npy"), images_).ok());
      EXPECT_TRUE(WriteNpy(folder() / (std::string(part) + "_labels.npy"), labels_).ok());
    }
    EXPECT_TRUE(WriteNpy(folder() / "order.npy", order_).ok());
    EXPECT_TRUE(WriteNpz(folder() / "weights.npz", weights_).ok());
    Json scenario = Scenario(mode);
    scenario.update(changes);
    return RunRunner(LibtorchRunner(), scenario, folder(), std::move(before));
  }

  // What verify wrote, in float64.
  std::map<std::string, Array> Verify(const Json& changes = Json::object()) const {
    Json all = {{"precision", "float64"}};
    all.update(changes);
    RunnerRun run = Run("verify", all);
    EXPECT_EQ(run.exit_code, 0) << run.text << run.errors;
    Result<std::map<std::string, Array>> arrays = ReadNpz(folder() / "verify.npz");
    EXPECT_TRUE(arrays.ok());
    return arrays.ok() ? arrays.value() : std::map<std::string, Array>();
  }

 private:
  TestFolder folder_;
  int64_t classes_;
  int64_t parameters_ = 0;
  std::map<std::string, Shape> outs_;
  Json layers_ = Json::array(), settings_ = Json::object();
  std::vector<std::pair<std::string, Array>> weights_;
  Array images_{}, labels_{}, order_{};
};

inline std::vector<double> Doubles(const Array& array) {
  EXPECT_EQ(array.dtype, DType::kFloat64);
  return {array.As<double>(), array.As<double>() + Count(array.shape)};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int64_t kMostKernel = 1024;
constexpr int64_t kMostOutputs = 1'000'000;

Result<LayerShapes> Keep(const Json&, const std::vector<Shape>& inputs) {
  return LayerShapes{inputs[0], {}};
}

Status NeedImages(const char* type, const Shape& input) {
  if (input.size() == 3) return Done{};
  return InputError(fmt::format("{} needs an input of channels × height × width, not {}", type,
                                Dimensions(input)));
}

// How many places a window of `k` has along `size`. Rounding up adds a last window that hangs over
// the edge, but never one that lies in the padding alone (as in Caffe and PyTorch).
int64_t Places(int64_t size, int64_t k, int64_t s, int64_t p, bool round_up) {
  int64_t free = size + 2 * p - k;
  if (!round_up) return free / s + 1;
  int64_t places = (free + s - 1) / s + 1;
  return (places - 1) * s >= size + p ? places - 1 : places;
}

// Height and width after a window of k, s, p has gone over `input`.
Result<Shape> Slide(const Json& settings, const Shape& input, bool round_up) {
  int64_t k = settings["k"], s = settings["s"], p = settings["p"];
  if (k > input[1] + 2 * p || k > input[2] + 2 * p) {
    std::string padding = p > 0 ? fmt::format(" with its padding of {}", p) : "";
    return InputError(fmt::format("the kernel {}×{} is larger than the input {}{}", k, k,
                                  Dimensions(input), padding));
  }
  return Shape{Places(input[1], k, s, p, round_up), Places(input[2], k, s, p, round_up)};
}

Result<LayerShapes> InferConv(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("conv", inputs[0]));
  TRENA_ASSIGN(Shape area, Slide(settings, inputs[0], false));
  int64_t k = settings["k"], o = settings["o"];
  LayerShapes shapes{{o, area[0], area[1]}, {{"weight", {o, inputs[0][0], k, k}}}};
  if (settings["bias"]) shapes.weights.push_back({"bias", {o}});
  return shapes;
}

Result<LayerShapes> InferPool(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("pooling", inputs[0]));
  int64_t k = settings["k"], p = settings["p"];
  if (2 * p > k) {
    return InputError(fmt::format("padding {} is more than half of the kernel {}×{}", p, k, k));
  }
  TRENA_ASSIGN(Shape area, Slide(settings, inputs[0], settings["rounding"] == "up"));
  return LayerShapes{{inputs[0][0], area[0], area[1]}, {}};
}

Result<LayerShapes> InferGlobalPool(const Json&, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("global_pool", inputs[0]));
  return LayerShapes{{inputs[0][0]}, {}};
}

Result<LayerShapes> InferFc(const Json& settings, const std::vector<Shape>& inputs) {
  int64_t o = settings["o"];
  LayerShapes shapes{{o}, {{"weight", {o, Elements(inputs[0])}}}};
  if (settings["bias"]) shapes.weights.push_back({"bias", {o}});
  return shapes;
}

Result<LayerShapes> InferBatchNorm(const Json&, const std::vector<Shape>& inputs) {
  Shape channels{inputs[0][0]};
  return LayerShapes{inputs[0], {{"scale", channels}, {"shift", channels}}};
}

std::string Listed(const std::vector<Shape>& shapes) {
  std::vector<std::string> texts;
  for (const Shape& shape : shapes) texts.push_back(Dimensions(shape));
  return Join(texts, ", ");
}

Result<LayerShapes> InferConcat(const Json&, const std::vector<Shape>& inputs) {
  Shape out = inputs[0];
  for (size_t i = 1; i < inputs.size(); ++i) {
    if (!std::equal(out.begin() + 1, out.end(), inputs[i].begin() + 1, inputs[i].end())) {
      return InputError("concat needs inputs of the same height and width, not " + Listed(inputs));
    }
    out[0] += inputs[i][0];
  }
  return LayerShapes{out, {}};
}

Result<LayerShapes> InferAdd(const Json&, const std::vector<Shape>& inputs) {
  for (const Shape& input : inputs) {
    if (input != inputs[0]) {
      return InputError("add needs inputs of the same shape, not " + Listed(inputs));
    }
  }
  return LayerShapes{inputs[0], {}};
}

LayerSetting Whole(const char* key, int64_t least, Json otherwise = nullptr) {
  return {key, SettingKind::kWhole, least, kMostKernel, std::move(otherwise)};
}

std::vector<LayerType> MakeLayerTypes() {
  const LayerSetting outputs{"o", SettingKind::kOutputs, 1, kMostOutputs};
  const LayerSetting bias{"bias", SettingKind::kTruth, 0, 0, true};
  const LayerSetting rate{"rate", SettingKind::kRate};
  const LayerSetting rounding{"rounding", SettingKind::kRounding, 0, 0, "down"};
  const std::vector<LayerSetting> conv{Whole("k", 1), Whole("s", 1, 1), Whole("p", 0, 0), outputs,
                                       bias};
  const std::vector<LayerSetting> pool{Whole("k", 1), Whole("s", 1, "k"), Whole("p", 0, 0),
                                       rounding};
  // momentum: the weight of the new batch in the running averages.
  const Json batch_norm{{"epsilon", 1e-5}, {"momentum", 0.1}};
  return {
      {"conv", conv, false, InferConv},
      {"max_pool", pool, false, InferPool},
      {"avg_pool", pool, false, InferPool},
      {"global_pool", {}, false, InferGlobalPool},
      {"fc", {outputs, bias}, false, InferFc},
      {"relu", {}, false, Keep},
      {"batch_norm", {}, false, InferBatchNorm, batch_norm},
      {"dropout", {rate}, false, Keep},
      {"concat", {}, true, InferConcat},
      {"add", {}, true, InferAdd},
  };
}

}  // namespace

int64_t Elements(const Shape& shape) {
  int64_t product = 1;
  for (int64_t size : shape) {
    if (__builtin_mul_overflow(product, size, &product)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return product;
}

std::string Dimensions(const Shape& shape) { return fmt::format("{}", fmt::join(shape, "×")); }

const std::vector<LayerType>& LayerTypes() {
  static const std::vector<LayerType> types = MakeLayerTypes();
  return types;
}

const LayerType* FindLayerType(const std::string& name) {
  for (const LayerType& type : LayerTypes()) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/text/text.h"

namespace trena {
namespace {

Result<LayerShapes> Keep(const Json&, const std::vector<Shape>& inputs) {
  return LayerShapes{inputs[0], {}};
}

Status NeedImages(const char* type, const Shape& input) {
  if (input.size() == 3) return Done{};
  return InputError(fmt::format("{} needs an input of channels × height × width, not {}", type,
                                Dimensions(input)));
}

bool IsSequence(const Shape& input) { return input.size() == 2; }

Status NeedSequence(const char* type, const Shape& input) {
  if (IsSequence(input)) return Done{};
  return InputError(
      fmt::format("{} needs a sequence of positions × channels, not {}", type, Dimensions(input)));
}

// How many places the window has along an axis of this size. Rounding up adds a last window that
// hangs over the edge, but never one that lies in the padding alone (as in Caffe and PyTorch).
int64_t Places(const SlidingWindow& window, int axis, int64_t size, bool round_up) {
  const int64_t s = window.s[axis], before = window.before[axis];
  const int64_t free = size + before + window.after[axis] - window.k[axis];
  if (!round_up) return free / s + 1;
  const int64_t places = (free + s - 1) / s + 1;
  return (places - 1) * s >= size + before ? places - 1 : places;
}

std::string PaddingText(const SlidingWindow& window) {
  const auto [top, left] = window.before;
  const auto [bottom, right] = window.after;
  if (top == bottom && left == right && top == left) return fmt::format("{}", top);
  return fmt::format("{}, {}, {}, {}", top, bottom, left, right);
}

// Height and width after the window has gone over `input`.
Result<Shape> Slide(const SlidingWindow& window, const Shape& input, bool round_up) {
  Shape area;
  for (const int axis : {0, 1}) {
    const int64_t size = input[static_cast<size_t>(axis) + 1];
    if (window.k[axis] > size + window.before[axis] + window.after[axis]) {
      const std::string padding = PaddingText(window);
      return InputError(
          fmt::format("the kernel {}×{} is larger than the input {}{}", window.k[0], window.k[1],
                      Dimensions(input),
                      padding == "0" ? "" : fmt::format(" with its padding of {}", padding)));
    }
    area.push_back(Places(window, axis, size, round_up));
  }
  return area;
}

Result<LayerShapes> InferConv(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("conv", inputs[0]));
  const SlidingWindow window(settings);
  TRENA_ASSIGN(Shape area, Slide(window, inputs[0], false));
  const int64_t o = settings["o"], groups = settings.value("groups", int64_t{1});
  for (const auto& [channels, whose] : {std::pair(inputs[0][0], "input"), {o, "output"}}) {
    if (channels % groups == 0) continue;
    return InputError(fmt::format("the {} channels of its {} cannot be shared out to {} groups",
                                  channels, whose, groups));
  }
  LayerShapes shapes{{o, area[0], area[1]},
                     {{"weight", {o, inputs[0][0] / groups, window.k[0], window.k[1]}}}};
  if (settings["bias"]) shapes.weights.push_back({"bias", {o}});
  return shapes;
}

Result<LayerShapes> InferPool(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("pooling", inputs[0]));
  const SlidingWindow window(settings);
  for (const int axis : {0, 1}) {
    const int64_t most = std::max(window.before[axis], window.after[axis]);
    if (2 * most <= window.k[axis]) continue;
    return InputError(fmt::format("padding {} is more than half of the kernel {}×{}", most,
                                  window.k[0], window.k[1]));
  }
  TRENA_ASSIGN(Shape area, Slide(window, inputs[0], settings["rounding"] == "up"));
  return LayerShapes{{inputs[0][0], area[0], area[1]}, {}};
}

// Frameworks disagree on what an average counts where only one side is padded.
Result<LayerShapes> InferAvgPool(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("pooling", inputs[0]));
  const SlidingWindow window(settings);
  if (!std::equal(window.before, window.before + 2, window.after)) {
    return InputError(fmt::format("an average needs the same padding on both sides, not {}",
                                  PaddingText(window)));
  }
  return InferPool(settings, inputs);
}

Result<LayerShapes> InferLrn(const Json&, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("lrn", inputs[0]));
  return LayerShapes{inputs[0], {}};
}

Result<LayerShapes> InferGlobalPool(const Json&, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedImages("global_pool", inputs[0]));
  return LayerShapes{{inputs[0][0]}, {}};
}

// Of a sequence it is applied to every position; anything else is flattened.
Result<LayerShapes> InferFc(const Json& settings, const std::vector<Shape>& inputs) {
  const int64_t o = settings["o"];
  const bool sequence = IsSequence(inputs[0]);
  LayerShapes shapes{{o}, {{"weight", {o, sequence ? inputs[0][1] : Elements(inputs[0])}}}};
  if (sequence) shapes.out = {inputs[0][0], o};
  if (settings["bias"]) shapes.weights.push_back({"bias", {o}});
  return shapes;
}

Result<LayerShapes> InferBatchNorm(const Json& settings, const std::vector<Shape>& inputs) {
  if (IsSequence(inputs[0])) return InputError("batch_norm is of images: use layer_norm");
  const Shape channels{inputs[0][0]};
  LayerShapes shapes{inputs[0], {}};
  if (settings.value("scale", true)) shapes.weights.push_back({"scale", channels});
  shapes.weights.push_back({"shift", channels});
  return shapes;
}

// A row for each of the data set's classes, which are what can come next.
Result<LayerShapes> InferEmbedding(const Json& settings, const std::vector<Shape>& inputs) {
  const int64_t o = settings["o"], vocabulary = settings["vocabulary"];
  return LayerShapes{{inputs[0][0], o}, {{"weight", {vocabulary, o}}}};
}

Result<LayerShapes> InferPositions(const Json&, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedSequence("positions", inputs[0]));
  return LayerShapes{inputs[0], {{"weight", inputs[0]}}};
}

Result<LayerShapes> InferLayerNorm(const Json&, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedSequence("layer_norm", inputs[0]));
  const Shape channels{inputs[0][1]};
  return LayerShapes{inputs[0], {{"scale", channels}, {"shift", channels}}};
}

// Its input has queries, keys and values side by side.
Result<LayerShapes> InferAttention(const Json& settings, const std::vector<Shape>& inputs) {
  TRENA_CHECK(NeedSequence("attention", inputs[0]));
  const int64_t channels = inputs[0][1], heads = settings["heads"];
  if (channels % (3 * heads) != 0) {
    return InputError(fmt::format(
        "the {} channels of its input cannot be shared out to queries, keys and values of {} heads",
        channels, heads));
  }
  return LayerShapes{{inputs[0][0], channels / 3}, {}};
}

std::string Listed(const std::vector<Shape>& shapes) {
  std::vector<std::string> texts;
  for (const Shape& shape : shapes) texts.push_back(Dimensions(shape));
  return Join(texts, ", ");
}

Result<LayerShapes> InferConcat(const Json&, const std::vector<Shape>& inputs) {
  if (IsSequence(inputs[0])) return InputError("concat joins channels of images, not sequences");
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

LayerSetting Sizes(const char* key, Json otherwise = nullptr) {
  return {key, SettingKind::kSizes, 1, kMostKernel, std::move(otherwise)};
}

std::vector<LayerType> MakeLayerTypes() {
  const LayerSetting outputs{"o", SettingKind::kOutputs, 1, kMostOutputs};
  const LayerSetting bias{"bias", SettingKind::kTruth, 0, 0, true};
  const LayerSetting rate{"rate", SettingKind::kRate};
  const LayerSetting rounding{"rounding", SettingKind::kRounding, 0, 0, "down"};
  const LayerSetting padding{"p", SettingKind::kPadding, 0, kMostKernel, 0};
  const LayerSetting groups{"groups", SettingKind::kWhole, 1, kMostOutputs, nullptr, true};
  const LayerSetting rates{kRates, SettingKind::kMultiples, 0, kMostMultiple, nullptr, true};
  const LayerSetting decays{kDecays, SettingKind::kMultiples, 0, kMostMultiple, nullptr, true};
  const std::vector<LayerSetting> conv{Sizes("k"), Sizes("s", 1), padding, outputs,
                                       bias,       groups,        rates,   decays};
  const std::vector<LayerSetting> pool{Sizes("k"), Sizes("s", "k"), padding, rounding};
  const std::vector<LayerSetting> lrn{{"n", SettingKind::kOdd, 1, kMostKernel, 5},
                                      {"alpha", SettingKind::kNumber, 0, 1000, 1e-4},
                                      {"beta", SettingKind::kNumber, 0, 1000, 0.75},
                                      {"k", SettingKind::kNumber, 0, 1000, 1.0}};
  const LayerSetting deviation{"deviation", SettingKind::kNumber, 0, 1000, nullptr, true};
  const LayerSetting small{"deviation", SettingKind::kNumber, 0, 1000, 0.02};
  const LayerSetting heads{"heads", SettingKind::kWhole, 1, kMostOutputs};
  const LayerSetting causal{"causal", SettingKind::kTruth, 0, 0, true};
  // momentum: the weight of the new batch in the running averages.
  const std::vector<LayerSetting> batch_norm{{"epsilon", SettingKind::kShare, 0, 0, 1e-5},
                                             {"momentum", SettingKind::kShare, 0, 0, 0.1},
                                             {"scale", SettingKind::kTruth, 0, 0, nullptr, true},
                                             rates,
                                             decays};
  return {
      {"conv", conv, false, InferConv},
      {"max_pool", pool, false, InferPool},
      {"avg_pool", pool, false, InferAvgPool},
      {"global_pool", {}, false, InferGlobalPool},
      {"fc", {outputs, bias, deviation, rates, decays}, false, InferFc},
      {"relu", {}, false, Keep},
      {"lrn", lrn, false, InferLrn},
      {"batch_norm", batch_norm, false, InferBatchNorm},
      {"dropout", {rate}, false, Keep},
      {"concat", {}, true, InferConcat},
      {"add", {}, true, InferAdd},
      {"embedding", {outputs, small}, false, InferEmbedding},
      {"positions", {small}, false, InferPositions},
      {"layer_norm", {}, false, InferLayerNorm, Json{{"epsilon", 1e-5}}},
      {"attention", {heads, causal}, false, InferAttention},
      {"gelu", {}, false, Keep},
  };
}

}  // namespace

SlidingWindow::SlidingWindow(const Json& settings) {
  const Json &kernel = settings["k"], &stride = settings["s"], &padding = settings["p"];
  for (const size_t axis : {0, 1}) {
    k[axis] = kernel.is_array() ? kernel[axis] : kernel;
    s[axis] = stride.is_array() ? stride[axis] : stride;
    before[axis] = padding.is_array() ? padding[2 * axis] : padding;
    after[axis] = padding.is_array() ? padding[2 * axis + 1] : padding;
  }
}

Json WithoutSame(Json settings, const Shape& input) {
  if (settings.value("p", Json()) != kSame || input.size() != 3) return settings;
  settings["p"] = 0;
  const SlidingWindow window(settings);
  Json padding = Json::array();
  for (const size_t axis : {0, 1}) {
    const int64_t size = input[axis + 1], s = window.s[axis];
    const int64_t places = (size + s - 1) / s;
    const int64_t all = std::max<int64_t>(0, (places - 1) * s + window.k[axis] - size);
    padding.push_back(all / 2);
    padding.push_back(all - all / 2);
  }
  settings["p"] = Shortest(padding);
  return settings;
}

Json Shortest(const Json& numbers) {
  const bool alike = std::all_of(numbers.begin(), numbers.end(),
                                 [&](const Json& number) { return number == numbers[0]; });
  return alike ? numbers[0] : numbers;
}

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

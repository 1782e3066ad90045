// SPDX-License-Identifier: Apache-2.0
#include "caffe/prototxt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/json.h"

namespace trena {
namespace {

constexpr int64_t kMostNumbers = std::numeric_limits<int>::max();

std::string Quoted(const std::string& text) { return Json(text).dump(); }

// Caffe's size of a pooled axis (0: height): rounded up, and with padding no window begins behind
// the image.
int64_t PooledSize(const Layer& layer, size_t axis) {
  const int64_t size = layer.in[axis + 1], stride = layer.stride[axis];
  const int64_t padding = layer.before[axis];
  int64_t places = (size + 2 * padding - layer.kernel[axis] + stride - 1) / stride + 1;
  const bool padded = layer.before != std::array<int64_t, 2>{0, 0};
  bool behind = padded && (places - 1) * stride >= size + padding;
  return behind ? places - 1 : places;
}

// `kernel_size: 3`, or `kernel_h: 3 kernel_w: 1` where they differ.
std::string Sizes(const char* both, const char* stem, const std::array<int64_t, 2>& sizes) {
  if (sizes[0] == sizes[1]) return fmt::format(" {}: {}", both, sizes[0]);
  return fmt::format(" {0}_h: {1} {0}_w: {2}", stem, sizes[0], sizes[1]);
}

std::string WindowOf(const Layer& layer) {
  return Sizes("kernel_size", "kernel", layer.kernel) + Sizes("stride", "stride", layer.stride) +
         Sizes("pad", "pad", layer.before);
}

bool IsSkipped(const Layer& layer, NetUse use) {
  return layer.type == LayerType::kDropout && (use != NetUse::kTrain || layer.rate == 0);
}

// Whether a relu may write over its input, as Caffe's examples do: nobody else reads it, and the
// layer that made it does not look at it again.
bool IsInPlace(const Network& network, const Layer& layer) {
  if (layer.type != LayerType::kRelu || layer.inputs[0] == kNetworkInput) return false;
  int64_t readers = 0;
  for (const Layer& other : network.layers) {
    readers += std::count(other.inputs.begin(), other.inputs.end(), layer.inputs[0]);
  }
  for (const Head& head : network.heads) readers += head.layer == layer.inputs[0] ? 1 : 0;
  LayerType before = network.layers[static_cast<size_t>(layer.inputs[0])].type;
  return readers == 1 && before != LayerType::kDropout && before != LayerType::kRelu &&
         before != LayerType::kLrn;
}

class NetWriter {
 public:
  NetWriter(const Network& network, int64_t batch, NetUse use)
      : network_(network), batch_(batch), use_(use) {}

  Result<std::string> Write() {
    text_ = fmt::format("name: {}\n", Quoted(network_.name));
    TRENA_CHECK(CheckCount("the input", Count(network_.input)));
    Input(kDataBlob, network_.input);
    const std::vector<bool> to_logits = LayersToLogits(network_);
    for (size_t i = 0; i < network_.layers.size(); ++i) {
      TRENA_CHECK(Check(network_.layers[i]));
      if (use_ == NetUse::kEvaluate && !to_logits[i]) continue;
      if (!IsSkipped(network_.layers[i], use_)) Add(static_cast<int>(i));
    }
    if (use_ != NetUse::kEvaluate) AddLoss();
    return text_;
  }

 private:
  Status CheckCount(const std::string& what, int64_t each) const {
    if (each <= kMostNumbers / batch_) return Done{};
    return InputError(
        fmt::format("{}: a batch of {} gives more than {} numbers, which is as far as "
                    "Caffe counts: use a smaller batch or smaller images",
                    what, batch_, kMostNumbers));
  }

  static Status CheckWeights(const std::string& what, const Layer& layer) {
    for (const auto& [name, shape] : layer.weights) {
      if (Count(shape) <= kMostNumbers) continue;
      return InputError(fmt::format(
          "{}: {} has {} numbers, and Caffe counts to {}: use fewer outputs or smaller images",
          what, name, Count(shape), kMostNumbers));
    }
    return Done{};
  }

  Status Check(const Layer& layer) const {
    std::string what = "layer " + layer.name;
    TRENA_CHECK(CheckCount(what, Count(layer.out)));
    TRENA_CHECK(CheckWeights(what, layer));
    if (network_.is_text() || layer.type == LayerType::kGelu) {
      return InputError(what + ": Caffe has no attention, nor what goes with it");
    }
    if (layer.before != layer.after) {
      return InputError(
          what + ": Caffe pads both sides alike: use one number for `p`, or [height, width]");
    }
    if (layer.type == LayerType::kAvgPool && layer.before != std::array<int64_t, 2>{0, 0}) {
      return InputError(what +
                        ": Caffe counts the padding of an average, other frameworks are told "
                        "not to: use padding 0, or max_pool");
    }
    // Also one that is 1 only as Caffe holds it.
    if (layer.type == LayerType::kDropout && static_cast<float>(layer.rate) >= 1) {
      return InputError(what + ": Caffe's dropout takes a rate below 1");
    }
    if (layer.type != LayerType::kConv) return Done{};
    // Caffe unrolls one image at a time into columns.
    const int64_t window = layer.in[0] * layer.kernel[0] * layer.kernel[1];
    if (window <= kMostNumbers / (layer.out[1] * layer.out[2])) return Done{};
    return InputError(what +
                      ": its unrolled image has more numbers than Caffe counts: use smaller "
                      "images");
  }

  std::string Bottom(int input) const { return BlobOf(network_, input, use_); }

  void Input(const std::string& name, const Shape& shape) {
    std::string sizes = fmt::format("dim: {}", batch_);
    for (int64_t size : shape) sizes += fmt::format(" dim: {}", size);
    text_ += fmt::format(
        "layer {{ name: \"{0}\" type: \"Input\" top: \"{0}\" input_param {{ shape {{ {1} }} }} "
        "}}\n",
        name, sizes);
  }

  void Put(const std::string& name, const char* type, const std::vector<std::string>& bottoms,
           const std::vector<std::string>& tops, const std::string& settings) {
    text_ += fmt::format("layer {{ name: {} type: \"{}\"", Quoted(name), type);
    for (const std::string& bottom : bottoms) text_ += " bottom: " + Quoted(bottom);
    for (const std::string& top : tops) text_ += " top: " + Quoted(top);
    text_ += (settings.empty() ? "" : " " + settings) + " }\n";
  }

  // `param { lr_mult: 2 decay_mult: 0 }` for each weight.
  static std::string Multiples(const Layer& layer) {
    if (layer.rates.empty() && layer.decays.empty()) return "";
    std::string text;
    for (size_t i = 0; i < layer.weights.size(); ++i) {
      text += fmt::format("param {{ lr_mult: {} decay_mult: {} }} ",
                          layer.rates.empty() ? 1 : layer.rates[i],
                          layer.decays.empty() ? 1 : layer.decays[i]);
    }
    return text;
  }

  void Add(int index) {
    const Layer& layer = network_.layers[static_cast<size_t>(index)];
    std::vector<std::string> bottoms;
    for (int input : layer.inputs) bottoms.push_back(Bottom(input));
    std::string top = Bottom(index);
    std::string bias = layer.weights.size() > 1 ? "" : " bias_term: false";
    std::string groups = layer.groups > 1 ? fmt::format(" group: {}", layer.groups) : "";
    switch (layer.type) {
      case LayerType::kConv:
        return Put(layer.name, "Convolution", bottoms, {top},
                   Multiples(layer) + fmt::format("convolution_param {{ num_output: {}{}{}{} }}",
                                                  layer.out[0], WindowOf(layer), groups, bias));
      case LayerType::kFc:
        return Put(layer.name, "InnerProduct", bottoms, {top},
                   Multiples(layer) + fmt::format("inner_product_param {{ num_output: {}{} }}",
                                                  layer.out[0], bias));
      case LayerType::kMaxPool:
      case LayerType::kAvgPool:
        return AddPool(layer, bottoms, top);
      case LayerType::kGlobalPool:
        return Put(layer.name, "Pooling", bottoms, {top},
                   "pooling_param { pool: AVE global_pooling: true }");
      case LayerType::kEmbedding:
      case LayerType::kPositions:
      case LayerType::kLayerNorm:
      case LayerType::kAttention:
      case LayerType::kGelu:
        return;  // refused by Check
      case LayerType::kRelu:
        return Put(layer.name, "ReLU", bottoms, {top}, "");
      case LayerType::kLrn:
        return Put(layer.name, "LRN", bottoms, {top},
                   fmt::format("lrn_param {{ local_size: {} alpha: {} beta: {} k: {} }}",
                               layer.channels, layer.alpha, layer.beta, layer.k));
      case LayerType::kBatchNorm:
        return AddBatchNorm(layer, bottoms, top);
      case LayerType::kDropout:
        return Put(layer.name, "Dropout", bottoms, {top},
                   fmt::format("dropout_param {{ dropout_ratio: {} }}", layer.rate));
      case LayerType::kConcat:
        return Put(layer.name, "Concat", bottoms, {top}, "concat_param { axis: 1 }");
      case LayerType::kAdd:
        return Put(layer.name, "Eltwise", bottoms, {top}, "eltwise_param { operation: SUM }");
    }
  }

  void AddPool(const Layer& layer, const std::vector<std::string>& bottoms,
               const std::string& top) {
    std::vector<int> cut;  // axes of N, C, H, W
    for (const size_t axis : {0, 1}) {
      if (PooledSize(layer, axis) > layer.out[axis + 1]) cut.push_back(static_cast<int>(axis) + 2);
    }
    std::string blob = cut.empty() ? top : layer.name + ".whole";
    const char* kind = layer.type == LayerType::kMaxPool ? "MAX" : "AVE";
    Put(layer.name, "Pooling", bottoms, {blob},
        fmt::format("pooling_param {{ pool: {}{} }}", kind, WindowOf(layer)));
    for (size_t i = 0; i < cut.size(); ++i) {
      std::string kept = i + 1 == cut.size() ? top : layer.name + ".cut";
      std::string rest = fmt::format("{}.rest{}", layer.name, cut[i]);
      Put(rest, "Slice", {blob}, {kept, rest},
          fmt::format("slice_param {{ axis: {} slice_point: {} }}", cut[i],
                      layer.out[static_cast<size_t>(cut[i] - 1)]));
      Put(rest + ".unused", "Silence", {rest}, {}, "");
      blob = kept;
    }
  }

  void AddBatchNorm(const Layer& layer, const std::vector<std::string>& bottoms,
                    const std::string& top) {
    std::string normal = layer.name + ".normal";
    Put(layer.name, "BatchNorm", bottoms, {normal},
        fmt::format("batch_norm_param {{ moving_average_fraction: {} eps: {} }}",
                    1 - layer.momentum, layer.epsilon));
    const bool scales = layer.weights.size() > 1;
    Put(PlaceOf(layer, 0).layer, scales ? "Scale" : "Bias", {normal}, {top},
        Multiples(layer) + (scales ? "scale_param { bias_term: true }" : ""));
  }

  // The logits' comes last, as in BVLC's networks: by that it is known when trena reads it again.
  void AddLoss() {
    Input(kLabelBlob, {});
    for (size_t i = 1; i < network_.heads.size(); ++i) {
      AddHead(network_.heads[i], fmt::format("{}.{}", kLossBlob, i));
    }
    AddHead(network_.heads[0], kLossBlob);
  }

  void AddHead(const Head& head, const std::string& name) {
    const char* type = network_.hinge ? "HingeLoss" : "SoftmaxWithLoss";
    Put(name, type, {Bottom(head.layer), kLabelBlob}, {name},
        head.weight == 1 ? "" : fmt::format("loss_weight: {}", head.weight));
  }

  const Network& network_;
  int64_t batch_;
  NetUse use_;
  std::string text_;
};

// As solver.prototxt has it; `max_iter` is what Caffe's own `poly` counts with.
std::string Policy(const LearningRate& rate, int64_t steps) {
  std::string text =
      fmt::format("lr_policy: \"{}\" base_lr: {} max_iter: {}", rate.policy, rate.base,
                  std::min(rate.most_steps.value_or(steps), kMostNumbers));
  if (rate.policy == "step") {
    text +=
        fmt::format(" gamma: {} stepsize: {}", rate.gamma, std::min(rate.step_size, kMostNumbers));
  }
  if (rate.policy == "inv") text += fmt::format(" gamma: {} power: {}", rate.gamma, rate.power);
  if (rate.policy == "poly") text += fmt::format(" power: {}", rate.power);
  return text;
}

Status CheckSingle(const char* name, double value) {
  using Single = std::numeric_limits<float>;
  if (value == 0 || (value >= Single::min() && value <= Single::max())) return Done{};
  return InputError(
      fmt::format("{} {} is {} than Caffe's single precision holds: use one from {} to {}", name,
                  value, value > 1 ? "more" : "less", Single::min(), Single::max()));
}

}  // namespace

WeightPlace PlaceOf(const Layer& layer, size_t weight) {
  bool scale = layer.type == LayerType::kBatchNorm;
  return {scale ? layer.name + ".scale" : layer.name, static_cast<int>(weight)};
}

std::string BlobOf(const Network& network, int layer, NetUse use) {
  if (layer == kNetworkInput) return kDataBlob;
  const Layer& that = network.layers[static_cast<size_t>(layer)];
  bool passed_on = IsSkipped(that, use) || IsInPlace(network, that);
  return passed_on ? BlobOf(network, that.inputs[0], use) : that.name;
}

Result<std::string> NetPrototxt(const Network& network, int64_t batch, NetUse use) {
  return NetWriter(network, batch, use).Write();
}

Result<std::string> SolverPrototxt(const Scenario& scenario, int64_t display, int64_t steps) {
  TRENA_CHECK(CheckSingle("learning_rate", scenario.rate.base));
  TRENA_CHECK(CheckSingle("momentum", scenario.momentum));
  TRENA_CHECK(CheckSingle("weight_decay", scenario.weight_decay));
  bool adam = scenario.optimizer == "adam";
  std::string text = fmt::format("type: \"{}\" {} momentum: {} weight_decay: {}\n",
                                 adam ? "Adam" : "SGD", Policy(scenario.rate, steps),
                                 adam ? 0.9 : scenario.momentum, scenario.weight_decay);
  if (adam) text += "momentum2: 0.999 delta: 1e-8\n";
  text += fmt::format("display: {} snapshot_after_train: false solver_mode: CPU random_seed: {}\n",
                      std::min(display, kMostNumbers), scenario.seed);
  return text;
}

}  // namespace trena

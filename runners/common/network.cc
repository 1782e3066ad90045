// SPDX-License-Identifier: Apache-2.0
#include "runner_common/network.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "core/files.h"

namespace trena {
namespace {

constexpr size_t kLargestNetwork = size_t{64} << 20;
constexpr int64_t kMaxSize = int64_t{1} << 31;     // of one dimension
constexpr int64_t kMaxNumbers = int64_t{1} << 40;  // of a shape: keeps sums and products in range

struct TypeRow {
  std::string_view word;
  LayerType type;
  size_t least_inputs, most_inputs;
  std::string_view weight, bias;  // endings of its weights' names; the second may be absent
};
constexpr size_t kMany = 1 << 16;
constexpr std::array<TypeRow, 16> kTypes = {{
    {"conv", LayerType::kConv, 1, 1, ".weight", ".bias"},
    {"max_pool", LayerType::kMaxPool, 1, 1, "", ""},
    {"avg_pool", LayerType::kAvgPool, 1, 1, "", ""},
    {"global_pool", LayerType::kGlobalPool, 1, 1, "", ""},
    {"fc", LayerType::kFc, 1, 1, ".weight", ".bias"},
    {"relu", LayerType::kRelu, 1, 1, "", ""},
    {"lrn", LayerType::kLrn, 1, 1, "", ""},
    {"batch_norm", LayerType::kBatchNorm, 1, 1, ".scale", ".shift"},
    {"dropout", LayerType::kDropout, 1, 1, "", ""},
    {"concat", LayerType::kConcat, 1, kMany, "", ""},
    {"add", LayerType::kAdd, 1, kMany, "", ""},
    {"embedding", LayerType::kEmbedding, 1, 1, ".weight", ""},
    {"positions", LayerType::kPositions, 1, 1, ".weight", ""},
    {"layer_norm", LayerType::kLayerNorm, 1, 1, ".scale", ".shift"},
    {"attention", LayerType::kAttention, 1, 1, "", ""},
    {"gelu", LayerType::kGelu, 1, 1, "", ""},
}};

const TypeRow* FindType(std::string_view word) {
  for (const TypeRow& row : kTypes) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

Result<Shape> ReadShape(const Json& json) {
  Shape shape;
  int64_t numbers = 1;
  if (!json.is_array() || json.empty() || json.size() > 4) return InputError("not a shape");
  for (const Json& size : json) {
    if (!size.is_number_integer() || size.get<int64_t>() < 1 || size.get<int64_t>() > kMaxSize) {
      return InputError("not a shape");
    }
    shape.push_back(size.get<int64_t>());
    if (shape.back() > kMaxNumbers / numbers) {
      return InputError("more numbers than any machine holds");
    }
    numbers *= shape.back();
  }
  return shape;
}

Result<Shape> ReadShape(const Json& json, const std::string& field) {
  auto it = json.find(field);
  Result<Shape> shape = it == json.end() ? InputError("is missing") : ReadShape(*it);
  if (!shape.ok()) return InputError("`" + field + "`: " + shape.error().message());
  return shape;
}

// Layers by name, with what they give.
class Names {
 public:
  explicit Names(const Shape& input) { found_["input"] = {kNetworkInput, input}; }

  Status Add(const Layer& layer, int index) {
    if (found_.emplace(layer.name, std::pair(index, layer.out)).second) return Done{};
    return InputError("the name occurs twice");
  }
  Result<std::pair<int, Shape>> Find(const Json& name) const {
    if (!name.is_string()) return InputError("`inputs` must be names");
    auto it = found_.find(name.get<std::string>());
    if (it != found_.end()) return it->second;
    return InputError("input " + name.get<std::string>() + " is no earlier layer");
  }

 private:
  std::map<std::string, std::pair<int, Shape>> found_;
};

Status ReadInputs(const Json& json, const TypeRow& type, const Names& names, Layer& layer) {
  auto inputs = json.find("inputs");
  if (inputs == json.end() || !inputs->is_array()) return InputError("`inputs` must be a list");
  if (inputs->size() < type.least_inputs || inputs->size() > type.most_inputs) {
    return InputError("wrong number of inputs");
  }
  auto in = json.find("in");
  if (in == json.end() || !in->is_array() || in->size() != inputs->size()) {
    return InputError("`in` must have one shape per input");
  }
  for (size_t i = 0; i < inputs->size(); ++i) {
    TRENA_ASSIGN(auto input, names.Find((*inputs)[i]));
    TRENA_ASSIGN(Shape shape, ReadShape((*in)[i]));
    if (shape != input.second) {
      return InputError("`in` is " + ToString(shape) + " but its input gives " +
                        ToString(input.second));
    }
    if (layer.inputs.empty()) layer.in = shape;
    layer.inputs.push_back(input.first);
  }
  return Done{};
}

Status ReadNumber(const Json& json, const std::string& field, int64_t least, int64_t& target,
                  int64_t most = kMaxSize) {
  if (json.is_number_integer() && json.get<int64_t>() >= least && json.get<int64_t>() <= most) {
    target = json.get<int64_t>();
    return Done{};
  }
  return InputError("`" + field + "` must be a whole number of at least " + std::to_string(least));
}

Status ReadSize(const Json& json, const std::string& field, int64_t least, int64_t& target,
                int64_t most = kMaxSize) {
  auto it = json.find(field);
  return it == json.end() ? Done{} : ReadNumber(*it, field, least, target, most);
}

// One number for all of `targets`, or a list with one for each.
Status ReadSizes(const Json& json, const std::string& field, int64_t least,
                 const std::vector<int64_t*>& targets) {
  auto it = json.find(field);
  if (it == json.end()) return Done{};
  if (it->is_array() && it->size() != targets.size()) {
    return InputError("`" + field + "` must be one number or " + std::to_string(targets.size()));
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    TRENA_CHECK(ReadNumber(it->is_array() ? (*it)[i] : *it, field, least, *targets[i]));
  }
  return Done{};
}

Status ReadWindow(const Json& json, Layer& layer) {
  const bool window = layer.type == LayerType::kConv || layer.type == LayerType::kMaxPool ||
                      layer.type == LayerType::kAvgPool;
  if (window && !json.contains("k")) return InputError("`k` is missing");
  TRENA_CHECK(ReadSizes(json, "k", 1, {&layer.kernel[0], &layer.kernel[1]}));
  TRENA_CHECK(ReadSizes(json, "s", 1, {&layer.stride[0], &layer.stride[1]}));
  TRENA_CHECK(ReadSizes(json, "p", 0,
                        {&layer.before[0], &layer.after[0], &layer.before[1], &layer.after[1]}));
  std::string rounding = Get<std::string>(json, "rounding").value_or("down");
  if (rounding != "down" && rounding != "up") return InputError("`rounding` must be down or up");
  layer.round_up = rounding == "up";
  return ReadSize(json, "groups", 1, layer.groups);
}

Status ReadLrn(const Json& json, Layer& layer) {
  TRENA_CHECK(ReadSize(json, "n", 1, layer.channels));
  if (layer.channels % 2 == 0) return InputError("`n` must be odd");
  for (auto [field, target] :
       {std::pair("alpha", &layer.alpha), {"beta", &layer.beta}, {"k", &layer.k}}) {
    const std::optional<double> number = Get<double>(json, field);
    if (!number || !(*number >= 0)) {
      return InputError(std::string("`") + field + "` must be a number of at least 0");
    }
    *target = *number;
  }
  return Done{};
}

Status ReadAttention(const Json& json, Layer& layer) {
  TRENA_CHECK(ReadSize(json, "heads", 1, layer.heads));
  layer.causal = Get<bool>(json, "causal").value_or(false);
  const bool fits = layer.in.size() == 2 && layer.in[1] % (3 * layer.heads) == 0;
  if (fits) return Done{};
  return InputError("`in` must have queries, keys and values of all `heads`");
}

Status ReadNorm(const Json& json, Layer& layer) {
  for (auto [field, target] :
       {std::pair("epsilon", &layer.epsilon), {"momentum", &layer.momentum}}) {
    *target = Get<double>(json, field).value_or(json.contains(field) ? 0 : *target);
    if (*target > 0 && *target <= 1) continue;
    return InputError(std::string("`") + field + "` must be a number above 0, at most 1");
  }
  return Done{};
}

Status ReadSettings(const Json& json, Layer& layer) {
  if (layer.type == LayerType::kLrn) return ReadLrn(json, layer);
  if (layer.type == LayerType::kAttention) return ReadAttention(json, layer);
  if (layer.type == LayerType::kBatchNorm || layer.type == LayerType::kLayerNorm) {
    return ReadNorm(json, layer);
  }
  TRENA_CHECK(ReadWindow(json, layer));
  layer.rate = Get<double>(json, "rate").value_or(0);
  if (!(layer.rate >= 0 && layer.rate < 1)) return InputError("`rate` must be in [0, 1)");
  return Done{};
}

Status ReadWeights(const Json& json, const TypeRow& type, Layer& layer) {
  auto weights = json.find("weights");
  if (weights != json.end() && !weights->is_null()) {
    if (!weights->is_object()) return InputError("`weights` must be an object");
    for (const auto& [name, shape] : weights->items()) {
      Result<Shape> read = ReadShape(shape);
      if (!read.ok()) return read.error().While(name);
      layer.weights.emplace_back(name, read.value());
    }
  }
  const bool shift_alone = layer.type == LayerType::kBatchNorm && layer.weights.size() == 1;
  const std::string_view first = shift_alone ? type.bias : type.weight;
  bool good = first.empty() ? layer.weights.empty()
                            : !layer.weights.empty() && layer.weights.size() <= 2 &&
                                  layer.weights[0].first == layer.name + std::string(first);
  if (good && layer.weights.size() == 2) {
    good = layer.weights[1].first == layer.name + std::string(type.bias);
  }
  if (good && layer.type == LayerType::kLayerNorm) good = layer.weights.size() == 2;
  if (!good) return InputError("`weights` are not those of a layer of its type");
  return Done{};
}

Status ReadMultiples(const Json& json, const char* field, size_t weights,
                     std::vector<double>& target) {
  auto found = json.find(field);
  if (found == json.end()) return Done{};
  bool good = found->is_array() && found->size() == weights;
  for (size_t i = 0; good && i < weights; ++i) {
    good = (*found)[i].is_number() && (*found)[i].get<double>() >= 0;
    if (good) target.push_back((*found)[i].get<double>());
  }
  if (good) return Done{};
  return InputError(std::string("`") + field +
                    "` must have a number of at least 0 for each weight");
}

Result<Layer> ReadLayer(const Json& json, const Names& names) {
  Layer layer;
  std::optional<std::string> type = Get<std::string>(json, "type");
  const TypeRow* row = type ? FindType(*type) : nullptr;
  if (!row) return InputError("unknown type " + type.value_or("(missing)"));
  layer.name = Get<std::string>(json, "name").value_or("");
  if (layer.name.empty()) return InputError("`name` is missing");
  layer.type = row->type;
  TRENA_CHECK(ReadInputs(json, *row, names, layer));
  TRENA_CHECK(ReadSettings(json, layer));
  TRENA_ASSIGN(layer.out, ReadShape(json, "out"));
  TRENA_CHECK(ReadWeights(json, *row, layer));
  TRENA_CHECK(ReadMultiples(json, "rates", layer.weights.size(), layer.rates));
  TRENA_CHECK(ReadMultiples(json, "decays", layer.weights.size(), layer.decays));
  return layer;
}

// Tokens can be looked up in a table of all classes, and nothing else.
Status CheckTokens(const Network& network, const Layer& layer) {
  const bool embeds = layer.type == LayerType::kEmbedding;
  for (const int input : layer.inputs) {
    if ((network.is_text() && input == kNetworkInput) == embeds) continue;
    return InputError("layer " + layer.name + ": tokens go to an embedding, and nothing else does");
  }
  if (!embeds || layer.weights[0].second[0] == network.classes) return Done{};
  return InputError("layer " + layer.name + " has no row for each class");
}

Status CheckTotals(const Network& network) {
  if (network.layers.empty()) return InputError("the network has no layers");
  if (network.layers.back().out != network.logits()) {
    return InputError("the last layer gives " + ToString(network.layers.back().out) +
                      ", not one number per class");
  }
  for (const Layer& layer : network.layers) TRENA_CHECK(CheckTokens(network, layer));
  int64_t parameters = 0;
  for (const Layer& layer : network.layers) {
    for (const auto& weight : layer.weights) parameters += Count(weight.second);
  }
  if (parameters == network.parameters) return Done{};
  return InputError("`parameters` is " + std::to_string(network.parameters) +
                    " but the weights have " + std::to_string(parameters));
}

Status ReadHeads(const Json& json, Network& network) {
  network.heads = {{static_cast<int>(network.layers.size()) - 1, 1}};
  auto heads = json.find("losses");
  if (heads == json.end()) return Done{};
  if (!heads->is_array()) return InputError("`losses` must be a list");
  for (const Json& item : *heads) {
    const std::string name = Get<std::string>(item, "layer").value_or("");
    const double weight = Get<double>(item, "weight").value_or(0);
    auto found = std::find_if(network.layers.begin(), network.layers.end(),
                              [&](const Layer& layer) { return layer.name == name; });
    if (found == network.layers.end() || found->out != network.logits()) {
      return InputError("`losses`: " + name + " is no layer that gives one number per class");
    }
    if (!(weight > 0)) return InputError("`losses`: the weight of " + name + " must be above 0");
    network.heads.push_back({static_cast<int>(found - network.layers.begin()), weight});
  }
  return Done{};
}

Status ReadLoss(const Json& json, Network& network) {
  if (!json.contains("loss")) return Done{};
  const std::string loss = Get<std::string>(json, "loss").value_or("");
  if (loss != "softmax" && loss != "hinge") return InputError("`loss` must be softmax or hinge");
  network.hinge = loss == "hinge";
  return Done{};
}

}  // namespace

std::vector<UpdateGroup> UpdateGroups(const Network& network) {
  std::vector<UpdateGroup> groups;
  size_t weight = 0;
  for (const Layer& layer : network.layers) {
    for (size_t i = 0; i < layer.weights.size(); ++i) {
      const double rate = layer.rates.empty() ? 1 : layer.rates[i];
      const double decay = layer.decays.empty() ? 1 : layer.decays[i];
      auto group = std::find_if(groups.begin(), groups.end(), [&](const UpdateGroup& one) {
        return one.rate == rate && one.decay == decay;
      });
      if (group == groups.end()) group = groups.insert(group, {rate, decay, {}});
      group->weights.push_back(weight++);
    }
  }
  return groups;
}

std::vector<bool> LayersToLogits(const Network& network) {
  std::vector<bool> needed(network.layers.size(), false);
  needed.back() = true;
  for (size_t i = network.layers.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const int input : network.layers[i].inputs) {
      if (input != kNetworkInput) needed[static_cast<size_t>(input)] = true;
    }
  }
  return needed;
}

int64_t NeededAfter(const Layer& layer, size_t axis) {
  const int64_t end = (layer.out[axis + 1] - 1) * layer.stride[axis] + layer.kernel[axis];
  return std::max<int64_t>(0, end - layer.in[axis + 1] - layer.before[axis]);
}

Result<Network> ParseNetwork(const Json& json) {
  if (!json.is_object() || Get<double>(json, "format") != 1) {
    return InputError("not a resolved network of format 1");
  }
  Network network;
  network.name = Get<std::string>(json, "network").value_or("");
  TRENA_ASSIGN(network.input, ReadShape(json, "input"));
  if (network.input.size() != 3 && !network.is_text()) {
    return InputError("`input` must be [channels, height, width], or of text [tokens]");
  }
  TRENA_CHECK(ReadSize(json, "classes", 1, network.classes));
  TRENA_CHECK(ReadSize(json, "parameters", 0, network.parameters, kMaxNumbers));
  auto layers = json.find("layers");
  if (layers == json.end() || !layers->is_array()) return InputError("`layers` must be a list");
  Names names(network.input);
  for (const Json& item : *layers) {
    int index = static_cast<int>(network.layers.size());
    std::string where = Get<std::string>(item, "name").value_or(std::to_string(index));
    Result<Layer> layer = ReadLayer(item, names);
    Status added = layer.ok() ? names.Add(layer.value(), index) : Status(layer.error());
    if (!added.ok()) return added.error().While("layer " + where);
    network.layers.push_back(std::move(layer).value());
  }
  TRENA_CHECK(CheckTotals(network));
  TRENA_CHECK(ReadHeads(json, network));
  TRENA_CHECK(ReadLoss(json, network));
  return network;
}

Result<Network> ReadNetwork(const std::filesystem::path& path) {
  Result<std::string> text = ReadFile(path, kLargestNetwork);
  if (!text.ok()) return InputError(text.error().message());
  Result<Json> json = ParseJson(text.value());
  if (!json.ok()) return InputError(path.string() + ": " + json.error().message());
  Result<Network> network = ParseNetwork(json.value());
  if (!network.ok()) return network.error().While(path.string());
  return network;
}

}  // namespace trena

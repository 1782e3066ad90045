// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/resolved_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace trena {

bool IsText(const Shape& input) { return input.size() == 1; }

namespace {

constexpr int kNetworkFormat = 1;
// Sizes beyond these are slips of the pen: no machine trains them.
constexpr int64_t kMostElements = int64_t{1} << 31;
constexpr int64_t kMostParameters = int64_t{1} << 28;  // a gibibyte of float32

Error ErrorAt(const Network& network, const WrittenLayer& layer, const std::string& message,
              const std::string& suggestion = "") {
  Source source = network.source;
  source.Add(layer.place, fmt::format("layer `{}`: {}", layer.name, message), suggestion);
  return source.ToError();
}

// The layer's `rates` or `decays` with a number for each of its weights, or none where all are 1.
Status ResolveMultiples(const std::string& key, const Json& otherwise, ResolvedLayer& layer) {
  const bool own = layer.settings.contains(key);
  Json numbers = own ? layer.settings[key] : otherwise;
  layer.settings.erase(key);
  if (numbers.is_null()) return Done{};
  if (own && numbers.size() > layer.weights.size()) {
    return InputError(fmt::format("`{}` has two numbers, but there is no bias", key));
  }
  while (numbers.size() < layer.weights.size()) numbers.push_back(numbers.back());
  // The first is a weight's, the second a bias's, or a shift's that stands alone.
  const bool shift = layer.weights.size() == 1 && layer.weights[0].name.ends_with("shift");
  while (numbers.size() > layer.weights.size()) numbers.erase(shift ? 0 : numbers.size() - 1);
  const bool plain =
      std::all_of(numbers.begin(), numbers.end(), [](const Json& number) { return number == 1.0; });
  if (!plain) layer.settings[key] = numbers;
  return Done{};
}

// A pooling that rounds down is what is left of one that rounds up, along both axes.
Status CheckKept(const WrittenLayer& layer, const ResolvedLayer& resolved) {
  if (layer.kept.empty()) return Done{};
  Json up = resolved.settings;
  up["rounding"] = "up";
  TRENA_ASSIGN(const LayerShapes whole, layer.type->infer(up, resolved.in));
  for (const size_t axis : {0, 1}) {
    const int64_t left = layer.kept[axis] > 0 ? layer.kept[axis] : whole.out[axis + 1];
    if (left == resolved.out[axis + 1]) continue;
    return InputError(fmt::format("Slice leaves {} of its {} {}: only {} have a counterpart here",
                                  left, whole.out[axis + 1], axis == 0 ? "rows" : "columns",
                                  resolved.out[axis + 1]));
  }
  return Done{};
}

// Tokens are names of words, nothing to compute with, until an embedding has looked them up.
Status CheckTokens(const WrittenLayer& layer, const Shape& input) {
  const bool text = IsText(input), embeds = layer.type->name == "embedding";
  for (const std::string& name : layer.from) {
    const bool tokens = text && name == "input";
    if (tokens && !embeds) {
      return InputError("it takes the tokens of a text: put `embedding` between them");
    }
    if (!tokens && embeds) {
      return InputError(text ? "embedding takes the tokens themselves: `from: input`"
                             : "embedding takes the tokens of a text, and this data has images");
    }
  }
  return Done{};
}

bool HasSetting(const LayerType& type, const std::string& key) {
  return std::any_of(type.settings.begin(), type.settings.end(),
                     [&](const LayerSetting& setting) { return setting.key == key; });
}

Result<ResolvedLayer> ResolveLayer(const WrittenLayer& layer, int classes, const Json& multiples,
                                   const std::map<std::string, Shape>& shapes) {
  TRENA_CHECK(CheckTokens(layer, shapes.at("input")));
  ResolvedLayer out{layer.name, layer.type, layer.from, layer.settings, {}, {}, {}, layer.place};
  if (out.settings.contains("o") && out.settings["o"].is_string()) out.settings["o"] = classes;
  if (out.type->name == "embedding") out.settings["vocabulary"] = classes;
  for (const std::string& name : layer.from) out.in.push_back(shapes.at(name));
  out.settings = WithoutSame(std::move(out.settings), out.in[0]);
  TRENA_ASSIGN(LayerShapes inferred, layer.type->infer(out.settings, out.in));
  out.out = std::move(inferred.out);
  TRENA_CHECK(CheckKept(layer, out));
  for (NamedShape& weight : inferred.weights) {
    out.weights.push_back({layer.name + "." + weight.name, std::move(weight.shape)});
  }
  for (const char* key : {kRates, kDecays}) {
    if (!HasSetting(*layer.type, key)) continue;
    TRENA_CHECK(ResolveMultiples(key, multiples.value(key, Json()), out));
  }
  if (Elements(out.out) > kMostElements) {
    return InputError(fmt::format("its output {} is too large", Dimensions(out.out)));
  }
  return out;
}

Status CountParameters(const ResolvedLayer& layer, int64_t& parameters) {
  for (const NamedShape& weight : layer.weights) {
    int64_t elements = Elements(weight.shape);
    if (elements > kMostParameters - parameters) {
      return InputError(fmt::format(
          "its weights {} on an input of {} are too large: a network has at most {} parameters",
          Dimensions(weight.shape), Dimensions(layer.in[0]), kMostParameters));
    }
    parameters += elements;
  }
  return Done{};
}

// The logits of an image, or of each position of a text.
Shape LogitsOf(const Shape& input, int classes) {
  return IsText(input) ? Shape{input[0], classes} : Shape{classes};
}

bool IsCaffe(const Network& network) { return network.source.name().ends_with(kPrototxt); }

// A Caffe file that says what it was made for is trained on nothing else.
Status CheckExpected(const Network& network, const Shape& input) {
  if (!network.expected) return Done{};
  const ExpectedInput& expected = *network.expected;
  const Shape wanted{expected.channels.value_or(input[0]), expected.height, expected.width};
  if (wanted == input) return Done{};
  Source source = network.source;
  source.Add(expected.place,
             fmt::format("made for images of {}, but the study's are {}", Dimensions(wanted),
                         Dimensions(input)),
             "make `image` of the study or this agree");
  return source.ToError();
}

Status CheckLogits(const Network& network, const Shape& out, const Shape& input, int classes) {
  if (out == LogitsOf(input, classes)) return Done{};
  return ErrorAt(network, network.layers.back(),
                 fmt::format("the last layer gives {}, but the data set has {} classes",
                             Dimensions(out), classes),
                 IsCaffe(network) ? fmt::format("its num_output must be {}", classes)
                                  : "end with `fc: { o: classes }`");
}

Status CheckHeads(const Network& network, const std::map<std::string, Shape>& shapes, int classes) {
  for (const WrittenHead& head : network.heads) {
    const Shape& out = shapes.at(head.layer);
    if (out == LogitsOf(shapes.at("input"), classes)) continue;
    Source source = network.source;
    source.Add(head.place,
               fmt::format("layer `{}` gives {}, but the data set has {} classes", head.layer,
                           Dimensions(out), classes),
               IsCaffe(network) ? fmt::format("its num_output must be {}", classes)
                                : "a loss is that of an `fc: { o: classes }`");
    return source.ToError();
  }
  return Done{};
}

}  // namespace

Result<ResolvedNetwork> Resolve(const Network& network, const Shape& input, int classes) {
  TRENA_CHECK(CheckExpected(network, input));
  ResolvedNetwork resolved{network.name, input, classes, 0, {}, network.loss, {}, network.source};
  for (const WrittenHead& head : network.heads) {
    resolved.heads.push_back({head.layer, head.weight});
  }
  std::map<std::string, Shape> shapes{{"input", input}};
  for (const WrittenLayer& written : network.layers) {
    Result<ResolvedLayer> layer = ResolveLayer(written, classes, network.multiples, shapes);
    if (!layer.ok()) return ErrorAt(network, written, layer.error().message());
    Status counted = CountParameters(layer.value(), resolved.parameters);
    if (!counted.ok()) return ErrorAt(network, written, counted.error().message());
    shapes[written.name] = layer.value().out;
    resolved.layers.push_back(std::move(layer).value());
  }
  TRENA_CHECK(CheckLogits(network, resolved.layers.back().out, input, classes));
  TRENA_CHECK(CheckHeads(network, shapes, classes));
  return resolved;
}

Json ToJson(const ResolvedNetwork& network) {
  Json layers = Json::array();
  for (const ResolvedLayer& layer : network.layers) {
    Json json{{"name", layer.name}, {"type", layer.type->name}, {"inputs", layer.inputs}};
    json.update(layer.settings);
    json.update(layer.type->constants);
    json["in"] = layer.in;
    json["out"] = layer.out;
    json["weights"] = Json::object();
    for (const NamedShape& weight : layer.weights) json["weights"][weight.name] = weight.shape;
    layers.push_back(std::move(json));
  }
  Json json{{"format", kNetworkFormat},         {"network", network.name},
            {"input", network.input},           {"classes", network.classes},
            {"parameters", network.parameters}, {"layers", std::move(layers)}};
  if (network.loss != kSoftmax) json["loss"] = network.loss;
  for (const ResolvedHead& head : network.heads) {
    json["losses"].push_back({{"layer", head.layer}, {"weight", head.weight}});
  }
  return json;
}

Result<std::vector<NamedShape>> WeightsOf(const Json& network) {
  std::vector<NamedShape> weights;
  try {
    if (network.at("format") != kNetworkFormat)
      return Error("not a resolved network of this version");
    for (const Json& layer : network.at("layers")) {
      for (const auto& [name, shape] : layer.at("weights").items()) {
        weights.push_back({name, shape.get<Shape>(), Get<double>(layer, "deviation")});
      }
    }
  } catch (const Json::exception& problem) {
    return Error(fmt::format("not a resolved network: {}", WordsOf(problem)));
  }
  return weights;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/resolved_network.h"

#include <fmt/format.h>

#include <map>

namespace trena {
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

Result<ResolvedLayer> ResolveLayer(const WrittenLayer& layer, int classes,
                                   const std::map<std::string, Shape>& shapes) {
  ResolvedLayer out{layer.name, layer.type, layer.from, layer.settings, {}, {}, {}, layer.place};
  if (out.settings.contains("o") && out.settings["o"].is_string()) out.settings["o"] = classes;
  for (const std::string& name : layer.from) out.in.push_back(shapes.at(name));
  out.settings = WithoutSame(std::move(out.settings), out.in[0]);
  TRENA_ASSIGN(LayerShapes inferred, layer.type->infer(out.settings, out.in));
  out.out = std::move(inferred.out);
  for (NamedShape& weight : inferred.weights) {
    out.weights.push_back({layer.name + "." + weight.name, std::move(weight.shape)});
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

Status CheckLogits(const Network& network, const Shape& out, int classes) {
  if (out == Shape{classes}) return Done{};
  return ErrorAt(network, network.layers.back(),
                 fmt::format("the last layer gives {}, but the data set has {} classes",
                             Dimensions(out), classes),
                 "end with `fc: { o: classes }`");
}

Status CheckHeads(const Network& network, const std::map<std::string, Shape>& shapes, int classes) {
  for (const WrittenHead& head : network.heads) {
    const Shape& out = shapes.at(head.layer);
    if (out == Shape{classes}) continue;
    Source source = network.source;
    source.Add(head.place,
               fmt::format("layer `{}` gives {}, but the data set has {} classes", head.layer,
                           Dimensions(out), classes),
               "a loss is that of an `fc: { o: classes }`");
    return source.ToError();
  }
  return Done{};
}

}  // namespace

Result<ResolvedNetwork> Resolve(const Network& network, const Shape& input, int classes) {
  ResolvedNetwork resolved{network.name, input, classes, 0, {}, network.loss, {}, network.source};
  for (const WrittenHead& head : network.heads) {
    resolved.heads.push_back({head.layer, head.weight});
  }
  std::map<std::string, Shape> shapes{{"input", input}};
  for (const WrittenLayer& written : network.layers) {
    Result<ResolvedLayer> layer = ResolveLayer(written, classes, shapes);
    if (!layer.ok()) return ErrorAt(network, written, layer.error().message());
    Status counted = CountParameters(layer.value(), resolved.parameters);
    if (!counted.ok()) return ErrorAt(network, written, counted.error().message());
    shapes[written.name] = layer.value().out;
    resolved.layers.push_back(std::move(layer).value());
  }
  TRENA_CHECK(CheckLogits(network, resolved.layers.back().out, classes));
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
        weights.push_back({name, shape.get<Shape>()});
      }
    }
  } catch (const Json::exception& problem) {
    return Error(fmt::format("not a resolved network: {}", WordsOf(problem)));
  }
  return weights;
}

}  // namespace trena

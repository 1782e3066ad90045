// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/network.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "configure/networks/layer_list.h"
#include "configure/networks/layer_reader.h"
#include "configure/prototxt/caffe_network.h"
#include "core/yaml.h"

namespace trena {
namespace {

// Beyond these, finding what a person meant only costs time: a file made to be wrong everywhere.
constexpr size_t kMostSuggestions = 20;
constexpr double kMostLossWeight = 1000;

std::map<std::string, size_t> IndexNames(Network& network) {
  std::map<std::string, size_t> indices;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const WrittenLayer& layer = network.layers[i];
    auto [it, fresh] = indices.emplace(layer.name, i);
    if (fresh) continue;
    network.source.Add(layer.place, fmt::format("the name `{}` is taken already, by line {}",
                                                layer.name, network.layers[it->second].place.line));
  }
  return indices;
}

std::string SuggestLayer(const Network& network, size_t index, const std::string& name) {
  if (network.source.diagnostics().size() > kMostSuggestions) return "";
  std::vector<std::string> known{"input"};
  for (size_t i = 0; i < index; ++i) known.push_back(network.layers[i].name);
  return DidYouMeanOneOf(name, known);
}

void CheckFrom(Network& network, size_t index, const std::map<std::string, size_t>& indices) {
  const WrittenLayer& layer = network.layers[index];
  for (const std::string& name : layer.from) {
    auto found = indices.find(name);
    if (name == "input" || (found != indices.end() && found->second < index)) continue;
    if (found == indices.end()) {
      network.source.Add(
          layer.place,
          fmt::format("layer `{}` takes from `{}`, which does not exist", layer.name, name),
          SuggestLayer(network, index, name));
    } else {
      network.source.Add(
          layer.place,
          fmt::format("layer `{}` takes from `{}` of line {}, which is not above it: a cycle",
                      layer.name, name, network.layers[found->second].place.line),
          "a layer can only take from layers above it");
    }
  }
}

void CheckInputCount(Network& network, const WrittenLayer& layer) {
  size_t count = layer.from.size();
  if (layer.type->joins && count < 2) {
    network.source.Add(layer.place, fmt::format("layer `{}` needs two inputs or more", layer.name),
                       "list them: `from: [a, b]`");
  } else if (!layer.type->joins && count > 1) {
    network.source.Add(layer.place,
                       fmt::format("layer `{}` takes one input, not {}", layer.name, count),
                       "join them with `concat` or `add` first");
  }
}

void CheckHead(Network& network, const WrittenHead& head,
               const std::map<std::string, size_t>& indices) {
  const size_t last = network.layers.size() - 1;
  auto found = indices.find(head.layer);
  if (found == indices.end()) {
    network.source.Add(head.place, fmt::format("there is no layer `{}` for a loss", head.layer),
                       SuggestLayer(network, last, head.layer));
  } else if (found->second == last) {
    network.source.Add(head.place,
                       fmt::format("`{}` is the last layer, whose loss counts once", head.layer),
                       "`losses` has those that count beside it");
  }
}

void CheckLinks(Network& network) {
  std::map<std::string, size_t> indices = IndexNames(network);
  std::set<std::string> used;
  for (const WrittenHead& head : network.heads) {
    CheckHead(network, head, indices);
    used.insert(head.layer);
  }
  for (size_t i = 0; i < network.layers.size(); ++i) {
    CheckFrom(network, i, indices);
    CheckInputCount(network, network.layers[i]);
    used.insert(network.layers[i].from.begin(), network.layers[i].from.end());
  }
  for (size_t i = 0; i + 1 < network.layers.size(); ++i) {
    const WrittenLayer& layer = network.layers[i];
    if (used.contains(layer.name)) continue;
    network.source.Add(layer.place, fmt::format("nothing uses the output of `{}`", layer.name),
                       "name it in the `from` of a later layer or in `losses`, or remove it");
  }
}

void ReadHead(const YAML::Node& key, const YAML::Node& value, Network& network) {
  WrittenHead head{key.Scalar(), 0, PlaceOf(key)};
  if (!value.IsScalar() || !YAML::convert<double>::decode(value, head.weight) ||
      !(head.weight > 0 && head.weight <= kMostLossWeight)) {
    network.source.Add(
        PlaceOf(value),
        fmt::format("the weight of a loss must be a number above 0, at most {}", kMostLossWeight));
  }
  network.heads.push_back(std::move(head));
}

void ReadLoss(const YAML::Node& node, Network& network) {
  network.loss = node.IsScalar() ? node.Scalar() : "";
  if (network.loss == kSoftmax || network.loss == kHinge) return;
  network.source.Add(PlaceOf(node), fmt::format("`loss` must be `{}` or `{}`", kSoftmax, kHinge));
}

void ReadDocument(const YAML::Node& document, Network& network) {
  auto read_name = [&](const YAML::Node& node) {
    network.name = node.IsScalar() ? node.Scalar() : "";
    if (!IsName(network.name)) network.source.Add(PlaceOf(node), "`network` must be a name");
  };
  auto read_layers = [&](const YAML::Node& node) {
    network.layers = ReadLayers(node, network.source);
  };
  auto read_heads = [&](const YAML::Node& node) {
    ForEachEntry(
        network.source, node, "`losses`",
        [&](const YAML::Node& key, const YAML::Node& value) { ReadHead(key, value, network); });
  };
  auto read_multiples = [&](const char* key) {
    return [&network, key](const YAML::Node& node) {
      network.multiples[key] = ReadMultiples(key, node, network.source);
    };
  };
  auto read_loss = [&](const YAML::Node& node) { ReadLoss(node, network); };
  ReadMap(network.source, document, "the network",
          {{"network", read_name},
           {"layers", read_layers},
           {"losses", read_heads},
           {"loss", read_loss},
           {kRates, read_multiples(kRates)},
           {kDecays, read_multiples(kDecays)}});
  if (!network.source.diagnostics().empty()) return;
  if (network.name.empty()) network.source.Add({}, "`network` is missing");
  if (network.layers.empty()) network.source.Add({}, "`layers` is missing");
}

}  // namespace

Result<Network> ReadNetwork(const fs::path& path) {
  Result<std::string> text = ReadFile(path, kLargestYaml);
  if (!text.ok()) return InputError(text.error().message());
  Network network{
      Source(path.string(), std::move(text).value()), "", {}, {}, kSoftmax, Json::object()};
  if (path.extension() == kPrototxt) {
    network.name = path.stem();
    ReadCaffeNetwork(network);
  } else if (const std::optional<YAML::Node> document = LoadYaml(network.source)) {
    ReadDocument(*document, network);
  }
  if (network.source.diagnostics().empty()) CheckLinks(network);
  if (!network.source.diagnostics().empty()) return network.source.ToError();
  return network;
}

}  // namespace trena

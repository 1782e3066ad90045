// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/network.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "configure/networks/layer_list.h"
#include "configure/networks/layer_reader.h"
#include "core/yaml.h"

namespace trena {
namespace {

// Beyond these, finding what a person meant only costs time: a file made to be wrong everywhere.
constexpr size_t kMostSuggestions = 20;

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

void CheckLinks(Network& network) {
  std::map<std::string, size_t> indices = IndexNames(network);
  std::set<std::string> used;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    CheckFrom(network, i, indices);
    CheckInputCount(network, network.layers[i]);
    used.insert(network.layers[i].from.begin(), network.layers[i].from.end());
  }
  for (size_t i = 0; i + 1 < network.layers.size(); ++i) {
    const WrittenLayer& layer = network.layers[i];
    if (used.contains(layer.name)) continue;
    network.source.Add(layer.place, fmt::format("nothing uses the output of `{}`", layer.name),
                       "name it in the `from` of a later layer, or remove it");
  }
}

void ReadDocument(const YAML::Node& document, Network& network) {
  auto read_name = [&](const YAML::Node& node) {
    network.name = node.IsScalar() ? node.Scalar() : "";
    if (!IsName(network.name)) network.source.Add(PlaceOf(node), "`network` must be a name");
  };
  auto read_layers = [&](const YAML::Node& node) {
    network.layers = ReadLayers(node, network.source);
    if (network.source.diagnostics().empty()) CheckLinks(network);
  };
  ReadMap(network.source, document, "the network",
          {{"network", read_name}, {"layers", read_layers}});
  if (!network.source.diagnostics().empty()) return;
  if (network.name.empty()) network.source.Add({}, "`network` is missing");
  if (network.layers.empty()) network.source.Add({}, "`layers` is missing");
}

}  // namespace

Result<Network> ReadNetwork(const fs::path& path) {
  Result<std::string> text = ReadFile(path, kLargestYaml);
  if (!text.ok()) return InputError(text.error().message());
  Network network{Source(path.string(), std::move(text).value()), "", {}};
  std::optional<YAML::Node> document = LoadYaml(network.source);
  if (document) ReadDocument(*document, network);
  if (!network.source.diagnostics().empty()) return network.source.ToError();
  return network;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "configure/networks/layer_reader.h"
#include "core/yaml.h"
#include "study/sections/sections.h"

namespace trena {
namespace {

constexpr size_t kMostLayers = 5000;
constexpr const char* kEntry = "entry";
constexpr int kDeepest = 8;  // repeated layers within repeated layers

bool IsRepeat(const YAML::Node& node) { return node.IsMap() && node["repeat"].IsDefined(); }

// One layer of the list, and where the turn that it belongs to begins: how many layers are above.
struct Listed {
  WrittenLayer layer;
  std::optional<size_t> turn;  // missing: it is not repeated
};

class ListReader {
 public:
  explicit ListReader(Source& source) : source_(source) {}

  std::vector<WrittenLayer> Read(const YAML::Node& node) {
    std::vector<Listed> listed = ReadList(node, 0);
    if (!source_.diagnostics().empty()) return {};
    std::vector<WrittenLayer> layers;
    NameAndLink(listed);
    for (Listed& one : listed) layers.push_back(std::move(one.layer));
    return layers;
  }

 private:
  std::vector<Listed> ReadList(const YAML::Node& node, int depth) {
    std::vector<Listed> listed;
    if (!node.IsSequence() || node.size() == 0) {
      source_.Add(PlaceOf(node), "`layers` must be a list of layers");
      return listed;
    }
    if (node.size() > kMostLayers) return TooMany(node);
    for (const YAML::Node& item : node) {
      if (!IsRepeat(item)) {
        listed.push_back({ReadLayer(item, source_), std::nullopt});
        continue;
      }
      const size_t begin = listed.size();
      std::vector<Listed> all = ReadRepeat(item, depth);
      for (Listed& one : all) {
        one.turn = begin + one.turn.value_or(0);
        listed.push_back(std::move(one));
      }
      if (listed.size() > kMostLayers) return TooMany(item);
    }
    return listed;
  }

  std::vector<Listed> TooMany(const YAML::Node& node) {
    source_.Add(PlaceOf(node), fmt::format("more than {} layers", kMostLayers));
    return {};
  }

  // All turns; where each begins is counted from the first of these layers.
  std::vector<Listed> ReadRepeat(const YAML::Node& node, int depth) {
    int64_t times = 0;
    YAML::Node body;
    ReadMap(source_, node, "repeated layers",
            {{"repeat",
              [&](const YAML::Node& count) {
                const auto read = ReadCount(source_, count, "repeat", 1, kMostLayers);
                times = read ? static_cast<int64_t>(*read) : 0;
              }},
             {"layers", [&](const YAML::Node& layers) { body.reset(layers); }}});
    if (depth == kDeepest) {
      source_.Add(PlaceOf(node), fmt::format("repeated layers more than {} deep", kDeepest));
      return {};
    }
    const std::vector<Listed> once = ReadList(body, depth + 1);
    if (!source_.diagnostics().empty()) return {};
    if (once.size() > kMostLayers / static_cast<size_t>(times)) return TooMany(node);
    std::vector<Listed> all;
    for (int64_t turn = 1; turn <= times; ++turn) AddTurn(once, turn, all);
    return all;
  }

  static void AddTurn(const std::vector<Listed>& once, int64_t turn, std::vector<Listed>& all) {
    std::set<std::string> own;
    for (const Listed& one : once) own.insert(one.layer.name);
    const std::string ending = "_" + std::to_string(turn);
    const size_t begin = all.size();
    for (const Listed& one : once) {
      all.push_back(one);
      WrittenLayer& layer = all.back().layer;
      if (!layer.name.empty()) layer.name += ending;
      for (std::string& name : layer.from) {
        if (own.contains(name)) name += ending;
      }
      all.back().turn = begin + one.turn.value_or(0);
    }
  }

  // Gives every layer its name and its inputs where they are not written.
  void NameAndLink(std::vector<Listed>& listed) {
    std::map<std::string, int> counts;
    std::string above = "input";
    for (Listed& one : listed) {
      WrittenLayer& layer = one.layer;
      const int number = ++counts[layer.type->name];
      if (layer.name.empty()) layer.name = layer.type->name + std::to_string(number);
      if (layer.from.empty()) layer.from = {above};
      if (one.turn) {
        const std::string entry = *one.turn == 0 ? "input" : listed[*one.turn - 1].layer.name;
        std::replace(layer.from.begin(), layer.from.end(), std::string(kEntry), entry);
      }
      above = layer.name;
    }
  }

  Source& source_;
};

}  // namespace

std::vector<WrittenLayer> ReadLayers(const YAML::Node& node, Source& source) {
  return ListReader(source).Read(node);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>

#include <algorithm>
#include <set>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kDeepest = 32;
constexpr size_t kMostNodes = 100'000;

// Whether the tree, aliases followed, stays within the bounds.
bool WithinBounds(const YAML::Node& node, int depth, size_t& budget) {
  if (depth > kDeepest || budget == 0) return false;
  --budget;
  if (node.IsSequence()) {
    for (const auto& child : node) {
      if (!WithinBounds(child, depth + 1, budget)) return false;
    }
  } else if (node.IsMap()) {
    for (const auto& entry : node) {
      if (!WithinBounds(entry.first, depth + 1, budget)) return false;
      if (!WithinBounds(entry.second, depth + 1, budget)) return false;
    }
  }
  return true;
}

bool IsMap(Source& source, const YAML::Node& node, const std::string& what) {
  if (node.IsMap()) return true;
  source.Add(PlaceOf(node), fmt::format("{} must be a map of `key: value`", what));
  return false;
}

}  // namespace

std::optional<YAML::Node> LoadYaml(Source& source) {
  if (source.text().size() > kLargestYaml) {
    source.Add({}, fmt::format("the file is larger than {} bytes", kLargestYaml));
    return std::nullopt;
  }
  if (source.text().find('\0') != std::string::npos) {
    source.Add({}, "the file holds a NUL byte: it is not text");
    return std::nullopt;
  }
  try {
    std::vector<YAML::Node> documents = YAML::LoadAll(source.text());
    if (documents.empty()) return YAML::Node();
    if (documents.size() > 1) {
      source.Add(PlaceOf(documents[1]), "a second document in the file", "keep one, without ---");
      return std::nullopt;
    }
    size_t budget = kMostNodes;
    if (WithinBounds(documents[0], 0, budget)) return documents[0];
    source.Add({}, "nested too deeply or too large once its aliases (*name) are followed",
               "write the values out instead of using anchors");
  } catch (const YAML::DeepRecursion& e) {
    source.Add({e.mark.line + 1, e.mark.column + 1, 1}, "nested too deeply");
  } catch (const YAML::Exception& e) {
    source.Add({e.mark.line + 1, e.mark.column + 1, 1}, "not valid YAML: " + e.msg);
  }
  return std::nullopt;
}

Place PlaceOf(const YAML::Node& node) {
  YAML::Mark mark = node.Mark();
  if (mark.is_null()) return {};
  int length = node.IsScalar() ? static_cast<int>(node.Scalar().size()) : 1;
  return {mark.line + 1, mark.column + 1, std::max(length, 1)};
}

Value ScalarValue(const YAML::Node& node) {
  // yaml-cpp tags a quoted scalar "!".
  if (node.Tag() == "!") return node.Scalar();
  return Value::Parse(node.Scalar());
}

std::optional<std::string> ScalarText(Source& source, const YAML::Node& node,
                                      const std::string& expected) {
  if (node.IsScalar()) return node.Scalar();
  source.Add(PlaceOf(node), "expected " + expected);
  return std::nullopt;
}

void ForEachEntry(Source& source, const YAML::Node& node, const std::string& what,
                  const std::function<void(const YAML::Node&, const YAML::Node&)>& entry) {
  if (!IsMap(source, node, what)) return;
  std::set<std::string> seen;
  for (const auto& pair : node) {
    const YAML::Node& key = pair.first;
    if (!key.IsScalar()) {
      source.Add(PlaceOf(key), fmt::format("a key of {} must be a word", what));
    } else if (!seen.insert(key.Scalar()).second) {
      source.Add(PlaceOf(key), fmt::format("`{}` is given twice in {}", key.Scalar(), what));
    } else {
      entry(key, pair.second);
    }
  }
}

void ReadMap(Source& source, const YAML::Node& node, const std::string& what,
             const YamlFields& fields) {
  std::vector<std::string> known;
  for (const auto& [name, read] : fields) known.push_back(name);
  ForEachEntry(source, node, what, [&](const YAML::Node& key, const YAML::Node& value) {
    auto found = fields.find(key.Scalar());
    if (found != fields.end()) {
      found->second(value);
      return;
    }
    auto nearest = Nearest(key.Scalar(), known);
    source.Add(
        PlaceOf(key), fmt::format("unknown key `{}` in {}", key.Scalar(), what),
        nearest ? fmt::format("did you mean `{}`?", *nearest) : "known keys: " + Join(known, ", "));
  });
}

}  // namespace trena

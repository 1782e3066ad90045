// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/text/text.h"
#include "core/yaml.h"

namespace trena {

std::string DidYouMeanOneOf(const std::string& word, const std::vector<std::string>& candidates) {
  auto nearest = Nearest(word, candidates);
  return nearest ? fmt::format("did you mean `{}`?", *nearest)
                 : fmt::format("one of: {}", Join(candidates, ", "));
}

bool IsName(const std::string& text) {
  auto fits = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !text.empty() && text.size() <= 100 && std::isalpha(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), fits);
}

namespace {

// One layer read from its node; what is wrong goes to the source.
class LayerReader {
 public:
  explicit LayerReader(Source& source) : source_(source) {}

  // Layer::type stays nullptr when the type itself is not known.
  WrittenLayer Read(const YAML::Node& node);

 private:
  void ReadLayerMap(const YAML::Node& node);
  void SetType(const YAML::Node& word);
  void ReadSettings(const YAML::Node& node);
  void ReadField(const YAML::Node& key, const YAML::Node& value);
  void ReadName(const YAML::Node& node);
  void ReadFrom(const YAML::Node& node);
  void ReadSetting(const LayerSetting& setting, const YAML::Node& node);
  void Complete();

  Source& source_;
  WrittenLayer layer_;
};

WrittenLayer LayerReader::Read(const YAML::Node& node) {
  layer_.place = PlaceOf(node);
  if (node.IsScalar()) {
    SetType(node);
  } else if (node.IsMap()) {
    ReadLayerMap(node);
  } else {
    source_.Add(layer_.place, "a layer is its type, or its type with settings",
                "for example `- conv: { k: 3, o: 32 }`");
  }
  if (layer_.type != nullptr) Complete();
  return layer_;
}

void LayerReader::ReadLayerMap(const YAML::Node& node) {
  YAML::Node settings;
  std::vector<std::pair<YAML::Node, YAML::Node>> others;
  ForEachEntry(source_, node, "a layer", [&](const YAML::Node& key, const YAML::Node& value) {
    if (layer_.type == nullptr && FindLayerType(key.Scalar()) != nullptr) {
      SetType(key);
      settings.reset(value);
    } else {
      others.emplace_back(key, value);
    }
  });
  if (layer_.type == nullptr) {
    auto is_own = [](const auto& field) {
      return field.first.Scalar() == "name" || field.first.Scalar() == "from";
    };
    auto stranger = std::find_if_not(others.begin(), others.end(), is_own);
    if (stranger != others.end()) return SetType(stranger->first);
    return source_.Add(layer_.place, "a layer without a type");
  }
  for (const auto& [key, value] : others) ReadField(key, value);
  ReadSettings(settings);
}

void LayerReader::SetType(const YAML::Node& word) {
  const std::string& name = word.Scalar();
  layer_.place = PlaceOf(word);
  layer_.type = FindLayerType(name);
  if (layer_.type != nullptr) return;
  std::vector<std::string> names;
  for (const LayerType& type : LayerTypes()) names.push_back(type.name);
  source_.Add(layer_.place, fmt::format("unknown layer type `{}`", name),
              DidYouMeanOneOf(name, names));
}

void LayerReader::ReadSettings(const YAML::Node& node) {
  if (node.IsNull()) return;
  ForEachEntry(source_, node, fmt::format("the settings of `{}`", layer_.type->name),
               [&](const YAML::Node& key, const YAML::Node& value) { ReadField(key, value); });
}

void LayerReader::ReadField(const YAML::Node& key, const YAML::Node& value) {
  const std::string& word = key.Scalar();
  if (word == "name") return ReadName(value);
  if (word == "from") return ReadFrom(value);
  std::vector<std::string> known{"name", "from"};
  for (const LayerSetting& setting : layer_.type->settings) {
    if (setting.key == word) return ReadSetting(setting, value);
    known.push_back(setting.key);
  }
  source_.Add(PlaceOf(key), fmt::format("`{}` has no setting `{}`", layer_.type->name, word),
              DidYouMeanOneOf(word, known));
}

void LayerReader::ReadName(const YAML::Node& node) {
  if (!layer_.name.empty()) return source_.Add(PlaceOf(node), "a second `name` for one layer");
  layer_.name = node.IsScalar() ? node.Scalar() : "";
  if (layer_.name == "input") {
    source_.Add(PlaceOf(node), "`input` is the name of the images; call the layer otherwise");
  } else if (layer_.name == "entry") {
    source_.Add(PlaceOf(node),
                "`entry` is what repeated layers begin with; call the layer otherwise");
  } else if (!IsName(layer_.name)) {
    source_.Add(PlaceOf(node), "a name is letters, digits, _ and -, a letter first");
    layer_.name.clear();
  }
}

void LayerReader::ReadFrom(const YAML::Node& node) {
  if (!layer_.from.empty()) return source_.Add(PlaceOf(node), "a second `from` for one layer");
  std::vector<YAML::Node> names;
  if (node.IsSequence()) {
    for (const YAML::Node& name : node) names.push_back(name);
  } else {
    names.push_back(node);
  }
  for (const YAML::Node& name : names) {
    if (!name.IsScalar()) {
      return source_.Add(PlaceOf(name), "`from` is the name of a layer, or a list of them");
    }
    layer_.from.push_back(name.Scalar());
  }
  if (names.empty()) source_.Add(PlaceOf(node), "`from` names no layer");
}

std::optional<int64_t> ParseWhole(const LayerSetting& setting, const YAML::Node& node) {
  int64_t whole = 0;
  const bool fits = node.IsScalar() && YAML::convert<int64_t>::decode(node, whole) &&
                    whole >= setting.least && whole <= setting.most;
  return fits ? std::optional(whole) : std::nullopt;
}

// [1, 2]: as many whole numbers as one of these counts.
std::optional<Json> ParseWholes(const LayerSetting& setting, const YAML::Node& node,
                                const std::vector<size_t>& counts) {
  if (std::find(counts.begin(), counts.end(), node.size()) == counts.end()) return std::nullopt;
  Json numbers = Json::array();
  for (const YAML::Node& number : node) {
    const std::optional<int64_t> whole = ParseWhole(setting, number);
    if (!whole) return std::nullopt;
    numbers.push_back(*whole);
  }
  return numbers;
}

std::optional<Json> ParsePadding(const LayerSetting& setting, const YAML::Node& node) {
  std::optional<Json> numbers = ParseWholes(setting, node, {2, 4});
  if (numbers && numbers->size() == 2) {
    const Json height = (*numbers)[0], width = (*numbers)[1];
    numbers = Json{height, height, width, width};
  }
  return numbers ? std::optional(Shortest(*numbers)) : std::nullopt;
}

// A weight that is not trained would be another network in each framework: no rate is 0.
bool IsMultiple(const std::string& key, const YAML::Node& node) {
  double number = 0;
  return node.IsScalar() && YAML::convert<double>::decode(node, number) &&
         (key == kRates ? number > 0 : number >= 0) && number <= kMostMultiple;
}

// [1, 2], or 1 alone.
std::optional<Json> ParseMultiples(const std::string& key, const YAML::Node& node) {
  Json numbers = Json::array();
  if (IsMultiple(key, node)) return Json{node.as<double>()};
  if (!node.IsSequence() || node.size() < 1 || node.size() > 2) return std::nullopt;
  for (const YAML::Node& number : node) {
    if (!IsMultiple(key, number)) return std::nullopt;
    numbers.push_back(number.as<double>());
  }
  return numbers;
}

std::string ExpectedMultiples(const std::string& key) {
  return fmt::format("a number {} to {}, or one for the weight and one for the bias",
                     key == kRates ? "above 0, up" : "from 0", kMostMultiple);
}

std::optional<Json> ParseList(const LayerSetting& setting, const YAML::Node& node) {
  if (setting.kind == SettingKind::kPadding) return ParsePadding(setting, node);
  if (setting.kind != SettingKind::kSizes) return std::nullopt;
  const std::optional<Json> numbers = ParseWholes(setting, node, {2});
  return numbers ? std::optional(Shortest(*numbers)) : std::nullopt;
}

std::optional<Json> ParseReal(const LayerSetting& setting, const YAML::Node& node) {
  double number = 0;
  if (!YAML::convert<double>::decode(node, number)) return std::nullopt;
  const bool fits = setting.kind == SettingKind::kRate ? number >= 0 && number < 1
                    : setting.kind == SettingKind::kShare
                        ? number > 0 && number <= 1
                        : number >= static_cast<double>(setting.least) &&
                              number <= static_cast<double>(setting.most);
  return fits ? std::optional<Json>(number) : std::nullopt;
}

// The value of a setting, or empty when it is not one of that kind.
std::optional<Json> Parse(const LayerSetting& setting, const YAML::Node& node) {
  if (setting.kind == SettingKind::kMultiples) return ParseMultiples(setting.key, node);
  if (node.IsSequence()) return ParseList(setting, node);
  if (!node.IsScalar()) return std::nullopt;
  const std::string& text = node.Scalar();
  bool truth = false;
  switch (setting.kind) {
    case SettingKind::kRounding:
      return text == "up" || text == "down" ? std::optional<Json>(text) : std::nullopt;
    case SettingKind::kTruth:
      return YAML::convert<bool>::decode(node, truth) ? std::optional<Json>(truth) : std::nullopt;
    case SettingKind::kRate:
    case SettingKind::kShare:
    case SettingKind::kNumber:
      return ParseReal(setting, node);
    case SettingKind::kOutputs:
      if (text == "classes") return Json(text);
      break;
    case SettingKind::kPadding:
      if (text == kSame) return Json(text);
      break;
    default:
      break;
  }
  const std::optional<int64_t> whole = ParseWhole(setting, node);
  if (!whole || (setting.kind == SettingKind::kOdd && *whole % 2 == 0)) return std::nullopt;
  return Json(*whole);
}

std::string Expected(const LayerSetting& setting) {
  const auto from_to = [&](const char* what) {
    return fmt::format("{} from {} to {}", what, setting.least, setting.most);
  };
  switch (setting.kind) {
    case SettingKind::kTruth:
      return "true or false";
    case SettingKind::kRate:
      return "a number from 0 to below 1";
    case SettingKind::kShare:
      return "a number above 0, at most 1";
    case SettingKind::kNumber:
      return from_to("a number");
    case SettingKind::kRounding:
      return "`down` or `up`";
    case SettingKind::kOutputs:
      return from_to("a whole number") + ", or `classes`";
    case SettingKind::kOdd:
      return from_to("an odd number");
    case SettingKind::kSizes:
      return from_to("a whole number") + ", or [height, width]";
    case SettingKind::kPadding:
      return from_to("a whole number") + ", [height, width], [top, bottom, left, right] or `same`";
    case SettingKind::kMultiples:
      return ExpectedMultiples(setting.key);
    case SettingKind::kWhole:
      break;
  }
  return from_to("a whole number");
}

void LayerReader::ReadSetting(const LayerSetting& setting, const YAML::Node& node) {
  std::optional<Json> value = Parse(setting, node);
  if (!value) {
    source_.Add(PlaceOf(node), fmt::format("`{}` of `{}` must be {}", setting.key,
                                           layer_.type->name, Expected(setting)));
  }
  // A bad value is there all the same, so that it is not reported as missing too.
  layer_.settings[setting.key] = value.value_or(Json(setting.least));
}

// Fills in what was not written, in the order of the type's settings.
void LayerReader::Complete() {
  Json complete = Json::object();
  for (const LayerSetting& setting : layer_.type->settings) {
    if (layer_.settings.contains(setting.key)) {
      complete[setting.key] = layer_.settings[setting.key];
    } else if (setting.otherwise == "k") {
      complete[setting.key] = complete["k"];
    } else if (!setting.otherwise.is_null()) {
      complete[setting.key] = setting.otherwise;
    } else if (!setting.optional) {
      complete[setting.key] = setting.least;
      source_.Add(layer_.place, fmt::format("`{}` needs `{}`, {}", layer_.type->name, setting.key,
                                            Expected(setting)));
    }
  }
  layer_.settings = std::move(complete);
}

}  // namespace

Json ReadMultiples(const std::string& key, const YAML::Node& node, Source& source) {
  const std::optional<Json> numbers = ParseMultiples(key, node);
  if (numbers) return *numbers;
  source.Add(PlaceOf(node), fmt::format("`{}` must be {}", key, ExpectedMultiples(key)));
  return nullptr;
}

WrittenLayer ReadLayer(const YAML::Node& node, Source& source) {
  return LayerReader(source).Read(node);
}

}  // namespace trena

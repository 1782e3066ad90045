// SPDX-License-Identifier: Apache-2.0
#include "study/maps/map_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/text/text.h"
#include "study/maps/map_kinds.h"

namespace trena {
namespace {

constexpr double kLargestCount = 1e9;
constexpr size_t kLongestName = 100;

// It is written into tables, expressions and the names of files.
bool IsLevelName(const std::string& name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kLongestName &&
         std::isalpha(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), plain);
}

// "a whole number from 1".
std::string Expected(const MapField& field) {
  switch (field.kind) {
    case MapFieldKind::kText:
      return field.choices.empty() ? "a word" : "one of " + Join(field.choices, ", ");
    case MapFieldKind::kPath:
      return "a path";
    case MapFieldKind::kCount:
      return "a whole number from 1";
    case MapFieldKind::kPositive:
      return "a number above 0";
    case MapFieldKind::kNotNegative:
      return "a number from 0";
    case MapFieldKind::kTruth:
      return "true or false";
    case MapFieldKind::kShareOrPath:
      return "a number above 0 and below 1, or a path";
    case MapFieldKind::kMap:
      return "a map";
  }
  return "";
}

bool Allows(const MapField& field, const Value& value) {
  const double number = value.number().value_or(-1);
  const std::string text = value.word().value_or("");
  switch (field.kind) {
    case MapFieldKind::kText:
      return !text.empty() &&
             (field.choices.empty() ||
              std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end());
    case MapFieldKind::kPath:
      return !value.ToString().empty();
    case MapFieldKind::kCount:
      return std::trunc(number) == number && number >= 1 && number <= kLargestCount;
    case MapFieldKind::kPositive:
      return number > 0;
    case MapFieldKind::kNotNegative:
      return number >= 0;
    case MapFieldKind::kTruth:
      return value.truth().has_value();
    case MapFieldKind::kShareOrPath:
      return (number > 0 && number < 1) || !text.empty();
    case MapFieldKind::kMap:
      break;
  }
  return false;
}

class MapReader {
 public:
  MapReader(Source& source, Places& places) : source_(source), places_(places) {}

  // The content of a map, `place` being the prefix of its keys' places.
  Json Read(const YAML::Node& node, const std::string& what, const std::vector<MapField>& fields,
            const std::string& place, YamlFields readers = {}) {
    Json content = Json::object();
    for (const MapField& field : fields) {
      readers[field.name] = [&, place](const YAML::Node& child) {
        places_[place + "." + field.name] = PlaceOf(child);
        ReadField(child, field, place, content);
      };
    }
    ReadMap(source_, node, what, readers);
    for (const MapField& field : fields) {
      if (!node.IsMap() || !field.required || node[field.name]) continue;
      source_.Add(PlaceOf(node), fmt::format("{} needs `{}`: {}", what, field.name, field.meaning));
    }
    return content;
  }

 private:
  void ReadField(const YAML::Node& node, const MapField& field, const std::string& place,
                 Json& content) {
    if (field.kind == MapFieldKind::kMap) {
      content[field.name] =
          Read(node, fmt::format("`{}`", field.name), field.fields, place + "." + field.name);
      return;
    }
    const bool fits = node.IsScalar() && Allows(field, ScalarValue(node));
    if (!fits) {
      source_.Add(PlaceOf(node), fmt::format("{} must be {}", field.name, Expected(field)));
      return;
    }
    const bool text = field.kind == MapFieldKind::kPath;  // 2017 is a folder's name, too
    content[field.name] = text ? Json(node.Scalar()) : ToJson(ScalarValue(node));
  }

  Source& source_;
  Places& places_;
};

// The kind that one of the map's keys tells, or nullptr.
const MapKind* MapKindOf(const YAML::Node& node, const std::string& value) {
  for (const MapKind& kind : MapKinds()) {
    const YAML::Node sign = value == kind.value ? node[kind.sign] : YAML::Node();
    if (value != kind.value || !sign) continue;
    if (kind.says.empty() || (sign.IsScalar() && sign.Scalar() == kind.says)) return &kind;
  }
  return nullptr;
}

// "folder or synthetic".
std::string SignsOf(const std::string& value) {
  std::vector<std::string> signs;
  for (const MapKind& kind : MapKinds()) {
    if (value != kind.value) continue;
    signs.push_back(fmt::format("`{}{}{}`", kind.sign, kind.says.empty() ? "" : ": ", kind.says));
  }
  return Join(signs, " or ");
}

std::optional<std::string> ReadName(Source& source, const YAML::Node& node,
                                    const std::string& value) {
  const YAML::Node name = node["name"];
  if (!name) {
    source.Add(PlaceOf(node), fmt::format("a map of {} needs a `name`", value),
               "it stands for the map in tables and in --only, like `name: mine`");
    return std::nullopt;
  }
  if (name.IsScalar() && IsLevelName(name.Scalar())) return name.Scalar();
  source.Add(PlaceOf(name),
             fmt::format("{} cannot be the name of a map",
                         name.IsScalar() ? "`" + name.Scalar() + "`" : "this"),
             "letters, digits, _ and -, a letter first");
  return std::nullopt;
}

}  // namespace

std::optional<Value> ReadNamedMap(Source& source, const YAML::Node& node, const std::string& value,
                                  Study& study, Places& places) {
  const auto name = ReadName(source, node, value);
  if (!name) return std::nullopt;
  const MapKind* kind = MapKindOf(node, value);
  if (kind == nullptr) {
    source.Add(PlaceOf(node),
               fmt::format("the map `{}` of {} needs {}", *name, value, SignsOf(value)));
    return std::nullopt;
  }
  NamedMap map{.value = value, .name = *name, .has_files = kind->has_files};
  const size_t before = source.diagnostics().size();
  places[map.place()] = PlaceOf(node);
  map.content = MapReader(source, places)
                    .Read(node, fmt::format("the map `{}`", *name), kind->fields, map.place(),
                          {{"name", [](const YAML::Node&) {}}});
  if (source.diagnostics().size() > before) return std::nullopt;
  if (!map.has_files) map.sha256 = ContentSum(map.content);
  study.maps.push_back(std::move(map));
  return Value(*name);
}

}  // namespace trena

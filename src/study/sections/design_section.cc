// SPDX-License-Identifier: Apache-2.0
#include "study/sections/design_section.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "core/text/units.h"
#include "study/design_kinds.h"
#include "study/sections/read_unit.h"
#include "study/sections/sections.h"
#include "study/values.h"

namespace trena {
namespace {

constexpr int kMostReplications = 100'000;
constexpr int kMostPerReplication = 100'000;
constexpr Seconds kUsualTurn{0.2};  // docs/methods/turns.md
constexpr Seconds kShortestTurn{0.05};
constexpr Seconds kLongestTurn{10};
constexpr int kFirstReplications = 5;  // before a stop rule looks

// "III", "iv" or a number.
std::optional<int> ParseResolution(const std::string& text) {
  static const std::vector<std::string> roman = {"I",  "II",  "III",  "IV", "V",
                                                 "VI", "VII", "VIII", "IX", "X"};
  for (size_t i = 2; i < roman.size(); ++i) {
    std::string upper = text;
    std::transform(upper.begin(), upper.end(), upper.begin(), ::toupper);
    if (upper == roman[i] || upper == std::to_string(i + 1)) return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

class DesignReader {
 public:
  DesignReader(Source& source, DesignOptions& design, Places& places)
      : source_(source), design_(design), places_(places) {}

  void Read(const YAML::Node& node) {
    ReadMap(source_, node, "design", Fields());
    if (node.IsMap()) CheckOwn(node);
    if (in_turns_ && !design_.turn) design_.turn = kUsualTurn;
    if (!in_turns_ && design_.turn) {
      source_.Add(PlaceOf(node["turn"]), "`turn` says nothing unless runs take turns",
                  "write `order: in_turns`");
    }
  }

 private:
  YamlFields Fields() {
    auto& d = design_;
    return {
        {"kind", [&](auto& n) { ReadChoice(source_, n, "kind", DesignNames(), design_.kind); }},
        {"replications", [&](auto& n) { ReadReplications(n); }},
        {"order", [&](auto& n) { ReadOrder(n); }},
        {"turn", [&](auto& n) { ReadTurn(n); }},
        {"seed",
         [&](auto& n) {
           auto seed = ReadCount(source_, n, "seed", 0, 1e9);
           if (seed) design_.seed = static_cast<uint64_t>(*seed);
         }},
        {"blocks", Count("blocks", 1, kMostPerReplication, d.blocks)},
        {"centre_points", Count("centre_points", 0, kMostPerReplication, d.centre_points)},
        {"same_twice", Count("same_twice", 0, kMostPerReplication, d.same_twice)},
        {"hard_to_change",
         [&](auto& n) { ReadWords(n, "a factor", "hard_to_change", d.hard_to_change); }},
        {"base", [&](auto& n) { ReadBase(n); }},
        {"levels", [&](auto& n) { ReadTwoLevels(n); }},
        {"resolution", [&](auto& n) { ReadResolution(n); }},
        {"generators",
         [&](auto& n) { ReadWords(n, "a generator, like E = ABCD", "generators", d.generators); }},
        {"runs", Count("runs", 1, kMostPerReplication, d.runs)},
        {"model",
         [&](auto& n) {
           std::string model = "main";
           ReadChoice(source_, n, "model", {"main", "2way"}, model);
           design_.two_way = model == "2way";
         }},
        {"sweeps", Count("sweeps", 1, 1'000'000, d.sweeps)},
    };
  }

  template <typename Target>
  std::function<void(const YAML::Node&)> Count(const char* name, double least, double most,
                                               Target& target) {
    return [this, name, least, most, &target](const YAML::Node& n) {
      auto count = ReadCount(source_, n, name, least, most);
      if (count) target = static_cast<int>(*count);
    };
  }

  // A number, or how far to go on.
  void ReadReplications(const YAML::Node& node) {
    if (!node.IsMap()) {
      Count("replications", 1, kMostReplications, design_.replications)(node);
      return;
    }
    design_.replications = kFirstReplications;
    StopRule rule;
    ReadMap(source_, node, "replications",
            {{"at_least", Count("at_least", 2, kMostReplications, design_.replications)},
             {"at_most", Count("at_most", 2, kMostReplications, rule.at_most)},
             {"until", [&](auto& n) {
                ReadUnit(source_, n, "a part of the mean, like 2 %", ParsePercent, rule.half_width);
              }}});
    const char* form = "write `replications: { at_least: 5, at_most: 20, until: 2 % }`";
    if (!node["at_most"] || !node["until"]) {
      source_.Add(PlaceOf(node), "replications that stop by themselves need at_most and until",
                  form);
    } else if (rule.at_most > 0 && rule.at_most < design_.replications) {
      source_.Add(
          PlaceOf(node["at_most"]),
          fmt::format("at_most is {}, below at_least, {}", rule.at_most, design_.replications),
          form);
    }
    design_.stop = rule;
  }

  void ReadOrder(const YAML::Node& node) {
    std::string order = "random";
    ReadChoice(source_, node, "order", {"random", "listed", "in_turns"}, order);
    design_.random_order = order != "listed";
    in_turns_ = order == "in_turns";
  }

  void ReadTurn(const YAML::Node& node) {
    std::optional<Seconds> read;
    // A bare number is nearly the same mistake, and its unit would be refused next.
    const auto number = node.IsScalar() ? ScalarValue(node).number() : std::nullopt;
    if (number && (*number < kShortestTurn.value || *number > kLongestTurn.value)) {
      read = Seconds{*number};
    } else {
      ReadUnit(source_, node, "a time, like 200ms", ParseSeconds, read);
    }
    if (!read) return;
    const Seconds turn = *read;
    if (turn.value >= kShortestTurn.value && turn.value <= kLongestTurn.value) {
      design_.turn = turn;
    } else {
      source_.Add(PlaceOf(node), "a turn must be from 50ms to 10s",
                  "200ms is usual: shorter ones cost more, longer ones meet other moments");
    }
  }

  void ReadResolution(const YAML::Node& node) {
    design_.resolution = ParseResolution(node.IsScalar() ? node.Scalar() : "");
    if (design_.resolution) return;
    source_.Add(PlaceOf(node), "resolution must be III, IV, V, … or 3, 4, 5, …",
                "III: main effects are clear of each other; IV: of two-factor interactions too");
  }

  // A word or a list of them.
  void ReadWords(const YAML::Node& node, const std::string& expected, const std::string& name,
                 std::vector<std::string>& target) {
    auto add = [&](const YAML::Node& part) {
      auto text = ScalarText(source_, part, expected);
      if (!text) return;
      places_[fmt::format("design.{}.{}", name, target.size())] = PlaceOf(part);
      target.push_back(*text);
    };
    if (!node.IsSequence()) {
      add(node);
      return;
    }
    for (const auto& part : node) add(part);
  }

  void ReadBase(const YAML::Node& node) {
    ForEachEntry(source_, node, "base", [&](const YAML::Node& key, const YAML::Node& value) {
      places_["design.base." + key.Scalar()] = PlaceOf(key);
      auto level = ReadValue(source_, value, key.Scalar());
      if (level) design_.base.emplace_back(key.Scalar(), *level);
    });
  }

  void ReadTwoLevels(const YAML::Node& node) {
    ForEachEntry(source_, node, "levels", [&](const YAML::Node& key, const YAML::Node& value) {
      places_["design.levels." + key.Scalar()] = PlaceOf(key);
      if (!value.IsSequence() || value.size() != 2) {
        source_.Add(PlaceOf(value), fmt::format("{} needs two levels here", key.Scalar()),
                    "the low and the high, like `[16, 256]`");
        return;
      }
      for (const auto& part : value) {
        auto level = ReadValue(source_, part, key.Scalar());
        if (level) design_.levels[key.Scalar()].push_back(*level);
      }
    });
  }

  // Options that the kind would not look at are mistakes; the places of all are kept.
  void CheckOwn(const YAML::Node& node) {
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) continue;
      const std::string& name = entry.first.Scalar();
      places_["design." + name] = PlaceOf(entry.second.IsScalar() ? entry.second : entry.first);
      const std::vector<std::string> kinds = KindsThatTake(name);
      if (kinds.empty() || std::find(kinds.begin(), kinds.end(), design_.kind) != kinds.end()) {
        continue;
      }
      source_.Add(PlaceOf(entry.first),
                  fmt::format("`{}` says nothing to a design of kind {}", name, design_.kind),
                  "it belongs to kind: " + Join(kinds, ", "));
    }
  }

  Source& source_;
  DesignOptions& design_;
  Places& places_;
  bool in_turns_ = false;
};

class DesignChecker {
 public:
  DesignChecker(Source& source, const Places& places, const Study& study)
      : source_(source), places_(places), study_(study) {}

  void Check() {
    for (const auto& [name, level] : study_.design.base) CheckLevel("design.base.", name, level);
    for (const auto& [name, levels] : study_.design.levels) {
      for (const Value& level : levels) CheckLevel("design.levels.", name, level);
      if (levels.size() == 2 && levels[0].ToString() == levels[1].ToString()) {
        Add("design.levels." + name, fmt::format("the two levels of {} are the same", name), "");
      }
    }
    for (size_t i = 0; i < study_.design.hard_to_change.size(); ++i) {
      CheckFactor(fmt::format("design.hard_to_change.{}", i), study_.design.hard_to_change[i]);
    }
    CheckTogether();
    if (study_.design.turn) CheckTurns();
  }

 private:
  void CheckTurns() {
    if (!study_.design.hard_to_change.empty()) {
      Add("design.order", "runs of whole plots cannot take turns: a plot is one start of a machine",
          "write `order: random`, or let nothing be hard to change");
    }
    if (study_.environments.size() > 1) {
      Add("design.order",
          "runs of several environments cannot take turns: they are not one machine",
          "write `order: random`, or a study for each");
    }
    for (const Environment& environment : study_.environments) {
      if (environment.device == "cpu") continue;
      Add("design.order",
          fmt::format("runs on {} cannot take turns: what a device was given to do goes on while "
                      "its program stands still",
                      environment.device),
          "write `order: random`");
    }
  }

  void Add(const std::string& place, const std::string& message, const std::string& suggestion) {
    auto found = places_.find(place);
    source_.Add(found != places_.end() ? found->second : Place{}, message, suggestion);
  }

  const Factor* CheckFactor(const std::string& place, const std::string& name) {
    const Factor* factor = study_.factor(name);
    if (factor != nullptr) return factor;
    std::vector<std::string> names;
    for (const Factor& known : study_.factors) names.push_back(known.name);
    auto nearest = Nearest(name, names);
    Add(place, fmt::format("`{}` is not a factor", name),
        nearest ? fmt::format("did you mean `{}`?", *nearest)
                : "factors: " + (names.empty() ? "none" : Join(names, ", ")));
    return nullptr;
  }

  void CheckLevel(const std::string& section, const std::string& name, const Value& level) {
    const Factor* factor = CheckFactor(section + name, name);
    if (factor == nullptr || HasLevel(factor->levels, level)) return;
    std::vector<std::string> levels;
    for (const Value& known : factor->levels) levels.push_back(known.ToString());
    Add(section + name, fmt::format("`{}` is not a level of {}", level.ToString(), name),
        "levels: " + Join(levels, ", "));
  }

  void CheckTogether() {
    std::vector<std::string> seen;
    for (size_t group = 0; group < study_.together.size(); ++group) {
      const Factor* first = nullptr;
      for (size_t i = 0; i < study_.together[group].size(); ++i) {
        const std::string& name = study_.together[group][i];
        std::string place = fmt::format("together.{}.{}", group, i);
        const Factor* factor = CheckFactor(place, name);
        if (factor == nullptr) continue;
        if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
          Add(place, fmt::format("{} moves together with others already", name), "");
        }
        seen.push_back(name);
        if (first == nullptr) first = factor;
        CheckLengths(place, *first, *factor);
      }
    }
  }

  void CheckLengths(const std::string& place, const Factor& first, const Factor& other) {
    if (first.levels.size() == other.levels.size()) return;
    Add(place,
        fmt::format("{} has {} levels and {} has {}: they cannot move together", other.name,
                    other.levels.size(), first.name, first.levels.size()),
        "give them as many levels each, or cross them");
  }

  Source& source_;
  const Places& places_;
  const Study& study_;
};

}  // namespace

void ReadDesign(Source& source, const YAML::Node& node, DesignOptions& design, Places& places) {
  DesignReader(source, design, places).Read(node);
}

void CheckDesign(Source& source, const Places& places, const Study& study) {
  DesignChecker(source, places, study).Check();
}

}  // namespace trena

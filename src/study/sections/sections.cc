// SPDX-License-Identifier: Apache-2.0
#include "study/sections/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "study/billing/billing_section.h"
#include "study/computed.h"
#include "study/maps/map_kinds.h"
#include "study/maps/map_reader.h"
#include "study/metrics.h"
#include "study/sections/analyze_section.h"
#include "study/sections/read_unit.h"
#include "study/values.h"

namespace trena {
namespace {

constexpr double kShortestSampling = 0.01;
constexpr uint64_t kLeastOutput = 1'000'000;

// A time above 0, or `never`.
void ReadPatience(Source& source, const YAML::Node& node, const char* what,
                  std::optional<Seconds>& target) {
  target.reset();
  if (node.IsScalar() && node.Scalar() == "never") return;
  ReadUnit(source, node, "a time, like 10min, or never", ParseSeconds, target);
  if (target && target->value <= 0) {
    source.Add(PlaceOf(node), fmt::format("{} must be above 0", what), "or `never`");
  }
}

void ReadTruth(Source& source, const YAML::Node& node, const char* what, bool& target) {
  std::string text = target ? "true" : "false";
  ReadChoice(source, node, what, {"true", "false"}, text);
  target = text == "true";
}

// An accuracy above 0 and up to 1.
void ReadTarget(Source& source, const YAML::Node& node, std::optional<double>& target) {
  auto number = node.IsScalar() ? ScalarValue(node).number() : std::nullopt;
  if (number && *number > 0 && *number <= 1) {
    target = number;
    return;
  }
  source.Add(PlaceOf(node), "target_accuracy must be a number above 0 and up to 1",
             "like 0.97 for 97 %");
}

// Whether what is known of the name allows the value.
bool CheckValue(Source& source, const YAML::Node& node, const std::string& name,
                const Value& value) {
  const KnownValue* known = FindKnownValue(name);
  const bool name_of_map = MayBeMap(name) && value.word();  // which maps there are shows later
  bool checked = known != nullptr && !IsComputed(value) && !name_of_map;
  auto objection = checked ? Objection(*known, value) : std::nullopt;
  if (objection) source.Add(PlaceOf(node), *objection);
  return !objection;
}

bool CheckName(Source& source, const YAML::Node& key, const char* what) {
  const std::string& name = key.Scalar();
  if (!IsPlainName(name)) {
    source.Add(PlaceOf(key), fmt::format("`{}` cannot be the name of {}", name, what),
               kPlainNameRule);
    return false;
  }
  auto nearest = Nearest(name, KnownValueNames());
  if (FindKnownValue(name) == nullptr && nearest && name.size() > 3) {
    source.Add(PlaceOf(key), fmt::format("unknown value `{}`", name),
               fmt::format("did you mean `{}`?", *nearest));
    return false;
  }
  return true;
}

class LevelReader {
 public:
  LevelReader(Source& source, Factor& factor, Study& study, Places& places)
      : source_(source), factor_(factor), study_(study), places_(places) {}

  void Read(const YAML::Node& node) {
    if (node.IsSequence()) {
      for (const auto& level : node) ReadOne(level);
    } else if (node.IsScalar() || IsMapLevel(node)) {
      ReadOne(node);
    } else {
      source_.Add(PlaceOf(node), fmt::format("the levels of {} must be a list", factor_.name),
                  fmt::format("write `{}: [first, second]`", factor_.name));
    }
    if (node.IsSequence() && node.size() == 0) {
      source_.Add(PlaceOf(node), fmt::format("{} has no levels", factor_.name));
    }
  }

 private:
  bool IsMapLevel(const YAML::Node& node) const { return node.IsMap() && MayBeMap(factor_.name); }

  // A level, or a range of them.
  void ReadOne(const YAML::Node& node) {
    bool plain = node.IsScalar() && node.Tag() != "!";
    if (!plain || !IsRange(node.Scalar())) {
      auto value = IsMapLevel(node) ? ReadNamedMap(source_, node, factor_.name, study_, places_)
                                    : ReadValue(source_, node, factor_.name);
      if (value) Add(node, *value);
      return;
    }
    Result<std::vector<Value>> levels = ParseRange(node.Scalar());
    if (!levels.ok()) {
      source_.Add(PlaceOf(node), levels.error().message());
      return;
    }
    for (const Value& level : levels.value()) {
      if (!CheckValue(source_, node, factor_.name, level)) return;
      Add(node, level);
    }
  }

  void Add(const YAML::Node& node, const Value& value) {
    if (HasLevel(factor_.levels, value)) {
      const bool is_map = FindMap(study_.maps, factor_.name, value.ToString()) != nullptr;
      source_.Add(PlaceOf(node),
                  fmt::format("level `{}` of {} is given twice", value.ToString(), factor_.name),
                  is_map ? "each map needs a name of its own" : "");
      return;
    }
    places_[fmt::format("factors.{}.{}.value", factor_.name, factor_.levels.size())] =
        PlaceOf(node);
    factor_.levels.push_back(value);
  }

  Source& source_;
  Factor& factor_;
  Study& study_;
  Places& places_;
};

void ReadDevice(Source& source, const YAML::Node& node, std::string& target) {
  if (node.IsScalar() && node.Scalar() == "gpu") {  // nearer to `cpu` than to what is meant
    source.Add(PlaceOf(node), "device cannot be `gpu`", "did you mean `cuda`?");
    return;
  }
  ReadChoice(source, node, "device", {"cpu", "cuda", "tpu"}, target);
}

void ReadEnvironment(Source& source, const YAML::Node& node, Environment& environment) {
  auto word = [&](std::optional<std::string>& target) {
    return [&](const YAML::Node& n) { target = ScalarText(source, n, "a word"); };
  };
  ReadMap(
      source, node, "environment " + environment.name,
      {{"device", [&](auto& n) { ReadDevice(source, n, environment.device); }},
       {"vcpus",
        [&](auto& n) {
          auto count = ReadCount(source, n, "vcpus", 1, 1e6);
          if (count) environment.vcpus = static_cast<int>(*count);
        }},
       {"memory",
        [&](auto& n) { ReadUnit(source, n, "memory, like 8 GB", ParseBytes, environment.memory); }},
       {"gpu", word(environment.gpu)},
       {"machine", word(environment.machine)},
       {"bill", [&](auto& n) { ReadBill(source, n, environment.billing); }},
       {"spot", [&](auto& n) { ReadSpot(source, n, environment.billing); }},
       {"reserved", [&](auto& n) { ReadReserved(source, n, environment.billing); }},
       {"price", [&](auto& n) {
          ReadUnit(source, n, "a price, like 0.169 USD/h", ParsePrice, environment.price);
        }}});
}

// One regular expression; what is wrong in it is shown where it is.
void ReadPattern(Source& source, const YAML::Node& node, const std::string& purpose,
                 OutputPatterns& patterns) {
  auto text = ScalarText(source, node, "a regular expression");
  if (!text) return;
  auto problem = patterns.Add(purpose, *text);
  if (!problem) return;
  Place place = PlaceOf(node);
  int quote = node.Tag() == "!" ? 1 : 0;
  place.column += static_cast<int>(problem->offset) + quote;
  place.length = static_cast<int>(problem->length);
  source.Add(place, problem->message, problem->suggestion);
}

}  // namespace

std::optional<double> ReadCount(Source& source, const YAML::Node& node, const char* what,
                                double least, double most) {
  std::optional<double> number;
  if (node.IsScalar()) number = ScalarValue(node).number();
  bool fits = number && std::trunc(*number) == *number && *number >= least && *number <= most;
  if (fits) return number;
  source.Add(PlaceOf(node),
             fmt::format("{} must be a whole number from {:.0f} to {:.0f}", what, least, most));
  return std::nullopt;
}

void ReadChoice(Source& source, const YAML::Node& node, const char* what,
                const std::vector<std::string>& choices, std::string& target) {
  std::string text = node.IsScalar() ? node.Scalar() : "";
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) {
    target = text;
    return;
  }
  auto nearest = Nearest(text, choices);
  source.Add(
      PlaceOf(node), fmt::format("{} cannot be `{}`", what, text),
      nearest ? fmt::format("did you mean `{}`?", *nearest) : "known: " + Join(choices, ", "));
}

std::optional<Value> ReadValue(Source& source, const YAML::Node& node, const std::string& name) {
  if (!node.IsScalar()) {
    source.Add(PlaceOf(node), fmt::format("a value of {} must be a number or a word", name));
    return std::nullopt;
  }
  Value value = ScalarValue(node);
  const bool plain = node.Tag() != "!";
  if (const auto objection = plain ? NumberObjection(node.Scalar()) : std::nullopt) {
    source.Add(PlaceOf(node), *objection, "up to 1.8e308, or between quotes where a word is meant");
    return std::nullopt;
  }
  if (!CheckValue(source, node, name, value)) return std::nullopt;
  return Canonical(name, value);
}

void ReadFactors(Source& source, const YAML::Node& node, Study& study, Places& places) {
  ForEachEntry(source, node, "factors", [&](const YAML::Node& key, const YAML::Node& value) {
    if (!CheckName(source, key, "a factor")) return;
    Factor factor{key.Scalar(), {}};
    places["factors." + factor.name] = PlaceOf(key);
    LevelReader(source, factor, study, places).Read(value);
    if (factor.levels.empty()) return;
    study.factors.push_back(std::move(factor));
  });
}

void ReadFixed(Source& source, const YAML::Node& node, Study& study, Places& places) {
  ForEachEntry(source, node, "fixed", [&](const YAML::Node& key, const YAML::Node& value) {
    if (!CheckName(source, key, "a fixed value")) return;
    places["fixed." + key.Scalar()] = PlaceOf(key);
    if (value.IsSequence()) {
      source.Add(PlaceOf(value), fmt::format("{} has several values", key.Scalar()),
                 "what varies belongs under `factors:`");
      return;
    }
    places["fixed." + key.Scalar() + ".value"] = PlaceOf(value);
    const bool is_map = value.IsMap() && MayBeMap(key.Scalar());
    auto read = is_map ? ReadNamedMap(source, value, key.Scalar(), study, places)
                       : ReadValue(source, value, key.Scalar());
    if (read) study.fixed.emplace_back(key.Scalar(), *read);
  });
}

// [batch, learning_rate], or a list of such lists.
void ReadTogether(Source& source, const YAML::Node& node, Study& study, Places& places) {
  const char* form = "write `together: [batch, learning_rate]`, or a list of such lists";
  auto read_group = [&](const YAML::Node& group) {
    std::vector<std::string> names;
    for (const auto& part : group) {
      auto name = ScalarText(source, part, "a factor");
      if (!name) continue;
      places[fmt::format("together.{}.{}", study.together.size(), names.size())] = PlaceOf(part);
      names.push_back(*name);
    }
    if (names.size() < 2) source.Add(PlaceOf(group), "together needs two factors or more", form);
    study.together.push_back(std::move(names));
  };
  if (!node.IsSequence() || node.size() == 0) {
    source.Add(PlaceOf(node), "together must be a list of factors", form);
  } else if (node[0].IsSequence()) {
    for (const auto& group : node) read_group(group);
  } else {
    read_group(node);
  }
}

void ReadEnvironments(Source& source, const YAML::Node& node, Study& study, Places& places) {
  ForEachEntry(source, node, "environments", [&](const YAML::Node& key, const YAML::Node& value) {
    Environment environment;
    environment.name = key.Scalar();
    places["environments." + environment.name] = PlaceOf(key);
    ReadEnvironment(source, value, environment);
    study.environments.push_back(std::move(environment));
  });
}

void ReadMeasure(Source& source, const YAML::Node& node, MeasureOptions& measure) {
  ReadMap(
      source, node, "measure",
      {{"sample_every",
        [&](auto& n) {
          ReadUnit(source, n, "a time, like 1s", ParseSeconds, measure.sample_every);
          if (measure.sample_every.value >= kShortestSampling) return;
          source.Add(PlaceOf(n), "sample_every must be at least 10ms");
        }},
       {"timeout",
        [&](auto& n) {
          ReadUnit(source, n, "a time, like 3h", ParseSeconds, measure.timeout);
          if (measure.timeout && measure.timeout->value <= 0) {
            source.Add(PlaceOf(n), "a timeout must be above 0", "leave it out for no limit");
          }
        }},
       {"hang_after", [&](auto& n) { ReadPatience(source, n, "hang_after", measure.hang_after); }},
       {"thrash_after",
        [&](auto& n) { ReadPatience(source, n, "thrash_after", measure.thrash_after); }},
       {"largest_output",
        [&](auto& n) {
          ReadUnit(source, n, "a size, like 1 GB", ParseBytes, measure.largest_output);
          if (measure.largest_output.value < kLeastOutput) {
            source.Add(PlaceOf(n), "largest_output must be at least 1 MB");
          }
        }},
       {"skip_larger_after_oom",
        [&](auto& n) {
          ReadTruth(source, n, "skip_larger_after_oom", measure.skip_larger_after_oom);
        }},
       {"yardstick", [&](auto& n) { ReadTruth(source, n, "yardstick", measure.yardstick); }},
       {"detail",
        [&](auto& n) { ReadChoice(source, n, "detail", {"epoch", "step"}, measure.detail); }}});
}

void ReadAnalyze(Source& source, const YAML::Node& node, AnalyzeOptions& analyze, Places& places) {
  YamlFields fields = ModelFields(source, analyze, places);
  fields["response"] = [&](auto& n) {
    ReadChoice(source, n, "response", ResponseMetrics(), analyze.response);
  };
  fields["scale"] = [&](auto& n) { ReadChoice(source, n, "scale", {"raw", "log"}, analyze.scale); };
  fields["target_accuracy"] = [&](auto& n) { ReadTarget(source, n, analyze.target_accuracy); };
  ReadMap(source, node, "analyze", fields);
}

void ReadCommand(Source& source, const YAML::Node& node, Study& study, Places& places) {
  places["command"] = PlaceOf(node);
  if (!node.IsSequence() || node.size() == 0) {
    source.Add(PlaceOf(node), "command must be a list: the program, then its arguments",
               "there is no shell: write `command: [python3, train.py, \"--batch={batch}\"]`");
    return;
  }
  for (const auto& part : node) {
    auto text = ScalarText(source, part, "an argument");
    if (!text) continue;
    places[fmt::format("command.{}", study.command.size())] = PlaceOf(part);
    study.command.push_back(*text);
  }
}

void ReadPatterns(Source& source, const YAML::Node& node, Study& study, Places& places) {
  places["patterns"] = PlaceOf(node);
  if (node.IsScalar()) return ReadPattern(source, node, "epoch", study.patterns);
  YamlFields fields;
  for (const std::string& purpose : OutputPatterns::Purposes()) {
    fields[purpose] = [&, purpose](const YAML::Node& n) {
      ReadPattern(source, n, purpose, study.patterns);
    };
  }
  size_t before = source.diagnostics().size();
  ReadMap(source, node, "patterns", fields);
  bool broken = source.diagnostics().size() > before;
  if (!broken && node.IsMap() && !node["epoch"]) {
    source.Add(PlaceOf(node), "patterns need one for `epoch`: the line that ends an epoch");
  }
}

}  // namespace trena

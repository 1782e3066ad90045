// SPDX-License-Identifier: Apache-2.0
#include "study/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/text/text.h"
#include "study/analysis_names.h"
#include "study/command_template.h"
#include "study/computed.h"
#include "study/maps/map_kinds.h"
#include "study/scenario.h"
#include "study/values.h"

namespace trena {
namespace {

// The values a name takes: its levels, its fixed value, or none.
std::vector<Value> ValuesOf(const Study& study, const std::string& name) {
  if (const Factor* factor = study.factor(name)) return factor->levels;
  if (const Value* value = Find(study.fixed, name)) return {*value};
  return {};
}

bool HasWord(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Whether every framework of the study is one of those that need nothing prepared.
bool TrainsNothingOfOurs(const Study& study) {
  std::vector<Value> frameworks = ValuesOf(study, "framework");
  auto own = [](const Value& level) {
    std::string name = SplitFramework(level.ToString()).first;
    return name == "command" || name == "fake";
  };
  return !frameworks.empty() && std::all_of(frameworks.begin(), frameworks.end(), own);
}

class Checker {
 public:
  Checker(Source& source, const Places& places, const KnownNames& known, const Study& study)
      : source_(source), places_(places), known_(known), study_(study) {}

  void Check() {
    CheckGivenOnce();
    CheckEnvironments();
    CheckRequired();
    CheckCommand();
    for (const char* name : {"framework", "network", "dataset"}) CheckNames(name);
    CheckMaps();
    CheckCurrencies();
    for (const AnalysisProblem& problem : FindAnalysisProblems(study_)) {
      source_.Add(At("analyze." + problem.where), problem.message, problem.suggestion);
    }
  }

 private:
  Place At(const std::string& what) const {
    auto found = places_.find(what);
    return found != places_.end() ? found->second : Place{};
  }

  Place PlaceOfName(const std::string& name) const {
    return study_.factor(name) != nullptr ? At("factors." + name) : At("fixed." + name);
  }

  // A plain word where there are maps is the name of one, if a word cannot be meant.
  void CheckMaps() {
    for (const KnownValue& known : KnownValues()) {
      if (!MayBeMap(known.name)) continue;
      for (const Value& level : ValuesOf(study_, known.name)) {
        const bool word = level.word() && !IsComputed(level);
        if (!word || FindMap(study_.maps, known.name, level.ToString()) != nullptr) continue;
        const auto objection = Objection(known, level);
        if (objection) source_.Add(PlaceOfName(known.name), *objection);
      }
    }
    for (const NamedMap& map : study_.maps) {
      const bool taken = map.value == "dataset" && HasWord(known_.datasets, map.name);
      if (!taken) continue;
      source_.Add(At(map.place()), fmt::format("`{}` is a data set of trena's own", map.name),
                  "give the map another name");
    }
  }

  void CheckGivenOnce() {
    for (const auto& [name, value] : study_.fixed) {
      if (study_.factor(name) == nullptr) continue;
      source_.Add(At("fixed." + name), fmt::format("{} is a factor and fixed as well", name),
                  "keep one of the two");
    }
  }

  void CheckEnvironments() {
    std::vector<std::string> names;
    for (const Environment& environment : study_.environments) names.push_back(environment.name);
    CheckNames("environment");
    if (ValuesOf(study_, "environment").empty() && names.size() > 1) {
      source_.Add(At("environments." + names[1]), "several environments, but none is chosen",
                  fmt::format("add `environment: [{}]` under factors", Join(names, ", ")));
    }
  }

  void CheckRequired() {
    bool exempt = TrainsNothingOfOurs(study_);
    for (const KnownValue& known : KnownValues()) {
      bool needed = known.required && (!exempt || std::string(known.name) == "framework");
      if (!needed || !ValuesOf(study_, known.name).empty()) continue;
      source_.Add({}, fmt::format("the study does not say {}", known.name),
                  fmt::format("add `{}: …` ({}) under `fixed:`, or several under `factors:`",
                              known.name, known.meaning));
    }
  }

  void CheckCommand() {
    bool used = false;
    for (const Value& level : ValuesOf(study_, "framework")) used |= level.ToString() == "command";
    if (used && study_.command.empty()) {
      source_.Add(PlaceOfName("framework"), "`framework: command` needs a `command:`",
                  "like `command: [python3, train.py, \"--batch={batch}\"]`");
    }
    if (!used && !study_.command.empty()) {
      source_.Add(At("command"), "a `command:` that no framework uses",
                  "add `framework: command` under `fixed:`");
    }
    if (!used && !study_.patterns.empty()) {
      source_.Add(At("patterns"), "`patterns:` that no framework uses",
                  "they read what `framework: command` prints");
    }
    for (size_t i = 0; i < study_.command.size(); ++i) {
      CheckPlaceholders(study_.command[i], At(fmt::format("command.{}", i)));
    }
  }

  void CheckPlaceholders(const std::string& part, Place place) {
    for (const TemplatePiece& piece : ParseTemplate(part)) {
      if (piece.is_name) CheckPlaceholder(piece.text, place);
    }
  }

  void CheckPlaceholder(const std::string& name, Place place) {
    ExpressionScope scope = ScopeOf(study_);
    std::vector<std::string> names = {"scenario", "scenario_file", "seed", "device"};
    if (scope.contains(name) || std::find(names.begin(), names.end(), name) != names.end()) return;
    for (const auto& [known, levels] : scope) names.push_back(known);
    auto nearest = Nearest(name, names);
    source_.Add(place, fmt::format("`{{{}}}` is not a factor or a fixed value", name),
                nearest ? fmt::format("did you mean `{{{}}}`?", *nearest)
                        : "braces themselves are written {{ and }}");
  }

  void CheckNames(const std::string& name) {
    for (const Value& level : ValuesOf(study_, name)) {
      const auto problem = FindNameProblem(name, level, known_, study_);
      if (problem) source_.Add(PlaceOfName(name), problem->message, problem->suggestion);
    }
  }

  void CheckRate(const std::string& from, const std::string& what, Place place) {
    const auto& currency = study_.report.currency;
    if (from.empty() || !currency || from == *currency || study_.report.rates.contains(from))
      return;
    source_.Add(place, fmt::format("no rate for {}, the currency of {}", from, what),
                fmt::format("add `rate: {{ {}: …, date: … }}` under `report:`", from));
  }

  void CheckCurrencies() {
    for (const Environment& environment : study_.environments) {
      const std::string of = "environment " + environment.name;
      const Billing& billing = environment.billing;
      if (environment.price) CheckRate(environment.price->currency, of, At("report.currency"));
      if (billing.disk)
        CheckRate(billing.disk->currency, "the disk of " + of, At("report.currency"));
      if (billing.data)
        CheckRate(billing.data->currency, "the data of " + of, At("report.currency"));
    }
    if (study_.invoice) CheckRate(study_.invoice->currency, "the invoice", At("report.currency"));
    if (!study_.budget) return;
    CheckRate(study_.budget->currency, "the budget", At("report.currency"));
    if (study_.report.currency) return;
    for (const Environment& environment : study_.environments) {
      bool same = !environment.price || environment.price->free ||
                  environment.price->currency == study_.budget->currency;
      if (same) continue;
      source_.Add(
          At("budget"),
          fmt::format("the budget is in {} and the price of {} in {}", study_.budget->currency,
                      environment.name, environment.price->currency),
          "use one currency, or give `report: { currency: …, rate: { … } }`");
    }
  }

  Source& source_;
  const Places& places_;
  const KnownNames& known_;
  const Study& study_;
};

// A level that is near none of the known names passes: it may be of the person's own.
std::optional<NameProblem> Misspelt(const std::string& name, const std::string& word,
                                    const std::vector<std::string>& known) {
  if (HasWord(known, word)) return std::nullopt;
  const auto nearest = Nearest(word, known);
  if (!nearest) return std::nullopt;
  return NameProblem{fmt::format("unknown {} `{}`", name, word),
                     fmt::format("did you mean `{}`?", *nearest)};
}

// A file of Caffe's in the place of a network's name.
constexpr std::string_view kPrototxtEnd = ".prototxt";

bool IsPrototxt(const std::string& name, const std::string& word) {
  return name == "network" && word.ends_with(kPrototxtEnd);
}

// It becomes a part of a file's name.
std::optional<NameProblem> NotAName(const std::string& name, const std::string& word,
                                    const Study& study) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  const size_t length = word.size() - (IsPrototxt(name, word) ? kPrototxtEnd.size() : 0);
  const bool is_name =
      length > 0 && std::isalpha(static_cast<unsigned char>(word[0])) &&
      std::all_of(word.begin(), word.begin() + static_cast<ptrdiff_t>(length), plain);
  if (is_name || word.starts_with('=') || TrainsNothingOfOurs(study)) return std::nullopt;
  return NameProblem{
      fmt::format("`{}` cannot be the name of a {}", word, name == "dataset" ? "data set" : name),
      "letters, digits, _ and -, a letter first"};
}

std::optional<NameProblem> NotDescribed(const std::string& word, const Study& study) {
  if (study.environment(word) != nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const Environment& environment : study.environments) names.push_back(environment.name);
  const auto nearest = Nearest(word, names);
  return NameProblem{
      fmt::format("environment `{}` is not described", word),
      nearest ? fmt::format("did you mean `{}`?", *nearest) : "describe it under `environments:`"};
}

}  // namespace

std::optional<NameProblem> FindNameProblem(const std::string& name, const Value& level,
                                           const KnownNames& known, const Study& study) {
  const std::string word = SplitFramework(level.ToString()).first;
  if (FindMap(study.maps, name, level.ToString()) != nullptr) return std::nullopt;
  if (name == "framework") return Misspelt(name, word, known.frameworks);
  if (name == "network" || name == "dataset") {
    const auto problem = NotAName(name, level.ToString(), study);
    if (problem || IsPrototxt(name, word)) return problem;
    return Misspelt(name, word, name == "network" ? known.networks : known.datasets);
  }
  if (name == "environment") return NotDescribed(level.ToString(), study);
  return std::nullopt;
}

void CheckStudy(Source& source, const Places& places, const KnownNames& known, const Study& study) {
  Checker(source, places, known, study).Check();
}

void FillDefaults(Study& study) {
  if (TrainsNothingOfOurs(study)) return;
  auto is_given = [&](const char* name) {
    return study.factor(name) != nullptr || Find(study.fixed, name) != nullptr;
  };
  for (const KnownValue& known : KnownValues()) {
    const bool of_images = std::string(known.name) == "image" && is_given("sequence");
    const bool given = is_given(known.name) || of_images;
    if (known.default_value != nullptr && !given) {
      study.fixed.emplace_back(known.name, Value::Parse(known.default_value));
      study.defaults.insert(known.name);
    }
  }
}

}  // namespace trena

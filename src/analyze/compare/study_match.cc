// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/study_match.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "analyze/measured/run_values.h"
#include "core/text/text.h"

namespace trena {
namespace {

using ComparedScenarios = std::vector<MeasuredScenario>;
using Texts = std::set<std::string>;

// Values of each name over all scenarios.
std::map<std::string, Texts> ValueSets(const ComparedScenarios& scenarios) {
  std::map<std::string, Texts> sets;
  for (const MeasuredScenario& measured : scenarios) {
    for (const auto& [name, value] : ValuesOf(*measured.run)) {
      sets[name].insert(value.ToString());
    }
  }
  return sets;
}

// What makes a scenario the same as another.
class Identity {
 public:
  Identity(const ComparedScenarios& first, const ComparedScenarios& second,
           const std::vector<std::string>& across)
      : without_(across.begin(), across.end()) {
    for (const ComparedScenarios* side : {&first, &second}) {
      Texts environments;
      std::map<std::string, Texts> versions;
      for (const MeasuredScenario& measured : *side) {
        environments.insert(measured.run->environment);
        versions[measured.run->framework].insert(measured.run->framework_version);
      }
      if (environments.size() > 1) several_environments_ = true;
      for (const auto& [framework, of_it] : versions) {
        if (of_it.size() > 1) several_versions_.insert(framework);
      }
    }
    if (!several_environments_) without_.insert("environment");
  }

  std::string Of(const MeasuredScenario& measured) const {
    const RunRecord& run = *measured.run;
    std::string text = Canonical(ValuesOf(run), without_);
    const bool version = several_versions_.contains(run.framework);
    if (version && !without_.contains("framework")) text += " " + run.framework_version;
    return text;
  }

 private:
  Texts without_;
  Texts several_versions_;
  bool several_environments_ = false;
};

using ByIdentity = std::map<std::string, const MeasuredScenario*>;

Result<ByIdentity> Index(const ComparedScenarios& scenarios, const Identity& identity,
                         const std::string& study, const std::vector<std::string>& across) {
  ByIdentity index;
  for (const MeasuredScenario& measured : scenarios) {
    const auto [place, is_new] = index.emplace(identity.Of(measured), &measured);
    if (is_new) continue;
    const std::string why = across.empty() ? "in nothing that is compared (detail, command)"
                                           : "in " + Join(across, ", ") + " alone";
    return InputError(ForTerminal(fmt::format(
        "{}: {} and {} differ {}, so neither can be matched with one scenario of the other study",
        study, place->second->scenario->id, measured.scenario->id, why)));
  }
  return index;
}

Status CheckAcross(const ComparedScenarios& first, const ComparedScenarios& second,
                   const std::vector<std::string>& across) {
  std::map<std::string, Texts> known = ValueSets(first);
  known.merge(ValueSets(second));
  std::vector<std::string> names;
  for (const auto& [name, values] : known) names.push_back(name);
  for (const std::string& name : across) {
    if (known.contains(name)) continue;
    return InputError(
        ForTerminal(fmt::format("`--across {}`: neither study has a value of that name{}; there "
                                "are: {}",
                                name, DidYouMean(name, names), Join(names, ", "))));
  }
  return Done{};
}

std::string Shown(const Texts* values) {
  if (values == nullptr) return "not stated";
  return Join({values->begin(), values->end()}, ", ");
}

// Names of which the two studies have no value in common, and what they are there.
Error NothingInCommon(const ComparedScenarios& first, const ComparedScenarios& second) {
  const auto a = ValueSets(first), b = ValueSets(second);
  Texts names;
  for (const auto* sets : {&a, &b}) {
    for (const auto& [name, values] : *sets) names.insert(name);
  }
  if (a.at("environment").size() == 1 && b.at("environment").size() == 1) {
    names.erase("environment");
  }
  std::vector<std::string> parts, differing;
  for (const std::string& name : names) {
    const auto in_a = a.find(name), in_b = b.find(name);
    const Texts* of_a = in_a == a.end() ? nullptr : &in_a->second;
    const Texts* of_b = in_b == b.end() ? nullptr : &in_b->second;
    const auto also = [&](const std::string& value) { return of_b && of_b->contains(value); };
    if (of_a && std::any_of(of_a->begin(), of_a->end(), also)) continue;
    parts.push_back(fmt::format("{} ({} against {})", name, Shown(of_a), Shown(of_b)));
    differing.push_back(name);
  }
  if (parts.empty()) return InputError("the two studies have no scenario in common");
  return InputError(
      fmt::format("the two studies have no scenario in common: they differ in {}\nTimes of "
                  "different work tell little; to compare all the same: --across {}",
                  ForTerminal(Join(parts, "; ")), ForTerminal(Join(differing, ","))));
}

}  // namespace

std::vector<MeasuredScenario> MeasuredScenarios(const Analysis& analysis) {
  std::map<std::string, const RunRecord*> by_key;
  for (const RunRecord& run : analysis.runs) by_key.emplace(run.key, &run);
  ComparedScenarios measured;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const auto run = by_key.find(scenario.key);
    if (run != by_key.end()) measured.push_back({&scenario, run->second});
  }
  return measured;
}

Result<StudyMatch> MatchStudies(const Analysis& first, const Analysis& second,
                                const std::vector<std::string>& across) {
  const ComparedScenarios a = MeasuredScenarios(first);
  const ComparedScenarios b = MeasuredScenarios(second);
  if (a.empty() || b.empty()) return InputError("one of the two studies has no runs");
  TRENA_CHECK(CheckAcross(a, b, across));
  const Identity identity(a, b, across);
  TRENA_ASSIGN(ByIdentity in_a, Index(a, identity, first.path, across));
  TRENA_ASSIGN(ByIdentity in_b, Index(b, identity, second.path, across));
  StudyMatch match;
  for (const MeasuredScenario& measured : a) {
    const auto other = in_b.find(identity.Of(measured));
    if (other == in_b.end()) {
      match.only_first.push_back(measured);
    } else {
      match.pairs.push_back({measured, *other->second});
    }
  }
  for (const MeasuredScenario& measured : b) {
    if (!in_a.contains(identity.Of(measured))) match.only_second.push_back(measured);
  }
  if (match.pairs.empty()) return NothingInCommon(a, b);
  return match;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "plan/designs/fraction/fraction.h"
#include "plan/designs/information.h"
#include "study/axes.h"
#include "study/design_kinds.h"

namespace trena {
namespace {

constexpr int kSearchSweeps = 4;  // enough to compare; the study's own search goes on
constexpr int kTellsWithHoles = 3;

DesignOptions OfKind(const Study& study, const DesignKind& kind) {
  DesignOptions design;
  design.kind = kind.name;
  design.seed = study.design.seed;
  design.random_order = study.design.random_order;
  design.hard_to_change = study.design.hard_to_change;
  if (kind.Takes("levels")) design.levels = study.design.levels;
  if (kind.Takes("base")) design.base = study.design.base;
  return design;
}

// Whether some factor has more than two levels, of which two-level designs take two.
bool HasMoreLevels(const Study& study) {
  return std::any_of(study.factors.begin(), study.factors.end(),
                     [](const Factor& factor) { return factor.levels.size() > 2; });
}

size_t Parameters(const Study& study, bool two_way) {
  std::vector<size_t> sizes;
  for (const Axis& axis : AxesOf(study)) sizes.push_back(axis.size);
  return CountParameters(sizes, two_way);
}

DesignCandidate InForm(const Study& study, const DesignKind& kind, const DesignForm& form) {
  DesignCandidate candidate{OfKind(study, kind), fmt::format("kind: {}", kind.name),
                            Tell(form.estimates), form.confounds ? Tell(*form.confounds) : Told(),
                            form.tells};
  DesignOptions& design = candidate.design;
  if (form.resolution) {
    design.resolution = form.resolution;
    candidate.written += fmt::format(", resolution: {}", Roman(*form.resolution));
  }
  if (kind.model == DesignModel::kOwn) {
    size_t parameters = Parameters(study, form.two_way);
    design.two_way = form.two_way;
    design.runs = static_cast<int>(parameters + parameters / 2);
    design.sweeps = kSearchSweeps;
    candidate.written +=
        fmt::format(", runs: {}{}", *design.runs, form.two_way ? ", model: 2way" : "");
  }
  return candidate;
}

// How many combinations the levels have that the plan has.
double CrossingOfLevels(const Study& study, const Plan& plan) {
  double crossing = 1;
  for (const Axis& axis : AxesOf(study)) {
    std::set<std::string> levels;
    for (const Scenario& scenario : plan.scenarios) {
      std::string level;
      for (size_t index : axis.factors) {
        level += Find(scenario.levels, study.factors[index].name)->ToString() + "\n";
      }
      levels.insert(std::move(level));
    }
    crossing *= static_cast<double>(levels.size());
  }
  return crossing;
}

}  // namespace

std::vector<DesignCandidate> CandidatesFor(const Study& study) {
  bool more = HasMoreLevels(study);
  std::multimap<int, DesignCandidate> by_turn;
  for (const DesignKind& kind : kDesignKinds) {
    if (kind.crossing && kind.two_level && !more) continue;  // it is the whole crossing
    for (const DesignForm& form : kind.forms) {
      by_turn.emplace(form.turn, InForm(study, kind, form));
    }
  }
  std::vector<DesignCandidate> candidates;
  for (auto& [turn, candidate] : by_turn) candidates.push_back(std::move(candidate));
  return candidates;
}

DesignCandidate AsPlanned(const Study& study, const Plan& plan, DesignCandidate candidate) {
  const DesignKind& kind = *FindDesignKind(candidate.design.kind);
  if (plan.resolution) {
    const int resolution = std::clamp(*plan.resolution, 3, 5);  // it may be better than was asked
    for (const DesignForm& form : kind.forms) {
      if (form.resolution == resolution) return InForm(study, kind, form);
    }
  }
  bool whole = !kind.crossing || plan.scenarios.size() == plan.crossing;
  if (whole) return candidate;
  double crossing = CrossingOfLevels(study, plan);
  auto there = static_cast<double>(plan.scenarios.size());
  if (there >= crossing) return candidate;
  candidate.estimates =
      kind.two_level
          ? Tell({"main effects of two levels each, interactions in part",
                  "efeitos principais de dois níveis cada, interações em parte"})
          : Tell({"main effects, interactions in part", "efeitos principais, interações em parte"});
  candidate.confounds = Tell({"what rests on the {left_out} of {all} combinations left out",
                              "o que depende das {left_out} de {all} combinações omitidas"},
                             {{"left_out", fmt::format("{:.0f}", crossing - there)},
                              {"all", fmt::format("{:.0f}", crossing)}});
  candidate.tells = std::min(candidate.tells, kTellsWithHoles);
  return candidate;
}

}  // namespace trena

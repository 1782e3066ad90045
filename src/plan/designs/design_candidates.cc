// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "study/axes.h"

namespace trena {
namespace {

constexpr int kSearchSweeps = 4;  // enough to compare; the study's own search goes on
constexpr int kTellsWithHoles = 3;

DesignOptions OfKind(const Study& study, const std::string& kind) {
  DesignOptions design;
  design.kind = kind;
  design.seed = study.design.seed;
  design.random_order = study.design.random_order;
  design.hard_to_change = study.design.hard_to_change;
  bool two_levels = kind == "two_level" || kind == "fraction" || kind == "plackett_burman";
  if (two_levels) design.levels = study.design.levels;
  if (kind == "simple") design.base = study.design.base;
  return design;
}

// Whether some factor has more than two levels, of which two-level designs take two.
bool HasMoreLevels(const Study& study) {
  return std::any_of(study.factors.begin(), study.factors.end(),
                     [](const Factor& factor) { return factor.levels.size() > 2; });
}

size_t Parameters(const Study& study, bool two_way) {
  size_t main = 0, pairs = 0;
  for (const Axis& axis : AxesOf(study)) {
    pairs += main * (axis.size - 1);
    main += axis.size - 1;
  }
  return 1 + main + (two_way ? pairs : 0);
}

DesignCandidate Optimal(const Study& study, bool two_way) {
  size_t parameters = Parameters(study, two_way);
  DesignCandidate candidate{OfKind(study, "optimal"), "", "", "", 0};
  candidate.design.two_way = two_way;
  candidate.design.runs = static_cast<int>(parameters + parameters / 2);
  candidate.design.sweeps = kSearchSweeps;
  candidate.written = fmt::format("kind: optimal, runs: {}{}", *candidate.design.runs,
                                  two_way ? ", model: 2way" : "");
  candidate.estimates = two_way ? "main effects and two-factor interactions" : "main effects";
  candidate.confounds =
      two_way ? "higher interactions, taken as absent" : "all interactions, taken as absent";
  candidate.tells = two_way ? 5 : 2;
  return candidate;
}

DesignCandidate FractionOf(const Study& study, int resolution) {
  DesignCandidate candidate{OfKind(study, "fraction"), "", "main effects", "", 0};
  candidate.design.resolution = resolution;
  candidate.written = fmt::format("kind: fraction, resolution: {}", resolution == 5   ? "V"
                                                                    : resolution == 4 ? "IV"
                                                                                      : "III");
  if (resolution == 5) {
    candidate.estimates = "main effects and two-factor interactions";
    candidate.confounds = "these with three-factor interactions and higher";
    candidate.tells = 4;
  } else if (resolution == 4) {
    candidate.confounds = "two-factor interactions with each other";
    candidate.tells = 3;
  } else {
    candidate.confounds = "main effects with two-factor interactions";
    candidate.tells = 1;
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
  std::vector<DesignCandidate> candidates = {
      {OfKind(study, "full"), "kind: full", "all effects and interactions", "", 6}};
  if (more) {
    candidates.push_back({OfKind(study, "two_level"), "kind: two_level",
                          "all effects and interactions of two levels each", "", 5});
  }
  candidates.push_back(Optimal(study, true));
  for (int resolution : {5, 4, 3}) candidates.push_back(FractionOf(study, resolution));
  candidates.push_back(Optimal(study, false));
  candidates.push_back({OfKind(study, "latin_square"), "kind: latin_square", "main effects",
                        "all interactions, taken as absent", 2});
  candidates.push_back({OfKind(study, "plackett_burman"), "kind: plackett_burman", "main effects",
                        "main effects partly with two-factor interactions", 1});
  candidates.push_back({OfKind(study, "simple"), "kind: simple", "each factor from a base",
                        "interactions are not seen", 0});
  return candidates;
}

DesignCandidate AsPlanned(const Study& study, const Plan& plan, DesignCandidate candidate) {
  if (auto resolution = Get<int>(plan.details, "resolution")) {
    return FractionOf(study, std::clamp(*resolution, 3, 5));  // it may be better than was asked
  }
  bool two_level = candidate.design.kind == "two_level";
  bool crossed = two_level || candidate.design.kind == "full";
  bool whole = !crossed || plan.scenarios.size() == plan.crossing;
  if (whole) return candidate;
  double crossing = CrossingOfLevels(study, plan);
  auto there = static_cast<double>(plan.scenarios.size());
  if (there >= crossing) return candidate;
  candidate.estimates = two_level ? "main effects of two levels each, interactions in part"
                                  : "main effects, interactions in part";
  candidate.confounds = fmt::format("what rests on the {:.0f} of {:.0f} combinations left out",
                                    crossing - there, crossing);
  candidate.tells = std::min(candidate.tells, kTellsWithHoles);
  return candidate;
}

}  // namespace trena

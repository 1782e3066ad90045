// SPDX-License-Identifier: Apache-2.0
#include "study/design_kinds.h"

#include <algorithm>

namespace trena {
namespace {

constexpr const char* kTwoWay = "main effects and two-factor interactions";
constexpr const char* kNoInteraction = "all interactions, taken as absent";

const DesignForm kFull = {.estimates = "all effects and interactions", .tells = 6, .turn = 1};
const DesignForm kTwoLevel = {
    .estimates = "all effects and interactions of two levels each", .tells = 5, .turn = 2};
const DesignForm kTwoWayOptimal = {.two_way = true,
                                   .estimates = kTwoWay,
                                   .confounds = "higher interactions, taken as absent",
                                   .tells = 5,
                                   .turn = 3};
const DesignForm kFive = {.resolution = 5,
                          .estimates = kTwoWay,
                          .confounds = "these with three-factor interactions and higher",
                          .tells = 4,
                          .turn = 4};
const DesignForm kFour = {.resolution = 4,
                          .estimates = "main effects",
                          .confounds = "two-factor interactions with each other",
                          .tells = 3,
                          .turn = 5};
const DesignForm kThree = {.resolution = 3,
                           .estimates = "main effects",
                           .confounds = "main effects with two-factor interactions",
                           .tells = 1,
                           .turn = 6};
const DesignForm kMainOptimal = {
    .estimates = "main effects", .confounds = kNoInteraction, .tells = 2, .turn = 7};
const DesignForm kLatinSquare = {
    .estimates = "main effects", .confounds = kNoInteraction, .tells = 2, .turn = 8};
const DesignForm kPlackettBurman = {.estimates = "main effects",
                                    .confounds = "main effects partly with two-factor interactions",
                                    .tells = 1,
                                    .turn = 9};
const DesignForm kSimple = {.estimates = "each factor from a base",
                            .confounds = "interactions are not seen",
                            .tells = 0,
                            .turn = 10};

}  // namespace

bool DesignKind::Takes(std::string_view option) const {
  return std::find(options.begin(), options.end(), option) != options.end();
}

const std::vector<DesignKind>& DesignKinds() {
  static const std::vector<DesignKind> kinds = {
      {.name = "full", .crossing = true, .forms = {kFull}},
      {.name = "simple", .options = {"base"}, .model = DesignModel::kMain, .forms = {kSimple}},
      {.name = "two_level",
       .options = {"levels"},
       .two_level = true,
       .crossing = true,
       .forms = {kTwoLevel}},
      {.name = "fraction",
       .options = {"levels", "resolution", "generators", "runs"},
       .two_level = true,
       .needs_all = true,
       .forms = {kFive, kFour, kThree}},
      {.name = "plackett_burman",
       .options = {"levels", "runs"},
       .two_level = true,
       .needs_all = true,
       .model = DesignModel::kMain,
       .forms = {kPlackettBurman}},
      {.name = "latin_square",
       .needs_all = true,
       .model = DesignModel::kMain,
       .forms = {kLatinSquare}},
      {.name = "optimal",
       .options = {"runs", "model", "sweeps"},
       .model = DesignModel::kOwn,
       .forms = {kTwoWayOptimal, kMainOptimal}},
  };
  return kinds;
}

const DesignKind* FindDesignKind(std::string_view name) {
  const auto& kinds = DesignKinds();
  auto found = std::find_if(kinds.begin(), kinds.end(),
                            [&](const DesignKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

const std::vector<std::string>& DesignNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const DesignKind& kind : DesignKinds()) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::vector<std::string> KindsThatTake(std::string_view option) {
  std::vector<std::string> names;
  for (const DesignKind& kind : DesignKinds()) {
    if (kind.Takes(option)) names.emplace_back(kind.name);
  }
  return names;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The kinds of design that a study may name, with all that is known of each before one is made: a
// row each, which the reader of study files, the plan and the analysis ask. The function that
// chooses a kind's scenarios cannot stand here, below plan/: a new design is a file and a test in
// plan/designs/, a row here, and its name beside its function in plan/designs/design.cc, which does
// not compile while the two tables differ. A test sees that schemas/study.schema.json has the same
// kinds.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/sentence.h"

namespace trena {

// What the runs of a design are analysed by, unless the study says it: all terms, main effects
// alone, or what the design itself was made for (its `model:`).
enum class DesignModel { kFull, kMain, kOwn };

// One way to ask for a kind, as `trena plan --within` offers it.
struct DesignForm {
  std::optional<int> resolution = std::nullopt;
  bool two_way = false;  // of a design with a model of its own
  Sentence estimates;
  std::optional<Sentence> confounds = std::nullopt;  // nothing where there is none
  int tells = 0;                                     // how much, to compare forms by
  // When it is tried: of two that estimate the same in as many runs, the first is offered.
  int turn = 0;
};

struct DesignKind {
  std::string_view name;
  std::span<const std::string_view> options = {};  // beside those that all kinds take
  bool two_level = false;                          // takes two levels of each factor
  bool crossing = false;                           // takes every combination of its levels
  bool needs_all = false;  // what it estimates rests on every one of its points being measured
  DesignModel model = DesignModel::kFull;
  std::span<const DesignForm> forms = {};

  bool Takes(std::string_view option) const;
  bool TakesEverything() const { return crossing && !two_level; }
};

// Options and forms of the rows below.
namespace design_row {

inline constexpr Sentence kMain{"main effects", "efeitos principais"};
inline constexpr Sentence kTwoWay{"main effects and two-factor interactions",
                                  "efeitos principais e interações de dois fatores"};
inline constexpr Sentence kNoInteraction{"all interactions, taken as absent",
                                         "todas as interações, tidas como ausentes"};

inline constexpr DesignForm kFull[] = {
    {.estimates = {"all effects and interactions", "todos os efeitos e interações"},
     .tells = 6,
     .turn = 1}};

inline constexpr std::string_view kSimpleOptions[] = {"base"};
inline constexpr DesignForm kSimple[] = {
    {.estimates = {"each factor from a base", "cada fator a partir de uma base"},
     .confounds = Sentence("interactions are not seen", "interações não são vistas"),
     .tells = 0,
     .turn = 10}};

inline constexpr std::string_view kTwoLevelOptions[] = {"levels"};
inline constexpr DesignForm kTwoLevel[] = {
    {.estimates = {"all effects and interactions of two levels each",
                   "todos os efeitos e interações de dois níveis cada"},
     .tells = 5,
     .turn = 2}};

inline constexpr std::string_view kFractionOptions[] = {"levels", "resolution", "generators",
                                                        "runs"};
inline constexpr DesignForm kFraction[] = {
    {.resolution = 5,
     .estimates = kTwoWay,
     .confounds = Sentence("these with three-factor interactions and higher",
                           "estes com interações de três fatores e mais"),
     .tells = 4,
     .turn = 4},
    {.resolution = 4,
     .estimates = kMain,
     .confounds =
         Sentence("two-factor interactions with each other", "interações de dois fatores entre si"),
     .tells = 3,
     .turn = 5},
    {.resolution = 3,
     .estimates = kMain,
     .confounds = Sentence("main effects with two-factor interactions",
                           "efeitos principais com interações de dois fatores"),
     .tells = 1,
     .turn = 6}};

inline constexpr std::string_view kPlackettBurmanOptions[] = {"levels", "runs"};
inline constexpr DesignForm kPlackettBurman[] = {
    {.estimates = kMain,
     .confounds = Sentence("main effects partly with two-factor interactions",
                           "efeitos principais em parte com interações de dois fatores"),
     .tells = 1,
     .turn = 9}};

inline constexpr DesignForm kLatinSquare[] = {
    {.estimates = kMain, .confounds = kNoInteraction, .tells = 2, .turn = 8}};

inline constexpr std::string_view kOptimalOptions[] = {"runs", "model", "sweeps"};
inline constexpr DesignForm kOptimal[] = {
    {.two_way = true,
     .estimates = kTwoWay,
     .confounds = Sentence("higher interactions, taken as absent",
                           "interações mais altas, tidas como ausentes"),
     .tells = 5,
     .turn = 3},
    {.estimates = kMain, .confounds = kNoInteraction, .tells = 2, .turn = 7}};

}  // namespace design_row

// In the order they are documented.
inline constexpr auto kDesignKinds = std::to_array<DesignKind>({
    {.name = "full", .crossing = true, .forms = design_row::kFull},
    {.name = "simple",
     .options = design_row::kSimpleOptions,
     .model = DesignModel::kMain,
     .forms = design_row::kSimple},
    {.name = "two_level",
     .options = design_row::kTwoLevelOptions,
     .two_level = true,
     .crossing = true,
     .forms = design_row::kTwoLevel},
    {.name = "fraction",
     .options = design_row::kFractionOptions,
     .two_level = true,
     .needs_all = true,
     .forms = design_row::kFraction},
    {.name = "plackett_burman",
     .options = design_row::kPlackettBurmanOptions,
     .two_level = true,
     .needs_all = true,
     .model = DesignModel::kMain,
     .forms = design_row::kPlackettBurman},
    {.name = "latin_square",
     .needs_all = true,
     .model = DesignModel::kMain,
     .forms = design_row::kLatinSquare},
    {.name = "optimal",
     .options = design_row::kOptimalOptions,
     .model = DesignModel::kOwn,
     .forms = design_row::kOptimal},
});

const DesignKind* FindDesignKind(std::string_view name);

const std::vector<std::string>& DesignNames();
// Of the kinds that take an option; none where it is for all kinds, or for none.
std::vector<std::string> KindsThatTake(std::string_view option);

}  // namespace trena

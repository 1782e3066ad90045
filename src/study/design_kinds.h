// SPDX-License-Identifier: Apache-2.0
// The kinds of design that a study may name, with all that is known of each before one is made: a
// row each, which the reader of study files, the plan and the analysis ask. The function that
// chooses a kind's scenarios cannot stand here, below plan/: a new design is a file and a test in
// plan/designs/, a row here, and its name beside its function in plan/designs/design.cc. Tests see
// that both tables and schemas/study.schema.json have the same kinds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trena {

// What the runs of a design are analysed by, unless the study says it: all terms, main effects
// alone, or what the design itself was made for (its `model:`).
enum class DesignModel { kFull, kMain, kOwn };

// One way to ask for a kind, as `trena plan --within` offers it.
struct DesignForm {
  std::optional<int> resolution = std::nullopt;
  bool two_way = false;  // of a design with a model of its own
  const char* estimates = "";
  const char* confounds = "";
  int tells = 0;  // how much, to compare forms by
  // When it is tried: of two that estimate the same in as many runs, the first is offered.
  int turn = 0;
};

struct DesignKind {
  const char* name = "";
  std::vector<std::string> options = {};  // beside those that all kinds take
  bool two_level = false;                 // takes two levels of each factor
  bool crossing = false;                  // takes every combination of its levels
  bool needs_all = false;  // what it estimates rests on every one of its points being measured
  DesignModel model = DesignModel::kFull;
  std::vector<DesignForm> forms = {};

  bool Takes(std::string_view option) const;
  bool TakesEverything() const { return crossing && !two_level; }
};

// In the order they are documented.
const std::vector<DesignKind>& DesignKinds();
const DesignKind* FindDesignKind(std::string_view name);

const std::vector<std::string>& DesignNames();
// Of the kinds that take an option; none where it is for all kinds, or for none.
std::vector<std::string> KindsThatTake(std::string_view option);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The baseline of a study, "what we have today", is named by the level of one factor, or of every
// factor (`analyze: {baseline: {framework: pytorch}}`). Here is which levels that is.
#pragma once

#include <optional>
#include <string>

#include "core/value.h"
#include "study/study.h"

namespace trena {

// Whether `level` is what was written: the same, or without its version (pytorch for
// pytorch@2.2.0).
bool IsNamedLevel(const Value& level, const Value& written);

// Whether the levels of a scenario have all of the baseline's.
bool IsBaseline(const Values& levels, const Values& baseline);

struct BaselineProblem {
  std::string message;
  std::string suggestion = {};  // may be empty
};

// What is wrong with the study's baseline before anything is planned: a name or level that is none,
// or neither one factor nor all of them.
std::optional<BaselineProblem> FindBaselineProblem(const Study& study);

// Where no scenario of a plan has it.
BaselineProblem BaselineNotPlanned(const Study& study);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A design chooses which combinations of levels are measured. Each is a small function in one
// table; adding one is a file, a test and a row.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "study/study.h"

namespace trena {

// A chosen combination: its number in the full crossing, from 0, the last factor varying fastest.
using Combination = size_t;

struct DesignKind {
  const char* name;
  const char* meaning;
  // The combinations of the study's factors, before exclude and only, ascending.
  Result<std::vector<Combination>> (*choose)(const Study& study);
};

const std::vector<DesignKind>& DesignKinds();
const DesignKind* FindDesign(const std::string& name);

// How many scenarios the crossing of all factors has; as a double, since it may pass any integer.
double CrossingSize(const Study& study);

// The levels of one combination.
Values LevelsOf(const Study& study, Combination combination);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What `exclude`, `only` and `--only` leave, and what is said where one of them cannot be judged or
// nothing is left. Every error shows the place of the expression.
#pragma once

#include "core/expression/expression.h"
#include "core/result.h"
#include "study/study.h"

namespace trena {

// Whether the study's exclude and only leave a scenario with these values.
Result<bool> LeftByStudy(const Study& study, const Values& values);

// Whether --only does.
Result<bool> LeftByOption(const Expression& only, const Values& values);

// Where a study says what it prunes: "exclude", or "only" where that is all there is.
const char* PruningPlace(const Study& study);

// The study itself leaves none of so many scenarios.
Error NothingLeft(const Study& study, double scenarios);

// The study leaves so many scenarios, and --only none of them.
Error NothingLeftBy(const Expression& only, const Study& study, size_t scenarios);

}  // namespace trena

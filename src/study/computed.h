// SPDX-License-Identifier: Apache-2.0
// Values computed from other values of the same scenario: `learning_rate: = 0.01 * batch / 128`,
// as a fixed value or as a level. Their numbers go into the scenario's values, and so into its key.
#pragma once

#include <string>

#include "core/expression/expression.h"
#include "core/result.h"
#include "core/source.h"
#include "core/value.h"
#include "study/study.h"

namespace trena {

// Whether a value is an expression to compute: it starts with `=`.
bool IsComputed(const Value& value);

// Finds the computed values among the study's, parses them and puts them in the order they need.
// Unknown names, words that cannot be computed and cycles go to the source.
void ReadComputed(Source& source, const Places& places, Study& study);

// Replaces the computed values of a scenario by their numbers. An InputError with file, line and
// caret for a type error, a division by zero, or a result the name cannot have.
Status ComputeValues(const Study& study, Values& values);

// An expression that met values it cannot be evaluated with: which it saw, and what would mend it.

// " with batch 64, image 32": the values of the names that it needs; empty where it needs none.
std::string SeenBy(const Expression& expression, const Values& values);

// What would mend an error of Expression::Evaluate or Holds. A condition can be guarded by another
// one before it, a computed value cannot.
std::string FixFor(const Error& error, bool is_condition);

}  // namespace trena

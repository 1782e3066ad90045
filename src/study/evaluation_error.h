// SPDX-License-Identifier: Apache-2.0
// An expression that met values it cannot be evaluated with: which it saw, and what would mend it.
#pragma once

#include <string>

#include "core/expression/expression.h"
#include "core/result.h"
#include "core/value.h"

namespace trena {

// " with batch 64, image 32": the values of the names that it needs; empty where it needs none.
std::string SeenBy(const Expression& expression, const Values& values);

// What would mend an error of Expression::Evaluate or Holds. A condition can be guarded by another
// one before it, a computed value cannot.
std::string FixFor(const Error& error, bool is_condition);

}  // namespace trena

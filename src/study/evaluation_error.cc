// SPDX-License-Identifier: Apache-2.0
#include "study/evaluation_error.h"

#include <vector>

#include "core/text.h"

namespace trena {

std::string SeenBy(const Expression& expression, const Values& values) {
  std::vector<std::string> parts;
  for (const std::string& name : expression.names()) {
    const Value* value = Find(values, name);
    if (value != nullptr) parts.push_back(name + " " + value->ToString());
  }
  return parts.empty() ? "" : " with " + Join(parts, ", ");
}

std::string FixFor(const Error& error, bool is_condition) {
  const std::string& message = error.message();
  if (message.ends_with("division by zero")) {
    return is_condition ? "put a condition before it: `batch != 64 and …` looks no further where "
                          "batch is 64"
                        : "change it, or the levels, so that no divisor is 0";
  }
  if (message.ends_with("is not a number")) {
    return is_condition ? "only numbers have an order and can be calculated with; words are "
                          "compared with ==, != or `in [a, b]`"
                        : "only numbers can be calculated with";
  }
  if (message.ends_with("is neither true nor false")) {
    return "write a comparison, like `batch > 128`";
  }
  return "";
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// One argument of a study's `command:`. {name} stands for a value of the scenario; {{ and the }}
// that belongs to it are braces. What a value says is never looked at again, and there is no shell.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace trena {

struct TemplatePiece {
  bool is_name = false;
  std::string text;  // without its braces where it is a name
};

// A brace without its partner is only text.
std::vector<TemplatePiece> ParseTemplate(const std::string& argument);

// The argument with every name replaced; a name without a value stays as it was written.
using ValueOfName = std::function<std::optional<std::string>(const std::string& name)>;
std::string FillTemplate(const std::string& argument, const ValueOfName& value_of);

}  // namespace trena

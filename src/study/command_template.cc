// SPDX-License-Identifier: Apache-2.0
#include "study/command_template.h"

namespace trena {
namespace {

void AddText(std::string text, std::vector<TemplatePiece>& pieces) {
  if (!pieces.empty() && !pieces.back().is_name) {
    pieces.back().text += text;
  } else {
    pieces.push_back({false, std::move(text)});
  }
}

}  // namespace

std::vector<TemplatePiece> ParseTemplate(const std::string& argument) {
  std::vector<TemplatePiece> pieces;
  int escaped = 0;  // {{ that still wait for their }}
  for (size_t at = 0; at < argument.size();) {
    if (argument.compare(at, 2, "{{") == 0) {
      AddText("{", pieces);
      ++escaped;
      at += 2;
      continue;
    }
    if (escaped > 0 && argument.compare(at, 2, "}}") == 0) {
      AddText("}", pieces);
      --escaped;
      at += 2;
      continue;
    }
    size_t end = argument[at] == '{' ? argument.find_first_of("{}", at + 1) : std::string::npos;
    if (end != std::string::npos && argument[end] == '}') {
      pieces.push_back({true, argument.substr(at + 1, end - at - 1)});
      at = end + 1;
    } else {
      AddText(argument.substr(at, 1), pieces);
      ++at;
    }
  }
  return pieces;
}

std::string FillTemplate(const std::string& argument, const ValueOfName& value_of) {
  std::string filled;
  for (const TemplatePiece& piece : ParseTemplate(argument)) {
    auto value = piece.is_name ? value_of(piece.text) : std::optional(piece.text);
    filled += value ? *value : "{" + piece.text + "}";
  }
  return filled;
}

}  // namespace trena

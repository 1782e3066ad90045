// SPDX-License-Identifier: Apache-2.0
// What one part of the answer says, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

using Say = void (*)(const Analysis&, const Words&, std::vector<std::string>&);

inline std::vector<std::string> Said(Say say, const Analysis& analysis,
                                     Language language = Language::kEnglish) {
  std::vector<std::string> out;
  say(analysis, Words(language), out);
  return out;
}

}  // namespace trena

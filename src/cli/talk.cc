// SPDX-License-Identifier: Apache-2.0
#include "cli/talk.h"

namespace trena {
namespace {

Language spoken = Language::kEnglish;

}  // namespace

void TalkIn(const std::string& language) {
  if (!language.empty()) spoken = LanguageFromCode(language);
}

Words Talk() { return Words(spoken); }

}  // namespace trena

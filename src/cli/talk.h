// SPDX-License-Identifier: Apache-2.0
// The language in which commands talk to a person while they work: the study's (`report:
// {language}`), or what --language says. It is the process's, as a terminal is, and set where a
// study is opened. What programs read (--json), and errors in a file that is written in English
// words, stay as they are.
#pragma once

#include <string>

#include "report/words/words.h"

namespace trena {

// "pt-BR"; empty leaves it as it is.
void TalkIn(const std::string& language);

Words Talk();

}  // namespace trena

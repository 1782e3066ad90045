// SPDX-License-Identifier: Apache-2.0
// What a report needs beside the record: for whom, by which trena, when.
#pragma once

#include <string>

#include "core/terminal/terminal.h"
#include "report/words/words.h"

namespace trena {

struct ReportContext {
  Language language = Language::kEnglish;
  std::string trena_version;           // "trena 0.1.0 (commit 1a2b3c4)"
  std::string generated;               // calendar time, UTC
  const Terminal* terminal = nullptr;  // for colour and width of the terminal's format
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/program/own_program.h"

#include <cstdlib>

#include "core/files.h"

namespace trena {

void AddOwnProgramVariables(bool at_once, Variables& variables) {
  fs::path program = ExecutableFolder();
  std::error_code ignored;
  for (const fs::path& folder :
       {program / "runners" / "command", program.parent_path() / "share/trena/runners/command"}) {
    if (!fs::exists(folder / "trena.py", ignored)) continue;
    const char* before = std::getenv("PYTHONPATH");
    bool some = before != nullptr && *before != '\0';
    variables.emplace_back("PYTHONPATH",
                           folder.string() + (some ? std::string(":") + before : std::string()));
    break;
  }
  if (at_once && std::getenv("PYTHONUNBUFFERED") == nullptr) {
    variables.emplace_back("PYTHONUNBUFFERED", "1");
  }
}

}  // namespace trena

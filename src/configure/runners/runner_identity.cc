// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runner_identity.h"

#include "configure/install/framework_environment.h"
#include "core/sha256.h"

namespace trena {
namespace {

std::string OrNothing(const Result<std::string>& text) { return text.ok() ? text.value() : ""; }

}  // namespace

std::string FullName(const Runner& runner) { return runner.framework + "@" + runner.version; }

std::string IdentityOf(const Runner& runner) {
  std::string text = FullName(runner);
  if (runner.recipe) text += OrNothing(RecipeSha256(*runner.recipe));
  std::vector<fs::path> files;
  for (const std::string& word : runner.command) {
    fs::path folder = fs::path(word).parent_path();
    std::error_code ignored;
    bool first = &word == &runner.command[0];
    bool installed = runner.recipe && first == runner.runs_python();  // the environment's
    if (installed || !fs::is_regular_file(word, ignored)) continue;
    files.emplace_back(word);
    for (const fs::path& beside : {folder, folder.parent_path() / "common"}) {
      auto names = ListFolder(beside);
      if (!names.ok()) continue;
      for (const std::string& name : names.value()) {
        if (name.ends_with(".py")) files.push_back(beside / name);
      }
    }
  }
  for (const fs::path& file : files) text += OrNothing(Sha256OfFile(file));
  return Sha256(text);
}

}  // namespace trena

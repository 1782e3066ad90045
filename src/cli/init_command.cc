// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/templates.h"
#include "core/files.h"
#include "core/text.h"

namespace trena {
namespace {

Result<int> WriteTemplate(const std::string& name, const std::string& file) {
  const StudyTemplate* found = FindTemplate(name);
  if (found == nullptr) {
    std::vector<std::string> names;
    for (const StudyTemplate& known : StudyTemplates()) names.emplace_back(known.name);
    return InputError(fmt::format("there is no template `{}`{}; there are: {}", name,
                                  DidYouMean(name, names), Join(names, ", ")));
  }
  if (file == "-") {
    fmt::print("{}", found->text);
    return kExitDone;
  }
  fs::path path = file.empty() ? fs::path(name + ".yaml") : fs::path(file);
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    return InputError(fmt::format("{} exists already; name another file", path.string()));
  }
  Status written = WriteFileWhole(path, found->text);
  if (!written.ok()) return InputError(written.error().message());
  fmt::print("Wrote {}: {}.\nLook at it, then: trena plan {}\n", path.string(), found->meaning,
             path.string());
  return kExitDone;
}

}  // namespace

Action AddInit(CLI::App& app) {
  auto name = std::make_shared<std::string>("first");
  auto file = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const StudyTemplate& known : StudyTemplates()) names.emplace_back(known.name);
  app.add_option("--template", *name, Join(names, ", "))->type_name("NAME");
  app.add_option("FILE", *file, "where to write it (default: NAME.yaml; - is stdout)");
  return [=] { return WriteTemplate(*name, *file); };
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/install/environment_check.h"

#include <fmt/format.h>

namespace trena {
namespace {

// RECORD lists every file that a package was installed with. Scripts (../../../bin) name their
// interpreter and were changed when the environment was put in place; compiled files come and go.
// Pythons before 3.8 have no importlib.metadata, so the folders it reads are read here.
constexpr const char* kLook = R"(import csv, glob, json, os, sys, sysconfig
from email.parser import HeaderParser
site = sysconfig.get_paths()["purelib"]
packages, broken = {}, []
for folder in sorted(glob.glob(os.path.join(glob.escape(site), "*.dist-info"))):
    try:
        with open(os.path.join(folder, "METADATA"), encoding="utf-8") as file:
            facts = HeaderParser().parse(file)
        with open(os.path.join(folder, "RECORD"), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        packages[facts["Name"].strip()] = facts["Version"].strip()
    except (OSError, ValueError, AttributeError):
        broken.append(folder)
        continue
    for name, _, size in (row for row in rows if len(row) == 3):
        if name.startswith("..") or name.endswith(".pyc"):
            continue
        try:
            found = os.stat(os.path.join(site, name)).st_size
        except OSError:
            found = -1
        if found < 0 or (size and found != int(size)):
            broken.append(name)
print(json.dumps({"python": "%d.%d.%d" % sys.version_info[:3],
                  "packages": dict(sorted(packages.items())), "broken": broken[:20]}))
)";

// Packages that are gone or of another version, as a sentence; empty when all are as they were.
std::string WhatChanged(const Json& before, const Json& now) {
  if (!before.is_object()) return "its list of packages is missing";
  for (const auto& [name, version] : before.items()) {
    if (!now.contains(name)) return fmt::format("the package {} is missing", name);
    if (now[name] != version) return fmt::format("the package {} is of another version", name);
  }
  return "";
}

}  // namespace

Result<Contents> LookInto(const fs::path& environment, Tools& tools) {
  std::vector<std::string> command = {(environment / "bin/python").string(), "-I", "-c", kLook};
  TRENA_ASSIGN(ToolResult result, tools.Run(command));
  std::optional<Json> answer = result.Answer();
  if (result.exit_code != 0 || !answer) {
    return Error(fmt::format("its Python does not work:\n{}", result.Tail()));
  }
  return Contents{Get<std::string>(*answer, "python").value_or(""), (*answer)["packages"],
                  (*answer)["broken"]};
}

Result<Json> Describe(const Runner& runner, Tools& tools) {
  std::vector<std::string> command = runner.command;
  command.emplace_back("--describe");
  TRENA_ASSIGN(ToolResult result, tools.Run(command));
  std::optional<Json> answer = result.Answer();
  if (result.exit_code != 0 || !answer) {
    return Error(fmt::format("its runner cannot load it:\n{}", result.Tail()));
  }
  return *answer;
}

Result<std::string> WhatIsBroken(const FrameworkEnvironment& environment, const Runner& runner,
                                 Tools& tools) {
  Result<Contents> contents = LookInto(environment.folder, tools);
  if (tools.interruption() != 0) return Error("interrupted");
  if (!contents.ok()) return contents.error().message();
  const Json& broken = contents.value().broken;
  if (!broken.empty()) {
    return fmt::format("files of its packages are missing or changed, like {}",
                       broken[0].get<std::string>());
  }
  std::string changed = WhatChanged(environment.facts["packages"], contents.value().packages);
  if (!changed.empty()) return changed;
  Result<Json> described = Describe(WithEnvironment(runner, environment), tools);
  if (tools.interruption() != 0) return Error("interrupted");
  return described.ok() ? "" : described.error().message();
}

}  // namespace trena

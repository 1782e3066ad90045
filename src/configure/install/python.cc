// SPDX-License-Identifier: Apache-2.0
#include "configure/install/python.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/process/process.h"
#include "core/text/text.h"

namespace trena {
namespace {

// Isolated (-I): what stands in the working folder or in PYTHONPATH is not run.
constexpr const char* kQuestion = R"(import sys
print("%d.%d.%d" % sys.version_info[:3])
print(sys.executable)
print(sys.implementation.name)
try:
    import ensurepip, venv
    print("venv")
except ImportError:
    print("none")
)";

// What a candidate says of itself; empty when it does not start.
struct Answer {
  int major = 0;
  int minor = 0;
  std::string version;
  std::string executable;
  bool cpython = false;
  bool venv = false;
};

std::optional<Answer> Ask(const fs::path& candidate) {
  ProcessOptions options;
  options.arguments = {candidate.string(), "-I", "-c", kQuestion};
  Result<ProcessResult> result = RunProcess(options);
  if (!result.ok() || result.value().exit_code != 0) return std::nullopt;
  std::vector<std::string> lines = Split(result.value().output, '\n');
  if (lines.size() < 4) return std::nullopt;
  Answer answer;
  if (std::sscanf(lines[0].c_str(), "%d.%d", &answer.major, &answer.minor) != 2) {
    return std::nullopt;
  }
  answer.version = lines[0];
  answer.executable = lines[1];
  answer.cpython = lines[2] == "cpython";
  answer.venv = lines[3] == "venv";
  return answer;
}

std::string WhyNot(const Answer& answer, const PythonRange& range) {
  if (answer.major != 3 || !range.Holds(answer.minor)) return answer.version;
  if (!answer.cpython) return answer.version + ", not CPython";
  return fmt::format("{}, but without venv: Debian has it in python3.{}-venv", answer.version,
                     answer.minor);
}

bool IsProgram(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// python3 and python3.N, not python3-config.
bool IsPythonName(const std::string& name) {
  if (name == "python3") return true;
  return name.starts_with("python3.") && name.size() > 8 &&
         name.find_first_not_of("0123456789", 8) == std::string::npos;
}

// Names in a folder, newest version first.
std::vector<std::string> NewestFirst(const fs::path& folder) {
  auto names = ListFolder(folder);
  if (!names.ok()) return {};
  std::vector<std::string> sorted = names.value();
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
  return sorted;
}

std::vector<fs::path> Candidates(const PythonRange& range, const PythonPlaces& places) {
  std::vector<fs::path> all;
  auto add = [&](const fs::path& path) {
    if (IsProgram(path) && std::find(all.begin(), all.end(), path) == all.end())
      all.push_back(path);
  };
  if (!places.wanted.empty()) add(places.wanted);
  for (const fs::path& folder : places.path) add(folder / "python3");
  for (int minor = range.newest; minor >= range.oldest; --minor) {
    for (const fs::path& folder : places.path) add(folder / fmt::format("python3.{}", minor));
  }
  for (const std::string& name : NewestFirst(places.pyenv))
    add(places.pyenv / name / "bin/python3");
  for (const std::string& name : NewestFirst(places.system)) {
    if (IsPythonName(name)) add(places.system / name);
  }
  return all;
}

Error NoPython(const std::string& what, const PythonRange& range, const PythonPlaces& places,
               const std::vector<std::string>& found) {
  std::string wanted = places.wanted.empty() ? "$TRENA_PYTHON (not set)"
                                             : fmt::format("$TRENA_PYTHON ({})", places.wanted);
  return InputError(
      fmt::format("{} needs Python {} with its venv module, and none was found.\n"
                  "Looked for: {}, python3 and python3.N on PATH, {}, {}\n"
                  "Found: {}",
                  what, ToString(range), wanted, places.pyenv.string(), places.system.string(),
                  found.empty() ? "no Python" : Join(found, "; ")));
}

}  // namespace

std::optional<PythonRange> ParsePythonRange(const std::string& text) {
  PythonRange range;
  int used = 0;
  int count =
      std::sscanf(text.c_str(), "3.%d%n-3.%d%n", &range.oldest, &used, &range.newest, &used);
  if (count == 1) range.newest = range.oldest;
  bool whole = count >= 1 && static_cast<size_t>(used) == text.size();
  bool sensible = range.oldest >= 0 && range.oldest <= range.newest && range.newest < 100;
  if (!whole || !sensible) return std::nullopt;
  return range;
}

std::string ToString(const PythonRange& range) {
  if (range.oldest == range.newest) return fmt::format("3.{}", range.oldest);
  return fmt::format("3.{} to 3.{}", range.oldest, range.newest);
}

PythonPlaces PythonPlaces::Here() {
  auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  PythonPlaces places;
  places.wanted = variable("TRENA_PYTHON");
  for (const std::string& folder : Split(variable("PATH"), ':')) {
    if (fs::path(folder).is_absolute()) places.path.emplace_back(folder);
  }
  // Without a home nothing is looked for in the working folder instead.
  std::string home = variable("HOME");
  places.pyenv = fs::path(home.empty() ? "/nonexistent" : home) / ".pyenv/versions";
  places.system = "/usr/bin";
  return places;
}

Result<Python> FindPython(const std::string& what, const PythonRange& range,
                          const PythonPlaces& places) {
  std::vector<std::string> found;
  for (const fs::path& candidate : Candidates(range, places)) {
    std::optional<Answer> answer = Ask(candidate);
    if (!answer) continue;
    bool fits = answer->major == 3 && range.Holds(answer->minor) && answer->cpython && answer->venv;
    if (fits) return Python{answer->executable, answer->version};
    found.push_back(fmt::format("{} ({})", candidate.string(), WhyNot(*answer, range)));
  }
  return NoPython(what, range, places, found);
}

}  // namespace trena

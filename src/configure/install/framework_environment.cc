// SPDX-License-Identifier: Apache-2.0
#include "configure/install/framework_environment.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kLargestNote = size_t{1} << 20;
constexpr size_t kHashDigits = 12;
constexpr const char* kCpuMark = "+cpu";
// For the record of a run: no paths, which tell who the user is.
constexpr const char* kFactsForRuns[] = {"source",   "lock_sha256", "cpu_wheel_sha256", "python",
                                         "packages", "built",       "describe"};
constexpr const char* kSourceEndings[] = {".py", ".cc", ".h", ".lock"};
constexpr std::string_view kEnvironmentMark = "environment/";

Json ReadNote(const fs::path& folder) {
  Result<std::string> text = ReadFile(folder / "installed.json", kLargestNote);
  if (!text.ok()) return nullptr;
  Result<Json> note = ParseJson(text.value());
  bool known = note.ok() && Get<int>(note.value(), "format") == kInstalledFormat;
  return known ? note.value() : Json(nullptr);
}

// A folder as its name and note tell it: NAME-VERSION-LOCK, with +cpu at the end or not.
std::optional<FrameworkEnvironment> Look(const fs::path& folder) {
  FrameworkEnvironment found;
  found.folder = folder;
  std::string name = folder.filename().string();
  if (name.starts_with(kStagingPrefix)) {
    found.state = EnvironmentState::kHalfMade;
    return found;
  }
  if (name.ends_with(kCpuMark)) found.source = PackageSource::kCpuIndex;
  size_t lock = name.rfind('-');
  size_t version = lock == std::string::npos || lock == 0 ? lock : name.rfind('-', lock - 1);
  if (lock == std::string::npos || version == std::string::npos) return std::nullopt;
  found.framework = name.substr(0, version);
  found.version = name.substr(version + 1, lock - version - 1);
  found.facts = ReadNote(folder);
  std::error_code ignored;
  bool whole = Get<std::string>(found.facts, "framework") == found.framework &&
               Get<std::string>(found.facts, "version") == found.version &&
               fs::exists(folder / "bin/python", ignored);
  if (!whole) found.state = EnvironmentState::kBroken;
  if (Get<std::string>(found.facts, "source") == CodeOf(PackageSource::kMaven)) {
    found.source = PackageSource::kMaven;
  }
  return found;
}

bool IsNamed(const std::string& what, const FrameworkEnvironment& environment) {
  if (what == "all") return true;
  if (environment.state == EnvironmentState::kHalfMade) return false;
  auto [name, version] = SplitFramework(what);
  return environment.framework == name && (version.empty() || environment.version == version);
}

Error NothingNamed(const std::string& what, const std::vector<FrameworkEnvironment>& all) {
  std::vector<std::string> names;
  for (const FrameworkEnvironment& one : all) {
    if (one.state != EnvironmentState::kHalfMade)
      names.push_back(one.framework + "@" + one.version);
  }
  return InputError(fmt::format("{} is not installed (installed: {})", what,
                                names.empty() ? "nothing" : Join(names, ", ")));
}

}  // namespace

std::string ToString(PackageSource source) {
  if (source == PackageSource::kMaven) return "Maven Central";
  return source == PackageSource::kPypi ? "PyPI" : "PyTorch's CPU-only index";
}

std::string CodeOf(PackageSource source) {
  if (source == PackageSource::kMaven) return "maven";
  return source == PackageSource::kPypi ? "pypi" : "cpu_index";
}

std::string ToString(EnvironmentState state) {
  if (state == EnvironmentState::kReady) return "ready";
  return state == EnvironmentState::kBroken ? "broken" : "half-made";
}

fs::path FrameworksFolder(const fs::path& cache) { return cache / "frameworks"; }

Result<std::string> RecipeSha256(const Recipe& recipe) {
  if (recipe.install.empty()) return Sha256OfFile(recipe.lock);
  std::vector<fs::path> files;
  std::error_code error;
  auto options = fs::directory_options::follow_directory_symlink;
  fs::recursive_directory_iterator it(recipe.install.parent_path(), options, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    std::string name = it->path().filename().string();
    bool source = std::any_of(std::begin(kSourceEndings), std::end(kSourceEndings),
                              [&](const char* ending) { return name.ends_with(ending); });
    if (source && it->is_regular_file(error)) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  std::string all;
  for (const fs::path& file : files) {
    TRENA_ASSIGN(std::string sum, Sha256OfFile(file));
    all += sum + " " + file.lexically_relative(recipe.install.parent_path()).string() + "\n";
  }
  return Sha256(all);
}

std::string EnvironmentName(const Runner& runner, const std::string& lock_sha256,
                            PackageSource source) {
  return fmt::format("{}-{}-{}{}", runner.framework, runner.version,
                     lock_sha256.substr(0, kHashDigits),
                     source == PackageSource::kCpuIndex ? kCpuMark : "");
}

std::optional<FrameworkEnvironment> FindEnvironment(const fs::path& cache, const Runner& runner,
                                                    bool cuda) {
  Result<std::string> lock = RecipeSha256(*runner.recipe);
  if (!lock.ok()) return std::nullopt;
  for (PackageSource source : {PackageSource::kCpuIndex, PackageSource::kPypi}) {
    if (cuda && source == PackageSource::kCpuIndex) continue;
    auto found = Look(FrameworksFolder(cache) / EnvironmentName(runner, lock.value(), source));
    bool fits = found && found->state == EnvironmentState::kReady &&
                Get<std::string>(found->facts, "lock_sha256") == lock.value();
    if (fits) return found;
  }
  return std::nullopt;
}

Runner WithEnvironment(const Runner& runner, const FrameworkEnvironment& environment) {
  Runner ready = runner;
  if (runner.runs_python()) {
    // Nothing of the user's own Python gets in (-E -s), nothing is written beside the runner (-B).
    ready.command = {fs::absolute(environment.folder / "bin/python").string(), "-E", "-s", "-B"};
    ready.command.insert(ready.command.end(), runner.command.begin() + 1, runner.command.end());
  }
  for (std::string& word : ready.command) {
    if (!word.starts_with(kEnvironmentMark)) continue;
    word = fs::absolute(environment.folder / word.substr(kEnvironmentMark.size())).string();
  }
  ready.installed = Json::object();
  for (const char* fact : kFactsForRuns) {
    if (environment.facts.contains(fact)) ready.installed[fact] = environment.facts[fact];
  }
  return ready;
}

Result<std::vector<FrameworkEnvironment>> ListEnvironments(const fs::path& cache) {
  fs::path folder = FrameworksFolder(cache);
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder));
  std::vector<FrameworkEnvironment> all;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_directory(folder / name, ignored)) continue;
    if (auto found = Look(folder / name)) all.push_back(std::move(*found));
  }
  return all;
}

Status RemoveEnvironment(const fs::path& cache, const fs::path& folder) {
  TRENA_ASSIGN(fs::path away, MakeTemporaryFolder(FrameworksFolder(cache), kStagingPrefix));
  if (rename(folder.c_str(), away.c_str()) != 0) {
    return FileError("remove", folder);
  }
  std::error_code error;
  fs::remove_all(away, error);
  if (error) return FileError("remove", away, error.value());
  return Done{};
}

Result<std::vector<FrameworkEnvironment>> RemoveEnvironments(const fs::path& cache,
                                                             const std::string& what) {
  TRENA_ASSIGN(std::vector<FrameworkEnvironment> all, ListEnvironments(cache));
  std::vector<FrameworkEnvironment> named;
  std::copy_if(all.begin(), all.end(), std::back_inserter(named),
               [&](const FrameworkEnvironment& one) { return IsNamed(what, one); });
  if (named.empty()) return NothingNamed(what, all);
  TRENA_ASSIGN(auto lock, FileLock::TryTake(FrameworksFolder(cache) / "lock"));
  if (!lock) return InputError("another trena installs frameworks; wait for it to end");
  for (const FrameworkEnvironment& one : named) TRENA_CHECK(RemoveEnvironment(cache, one.folder));
  return named;
}

void RemoveStaging(const fs::path& cache) {
  auto names = ListFolder(FrameworksFolder(cache));
  if (!names.ok()) return;
  for (const std::string& name : names.value()) {
    std::error_code ignored;
    if (name.starts_with(kStagingPrefix)) fs::remove_all(FrameworksFolder(cache) / name, ignored);
  }
}

Bytes DiskUse(const fs::path& folder) {
  uint64_t blocks = 0;
  std::error_code error;
  fs::recursive_directory_iterator it(folder, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    struct stat facts{};
    if (lstat(it->path().c_str(), &facts) == 0) blocks += static_cast<uint64_t>(facts.st_blocks);
  }
  return {blocks * 512};  // the unit of st_blocks, whatever the file system's own
}

}  // namespace trena

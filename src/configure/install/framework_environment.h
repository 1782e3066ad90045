// SPDX-License-Identifier: Apache-2.0
// The environments frameworks are installed into: CACHE/frameworks/NAME-VERSION-LOCK/, each a
// Python environment of its own with an installed.json that says what is in it. A folder under its
// name is whole: it was made elsewhere and put there by one rename. Nothing here runs anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "configure/runners/runners.h"
#include "core/files.h"
#include "core/json.h"
#include "core/result.h"
#include "core/text/units.h"

namespace trena {

inline constexpr int kInstalledFormat = 1;
// What is being made or taken away; the next installation removes it.
inline constexpr const char* kStagingPrefix = ".staging-";

enum class PackageSource { kPypi, kCpuIndex, kMaven };
// "PyPI", "PyTorch's CPU-only index", "Maven Central".
std::string ToString(PackageSource source);
// The word for it in installed.json: pypi, cpu_index, maven.
std::string CodeOf(PackageSource source);

enum class EnvironmentState { kReady, kBroken, kHalfMade };
std::string ToString(EnvironmentState state);

struct FrameworkEnvironment {
  fs::path folder;
  std::string framework;
  std::string version;
  PackageSource source = PackageSource::kPypi;
  EnvironmentState state = EnvironmentState::kReady;
  Json facts = nullptr;  // installed.json; null when it cannot be read

  std::string python() const { return Get<std::string>(facts, "python").value_or(""); }
  Bytes bytes() const { return {Get<uint64_t>(facts, "bytes").value_or(0)}; }
};

fs::path FrameworksFolder(const fs::path& cache);

// Of all that decides what is installed: the lock file, and with an installer of its own every
// source file of the runner's folder, since it may compile them.
Result<std::string> RecipeSha256(const Recipe& recipe);

// "pytorch-2.2.0-0123456789ab+cpu".
std::string EnvironmentName(const Runner& runner, const std::string& lock_sha256,
                            PackageSource source);

// The environment of a runner with a recipe, by a glance: its installed.json is there and fits, so
// does its Python. For cuda only the packages of PyPI do; otherwise those without it come first.
std::optional<FrameworkEnvironment> FindEnvironment(const fs::path& cache, const Runner& runner,
                                                    bool cuda);

// The runner with the environment's Python in its command, and what was installed.
Runner WithEnvironment(const Runner& runner, const FrameworkEnvironment& environment);

// All that is there, half-made ones too.
Result<std::vector<FrameworkEnvironment>> ListEnvironments(const fs::path& cache);

// Takes away what `what` names: pytorch, pytorch@2.2.0 or all. Naming nothing that is there is an
// InputError. Gives what was removed.
Result<std::vector<FrameworkEnvironment>> RemoveEnvironments(const fs::path& cache,
                                                             const std::string& what);

// Removes what earlier installations left half-made. Only with the lock of the folder.
void RemoveStaging(const fs::path& cache);

// Renames a folder to a staging name, so that it is gone at once, and removes it.
Status RemoveEnvironment(const fs::path& cache, const fs::path& folder);

// Bytes a folder takes on disk.
Bytes DiskUse(const fs::path& folder);

}  // namespace trena

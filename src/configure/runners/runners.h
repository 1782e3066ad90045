// SPDX-License-Identifier: Apache-2.0
// The runners that are here: one folder each, with a runner.yaml that says which framework and
// versions it drives and how it is started (docs/runner-protocol.md). A runner whose framework is
// installed into an environment of its own has a recipe for that. Reading them runs nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "configure/install/python.h"
#include "configure/runners/blas_choice.h"
#include "core/json.h"
#include "core/result.h"
#include "core/text/units.h"
#include "study/scenario.h"

namespace trena {

struct InstallSize {
  Bytes download;
  Bytes disk;
};

// How one version of a framework is installed.
struct Recipe {
  fs::path lock;
  fs::path install;  // a program in Python that installs what the lock names; empty: pip does
  PythonRange python;
  InstallSize size;       // from PyPI
  std::string cpu_index;  // of smaller packages for machines without GPU; may be empty
  std::optional<InstallSize> cpu_size;  // from there
};

// Whose a runner is.
enum class RunnerKind { kTrena, kStudy };  // one of trena's own; from runners/ beside the study

struct Runner {
  std::string framework;
  std::string version;
  // The program by its absolute path, then its arguments. `python` where it is that of the
  // framework's environment, and `environment/…` for a file there, until that is known
  // (WithEnvironment, framework_environment.h).
  std::vector<std::string> command;
  std::vector<std::string> devices;
  bool simulated = false;                       // trains nothing; every number from it says so
  std::optional<Recipe> recipe = std::nullopt;  // none: it is there as it is
  Json installed = nullptr;  // what was installed, for the record of a run; null: nothing
  // Variables that its runs get beside ours, because it would be slow without (prober.h).
  std::vector<std::pair<std::string, std::string>> variables = {};

  // Its command is the Python of its environment.
  bool runs_python() const { return recipe && recipe->install.empty(); }

  // The values it understands beside those of the protocol (kProtocolValues); "*": any.
  std::vector<std::string> values = {};
  fs::path folder = {};  // its runner.yaml is there
  RunnerKind kind = RunnerKind::kTrena;
  std::string sha256 = {};                   // of its files, once it is ready to run
  std::vector<std::string> precisions = {};  // it can compute in; empty: it does not say
  std::vector<std::string> cannot = {};      // names of LayerLimits (layer_limits.h)
  std::vector<BlasChoice> blas = {};         // what `blas:` may be; empty: it lets nobody choose
};

// The values that every runner understands, or that trena understands for it.
inline constexpr const char* kProtocolValues[] = {
    "environment", "framework",    "network",  "dataset",       "image",        "images",
    "epochs",      "batch",        "threads",  "precision",     "memory_limit", "optimizer",
    "momentum",    "weight_decay", "evaluate", "learning_rate", "sequence"};

// Reads FOLDER/*/runner.yaml of each folder; one that cannot be read is an InputError naming it. A
// runner.yaml with several versions gives as many runners.
Result<std::vector<Runner>> FindRunners(const std::vector<std::filesystem::path>& folders);

// The versions each framework resolves to, newest first.
FrameworkVersions VersionsOf(const std::vector<Runner>& runners);

// The runner for a scenario: framework and version equal. Null when it is not here.
const Runner* FindRunner(const std::vector<Runner>& runners, const Scenario& scenario);

// The version that differs least: 2.2.0 for 2.3.0 out of 2.15.0 and 2.2.0. Not of an empty list.
std::string NearestVersion(const std::string& version, const std::vector<std::string>& versions);

// What makes a runner the one it is: its own files and what it is installed from. What was found
// out about a runner (verify, speed) is kept under this, so that another one is asked anew.

// "caffe@1.0".
std::string FullName(const Runner& runner);

// Of runner.yaml and of all that makes its identity: what a run is on record with.
std::string Sha256OfRunner(const Runner& runner);

// A SHA-256. The same whether its framework is installed at the moment or not.
std::string IdentityOf(const Runner& runner);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/install/install_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "configure/install/environment_check.h"
#include "core/text/text.h"

namespace trena {
namespace {

// Whether the index answers soon and lists the package. The exact choice is pip's.
constexpr const char* kAsk = R"(import os, ssl, sys, urllib.request
index, version = sys.argv[1:]
context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
page = urllib.request.urlopen(index.rstrip("/") + "/torch/", timeout=5, context=context).read(1 << 24)
names = [b"torch-%s+cpu-", b"torch-%s%%2Bcpu-", b"torch-%s%%2bcpu-"]
sys.exit(0 if any(name % version.encode() in page for name in names) else 1)
)";

// The address may be another than the recipe's, or none.
std::string CpuIndex(const Recipe& recipe) {
  if (recipe.cpu_index.empty()) return "";
  const char* own = std::getenv("TRENA_PYTORCH_CPU_INDEX");
  return own != nullptr ? own : recipe.cpu_index;
}

class Planner {
 public:
  Planner(const fs::path& cache, Tools& tools, const StepListener& tell)
      : cache_(cache), tools_(tools), tell_(tell) {}

  Result<InstallPlan> Plan(const std::vector<FrameworkNeed>& needs) {
    InstallPlan plan;
    for (const FrameworkNeed& need : needs) TRENA_CHECK(PlanOne(need, plan));
    return plan;
  }

 private:
  Status PlanOne(const FrameworkNeed& need, InstallPlan& plan) {
    auto there = FindEnvironment(cache_, *need.runner, need.cuda);
    std::string broken;
    if (there) {
      tell_(fmt::format("checking {}", NameOf(*need.runner)));
      TRENA_ASSIGN(broken, WhatIsBroken(*there, *need.runner, tools_));
      if (broken.empty()) {
        plan.ready.push_back(*there);
        return Done{};
      }
    }
    TRENA_ASSIGN(PlannedInstall planned, PlanFetch(need));
    if (there) planned.replaces = there->folder;
    planned.broken = broken;
    LookForRemains(planned);
    plan.to_install.push_back(std::move(planned));
    return Done{};
  }

  Result<PlannedInstall> PlanFetch(const FrameworkNeed& need) {
    const Runner& runner = *need.runner;
    PlannedInstall planned;
    planned.need = need;
    planned.request.runner = need.runner;
    TRENA_ASSIGN(planned.request.lock, ReadLockFile(runner.recipe->lock));
    TRENA_ASSIGN(planned.request.lock.sha256, RecipeSha256(*runner.recipe));
    TRENA_ASSIGN(planned.request.python,
                 FindPython(NameOf(runner), runner.recipe->python, PythonPlaces::Here()));
    TRENA_CHECK(CheckInstaller(planned));
    TakeFromPypi(planned, cache_);
    if (!need.cuda && CpuIndexAnswers(planned)) {
      planned.request.source = PackageSource::kCpuIndex;
      planned.size = runner.recipe->cpu_size.value_or(runner.recipe->size);
      planned.request.folder = FolderOf(planned);
    }
    if (tools_.interruption() != 0) return Error("interrupted");
    return planned;
  }

  // What an installer of the runner's own needs is asked for before anything is fetched.
  Status CheckInstaller(const PlannedInstall& planned) {
    const fs::path& install = planned.need.runner->recipe->install;
    if (install.empty()) return Done{};
    TRENA_ASSIGN(ToolResult result, tools_.Run({planned.request.python.path.string(), "-I",
                                                install.string(), "--check"}));
    if (result.exit_code == 0) return Done{};
    return InputError(fmt::format("{} cannot be installed here: {}", NameOf(*planned.need.runner),
                                  ForTerminal(Trim(result.output))));
  }

  bool CpuIndexAnswers(PlannedInstall& planned) {
    std::string index = CpuIndex(*planned.need.runner->recipe);
    std::string version = LockedVersion(planned.request.lock, "torch");
    if (index.empty() || version.empty()) return false;
    tell_("asking " + ToString(PackageSource::kCpuIndex));
    planned.request.cpu_index = index;
    auto result =
        tools_.Run({planned.request.python.path.string(), "-I", "-c", kAsk, index, version});
    return result.ok() && result.value().exit_code == 0;
  }

  fs::path FolderOf(const PlannedInstall& planned) const {
    return FrameworksFolder(cache_) / EnvironmentName(*planned.need.runner,
                                                      planned.request.lock.sha256,
                                                      planned.request.source);
  }

  // A folder that stands in the way and that a glance already took for broken.
  static void LookForRemains(PlannedInstall& planned) {
    std::error_code ignored;
    if (planned.replaces || !fs::exists(planned.request.folder, ignored)) return;
    planned.replaces = planned.request.folder;
    planned.broken = "its installed.json or its Python is missing";
  }

  const fs::path& cache_;
  Tools& tools_;
  const StepListener& tell_;
};

// Free bytes where the cache is, or will be.
Result<Bytes> FreeDisk(const fs::path& cache) {
  std::error_code error;
  fs::path folder = fs::absolute(cache);
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  fs::space_info space = fs::space(folder, error);
  if (error) return Error(fmt::format("cannot ask {} for its free space", folder.string()));
  return Bytes{space.available};
}

}  // namespace

std::string NameOf(const Runner& runner) { return runner.framework + " " + runner.version; }

void TakeFromPypi(PlannedInstall& planned, const fs::path& cache) {
  bool own = !planned.need.runner->recipe->install.empty();
  planned.request.source = own ? PackageSource::kMaven : PackageSource::kPypi;
  planned.size = planned.need.runner->recipe->size;
  planned.request.folder =
      FrameworksFolder(cache) /
      EnvironmentName(*planned.need.runner, planned.request.lock.sha256, PackageSource::kPypi);
}

Result<InstallPlan> PlanInstall(const std::vector<FrameworkNeed>& needs, const fs::path& cache,
                                Tools& tools, const StepListener& tell) {
  return Planner(cache, tools, tell).Plan(needs);
}

Bytes DiskNeeded(const std::vector<PlannedInstall>& to_install) {
  uint64_t kept = 0, largest_download = 0;
  for (const PlannedInstall& planned : to_install) {
    kept += planned.size.disk.value;
    largest_download = std::max(largest_download, planned.size.download.value);
  }
  return {kept + largest_download};
}

Status CheckDisk(const std::vector<PlannedInstall>& to_install, const fs::path& cache) {
  Bytes needed = DiskNeeded(to_install);
  TRENA_ASSIGN(Bytes free, FreeDisk(cache));
  if (needed <= free) return Done{};
  std::vector<std::string> names;
  for (const PlannedInstall& planned : to_install) names.push_back(NameOf(*planned.need.runner));
  return InputError(
      fmt::format("installing {} takes {} of disk, and {} has {} free; make room, or put the cache "
                  "elsewhere with TRENA_CACHE",
                  Join(names, ", "), ToString(needed), cache.string(), ToString(free)));
}

std::vector<std::string> Announcement(const InstallPlan& plan, const fs::path& cache) {
  std::vector<std::string> lines;
  for (const PlannedInstall& planned : plan.to_install) {
    std::string name = NameOf(*planned.need.runner);
    if (planned.replaces) lines.push_back(fmt::format("{} is broken: {}", name, planned.broken));
    lines.push_back(fmt::format("{} {} from {}: {} to download, {} on disk, with Python {}",
                                planned.replaces ? "Installing again" : "Installing", name,
                                ToString(planned.request.source), ToString(planned.size.download),
                                ToString(planned.size.disk), planned.request.python.version));
  }
  Result<Bytes> free = FreeDisk(cache);
  if (free.ok()) {
    lines.push_back(fmt::format("It takes {} of disk meanwhile; {} has {} free",
                                ToString(DiskNeeded(plan.to_install)), cache.string(),
                                ToString(free.value())));
  }
  return lines;
}

}  // namespace trena

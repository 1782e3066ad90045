// SPDX-License-Identifier: Apache-2.0
#include "configure/install/install.h"

#include <fmt/format.h>

#include "core/scratch_folder.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kLockRetryMilliseconds = 200;

class Installer {
 public:
  Installer(const fs::path& cache, const InstallListener& listener, Tools& tools,
            InstallSummary& summary)
      : cache_(cache), listener_(listener), tools_(tools), summary_(summary) {}

  Status Run(const std::vector<FrameworkNeed>& needs) {
    auto tell = [&](const std::string& step) {
      if (listener_.look) listener_.look(step);
    };
    TRENA_ASSIGN(InstallPlan plan, PlanInstall(needs, cache_, tools_, tell));
    for (const FrameworkEnvironment& ready : plan.ready) {
      summary_.frameworks.push_back({ready, InstallAction::kReused});
    }
    if (plan.to_install.empty()) return CleanUp();
    TRENA_CHECK(CheckDisk(plan.to_install, cache_));
    for (const std::string& line : Announcement(plan, cache_)) Say(line);
    TRENA_ASSIGN(FileLock lock, TakeLock());
    RemoveStaging(cache_);
    for (PlannedInstall& planned : plan.to_install) {
      Status done = InstallOne(planned);
      if (!done.ok()) return done.error().While("installing " + NameOf(*planned.need.runner));
    }
    return Done{};
  }

 private:
  void Say(const std::string& line) const {
    if (listener_.say) listener_.say(line);
  }

  fs::path LockPath() const { return FrameworksFolder(cache_) / "lock"; }

  // Nothing to install: what an earlier one left half-made goes, unless it is under way.
  Status CleanUp() {
    std::error_code ignored;
    if (!fs::exists(LockPath(), ignored)) return Done{};
    auto lock = FileLock::TryTake(LockPath());
    if (lock.ok() && lock.value()) RemoveStaging(cache_);
    return Done{};
  }

  Result<FileLock> TakeLock() {
    TRENA_CHECK(MakeFolder(FrameworksFolder(cache_)));
    bool said = false;
    while (tools_.interruption() == 0) {
      TRENA_ASSIGN(std::optional<FileLock> lock, FileLock::TryTake(LockPath()));
      if (lock) return std::move(*lock);
      if (!said) Say("Waiting for another trena that installs frameworks");
      said = true;
      tools_.Pause(kLockRetryMilliseconds);
    }
    return Error("interrupted");
  }

  Status InstallOne(PlannedInstall& planned) {
    // Another trena may have installed it while this one waited.
    auto there = FindEnvironment(cache_, *planned.need.runner, planned.need.cuda);
    if (there && !planned.replaces) {
      summary_.frameworks.push_back({*there, InstallAction::kReused});
      return Done{};
    }
    Status built = BuildAndPlace(planned);
    bool other_source = !built.ok() && planned.request.source == PackageSource::kCpuIndex;
    if (other_source && tools_.interruption() == 0) {
      std::string why = Split(built.error().message(), '\n')[0];
      Say(fmt::format("{} did not deliver ({}); taking PyPI", ToString(PackageSource::kCpuIndex),
                      why));
      TakeFromPypi(planned, cache_);
      TRENA_CHECK(CheckDisk({planned}, cache_));
      built = BuildAndPlace(planned);
    }
    if (!built.ok()) return built;
    return Report(planned);
  }

  Status BuildAndPlace(const PlannedInstall& planned) {
    TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(FrameworksFolder(cache_), kStagingPrefix));
    ScratchFolder staging(folder);
    std::string name = NameOf(*planned.need.runner);
    auto tell = [&](const std::string& step) {
      if (listener_.step) listener_.step(fmt::format("{}: {}", name, step));
    };
    TRENA_CHECK(BuildEnvironment(planned.request, staging.path(), tools_, tell));
    if (tools_.interruption() != 0) return Error("interrupted");
    std::error_code ignored;
    if (planned.replaces && fs::exists(*planned.replaces, ignored)) {
      TRENA_CHECK(RemoveEnvironment(cache_, *planned.replaces));
    }
    return PutFolderInPlace(staging.path(), planned.request.folder);
  }

  Status Report(const PlannedInstall& planned) {
    auto made = FindEnvironment(cache_, *planned.need.runner, planned.need.cuda);
    if (!made) return Error("it vanished while it was put in place");
    auto action = planned.replaces ? InstallAction::kRepaired : InstallAction::kInstalled;
    Say(fmt::format("Installed {}: {} in {}", NameOf(*planned.need.runner), ToString(made->bytes()),
                    made->folder.string()));
    summary_.frameworks.push_back({std::move(*made), action});
    return Done{};
  }

  const fs::path& cache_;
  const InstallListener& listener_;
  Tools& tools_;
  InstallSummary& summary_;
};

}  // namespace

std::string ToString(InstallAction action) {
  if (action == InstallAction::kReused) return "reused";
  return action == InstallAction::kInstalled ? "installed" : "repaired";
}

Result<InstallSummary> InstallFrameworks(const std::vector<FrameworkNeed>& needs,
                                         const fs::path& cache, const InstallListener& listener) {
  InstallSummary summary;
  if (needs.empty()) return summary;
  SignalWatch signals;
  Tools tools(signals);
  // The cache's path goes into scripts and compiled files, so it is made whole here.
  fs::path whole = fs::absolute(cache).lexically_normal();
  Status done = Installer(whole, listener, tools, summary).Run(needs);
  if (!done.ok() && tools.interruption() == 0) return done.error();
  summary.interruption = tools.interruption();
  return summary;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/install/environment_builder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "configure/install/environment_check.h"
#include "core/clock.h"
#include "core/sha256.h"
#include "core/text/text.h"
#include "core/version.h"

namespace trena {
namespace {

constexpr size_t kLargestPart = size_t{1} << 20;

class Builder {
 public:
  Builder(const EnvironmentRequest& request, const fs::path& staging, Tools& tools,
          const StepListener& listener)
      : request_(request),
        staging_(staging),
        scratch_(staging / "tmp"),
        tools_(tools),
        listener_(listener),
        pip_(tools, staging, scratch_, listener) {}

  Status Build() {
    TRENA_CHECK(MakeFolder(scratch_));
    Tell("making an environment");
    TRENA_CHECK(MakeEnvironment());
    if (!request_.runner->recipe->install.empty()) {
      TRENA_CHECK(RunInstaller());
    } else if (request_.source == PackageSource::kCpuIndex) {
      TRENA_CHECK(InstallFromCpuIndex());
    } else {
      TRENA_CHECK(InstallPackages(request_.lock.packages));
    }
    Tell("compiling");
    TRENA_CHECK(Compile());
    Tell("checking");
    TRENA_CHECK(Check());
    TRENA_CHECK(NameFinalPlace());
    std::error_code ignored;
    fs::remove_all(scratch_, ignored);
    return Finish();
  }

 private:
  void Tell(const std::string& step) const {
    if (listener_) listener_(step);
  }

  Status MakeEnvironment() {
    std::vector<std::string> command = {request_.python.path.string(), "-I", "-m", "venv",
                                        staging_.string()};
    TRENA_ASSIGN(ToolResult result, tools_.Run(command, scratch_));
    if (result.exit_code == 0) return Done{};
    return Error(fmt::format("{} could not make an environment:\n{}", request_.python.path.string(),
                             result.Tail()));
  }

  // The file that pip was given stays in the environment: it says exactly what was asked for.
  Status InstallPackages(const std::vector<LockedPackage>& packages) {
    std::string text;
    for (const LockedPackage& package : packages) text += package.text;
    TRENA_CHECK(WriteFile(staging_ / "lock.txt", text));
    return packages.empty() ? Status(Done{}) : pip_.InstallLocked(staging_ / "lock.txt");
  }

  Status InstallFromCpuIndex() {
    std::string version = LockedVersion(request_.lock, "torch");
    TRENA_ASSIGN(fs::path wheel,
                 pip_.Download(fmt::format("torch=={}+cpu", version), request_.cpu_index));
    TRENA_ASSIGN(cpu_wheel_sha256_, Sha256OfFile(wheel));
    TRENA_CHECK(InstallPackages(WithoutCuda(request_.lock.packages)));
    return pip_.InstallFile(wheel);
  }

  // Gets the lock file and the folder, tells its steps line by line, and last what it used.
  Status RunInstaller() {
    const Recipe& recipe = *request_.runner->recipe;
    std::vector<std::string> command = {(staging_ / "bin/python").string(), "-I",
                                        recipe.install.string(), recipe.lock.string(),
                                        staging_.string()};
    TRENA_ASSIGN(ToolResult result, tools_.Run(command, scratch_, [&](std::string_view line) {
      bool step = line.starts_with("downloading ") || line.starts_with("compiling");
      if (step) Tell(std::string(line));
    }));
    if (result.exit_code != 0) return Error(result.Tail());
    built_ = result.Answer().value_or(nullptr);
    return Done{};
  }

  // One process: those that compileall would start beside it outlive a kill -9 of trena. A file
  // that is no Python of this version is not compiled, and that is no failure.
  Status Compile() {
    fs::path library = fs::path("lib") / PythonName() / "site-packages";
    std::vector<std::string> command = {(staging_ / "bin/python").string(),
                                        "-I",
                                        "-m",
                                        "compileall",
                                        "-q",
                                        "-d",
                                        (request_.folder / library).string(),
                                        (staging_ / library).string()};
    TRENA_ASSIGN(ToolResult ignored, tools_.Run(command, scratch_));
    return Done{};
  }

  // "python3.11" of 3.11.2.
  std::string PythonName() const {
    const std::string& version = request_.python.version;
    return "python" + version.substr(0, version.rfind('.'));
  }

  Status Check() {
    TRENA_ASSIGN(contents_, LookInto(staging_, tools_));
    if (!contents_.broken.empty()) {
      return Error("the installation is not whole; missing: " +
                   contents_.broken[0].get<std::string>());
    }
    FrameworkEnvironment here;
    here.folder = staging_;
    TRENA_ASSIGN(described_, Describe(WithEnvironment(*request_.runner, here), tools_));
    return Done{};
  }

  // Scripts name their interpreter by its path.
  Status NameFinalPlace() {
    TRENA_ASSIGN(std::vector<std::string> names, ListFolder(staging_ / "bin"));
    for (const std::string& name : names) TRENA_CHECK(NameFinalPlaceIn(staging_ / "bin" / name));
    return NameFinalPlaceIn(staging_ / "pyvenv.cfg");
  }

  Status NameFinalPlaceIn(const fs::path& path) const {
    std::error_code ignored;
    bool script = fs::symlink_status(path, ignored).type() == fs::file_type::regular &&
                  fs::file_size(path, ignored) <= kLargestPart;
    if (!script) return Done{};
    TRENA_ASSIGN(std::string text, ReadFile(path));
    std::string old = staging_.string(), place = request_.folder.string();
    bool changed = false;
    for (size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += place.size()) {
      text.replace(at, old.size(), place);
      changed = true;
    }
    return changed ? WriteFile(path, text) : Status(Done{});
  }

  Status Finish() {
    Json facts = {{"format", kInstalledFormat},          {"trena", VersionText()},
                  {"installed", CalendarNow()},          {"framework", request_.runner->framework},
                  {"version", request_.runner->version}, {"source", CodeOf(request_.source)},
                  {"lock_sha256", request_.lock.sha256}};
    if (!cpu_wheel_sha256_.empty()) facts["cpu_wheel_sha256"] = cpu_wheel_sha256_;
    facts["python"] = contents_.python;
    facts["python_path"] = request_.python.path.string();
    facts["bytes"] = DiskUse(staging_).value;
    facts["packages"] = contents_.packages;
    if (!built_.is_null()) facts["built"] = built_;
    facts["describe"] = described_;
    TRENA_CHECK(WriteFile(staging_ / "installed.json", Dump(facts, 1) + "\n"));
    return SyncAll();
  }

  // All of the many files at once.
  Status SyncAll() const {
    int folder = open(staging_.c_str(), O_RDONLY | O_CLOEXEC);
    bool synced = folder >= 0 && syncfs(folder) == 0;
    if (folder >= 0) close(folder);
    return synced ? Status(Done{}) : Error("cannot sync " + staging_.string());
  }

  const EnvironmentRequest& request_;
  const fs::path& staging_;
  fs::path scratch_;
  Tools& tools_;
  const StepListener& listener_;
  Pip pip_;
  std::string cpu_wheel_sha256_;
  Contents contents_;
  Json built_;  // what an installer of the runner's own used
  Json described_;
};

}  // namespace

std::string LockedVersion(const LockFile& lock, const std::string& name) {
  for (const LockedPackage& package : lock.packages) {
    if (package.name == name) return package.version;
  }
  return "";
}

Status BuildEnvironment(const EnvironmentRequest& request, const fs::path& staging, Tools& tools,
                        const StepListener& listener) {
  return Builder(request, staging, tools, listener).Build();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/install/pip.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

// What pip's and its libraries' messages say when nobody answers.
constexpr const char* kNoNetwork[] = {"Failed to establish a new connection",
                                      "Name or service not known",
                                      "Temporary failure in name resolution",
                                      "Network is unreachable",
                                      "Connection refused",
                                      "ConnectTimeoutError",
                                      "ReadTimeoutError",
                                      "NewConnectionError",
                                      "ProxyError",
                                      "Connection aborted",
                                      "Max retries exceeded"};
constexpr const char* kMismatch = "DO NOT MATCH THE HASHES";
constexpr const char* kNoVersions = "(from versions: none)";
constexpr const char* kNotFound = "No matching distribution found for ";

// The rest of the first line that holds `mark`, after it; empty when none does.
std::string After(const std::string& text, std::string_view mark) {
  size_t at = text.find(mark);
  if (at == std::string::npos) return "";
  at += mark.size();
  return std::string(Trim(std::string_view(text).substr(at, text.find('\n', at) - at)));
}

// The first word of a line like "torch==2.2.0 from https://…".
std::string FirstWord(const std::string& text) { return text.substr(0, text.find(' ')); }

// pip names the package, or its file, in the line after the one with the complaint.
std::string MismatchedPackage(const std::string& output) {
  size_t at = output.find(kMismatch);
  size_t line = output.find('\n', at);
  if (line == std::string::npos) return "a package";
  return FirstWord(
      std::string(Trim(std::string_view(output).substr(line, output.find('\n', line + 1) - line))));
}

std::string Wanted(const std::string& output) {
  std::string wanted = FirstWord(After(output, kNotFound));
  return wanted.empty() ? "the packages" : wanted;
}

bool SaysNoNetwork(const std::string& output) {
  return std::any_of(std::begin(kNoNetwork), std::end(kNoNetwork),
                     [&](const char* mark) { return output.find(mark) != std::string::npos; });
}

// "  Downloading torch-2.2.0-cp311-cp311-manylinux1_x86_64.whl (755.5 MB)" → "downloading
// torch-2.2.0 (755.5 MB)"; empty for a line that tells nothing new.
std::string StepIn(std::string_view line) {
  std::string text(Trim(line));
  std::string file = After(text, "Downloading ");
  if (text.starts_with("Downloading ")) {
    std::string name = FirstWord(file);
    name = name.substr(name.rfind('/') + 1);
    if (size_t plus = name.find("%2B"); plus != std::string::npos) name.replace(plus, 3, "+");
    size_t version = name.find('-');
    size_t tags = version == std::string::npos ? version : name.find('-', version + 1);
    size_t size = file.find(" (");
    return "downloading " + name.substr(0, tags) +
           (size != std::string::npos ? file.substr(size) : "");
  }
  if (text.starts_with("Installing collected packages:")) {
    auto count = std::count(text.begin(), text.end(), ',') + 1;
    return fmt::format("installing {} package{}", count, count == 1 ? "" : "s");
  }
  return "";
}

}  // namespace

Error PipError(const ToolResult& result) {
  const std::string& output = result.output;
  if (output.find(kMismatch) != std::string::npos) {
    return Error(
        fmt::format("{} is not the file that was locked: its SHA-256 differs. It may have been "
                    "damaged on the way or replaced; nothing of it was kept",
                    ForTerminal(MismatchedPackage(output))));
  }
  if (output.find("No space left on device") != std::string::npos) {
    return Error("the disk is full");
  }
  if (SaysNoNetwork(output)) {
    return Error(
        fmt::format("the package index does not answer, so {} could not be fetched: is there a "
                    "network? What is installed already works without",
                    ForTerminal(Wanted(output))));
  }
  if (output.find(kNoVersions) != std::string::npos) {
    return Error(
        fmt::format("{} could not be fetched: the package index does not answer, or knows no such "
                    "package. What is installed already works without a network",
                    ForTerminal(Wanted(output))));
  }
  if (output.find(kNotFound) != std::string::npos) {
    return Error(fmt::format("the package index has no {} for this machine and Python",
                             ForTerminal(Wanted(output))));
  }
  return Error(fmt::format("pip failed with exit code {}:\n{}", result.exit_code, result.Tail()));
}

Status Pip::Run(std::vector<std::string> arguments) {
  // -I: a pip.py in the working folder or in PYTHONPATH is not taken for pip.
  std::vector<std::string> command = {(environment_ / "bin/python").string(), "-I", "-m", "pip",
                                      "--disable-pip-version-check", "--no-input",
                                      // What is installed is the cache: no second one beside it.
                                      "--no-cache-dir"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  TRENA_ASSIGN(ToolResult result, tools_.Run(command, scratch_, [&](std::string_view line) {
    std::string step = StepIn(line);
    if (!step.empty() && listener_) listener_(step);
  }));
  if (result.exit_code != 0) return PipError(result);
  return Done{};
}

Status Pip::InstallLocked(const fs::path& lock) {
  // No compiling: the paths in what is compiled would be those of the staging folder.
  return Run({"install", "--no-user", "--no-deps", "--no-compile", "--only-binary",
              ":all:", "--require-hashes", "--no-warn-script-location", "--progress-bar", "off",
              "-r", lock.string()});
}

Result<fs::path> Pip::Download(const std::string& requirement, const std::string& index) {
  fs::path folder = scratch_ / "wheels";
  TRENA_CHECK(MakeFolder(folder));
  TRENA_CHECK(Run({"download", "--no-deps", "--only-binary", ":all:", "--index-url", index,
                   "--timeout", "5", "--retries", "0", "--progress-bar", "off", "--dest",
                   folder.string(), requirement}));
  TRENA_ASSIGN(std::vector<std::string> files, ListFolder(folder));
  if (files.size() != 1) return Error(fmt::format("no file came for {}", requirement));
  return folder / files[0];
}

Status Pip::InstallFile(const fs::path& wheel) {
  return Run({"install", "--no-user", "--no-deps", "--no-compile", "--no-index",
              "--no-warn-script-location", wheel.string()});
}

}  // namespace trena

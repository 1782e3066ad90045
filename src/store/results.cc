// SPDX-License-Identifier: Apache-2.0
#include "store/results.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <iterator>
#include <thread>
#include <unordered_map>
#include <utility>

#include "store/folder_parts.h"
#include "store/recovery.h"
#include "store/run_reader.h"

namespace trena {
namespace {

constexpr size_t kLargestRunJson = size_t{16} << 20;
constexpr size_t kLargestDesign = size_t{16} << 20;
constexpr size_t kAtATime = 64;  // run folders that a thread takes from the list
constexpr std::ptrdiff_t kMostNamed = 5;
constexpr const char* kBegun = "begun.json";
constexpr const char* kProbe = ".probe";  // a kill may leave one behind, and no more

fs::path DesignPath(const fs::path& folder, const std::string& key) {
  return folder / "designs" / (key.substr(0, kKeyDigits) + ".json");
}

Result<RunRecord> LoadRecord(const fs::path& path, RunReader& reader) {
  TRENA_ASSIGN(const std::string text, ReadOwnFile(path, kLargestRunJson));
  Result<RunRecord> run = reader.Read(text);
  if (!run.ok()) return run.error().While(path.filename().string());
  return run;
}

Result<RunRecord> LoadRecord(const fs::path& path) {
  RunReader reader;
  return LoadRecord(path, reader);
}

Result<RunRecord> LoadRunFolder(const fs::path& folder, RunReader& reader) {
  std::error_code ignored;
  if (fs::is_symlink(folder, ignored)) return InputError("it is a link, which is not followed");
  Result<RunRecord> run = LoadRecord(folder / "run.json", reader);
  if (run.ok()) run.value().folder = folder.filename().string();
  return run;
}

// Reads those of `which`, with all CPUs where there are many. What is wrong with each of them, or
// nothing, in the places of `names`.
std::vector<std::string> ReadRuns(const fs::path& folder, const std::vector<std::string>& names,
                                  const std::vector<size_t>& which, std::vector<RunRecord>& runs) {
  std::vector<std::string> problems(names.size());
  std::atomic<size_t> next = 0;
  auto work = [&] {
    RunReader reader;
    // Neighbours are of one scenario, and have much alike.
    for (size_t from = next.fetch_add(kAtATime); from < which.size();
         from = next.fetch_add(kAtATime)) {
      for (size_t i = from; i < std::min(from + kAtATime, which.size()); ++i) {
        Result<RunRecord> run = LoadRunFolder(folder / names[which[i]], reader);
        if (!run.ok()) problems[which[i]] = run.error().message();
        if (run.ok()) runs[which[i]] = std::move(run).value();
      }
    }
  };
  const size_t most = (which.size() + kAtATime - 1) / kAtATime;
  std::vector<std::jthread> others;
  while (others.size() + 1 < std::min<size_t>(std::thread::hardware_concurrency(), most)) {
    others.emplace_back(work);
  }
  work();
  others.clear();
  return problems;
}

std::string SetAside(const std::string& name, const std::string& problem) {
  return fmt::format("runs/{}: {}", name, problem);
}

std::string Text(const RunRecord& run) { return Dump(ToJson(run), 1) + "\n"; }

// Whether a record is whole that we cannot read: a newer trena's.
bool IsForeign(const fs::path& path) {
  Result<std::string> text = ReadOwnFile(path, kLargestRunJson);
  return text.ok() && ParseJson(text.value()).ok() && !LoadRecord(path).ok();
}

// Reading another's results is fine, reading them from elsewhere is not.
Status CheckLink(const fs::path& part) {
  std::error_code ignored;
  if (!fs::is_symlink(part, ignored)) return Done{};
  return InputError(fmt::format(
      "{} is a link: nothing is read through it; name the folder it leads to with --out",
      part.string()));
}

// A finished run is put in place by a rename, which does not reach into another file system.
Status CheckRename(const fs::path& from, const fs::path& to) {
  std::error_code ignored;
  if (mkdir((from / kProbe).c_str(), 0777) != 0 && errno != EEXIST) {
    return FileError("write into", from);
  }
  const bool moved = rename((from / kProbe).c_str(), (to / kProbe).c_str()) == 0;
  const int reason = moved ? 0 : errno;
  fs::remove((moved ? to : from) / kProbe, ignored);
  if (moved) return Done{};
  if (reason == ENOENT) return Done{};  // another trena moved it at the same time
  if (reason != EXDEV) return FileError("write into", to, reason);
  return InputError(
      fmt::format("{} and {} are on different file systems, where a finished run cannot be put in "
                  "place; have the whole folder on one, or name another with --out",
                  from.string(), to.string()));
}

// The program's log is made right before it starts. Without one there is no attempt to keep: the
// disk was full, or trena was killed before.
bool HadStarted(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder / "stdout.log", ignored)) return true;
  fs::remove_all(folder, ignored);
  return false;
}

}  // namespace

Result<RunRecord> LoadRunFolder(const fs::path& folder) {
  RunReader reader;
  return LoadRunFolder(folder, reader);
}

std::string RunFolderName(const RunRecord& run) {
  std::string name = fmt::format("{}-r{}-a{}-{}", run.scenario, run.replication, run.attempt,
                                 run.key.text().substr(0, kKeyDigits));
  return run.round == 1 ? name : fmt::format("{}-round{}", name, run.round);
}

std::vector<std::string> FirstFew(const std::vector<std::string>& set_aside) {
  if (std::ssize(set_aside) <= kMostNamed) return set_aside;
  std::vector<std::string> few(set_aside.begin(), set_aside.begin() + kMostNamed);
  few.push_back(fmt::format("{} more", std::ssize(set_aside) - kMostNamed));
  return few;
}

Result<LoadedRuns> ResultsFolder::Load(LoadedRuns known) const {
  TRENA_CHECK(CheckLink(folder_ / "runs"));
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder_ / "runs"));
  std::erase_if(names, [](const std::string& name) { return name.starts_with(kProbe); });
  std::unordered_map<std::string_view, RunRecord*> by_name;
  for (RunRecord& run : known.runs) by_name[run.folder.text()] = &run;
  std::vector<RunRecord> runs(names.size());
  std::vector<size_t> unread;
  for (size_t i = 0; i < names.size(); ++i) {
    auto found = by_name.find(names[i]);
    if (found == by_name.end()) unread.push_back(i);
    if (found != by_name.end()) runs[i] = std::move(*found->second);
  }
  const std::vector<std::string> problems = ReadRuns(folder_ / "runs", names, unread, runs);
  LoadedRuns loaded;
  size_t kept = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!problems[i].empty()) loaded.set_aside.push_back(SetAside(names[i], problems[i]));
    if (problems[i].empty() && kept++ != i) runs[kept - 1] = std::move(runs[i]);
  }
  runs.resize(kept);
  loaded.runs = std::move(runs);
  return loaded;
}

void ResultsFolder::LoadOne(const std::string& name, LoadedRuns& loaded) const {
  Result<RunRecord> run = LoadRunFolder(folder_ / "runs" / name);
  if (run.ok()) {
    loaded.runs.push_back(std::move(run).value());
  } else {
    loaded.set_aside.push_back(SetAside(name, run.error().message()));
  }
}

Result<const LoadedRuns*> KeptRuns::Get() {
  if (!listed_) return ListAgain();
  if (measured_.empty()) return &loaded_;
  for (const std::string& name : measured_) results_.LoadOne(name, loaded_);
  measured_.clear();
  auto by_folder = [](const RunRecord& a, const RunRecord& b) { return a.folder < b.folder; };
  std::sort(loaded_.runs.begin(), loaded_.runs.end(), by_folder);
  std::sort(loaded_.set_aside.begin(), loaded_.set_aside.end());
  return &loaded_;
}

Result<LoadedRuns> KeptRuns::Take() {
  TRENA_CHECK(Get());
  listed_ = false;
  return std::exchange(loaded_, {});
}

Result<const LoadedRuns*> KeptRuns::ListAgain() {
  JoinRounds();
  Result<LoadedRuns> loaded = results_.Load(std::exchange(loaded_, {}));
  measured_.clear();
  listed_ = loaded.ok();
  if (!loaded.ok()) return loaded.error();
  loaded_ = std::move(loaded).value();
  PartRounds();
  return &loaded_;
}

Status ResultsFolder::CheckOurs() const { return CheckParts(folder_, itself_); }

void KeptRuns::UseRound(int round) {
  JoinRounds();
  auto by_folder = [](const RunRecord& a, const RunRecord& b) { return a.folder < b.folder; };
  std::sort(loaded_.runs.begin(), loaded_.runs.end(), by_folder);
  round_ = round;
  PartRounds();
}

void KeptRuns::JoinRounds() {
  std::move(other_rounds_.begin(), other_rounds_.end(), std::back_inserter(loaded_.runs));
  other_rounds_.clear();
}

void KeptRuns::PartRounds() {
  if (!round_) return;
  auto others = std::stable_partition(loaded_.runs.begin(), loaded_.runs.end(),
                                      [&](const RunRecord& run) { return run.round == *round_; });
  std::move(others, loaded_.runs.end(), std::back_inserter(other_rounds_));
  loaded_.runs.erase(others, loaded_.runs.end());
}

Status ResultsFolder::Prepare() const {
  TRENA_CHECK(CheckOurs());
  const fs::path runs = folder_ / "runs", under_way = folder_ / "under-way";
  for (const fs::path& part : {runs, under_way}) {
    Status made = MakeKeptFolder(part);
    if (!made.ok()) return ElsewhereWith(made.error(), "--out");
    // Root may pass on a file system that is mounted read-only: it is tried below.
    if (access(part.c_str(), W_OK | X_OK) != 0) {
      return ElsewhereWith(FileError("write into", part), "--out");
    }
  }
  return CheckRename(under_way, runs);
}

Result<std::optional<FileLock>> ResultsFolder::Lock() const {
  return FileLock::TryTake(folder_ / "lock");
}

Result<int> ResultsFolder::Recover() const {
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder_ / "under-way"));
  int recovered = 0;
  RemoveAbandoned(folder_);
  fs::path record = folder_ / "begun.json";
  if (IsForeign(record)) return 0;
  Result<RunRecord> begun = LoadRecord(record);
  for (const std::string& name : names) {
    fs::path left = folder_ / "under-way" / name;
    TRENA_CHECK(CheckPart(left, PartKind::kFolder));
    if (IsForeign(left / "run.json")) continue;
    Result<RunRecord> run = LoadRunFolder(left);  // there when only the rename was missing
    if (!run.ok() && fs::exists(left / kBegun)) run = LoadRecord(left / kBegun);
    if (!run.ok() && begun.ok() && RunFolderName(begun.value()) == name) run = begun;
    if (!run.ok()) {
      // Of what is told nowhere nothing ran yet.
      std::error_code ignored;
      fs::remove_all(left, ignored);
      continue;
    }
    if (!HadStarted(left)) continue;
    run.value().attempt = FreeAttempt(run.value());
    if (auto seconds = SecondsSeen(left)) run.value().metrics.emplace("wall_s", *seconds);
    TRENA_CHECK(Finish(left, run.value()));
    ++recovered;
  }
  Close();
  return recovered;
}

Result<fs::path> ResultsFolder::Begin(const RunRecord& run) const {
  fs::path folder = folder_ / "under-way" / RunFolderName(run);
  TRENA_CHECK(WriteFileOver(folder_ / "begun.json", Text(run)));
  std::error_code error;
  if (fs::create_directory(folder, error)) return folder;
  fs::remove_all(folder, error);
  TRENA_CHECK(MakeFolder(folder));
  return folder;
}

Status ResultsFolder::KeepBegun(const fs::path& under_way, const RunRecord& run) const {
  return WriteFileAnew(under_way / kBegun, Text(run));
}

int ResultsFolder::FreeAttempt(RunRecord run) const {
  std::error_code ignored;
  while (fs::exists(folder_ / "runs" / RunFolderName(run), ignored)) ++run.attempt;
  return run.attempt;
}

Status ResultsFolder::Finish(const fs::path& under_way, const RunRecord& run) const {
  // No one reads it before the folder is in place: there is no half-written one to fear.
  TRENA_CHECK(WriteFileAnew(under_way / "run.json", Text(run)));
  std::error_code ignored;
  fs::remove(under_way / kBegun, ignored);
  TRENA_CHECK(MakeFolder(folder_ / "runs"));  // the program may have removed that, too
  return PutFolderInPlace(under_way, folder_ / "runs" / RunFolderName(run));
}

std::optional<RunRecord> ResultsFolder::Begun() const {
  std::error_code ignored;
  if (!fs::is_regular_file(folder_ / "begun.json", ignored)) return std::nullopt;
  Result<RunRecord> begun = LoadRecord(folder_ / "begun.json");
  return begun.ok() ? std::optional(std::move(begun).value()) : std::nullopt;
}

void ResultsFolder::Close() const {
  std::error_code ignored;
  fs::remove(folder_ / "begun.json", ignored);
}

Status ResultsFolder::WritePlan(const std::string& text) const {
  return WriteFileWhole(folder_ / "plan.json", text);
}

Result<std::string> ResultsFolder::ReadPlan() const {
  std::error_code ignored;
  if (!fs::exists(folder_ / "plan.json", ignored)) return std::string();
  return ReadOwnFile(folder_ / "plan.json");
}

Status ResultsFolder::WriteDesign(const std::string& key, const Json& design) const {
  TRENA_CHECK(CheckOurs());
  TRENA_CHECK(MakeKeptFolder(folder_ / "designs"));
  return WriteFileWhole(DesignPath(folder_, key), Dump(design) + "\n");
}

Json ResultsFolder::ReadDesign(const std::string& key) const {
  Result<std::string> text = ReadOwnFile(DesignPath(folder_, key), kLargestDesign);
  if (!text.ok()) return nullptr;
  Result<Json> design = ParseJson(text.value());
  return design.ok() ? design.value() : Json();
}

Status ResultsFolder::WriteVerification(const Json& verification) const {
  TRENA_CHECK(CheckOurs());
  return WriteFileWhole(folder_ / "verify.json", Dump(verification, 1) + "\n");
}

Result<Json> ResultsFolder::ReadVerification() const {
  std::error_code ignored;
  if (!fs::exists(folder_ / "verify.json", ignored)) return Json();
  TRENA_ASSIGN(std::string text, ReadOwnFile(folder_ / "verify.json", size_t{16} << 20));
  return ParseJson(text);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A study's results folder (docs/run-folder.md): the folders are the truth and the only state. What
// is in it is opened here, and never through a link (store/folder_parts.h).
//
//   first.trena/plan.json         the plan of the last `measure`
//   first.trena/designs/…         optimal designs that were searched for, by a key of the search
//   first.trena/verify.json       how like the reference each framework trains
//   first.trena/runs/C1-r1-a1-…/  a finished run, put there whole by one rename
//   first.trena/under-way/…       the run being measured; what a crash left becomes `interrupted`
//   first.trena/begun.json        its record, should trena end now
//   first.trena/lock              held by the one process that measures
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"
#include "store/run.h"

namespace trena {

struct LoadedRuns {
  std::vector<RunRecord> runs;         // in order of folder name
  std::vector<std::string> set_aside;  // "runs/NAME: why", folders that could not be read
};

// For a person: the first of what was set aside, and how many more there are.
std::vector<std::string> FirstFew(const std::vector<std::string>& set_aside);

class ResultsFolder {
 public:
  // `itself`: whether it may be a link to write through, which only a name that was typed may.
  explicit ResultsFolder(fs::path folder, Links itself = Links::kRefuse)
      : folder_(std::move(folder)), itself_(itself) {}

  const fs::path& folder() const { return folder_; }

  // Every run that can be read; the others are named, and left as they are. Reads only. `known` are
  // runs of this folder that were read before: they do not change, and are not read again.
  Result<LoadedRuns> Load(LoadedRuns known = {}) const;
  // Adds the run of that folder name, or sets it aside.
  void LoadOne(const std::string& name, LoadedRuns& loaded) const;

  // An InputError where it, or a part of it, is not ours to write into.
  Status CheckOurs() const;

  // Makes the folder ready to be written to: an InputError when it cannot be.
  Status Prepare() const;

  // Empty when another process measures this study.
  Result<std::optional<FileLock>> Lock() const;

  // Turns what a killed trena left under way into interrupted runs. Only with the lock held.
  // Returns how many there were.
  Result<int> Recover() const;

  // A folder to measure a run in. `run` is its record, interrupted, should it never be finished.
  Result<fs::path> Begin(const RunRecord& run) const;
  // Where several are under way at once: the record goes into this one's folder as well.
  Status KeepBegun(const fs::path& under_way, const RunRecord& run) const;

  // The first attempt at or after `attempt` whose folder name is free: a folder that was set aside
  // keeps its name and its content.
  int FreeAttempt(RunRecord run) const;

  // Writes run.json and puts the folder in place by one rename.
  Status Finish(const fs::path& under_way, const RunRecord& run) const;

  // The run under way, or that was when trena was killed; none where that cannot be read.
  std::optional<RunRecord> Begun() const;

  // All runs are in their places: none is under way.
  void Close() const;

  // plan.json, whole; empty where nothing was measured yet.
  Status WritePlan(const std::string& text) const;
  Result<std::string> ReadPlan() const;
  // Designs that were searched for, by the key of their search; null where there is none.
  Status WriteDesign(const std::string& key, const Json& design) const;
  Json ReadDesign(const std::string& key) const;
  // What `verify` found; null where it never ran.
  Status WriteVerification(const Json& verification) const;
  Result<Json> ReadVerification() const;

 private:
  fs::path folder_;
  Links itself_;
};

// The runs of a results folder, read when they are first asked for and kept: a run.json does not
// change, so none is read twice. One thread at a time. The pointers stay valid as long as this
// object; what they point to changes with the next call.
class KeptRuns {
 public:
  explicit KeptRuns(const ResultsFolder& results) : results_(results) {}

  const ResultsFolder& results() const { return results_; }

  // As of the last listing of the folder, and what this process measured since.
  Result<const LoadedRuns*> Get();
  // Lists the folder anew: another process may have measured meanwhile.
  Result<const LoadedRuns*> ListAgain();
  // As Get, to keep: they are not here any more, and read again when they are asked for again.
  Result<LoadedRuns> Take();
  // This process put a run in place there.
  void Measured(const std::string& folder_name) { measured_.push_back(folder_name); }

  // From now on Get and ListAgain tell of the runs of this round alone (plan/rounds.h). Until then
  // they tell of all.
  void UseRound(int round);
  // The runs of the others, as of the last call; in no order.
  const std::vector<RunRecord>& other_rounds() const { return other_rounds_; }

 private:
  void JoinRounds();
  void PartRounds();

  const ResultsFolder& results_;
  std::optional<int> round_;
  std::vector<RunRecord> other_rounds_;
  bool listed_ = false;
  LoadedRuns loaded_;
  std::vector<std::string> measured_;  // not read yet
};

// The record of one folder, wherever it lies: a run's, or what `trena monitor` made.
Result<RunRecord> LoadRunFolder(const fs::path& folder);

// "C20-r3-a1-9f2c41d07b3e": label, replication, attempt, key; with "-round2" from the second round
// on.
std::string RunFolderName(const RunRecord& run);

}  // namespace trena

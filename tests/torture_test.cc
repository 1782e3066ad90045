// SPDX-License-Identifier: Apache-2.0
// Nothing is lost: trena is killed at random instants, its disk fills up, its calls fail; resumed,
// it ends with every planned run there exactly once. TRENA_KILLS says how many kills (50; 1,000
// under `make test-torture`), TRENA_SEED repeats their instants.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

constexpr int kKillsPerStudy = 50;

struct Kind {
  double seconds = 0.005;  // of each run
  std::string order = "random";
  // Milliseconds until the kill, from trena's start or from its first run: half a start, or some
  // runs.
  int longest_life = 60;
};

std::string ManyRuns(int replications, const Kind& kind = {}) {
  return fmt::format(
      "factors: {{ batch: [1, 2, 3], image: [32, 64] }}\n"
      "fixed: {{ framework: fake, fake_children: 1, fake_sleep: true, fake_seconds: {} }}\n"
      "environments: {{ here: {{ device: cpu, price: 0.36 USD/h }} }}\n"
      "design: {{ replications: {}, order: {} }}\n",
      kind.seconds, replications, kind.order);
}

int Setting(const char* name, int fallback) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : fallback;
}

// A study in a session of its own, and what must hold of it at any time and in the end.
class TorturedStudy {
 public:
  TorturedStudy(const Session& session, int replications, const Kind& kind = {})
      : session_(session), planned_(static_cast<size_t>(replications) * 6) {
    session.Write("s.yaml", ManyRuns(replications, kind));
  }

  // By its whole path, so that every process of it can be found.
  std::string path() const { return (session_.folder() / "s.yaml").string(); }

  std::vector<std::string> UnderWay() const {
    return ListFolder(session_.folder() / "s.trena/under-way").value();
  }

  // What is in place is whole; each folder is looked at once. Counts kills that left a run.
  void CheckNewRuns() {
    for (const std::string& name : session_.Runs("s.trena")) {
      if (!seen_.insert(name).second) continue;
      fs::path folder = session_.folder() / "s.trena/runs" / name;
      Result<Json> run = ParseJson(session_.Read("s.trena/runs/" + name + "/run.json"));
      ASSERT_TRUE(run.ok()) << name;
      const Json& json = run.value();
      std::string outcome = json["outcome"];
      interrupted_ += outcome == "interrupted" ? 1 : 0;
      billed_ += json["metrics"].contains("wall_s") ? 1 : 0;
      if (outcome == "interrupted") {
        EXPECT_EQ(json["cause"], "trena_ended") << name;
      } else {
        EXPECT_EQ(outcome, "ok") << name << json["reason"];
        EXPECT_TRUE(fs::exists(folder / "samples.csv")) << name;
      }
      for (const std::string& file : ListFolder(folder).value()) {
        EXPECT_FALSE(file.ends_with(".tmp")) << name << "/" << file;
      }
      outcomes_[fmt::format("{} {}", json["key"].get<std::string>(), json["replication"].dump())]
               [json["attempt"].get<int>()] = outcome;
    }
  }

  void CheckWhole() {
    CheckNewRuns();
    EXPECT_EQ(outcomes_.size(), planned_);
    for (const auto& [run, attempts] : outcomes_) {
      int expected = 1;
      for (const auto& [attempt, outcome] : attempts) {
        EXPECT_EQ(attempt, expected++) << run << ": an attempt is lost";
        bool last = attempt == attempts.rbegin()->first;
        EXPECT_EQ(outcome == "ok", last) << run << ": it ends well once, and that is the end";
      }
    }
    EXPECT_TRUE(ListFolder(session_.folder() / "s.trena/under-way").value().empty());
    for (const std::string& file : ListFolder(session_.folder() / "s.trena").value()) {
      EXPECT_FALSE(file.ends_with(".tmp")) << file;
    }
    EXPECT_TRUE(ParseJson(session_.Read("s.trena/plan.json")).ok());
    EXPECT_TRUE(ProcessesWith(session_.folder().string()).empty());
    ProcessResult analysis = session_.Trena({"analyze", path(), "--json"});
    Result<Json> json = ParseJson(analysis.output);
    ASSERT_TRUE(json.ok()) << analysis.errors;
    for (const Json& warning : json.value()["warnings"]) {
      EXPECT_NE(warning["code"], "set_aside") << warning;
    }
    ProcessResult again = session_.Trena({"measure", path()});
    EXPECT_NE(again.errors.find("Nothing left to measure"), std::string::npos) << again.errors;
  }

  int interrupted() const { return interrupted_; }
  int billed() const { return billed_; }
  size_t folders() const { return seen_.size(); }

 private:
  const Session& session_;
  size_t planned_;
  int interrupted_ = 0;
  int billed_ = 0;
  std::set<std::string> seen_;
  std::map<std::string, std::map<int, std::string>> outcomes_;  // by run, by attempt
};

bool HasOther(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    // A probe of the folder is no run.
    return name[0] == 'C' && std::find(known.begin(), known.end(), name) == known.end();
  });
}

// Whether it ended by itself; not yet waited for.
bool HasEnded(pid_t process) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == process;
}

void KillAndResume(int kills, int replications, const Kind& kind) {
  auto seed = static_cast<unsigned>(
      Setting("TRENA_SEED", static_cast<int>(std::random_device()() & 0x7fffffff)));
  fmt::print("{} kills, TRENA_SEED={}\n", kills, seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> life(0, kind.longest_life * 1000);
  int interrupted = 0, billed = 0;
  size_t folders = 0;
  for (int left = kills; left > 0;) {
    Session session;
    TorturedStudy study(session, replications, kind);
    bool whole = false;
    for (int i = 0; i < kKillsPerStudy && left > 0 && !whole; ++i) {
      std::vector<std::string> left_behind = study.UnderWay();
      pid_t trena = session.Start({"measure", study.path()});
      auto begun = [&] { return HasEnded(trena) || HasOther(study.UnderWay(), left_behind); };
      if (i % 4 != 0) WaitUntil(begun);
      usleep(static_cast<useconds_t>(life(random)));
      whole = HasEnded(trena);  // there was nothing left to do: the next kills are another study's
      if (!whole) --left;
      kill(trena, SIGKILL);
      waitpid(trena, nullptr, 0);
      study.CheckNewRuns();
    }
    // The next call waits for what the last one left to end, so nothing of it is left afterwards.
    ProcessResult end = session.Trena({"measure", study.path()});
    ASSERT_EQ(end.exit_code, 0) << end.errors;
    study.CheckWhole();
    interrupted += study.interrupted();
    billed += study.billed();
    folders += study.folders();
  }
  fmt::print(
      "{} kills found it alive, {} of them within a run; {} run folders, all whole, {} billed\n",
      kills, interrupted, folders, billed);
}

TEST(Torture, KilledAtAnyInstantAndResumedNothingIsLost) {
  KillAndResume(Setting("TRENA_KILLS", kKillsPerStudy), 12, {});
}

// Six runs are under way at once then, five of them standing still.
TEST(Torture, KilledWhileRunsTakeTurnsAndResumedNothingIsLost) {
  KillAndResume(Setting("TRENA_KILLS", kKillsPerStudy) / 5, 2, {0.12, "in_turns, turn: 50ms", 400});
}

// The built trena with a disk that fails as `fault` says.
ProcessResult WithFault(const Session& session, const TorturedStudy& study,
                        const std::string& fault) {
  return session.Program({"/usr/bin/env", "LD_PRELOAD=" TRENA_FAULTY, "TRENA_FAULT=" + fault,
                          TRENA_BUILD_DIR "/trena", "measure", study.path()});
}

void ExpectCleanFailures(const char* call, int error, const char* stays) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer wants to be loaded first";
#endif
  Session session;
  std::optional<TorturedStudy> study(std::in_place, session, 1);
  int failures = 0;
  for (int n = 1; n < 400; ++n) {
    ProcessResult run =
        WithFault(session, *study, fmt::format("{}:{}:{}{}", call, n, error, stays));
    study->CheckNewRuns();
    bool whole = run.errors.find("Nothing left to measure") != std::string::npos;
    if (run.exit_code == 0 && whole) break;
    if (run.exit_code == 0 && n == 1) {
      // The number of the lock's holder is a courtesy: that it cannot be written ends nothing.
      fs::remove_all(session.folder() / "s.trena");
      study.emplace(session, 1);
    }
    if (run.exit_code == 0) continue;
    ++failures;
    // 2: before anything began, the results folder is the user's to mend.
    EXPECT_TRUE(run.exit_code == 1 || run.exit_code == 2) << run.exit_code << run.errors;
    EXPECT_NE(run.errors.find("trena: cannot "), std::string::npos) << call << n << run.errors;
    EXPECT_NE(run.errors.find("s.trena"), std::string::npos) << "where: " << run.errors;
  }
  EXPECT_GT(failures, 3);  // the plan's and some runs'
  EXPECT_EQ(session.Trena({"measure", study->path()}).exit_code, 0);
  study->CheckWhole();
}

TEST(Torture, AFailingFsyncEndsTrenaCleanly) { ExpectCleanFailures("fsync", EIO, ""); }
TEST(Torture, AFailingRenameEndsTrenaCleanly) { ExpectCleanFailures("rename", EIO, ""); }
TEST(Torture, AFailingWriteEndsTrenaCleanly) { ExpectCleanFailures("write", ENOSPC, ""); }
TEST(Torture, ADiskThatStaysFullEndsTrenaCleanly) { ExpectCleanFailures("write", ENOSPC, "+"); }

// Else a crash of the machine may take the whole folder with it, however durable its files are.
TEST(Torture, TheNewResultsFolderIsOnDiskItself) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer wants to be loaded first";
#endif
  Session session;
  session.Write("studies/s.yaml", ManyRuns(1));
  const fs::path log = session.folder() / "synced";
  ProcessResult run = session.Program({"/usr/bin/env", "LD_PRELOAD=" TRENA_FAULTY,
                                       "TRENA_SYNCED=" + log.string(), TRENA_BUILD_DIR "/trena",
                                       "measure", "studies/s.yaml", "--out", "new/s.trena"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const std::vector<std::string> synced = Split(session.Read("synced"), '\n');
  const fs::path folder = fs::canonical(session.folder());
  for (const char* parent : {"", "new", "new/s.trena", "new/s.trena/runs"}) {
    const fs::path path = *parent == '\0' ? folder : folder / parent;
    EXPECT_NE(std::find(synced.begin(), synced.end(), path.string()), synced.end()) << path;
  }
}

// A file system of the test's own, as small as wanted.
class SmallDisk {
 public:
  SmallDisk(const fs::path& place, const char* size) : place_(place) {
    fs::create_directories(place);
    mounted_ = mount("tmpfs", place.c_str(), "tmpfs", 0, size) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(place_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }

 private:
  fs::path place_;
  bool mounted_ = false;
};

TEST(Torture, AFullDiskStopsTheStudyAndItGoesOnWhenThereIsRoom) {
  Session session;
  SmallDisk disk(session.folder() / "s.trena", "size=600k");
  if (!disk.mounted()) GTEST_SKIP() << "no file system can be mounted here: " << strerror(errno);
  TorturedStudy study(session, 5);
  ProcessResult full = session.Trena({"measure", study.path()});
  EXPECT_EQ(full.exit_code, 1) << full.errors;
  EXPECT_NE(full.errors.find("No space left on device"), std::string::npos) << full.errors;
  study.CheckNewRuns();
  EXPECT_GT(study.folders(), 0u) << "it began";
  EXPECT_LT(study.folders(), 30u) << "and could not end";
  fs::path place = session.folder() / "s.trena";
  ASSERT_EQ(mount("tmpfs", place.c_str(), "tmpfs", MS_REMOUNT, "size=16m"), 0) << strerror(errno);
  ProcessResult end = session.Trena({"measure", study.path()});
  EXPECT_EQ(end.exit_code, 0) << end.errors;
  study.CheckWhole();
}

}  // namespace
}  // namespace trena

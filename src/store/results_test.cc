// SPDX-License-Identifier: Apache-2.0
#include "store/results.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trena {
namespace {

constexpr const char* kKey = "9f2c41d07b3e0123456789";

class ResultsTest : public testing::Test {
 protected:
  ResultsTest()
      : place_(MakeTemporaryFolder(testing::TempDir(), "results-").value()),
        results_(place_ / "first.trena") {
    EXPECT_TRUE(results_.Prepare().ok());
  }
  ~ResultsTest() override {
    std::error_code ignored;
    fs::remove_all(place_, ignored);
  }

  static RunRecord Run(int replication, Outcome outcome = Outcome::kOk) {
    RunRecord run;
    run.scenario = "C1";
    run.key = kKey;
    run.replication = replication;
    run.outcome = outcome;
    return run;
  }

  // A whole run in its place.
  void Put(const RunRecord& run) {
    fs::path folder = results_.Begin(run).value();
    ASSERT_TRUE(results_.Finish(folder, run).ok());
  }

  void Spoil(const std::string& name, const std::string& text) {
    ASSERT_TRUE(MakeFolder(Runs() / name).ok());
    ASSERT_TRUE(WriteFile(Runs() / name / "run.json", text).ok());
  }

  LoadedRuns Load() {
    Result<LoadedRuns> loaded = results_.Load();
    EXPECT_TRUE(loaded.ok());
    return loaded.value();
  }

  fs::path Runs() const { return results_.folder() / "runs"; }
  fs::path UnderWay() const { return results_.folder() / "under-way"; }

  fs::path place_;
  ResultsFolder results_;
};

TEST_F(ResultsTest, AFolderThatIsNotThereHasNoRuns) {
  Result<LoadedRuns> loaded = ResultsFolder(place_ / "other.trena").Load();
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(loaded.value().runs.empty());
  EXPECT_FALSE(fs::exists(place_ / "other.trena")) << "loading writes nothing";
}

TEST_F(ResultsTest, WhatCannotBeReadIsSetAsideAndTheRestIsUsed) {
  Put(Run(1));
  Put(Run(2, Outcome::kFailed));
  std::string whole = ReadFile(Runs() / "C1-r1-a1-9f2c41d07b3e" / "run.json").value();
  fs::create_directory(Runs() / "missing");
  Spoil("empty", "");
  Spoil("truncated", whole.substr(0, whole.size() / 2));
  Spoil("prose", "all went well");
  Spoil("list", "[1, 2]");
  // Valid but for its size: 17 MB of blanks before it.
  Spoil("huge", std::string(17'000'000, ' ') + whole);
  ASSERT_TRUE(WriteFile(Runs() / "a-file", "").ok());
  LoadedRuns loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 2u);
  EXPECT_EQ(loaded.runs[0].replication, 1);
  EXPECT_EQ(loaded.runs[0].folder, "C1-r1-a1-9f2c41d07b3e");
  EXPECT_EQ(loaded.runs[1].outcome, Outcome::kFailed);
  std::vector<std::string> names = {"a-file",  "empty", "huge",     "list",
                                    "missing", "prose", "truncated"};
  ASSERT_EQ(loaded.set_aside.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_TRUE(loaded.set_aside[i].starts_with("runs/" + names[i] + ": ")) << loaded.set_aside[i];
    EXPECT_TRUE(fs::exists(Runs() / names[i])) << "left as it is";
  }
}

TEST_F(ResultsTest, ARunIsUnderWayUntilItIsPutInPlaceWhole) {
  RunRecord run = Run(1, Outcome::kInterrupted);
  fs::path folder = results_.Begin(run).value();
  EXPECT_EQ(folder, UnderWay() / "C1-r1-a1-9f2c41d07b3e");
  EXPECT_TRUE(Load().runs.empty());
  ASSERT_TRUE(WriteFile(folder / "samples.csv", "t\n").ok());
  run.outcome = Outcome::kOk;
  ASSERT_TRUE(results_.Finish(folder, run).ok());
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(ReadFile(Runs() / "C1-r1-a1-9f2c41d07b3e" / "samples.csv").value(), "t\n");
  LoadedRuns loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 1u);
  EXPECT_EQ(loaded.runs[0].outcome, Outcome::kOk);
  EXPECT_EQ(ListFolder(Runs() / "C1-r1-a1-9f2c41d07b3e").value(),
            (std::vector<std::string>{"run.json", "samples.csv"}));
}

TEST_F(ResultsTest, BeginningAgainStartsFromNothing) {
  fs::path folder = results_.Begin(Run(1)).value();
  ASSERT_TRUE(WriteFile(folder / "events.jsonl", "{}").ok());
  ASSERT_TRUE(results_.Begin(Run(1)).ok());
  EXPECT_TRUE(ListFolder(folder).value().empty());
}

TEST_F(ResultsTest, WhatACrashLeftBecomesInterrupted) {
  fs::path folder = results_.Begin(Run(2, Outcome::kInterrupted)).value();
  ASSERT_TRUE(WriteFile(folder / "events.jsonl", "{\"event\": \"start\"}\n").ok());
  ASSERT_TRUE(WriteFile(folder / "stdout.log", "").ok());
  ASSERT_TRUE(WriteFile(folder / "samples.csv", "cpu_pct,t\n1,100\n2,102.5\n").ok());
  ASSERT_TRUE(WriteFile(folder / "run.json", "{\"for").ok()) << "killed while it was written";
  fs::create_directory(UnderWay() / "C1-r3-a1-9f2c41d07b3e");
  Result<int> recovered = results_.Recover();
  ASSERT_TRUE(recovered.ok());
  EXPECT_EQ(recovered.value(), 1);
  LoadedRuns loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 1u);
  EXPECT_EQ(loaded.runs[0].outcome, Outcome::kInterrupted);
  EXPECT_EQ(loaded.runs[0].replication, 2);
  EXPECT_EQ(loaded.runs[0].metric("wall_s"), 2.5) << "billed for what it was seen to live";
  EXPECT_EQ(ListFolder(Runs() / loaded.runs[0].folder.text()).value(),
            (std::vector<std::string>{"events.jsonl", "run.json", "samples.csv", "stdout.log"}));
  EXPECT_TRUE(ListFolder(UnderWay()).value().empty()) << "the one told of nowhere is gone";
  EXPECT_FALSE(fs::exists(results_.folder() / "begun.json"));
  EXPECT_EQ(results_.Recover().value(), 0);
}

TEST_F(ResultsTest, WhatWasNeverStartedIsNoAttempt) {
  ASSERT_TRUE(results_.Begin(Run(4, Outcome::kInterrupted)).ok());
  EXPECT_EQ(results_.Recover().value(), 0);
  EXPECT_TRUE(ListFolder(UnderWay()).value().empty());
}

TEST_F(ResultsTest, ARunThatOnlyLacksItsPlaceIsNotInterrupted) {
  fs::path folder = results_.Begin(Run(1, Outcome::kInterrupted)).value();
  ASSERT_TRUE(WriteFile(folder / "stdout.log", "").ok());
  ASSERT_TRUE(WriteFile(folder / "run.json", Dump(ToJson(Run(1)), 1)).ok());
  EXPECT_EQ(results_.Recover().value(), 1);
  LoadedRuns loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 1u);
  EXPECT_EQ(loaded.runs[0].outcome, Outcome::kOk);
}

TEST_F(ResultsTest, TheRecordOfTheLastRunTellsNothingOfAnother) {
  fs::path folder = results_.Begin(Run(1, Outcome::kInterrupted)).value();
  ASSERT_TRUE(WriteFile(folder / "stdout.log", "").ok());
  fs::rename(folder, UnderWay() / "C1-r2-a1-9f2c41d07b3e");
  EXPECT_EQ(results_.Recover().value(), 0);
  EXPECT_TRUE(Load().runs.empty());
}

TEST_F(ResultsTest, APlaceThatIsTakenIsLeftToWhoHasIt) {
  Put(Run(1));
  EXPECT_EQ(results_.FreeAttempt(Run(1)), 2);
  EXPECT_EQ(results_.FreeAttempt(Run(2)), 1);
  fs::path folder = results_.Begin(Run(1, Outcome::kInterrupted)).value();
  ASSERT_TRUE(WriteFile(folder / "stdout.log", "").ok());
  EXPECT_EQ(results_.Recover().value(), 1);
  LoadedRuns loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 2u);
  EXPECT_EQ(loaded.runs[0].outcome, Outcome::kOk);
  EXPECT_EQ(loaded.runs[1].attempt, 2);
  EXPECT_EQ(loaded.runs[1].outcome, Outcome::kInterrupted);
}

TEST_F(ResultsTest, WhatANewerTrenaLeftIsNotLost) {
  fs::path folder = results_.Begin(Run(1)).value();
  ASSERT_TRUE(WriteFile(folder / "run.json", "{\"format\": 99}").ok());
  EXPECT_EQ(results_.Recover().value(), 0);
  EXPECT_TRUE(fs::exists(folder / "run.json"));
  fs::remove(folder / "run.json");
  ASSERT_TRUE(WriteFile(results_.folder() / "begun.json", "{\"format\": 99}").ok());
  EXPECT_EQ(results_.Recover().value(), 0);
  EXPECT_TRUE(fs::exists(folder)) << "its record is in begun.json";
}

TEST_F(ResultsTest, PreparingWhereNothingCanBeWrittenIsTheUsersToMend) {
  ASSERT_TRUE(WriteFile(place_ / "file", "").ok());
  // A file where a folder should be, and a file system that takes nothing, even from root.
  for (const fs::path& folder :
       {place_ / "file", place_ / "file" / "x.trena", fs::path("/proc/x.trena")}) {
    Status prepared = ResultsFolder(folder).Prepare();
    ASSERT_FALSE(prepared.ok()) << folder;
    EXPECT_EQ(prepared.error().kind(), ErrorKind::kInput);
    EXPECT_NE(prepared.error().message().find(folder.string()), std::string::npos);
  }
}

TEST_F(ResultsTest, PreparingSaysHowToGoOnElsewhere) {
  Status prepared = ResultsFolder("/proc/x.trena").Prepare();
  ASSERT_FALSE(prepared.ok());
  EXPECT_NE(prepared.error().message().find("--out"), std::string::npos);
}

TEST_F(ResultsTest, AProbeThatWasLeftIsNoRun) {
  fs::create_directory(Runs() / ".probe");
  EXPECT_TRUE(Load().set_aside.empty());
}

TEST_F(ResultsTest, NothingIsWrittenOrReadThroughLinks) {
  const fs::path mine = place_ / "mine";
  fs::create_directory(mine);
  ASSERT_TRUE(WriteFile(mine / "file", "precious").ok());
  const std::pair<const char*, fs::path> links[] = {
      {"runs", mine},          {"under-way", mine},           {"designs", mine},
      {"lock", mine / "file"}, {"begun.json", mine / "file"}, {"plan.json", mine / "file"},
      {"pilots", mine}};
  for (const auto& [name, target] : links) {
    fs::remove_all(results_.folder() / name);
    fs::create_symlink(target, results_.folder() / name);
    for (const Status& refused :
         {results_.Prepare(), results_.WriteVerification(Json()), results_.CheckOurs()}) {
      ASSERT_FALSE(refused.ok()) << name;
      EXPECT_EQ(refused.error().kind(), ErrorKind::kInput);
      EXPECT_NE(refused.error().message().find((results_.folder() / name).string() + " is a link"),
                std::string::npos)
          << refused.error().message();
    }
    EXPECT_EQ(results_.Load().ok(), std::string(name) != "runs");
    EXPECT_EQ(results_.ReadPlan().ok(), std::string(name) != "plan.json");
    fs::remove(results_.folder() / name);
  }
  EXPECT_EQ(ListFolder(mine).value(), std::vector<std::string>{"file"});
  EXPECT_EQ(ReadFile(mine / "file").value(), "precious");
}

TEST_F(ResultsTest, ALinkUnderWayIsNeitherFollowedNorRemoved) {
  const fs::path mine = place_ / "mine";
  fs::create_directory(mine);
  ASSERT_TRUE(WriteFile(mine / "stdout.log", "precious").ok());
  ASSERT_TRUE(WriteFile(mine / "run.json", Dump(ToJson(Run(1)))).ok());
  fs::create_symlink(mine, UnderWay() / RunFolderName(Run(1)));
  EXPECT_FALSE(results_.Recover().ok());
  EXPECT_EQ(ListFolder(mine).value(), (std::vector<std::string>{"run.json", "stdout.log"}));
  EXPECT_TRUE(ListFolder(Runs()).value().empty());
}

TEST_F(ResultsTest, ARunThatIsALinkIsSetAside) {
  Put(Run(1));
  fs::rename(Runs() / RunFolderName(Run(1)), place_ / "elsewhere");
  fs::create_symlink(place_ / "elsewhere", Runs() / "C1");
  LoadedRuns loaded = Load();
  EXPECT_TRUE(loaded.runs.empty());
  ASSERT_EQ(loaded.set_aside.size(), 1u);
  EXPECT_EQ(loaded.set_aside[0], "runs/C1: it is a link, which is not followed");
}

// A program may have put anything there by the name of its record.
TEST_F(ResultsTest, TheRecordIsWrittenWhateverHasItsName) {
  fs::path begun = results_.Begin(Run(1)).value();
  ASSERT_TRUE(WriteFile(place_ / "precious", "mine").ok());
  fs::create_symlink(place_ / "precious", begun / "run.json");
  ASSERT_TRUE(results_.Finish(begun, Run(1)).ok());
  EXPECT_EQ(ReadFile(place_ / "precious").value(), "mine");
  EXPECT_EQ(Load().runs.size(), 1u);
  begun = results_.Begin(Run(2)).value();
  ASSERT_EQ(mkfifo((begun / "run.json").c_str(), 0600), 0);
  ASSERT_TRUE(results_.Finish(begun, Run(2)).ok());
  EXPECT_EQ(Load().runs.size(), 2u);
}

TEST(FirstFewTest, NamesSomeAndCountsTheRest) {
  std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(FirstFew(names), names);
  names.insert(names.end(), {"f", "g"});
  EXPECT_EQ(FirstFew(names), (std::vector<std::string>{"a", "b", "c", "d", "e", "2 more"}));
}

TEST_F(ResultsTest, PreparingTwiceLeavesNothingBehind) {
  ASSERT_TRUE(results_.Prepare().ok());
  EXPECT_TRUE(ListFolder(UnderWay()).value().empty());
}

TEST_F(ResultsTest, OneProcessHoldsTheLock) {
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  pid_t other = fork();
  if (other == 0) {
    close(done[1]);
    auto lock = results_.Lock();
    char got = lock.ok() && lock.value() ? 'y' : 'n';
    if (write(ready[1], &got, 1) != 1) _exit(1);
    // Until the test closes its end.
    _exit(read(done[0], &got, 1) == 0 ? 0 : 1);
  }
  close(done[0]);
  char got = 'n';
  ASSERT_EQ(read(ready[0], &got, 1), 1);
  EXPECT_EQ(got, 'y');
  auto held = results_.Lock();
  ASSERT_TRUE(held.ok());
  EXPECT_FALSE(held.value().has_value());
  close(done[1]);
  waitpid(other, nullptr, 0);
  auto mine = results_.Lock();
  ASSERT_TRUE(mine.ok());
  EXPECT_TRUE(mine.value().has_value()) << "its holder is gone";
  close(ready[0]);
  close(ready[1]);
}

TEST_F(ResultsTest, ThePlanIsKeptBesideTheRuns) {
  EXPECT_EQ(results_.ReadPlan().value(), "") << "nothing was measured yet";
  ASSERT_TRUE(results_.WritePlan("{}\n").ok());
  EXPECT_EQ(ReadFile(results_.folder() / "plan.json").value(), "{}\n");
  EXPECT_EQ(results_.ReadPlan().value(), "{}\n");
}

TEST_F(ResultsTest, DesignsAreKeptByTheKeyOfTheirSearch) {
  std::string one(64, 'a'), other(64, 'b');
  EXPECT_TRUE(results_.ReadDesign(one).is_null());
  ASSERT_TRUE(results_.WriteDesign(one, {{"points", {1, 2}}}).ok());
  EXPECT_EQ(results_.ReadDesign(one), (Json{{"points", {1, 2}}}));
  EXPECT_TRUE(results_.ReadDesign(other).is_null());
  ASSERT_TRUE(WriteFile(results_.folder() / "designs" / "aaaaaaaaaaaa.json", "{ \"poi").ok());
  EXPECT_TRUE(results_.ReadDesign(one).is_null()) << "what is broken is made again";
}

// The folders of runs, in order.
std::vector<std::string> FoldersOf(const LoadedRuns& loaded) {
  std::vector<std::string> names;
  for (const RunRecord& run : loaded.runs) names.push_back(run.folder);
  return names;
}

class KeptRunsTest : public ResultsTest {
 protected:
  const LoadedRuns& Get() { return *kept_.Get().value(); }
  const LoadedRuns& ListAgain() { return *kept_.ListAgain().value(); }
  static std::string Name(int replication) { return RunFolderName(Run(replication)); }
  using Names = std::vector<std::string>;
  KeptRuns kept_{results_};
};

TEST_F(KeptRunsTest, AreListedWhenFirstAskedForAndNotAgain) {
  Put(Run(1));
  EXPECT_EQ(FoldersOf(Get()), Names{Name(1)});
  Put(Run(2));
  EXPECT_EQ(FoldersOf(Get()), Names{Name(1)}) << "of another process: it was not listed";
  EXPECT_EQ(FoldersOf(ListAgain()), (Names{Name(1), Name(2)}));
  EXPECT_EQ(FoldersOf(Get()), (Names{Name(1), Name(2)}));
}

// Run 1 in three rounds, in one folder.
TEST_F(KeptRunsTest, OneRoundIsToldOfAndTheOthersAreKept) {
  for (int round : {1, 2, 3}) {
    RunRecord run = Run(1);
    run.round = round;
    Put(run);
  }
  KeptRuns kept(results_);
  EXPECT_EQ(kept.Get().value()->runs.size(), 3u) << "before a round is chosen, all";
  kept.UseRound(2);
  ASSERT_EQ(kept.Get().value()->runs.size(), 1u);
  EXPECT_EQ(kept.Get().value()->runs[0].round, 2);
  EXPECT_EQ(kept.other_rounds().size(), 2u);
  RunRecord next = Run(2);
  next.round = 2;
  Put(next);
  kept.Measured(RunFolderName(next));
  EXPECT_EQ(kept.Get().value()->runs.size(), 2u);
  EXPECT_EQ(kept.ListAgain().value()->runs.size(), 2u);
  EXPECT_EQ(kept.other_rounds().size(), 2u);
  kept.UseRound(3);
  ASSERT_EQ(kept.Get().value()->runs.size(), 1u);
  EXPECT_EQ(kept.other_rounds().size(), 3u);
}

TEST_F(ResultsTest, ARoundHasFoldersOfItsOwn) {
  RunRecord run = Run(3);
  EXPECT_EQ(RunFolderName(run), "C1-r3-a1-9f2c41d07b3e");
  run.round = 2;
  EXPECT_EQ(RunFolderName(run), "C1-r3-a1-9f2c41d07b3e-round2");
}

TEST_F(ResultsTest, TheRunUnderWayIsKnown) {
  EXPECT_FALSE(results_.Begun());
  RunRecord run = Run(1, Outcome::kInterrupted);
  run.round = 2;
  ASSERT_TRUE(results_.Begin(run).ok());
  ASSERT_TRUE(results_.Begun());
  EXPECT_EQ(results_.Begun()->round, 2);
  results_.Close();
  EXPECT_FALSE(results_.Begun());
}

TEST_F(KeptRunsTest, NoRunIsReadTwice) {
  for (int replication : {1, 2, 3}) Put(Run(replication));
  Get();
  // Whoever read it again would find it broken.
  Spoil(Name(2), "broken");
  for (const LoadedRuns* loaded : {&Get(), &ListAgain()}) {
    EXPECT_EQ(FoldersOf(*loaded), (Names{Name(1), Name(2), Name(3)}));
    EXPECT_TRUE(loaded->set_aside.empty());
  }
  EXPECT_EQ(Load().set_aside.size(), 1u) << "a new reader does";
}

TEST_F(KeptRunsTest, WhatThisProcessMeasuredIsAddedInItsPlace) {
  Put(Run(1));
  Put(Run(3));
  EXPECT_EQ(Get().runs.size(), 2u);
  Put(Run(2, Outcome::kFailed));
  kept_.Measured(Name(2));
  const LoadedRuns& loaded = Get();
  EXPECT_EQ(FoldersOf(loaded), (Names{Name(1), Name(2), Name(3)})) << "as a listing has them";
  EXPECT_EQ(loaded.runs[1].outcome, Outcome::kFailed);
  EXPECT_EQ(Get().runs.size(), 3u) << "added once";
  EXPECT_EQ(ListAgain().runs.size(), 3u);
}

TEST_F(KeptRunsTest, AListingHasWhatWasMeasuredToo) {
  Put(Run(1));
  Get();
  Put(Run(2));
  kept_.Measured(Name(2));
  EXPECT_EQ(ListAgain().runs.size(), 2u);
  EXPECT_EQ(Get().runs.size(), 2u) << "not a second time";
}

TEST_F(KeptRunsTest, WhatCannotBeReadBackIsSetAside) {
  Spoil("C9", "{");
  Get();
  Spoil(Name(1), "no JSON");
  kept_.Measured(Name(1));
  const LoadedRuns& loaded = Get();
  EXPECT_TRUE(loaded.runs.empty());
  ASSERT_EQ(loaded.set_aside.size(), 2u);
  EXPECT_TRUE(loaded.set_aside[0].starts_with("runs/" + Name(1) + ": run.json"));
  EXPECT_TRUE(loaded.set_aside[1].starts_with("runs/C9: "));
}

TEST_F(KeptRunsTest, AFolderThatCannotBeListedIsAnErrorUntilItCan) {
  Put(Run(1));
  Get();
  fs::rename(Runs(), place_ / "away");
  ASSERT_TRUE(WriteFile(Runs(), "a file").ok());
  EXPECT_FALSE(kept_.ListAgain().ok());
  EXPECT_FALSE(kept_.Get().ok()) << "what was kept is not known to be there";
  fs::remove(Runs());
  fs::rename(place_ / "away", Runs());
  EXPECT_EQ(FoldersOf(Get()), Names{Name(1)});
}

}  // namespace
}  // namespace trena

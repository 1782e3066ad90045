// SPDX-License-Identifier: Apache-2.0
#include "core/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace trena {
namespace {

class FilesTest : public testing::Test {
 protected:
  void SetUp() override { folder_ = MakeTemporaryFolder(testing::TempDir(), "files-").value(); }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> Names() { return ListFolder(folder_).value(); }

  fs::path folder_;
};

using Words = std::vector<std::string>;

TEST_F(FilesTest, ReadsWhatWasWritten) {
  std::string text("a\0b\n", 4);
  ASSERT_TRUE(WriteFileWhole(folder_ / "x", text).ok());
  EXPECT_EQ(ReadFile(folder_ / "x").value(), text);
  ASSERT_TRUE(WriteFile(folder_ / "x", "shorter").ok());
  EXPECT_EQ(ReadFile(folder_ / "x").value(), "shorter");
  EXPECT_EQ(Names(), (Words{"x"}));
}

TEST_F(FilesTest, AReaderSeesTheOldOrTheNewFileNeverAPart) {
  const size_t size = 1 << 20;
  ASSERT_TRUE(WriteFileWhole(folder_ / "x", std::string(size, 'a')).ok());
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (int i = 0; i < 40; ++i) {
      EXPECT_TRUE(WriteFileWhole(folder_ / "x", std::string(size, i % 2 ? 'a' : 'b')).ok());
    }
    stop = true;
  });
  while (!stop) {
    std::string text = ReadFile(folder_ / "x").value();
    ASSERT_EQ(text.size(), size);
    ASSERT_EQ(text.find_first_not_of(text[0]), std::string::npos);
  }
  writer.join();
}

TEST_F(FilesTest, AFailedWriteLeavesNothingAndNamesThePath) {
  fs::path missing = folder_ / "no" / "x";
  Status written = WriteFileWhole(missing, "text");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message().find(missing.string()), std::string::npos);
  ASSERT_TRUE(MakeFolder(folder_ / "taken").ok());
  EXPECT_FALSE(WriteFileWhole(folder_ / "taken", "text").ok());
  EXPECT_EQ(Names(), (Words{"taken"}));
}

TEST_F(FilesTest, WhatAKilledWriterLeftIsRemoved) {
  pid_t dead = fork();
  if (dead == 0) _exit(0);
  ASSERT_EQ(waitpid(dead, nullptr, 0), dead);
  std::string alive = "run.json." + std::to_string(getpid()) + ".tmp";
  std::string own = "notes.tmp";
  std::string random = "run.json." + std::to_string(dead) + "-9f2c41d07b3e0123.tmp";
  for (const std::string& name :
       {"run.json." + std::to_string(dead) + ".tmp", random, alive, own, std::string("run.json")}) {
    ASSERT_TRUE(WriteFile(folder_ / name, "half").ok());
  }
  RemoveAbandoned(folder_);
  EXPECT_EQ(Names(), (Words{"notes.tmp", "run.json", alive}));
}

TEST_F(FilesTest, ReadingHasALimit) {
  ASSERT_TRUE(WriteFile(folder_ / "x", std::string(100, 'a')).ok());
  EXPECT_TRUE(ReadFile(folder_ / "x", 100).ok());
  Result<std::string> text = ReadFile(folder_ / "x", 99);
  ASSERT_FALSE(text.ok());
  EXPECT_NE(text.error().message().find("larger than 99 bytes"), std::string::npos);
  EXPECT_FALSE(ReadFile("/dev/zero", 1 << 20).ok());
}

TEST_F(FilesTest, ReadingAFolderOrNothingSaysSo) {
  Result<std::string> folder = ReadFile(folder_);
  ASSERT_FALSE(folder.ok());
  EXPECT_NE(folder.error().message().find("it is a folder"), std::string::npos);
  Result<std::string> missing = ReadFile(folder_ / "missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message().find("No such file"), std::string::npos);
}

TEST_F(FilesTest, ListsSortedAndAMissingFolderIsEmpty) {
  for (const char* name : {"c", "a", "b"}) ASSERT_TRUE(WriteFile(folder_ / name, "").ok());
  EXPECT_EQ(Names(), (Words{"a", "b", "c"}));
  EXPECT_EQ(ListFolder(folder_ / "missing").value(), Words{});
  EXPECT_FALSE(ListFolder(folder_ / "a").ok());
}

TEST_F(FilesTest, MakesFoldersWithTheirParents) {
  ASSERT_TRUE(MakeFolder(folder_ / "a" / "b").ok());
  ASSERT_TRUE(MakeFolder(folder_ / "a" / "b").ok());
  EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
  ASSERT_TRUE(WriteFile(folder_ / "file", "").ok());
  EXPECT_FALSE(MakeFolder(folder_ / "file" / "b").ok());
}

TEST_F(FilesTest, TemporaryFoldersDifferAndAreReadableAsTheUserWants) {
  mode_t before = umask(022);
  fs::path one = MakeTemporaryFolder(folder_ / "new", "run-").value();
  fs::path two = MakeTemporaryFolder(folder_ / "new", "run-").value();
  umask(before);
  EXPECT_NE(one, two);
  EXPECT_TRUE(one.filename().string().starts_with("run-"));
  EXPECT_EQ(static_cast<int>(fs::status(one).permissions()), 0755);
}

TEST_F(FilesTest, AFolderIsPutInPlaceWhole) {
  ASSERT_TRUE(MakeFolder(folder_ / "from").ok());
  ASSERT_TRUE(WriteFile(folder_ / "from" / "run.json", "{}").ok());
  ASSERT_TRUE(PutFolderInPlace(folder_ / "from", folder_ / "to").ok());
  EXPECT_EQ(Names(), (Words{"to"}));
  EXPECT_EQ(ReadFile(folder_ / "to" / "run.json").value(), "{}");
}

TEST_F(FilesTest, PipesAndLinksInAFolderAreNeitherWaitedForNorFollowed) {
  ASSERT_TRUE(MakeFolder(folder_ / "from").ok());
  ASSERT_EQ(mkfifo((folder_ / "from" / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/nowhere/at/all", folder_ / "from" / "link");
  ASSERT_TRUE(PutFolderInPlace(folder_ / "from", folder_ / "to").ok());
  EXPECT_EQ(Names(), (Words{"to"}));
}

TEST_F(FilesTest, AFolderAlreadyInPlaceStaysAsItIs) {
  for (const char* name : {"from", "to"}) {
    ASSERT_TRUE(MakeFolder(folder_ / name).ok());
    ASSERT_TRUE(WriteFile(folder_ / name / "run.json", name).ok());
  }
  ASSERT_TRUE(PutFolderInPlace(folder_ / "from", folder_ / "to").ok());
  EXPECT_EQ(Names(), (Words{"to"}));
  EXPECT_EQ(ReadFile(folder_ / "to" / "run.json").value(), "to");
}

TEST_F(FilesTest, PutInPlaceFailsWithoutTouchingTheSource) {
  ASSERT_TRUE(MakeFolder(folder_ / "from").ok());
  EXPECT_FALSE(PutFolderInPlace(folder_ / "from", folder_ / "no" / "to").ok());
  ASSERT_TRUE(WriteFile(folder_ / "file", "").ok());
  EXPECT_FALSE(PutFolderInPlace(folder_ / "from", folder_ / "file").ok());
  EXPECT_EQ(Names(), (Words{"file", "from"}));
}

TEST_F(FilesTest, NamesWithoutAFolderAreInTheWorkingDirectory) {
  fs::path before = fs::current_path();
  fs::current_path(folder_);
  Status written = WriteFileWhole("x", "text");
  Status made = MakeFolder("from");
  Status put = PutFolderInPlace("from", "to");
  fs::current_path(before);
  EXPECT_TRUE(written.ok() && made.ok());
  EXPECT_TRUE(put.ok()) << put.error().message();
  EXPECT_EQ(Names(), (Words{"to", "x"}));
}

TEST_F(FilesTest, ALockIsHeldForTheObjectsLife) {
  {
    auto lock = FileLock::TryTake(folder_ / "lock").value();
    ASSERT_TRUE(lock);
    EXPECT_FALSE(FileLock::TryTake(folder_ / "lock").value());
    FileLock moved = std::move(*lock);
    EXPECT_FALSE(FileLock::TryTake(folder_ / "lock").value());
  }
  EXPECT_TRUE(FileLock::TryTake(folder_ / "lock").value());
  EXPECT_FALSE(FileLock::TryTake(folder_ / "no" / "lock").ok());
}

TEST_F(FilesTest, ALockDiesWithItsHolder) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    auto lock = FileLock::TryTake(folder_ / "lock");
    char taken = lock.ok() && lock.value() ? 'y' : 'n';
    if (write(ready[1], &taken, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char taken = 0;
  ASSERT_EQ(read(ready[0], &taken, 1), 1);
  EXPECT_EQ(taken, 'y');
  EXPECT_FALSE(FileLock::TryTake(folder_ / "lock").value());
  EXPECT_EQ(ReadFile(folder_ / "lock").value(), std::to_string(child) + "\n");
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(FileLock::TryTake(folder_ / "lock").value());
  close(ready[0]);
  close(ready[1]);
}

// As a supervisor does that outlives trena for a moment.
TEST_F(FilesTest, ADeadHoldersChildIsWaitedFor) {
  int release[2];
  ASSERT_EQ(pipe(release), 0);
  pid_t holder = fork();
  if (holder == 0) {
    auto lock = FileLock::TryTake(folder_ / "lock");
    if (fork() == 0) {
      close(release[1]);
      char none = 0;
      _exit(read(release[0], &none, 1) == 0 ? 0 : 1);
    }
    _exit(lock.ok() && lock.value() ? 0 : 1);
  }
  int state = 0;
  ASSERT_EQ(waitpid(holder, &state, 0), holder);
  ASSERT_EQ(state, 0);
  std::thread ends([&] {
    usleep(50'000);
    close(release[1]);
  });
  EXPECT_TRUE(FileLock::TryTake(folder_ / "lock").value());
  ends.join();
  close(release[0]);
}

TEST_F(FilesTest, TakeWaitsForTheLock) {
  auto lock = FileLock::TryTake(folder_ / "lock").value();
  std::atomic<bool> released = false;
  std::thread other([&] {
    Result<FileLock> taken = FileLock::Take(folder_ / "lock");
    EXPECT_TRUE(taken.ok());
    EXPECT_TRUE(released);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  released = true;
  lock.reset();
  other.join();
}

TEST(CacheFolderTest, FollowsTheEnvironmentInOrder) {
  setenv("HOME", "/home/x", 1);
  unsetenv("TRENA_CACHE");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(CacheFolder(), fs::path("/home/x/.cache/trena"));
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(CacheFolder(), fs::path("/xdg/trena"));
  setenv("TRENA_CACHE", "/own", 1);
  EXPECT_EQ(CacheFolder(), fs::path("/own"));
  setenv("TRENA_CACHE", "", 1);
  EXPECT_EQ(CacheFolder(), fs::path("/xdg/trena"));
}

TEST(ExecutableFolderTest, HoldsThisTest) {
  EXPECT_TRUE(fs::exists(ExecutableFolder() / fs::read_symlink("/proc/self/exe").filename()));
}

}  // namespace
}  // namespace trena

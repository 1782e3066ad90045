// SPDX-License-Identifier: Apache-2.0
#include "core/open_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>

#include "core/files.h"
#include "core/sha256.h"

namespace trena {
namespace {

class OpenFileTest : public testing::Test {
 protected:
  OpenFileTest() : folder_(MakeTemporaryFolder(testing::TempDir(), "open-").value()) {
    EXPECT_TRUE(WriteFile(folder_ / "file", "text").ok());
    EXPECT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    fs::create_symlink("file", folder_ / "link");
    fs::create_symlink("pipe", folder_ / "link-to-pipe");
  }
  ~OpenFileTest() override { fs::remove_all(folder_); }

  template <typename T>
  static void ExpectRefused(const Result<T>& result, const std::string& why) {
    ASSERT_FALSE(result.ok()) << why;
    EXPECT_NE(result.error().message().find(why), std::string::npos) << result.error().message();
    EXPECT_EQ(result.error().kind(), ErrorKind::kInput);
  }

  fs::path folder_;
};

// Each of these would be waited for, or read for ever.
TEST_F(OpenFileTest, OnlyFilesAreRead) {
  ExpectRefused(OpenToRead(folder_ / "pipe"), "it is a named pipe");
  ExpectRefused(OpenToRead(folder_ / "link-to-pipe"), "it is a named pipe");
  ExpectRefused(OpenToRead("/dev/zero"), "it is a device");
  ExpectRefused(OpenToRead(folder_), "it is a folder");
  ExpectRefused(Sha256OfFile(folder_ / "pipe"), "it is a named pipe");
  EXPECT_FALSE(RegularFile(folder_ / "pipe").ok());
}

TEST_F(OpenFileTest, ASocketIsSaidToBeOne) {
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  const std::string path = (folder_ / "socket").string();
  if (path.size() >= sizeof place.sun_path) GTEST_SKIP() << "the path is too long for a socket";
  path.copy(place.sun_path, path.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(bind(socket.number(), reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
  ExpectRefused(OpenToRead(path), "it is a socket");
}

TEST_F(OpenFileTest, ALinkIsFollowedWhereThePersonNamesIt) {
  EXPECT_EQ(ReadFile(folder_ / "link").value(), "text");
  ExpectRefused(ReadOwnFile(folder_ / "link", 100), "it is a link");
  EXPECT_FALSE(RegularFile(folder_ / "link").ok());
  EXPECT_TRUE(RegularFile(folder_ / "file").ok());
}

// As `trena plan <(make-a-study)`.
TEST_F(OpenFileTest, AShellsPipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "from a pipe", 11), 11);
  close(ends[1]);
  EXPECT_EQ(ReadFile(fmt::format("/dev/fd/{}", ends[0])).value(), "from a pipe");
  close(ends[0]);
}

TEST_F(OpenFileTest, NothingIsWrittenThroughALinkOrIntoAPipe) {
  ExpectRefused(WriteFile(folder_ / "link", "other"), "it is a link");
  ExpectRefused(WriteFileOver(folder_ / "link", "other"), "it is a link");
  ExpectRefused(OpenToAppend(folder_ / "link"), "it is a link");
  ExpectRefused(FileLock::TryTake(folder_ / "link"), "it is a link");
  ExpectRefused(WriteFile(folder_ / "pipe", "other"), "it is a named pipe");
  ExpectRefused(OpenToAppend(folder_ / "pipe"), "it is a named pipe");
  ExpectRefused(FileLock::TryTake(folder_ / "pipe"), "it is a named pipe");
  EXPECT_EQ(ReadFile(folder_ / "file").value(), "text");
}

TEST_F(OpenFileTest, AFileAnewTakesThePlaceOfWhateverIsThere) {
  fs::create_directories(folder_ / "folder" / "deep");
  for (const char* name : {"link", "pipe", "folder", "file"}) {
    ASSERT_TRUE(WriteFileAnew(folder_ / name, "new").ok()) << name;
    EXPECT_EQ(ReadOwnFile(folder_ / name, 100).value(), "new") << name;
    if (name != std::string("link")) continue;
    EXPECT_EQ(ReadFile(folder_ / "file").value(), "text") << "it was written through the link";
  }
}

TEST_F(OpenFileTest, APlaceIsReplacedWithoutANameThatCouldBeForetold) {
  // Of any process number: what lies there beforehand is not written through.
  for (int process : {getpid() - 1, getpid(), getpid() + 1}) {
    fs::create_symlink("file", folder_ / fmt::format("report.html.{}.tmp", process));
  }
  ASSERT_TRUE(WriteFileWhole(folder_ / "report.html", "page").ok());
  EXPECT_EQ(ReadFile(folder_ / "file").value(), "text");
  EXPECT_EQ(ReadOwnFile(folder_ / "report.html", 100).value(), "page");
}

TEST(FileErrorTest, WhatThePersonCanMendIsInputAndAFullDiskIsNot) {
  for (int reason : {ENOENT, EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG}) {
    EXPECT_EQ(FileError("write", "x", reason).kind(), ErrorKind::kInput) << reason;
  }
  for (int reason : {ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EMFILE}) {
    EXPECT_EQ(FileError("write", "x", reason).kind(), ErrorKind::kFailure) << reason;
  }
}

TEST(FileErrorTest, APermissionInTheCacheNamesTheWayOut) {
  const char* before = std::getenv("TRENA_CACHE");
  const std::string kept = before != nullptr ? before : "";
  setenv("TRENA_CACHE", "/var/cache/x", 1);
  auto names = [](const char* path, int reason) {
    return FileError("write", path, reason).message().find("TRENA_CACHE") != std::string::npos;
  };
  EXPECT_TRUE(names("/var/cache/x", EACCES));
  EXPECT_TRUE(names("/var/cache/x/data/lock", EROFS));
  EXPECT_FALSE(names("/var/cache/xy/lock", EACCES));
  EXPECT_FALSE(names("/var/cache/x/lock", ENOSPC)) << "another folder would be full as well";
  before != nullptr ? setenv("TRENA_CACHE", kept.c_str(), 1) : unsetenv("TRENA_CACHE");
}

TEST_F(OpenFileTest, AKeptFolderIsMadeWithItsParents) {
  ASSERT_TRUE(MakeKeptFolder(folder_ / "a" / "b" / "").ok());
  ASSERT_TRUE(MakeKeptFolder(folder_ / "a" / "b").ok());
  EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
  Status refused = MakeKeptFolder(folder_ / "file" / "b");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find((folder_ / "file" / "b").string()), std::string::npos);
}

}  // namespace
}  // namespace trena

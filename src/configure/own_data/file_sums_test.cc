// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/file_sums.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "configure/testing.h"
#include "core/sha256.h"

namespace trena {
namespace {

class FileSumsTest : public testing::Test {
 protected:
  std::vector<std::string> Sums(const std::vector<std::string>& paths) const {
    const auto sums = SumsOfFiles(folder_.path(), paths, kept(), {});
    EXPECT_TRUE(sums.ok()) << sums.error().message();
    return sums.ok() ? sums.value() : std::vector<std::string>();
  }
  fs::path kept() const { return cache_.path() / "sums" / "one"; }

  // Waits until what was written is old enough to be believed.
  static void Settle() { std::this_thread::sleep_for(std::chrono::milliseconds(4200)); }

  TestFolder folder_, cache_;
};

TEST_F(FileSumsTest, TheyAreThoseOfTheBytes) {
  std::vector<std::string> paths, expected;
  for (int i = 0; i < 200; ++i) {
    paths.push_back("file " + std::to_string(i));
    folder_.Write(paths.back(), std::to_string(i * i));
    expected.push_back(Sha256(std::to_string(i * i)));
  }
  EXPECT_EQ(Sums(paths), expected);
  EXPECT_EQ(Sums(paths), expected);
}

// A file whose bytes cannot be had any more, but which is the same by all that the system says of
// it, is known again: it was not read.
TEST_F(FileSumsTest, AFileThatDidNotChangeIsNotReadAgain) {
  folder_.Write("a", "first");
  folder_.Write("b", "second");
  Settle();
  const std::vector<std::string> sums = Sums({"a", "b"});
  const std::string text = ReadFile(kept()).value();
  // Were it read, the sum would be the right one again.
  std::string wrong = text;
  const std::string other(64, '0');
  wrong.replace(wrong.find(sums[0]), 64, other);
  ASSERT_TRUE(WriteFile(kept(), wrong).ok());
  EXPECT_EQ(Sums({"a", "b"}), (std::vector<std::string>{other, sums[1]}));
}

TEST_F(FileSumsTest, SizeAndTimeSetBackDoNotHideAChange) {
  const fs::path path = folder_.Write("a", "first");
  Settle();
  Sums({"a"});
  struct stat before{};
  ASSERT_EQ(stat(path.c_str(), &before), 0);
  std::FILE* file = std::fopen(path.c_str(), "r+");
  std::fputs("other", file);
  std::fclose(file);
  const timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_EQ(Sums({"a"}), std::vector<std::string>{Sha256("other")});
}

TEST_F(FileSumsTest, WhatJustChangedIsNotKept) {
  folder_.Write("a", "first");
  Sums({"a"});
  EXPECT_EQ(ReadFile(kept()).value().find(Sha256("first")), std::string::npos);
}

TEST_F(FileSumsTest, ADamagedCacheIsNone) {
  folder_.Write("a", "first");
  ASSERT_TRUE(MakeFolder(kept().parent_path()).ok());
  for (const std::string& text : {std::string("trena sums 1\0a\0", 15), std::string(1000, '\0'),
                                  std::string("trena sums 2\0a\0b\0c\0", 20)}) {
    ASSERT_TRUE(WriteFile(kept(), text).ok());
    EXPECT_EQ(Sums({"a"}), std::vector<std::string>{Sha256("first")});
  }
}

TEST_F(FileSumsTest, AFileThatIsNotThereIsNamed) {
  folder_.Write("a", "first");
  const auto sums = SumsOfFiles(folder_.path(), {"a", "gone"}, kept(), {});
  ASSERT_FALSE(sums.ok());
  EXPECT_TRUE(Has(sums.error().message(), {"/gone"}));
}

}  // namespace
}  // namespace trena

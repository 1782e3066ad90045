// SPDX-License-Identifier: Apache-2.0
#include "store/equal_pairs.h"

#include <gtest/gtest.h>

#include "core/scratch_folder.h"

namespace trena {
namespace {

class EqualPairsTest : public testing::Test {
 protected:
  void Keep(const std::string& results, bool false_alarm) {
    ASSERT_TRUE(KeepEqualPair(folder_.path(), {"here", results, 1, "k", false_alarm}).ok());
  }
  size_t CountHere() const { return LoadEqualPairs(folder_.path(), "here").size(); }

  const ScratchFolder folder_{MakeTemporaryFolder(testing::TempDir(), "equal-").value()};
};

TEST_F(EqualPairsTest, AreCountedOnceHoweverOftenAStudyIsMeasuredFurther) {
  EXPECT_EQ(CountHere(), 0u);
  Keep("/a.trena", true);
  Keep("/a.trena", false);
  Keep("/b.trena", true);
  const std::vector<EqualPair> pairs = LoadEqualPairs(folder_.path(), "here");
  ASSERT_EQ(pairs.size(), 2u);
  for (const EqualPair& pair : pairs) {
    EXPECT_EQ(pair.false_alarm, pair.results == "/b.trena") << pair.results;
  }
  EXPECT_EQ(LoadEqualPairs(folder_.path(), "another").size(), 0u);
}

TEST_F(EqualPairsTest, WhatIsNoneOfOursIsPassedOver) {
  Keep("/a.trena", true);
  const fs::path equal = folder_.path() / "equal";
  for (
      const char* text :
      {"", "{", "[]", R"({"format": 1, "machine": "here"})",
       R"({"format": 9, "machine": "here", "results": "", "round": 1, "key": "", "false_alarm": true})",
       R"({"format": 1, "machine": "here", "results": "", "round": 1, "key": "", "false_alarm": 1})",
       R"({"format": 1, "machine": "here", "results": "", "round": 1e99, "key": "", "false_alarm": true})"}) {
    ASSERT_TRUE(WriteFileWhole(equal / "odd.json", text).ok());
    EXPECT_EQ(CountHere(), 1u) << text;
  }
  fs::create_directory(equal / "folder.json");
  EXPECT_EQ(CountHere(), 1u);
}

TEST_F(EqualPairsTest, AFolderThatCannotBeMadeIsSaid) {
  const fs::path file = folder_.path() / "file";
  ASSERT_TRUE(WriteFileWhole(file, "").ok());
  EXPECT_FALSE(KeepEqualPair(file, {"here", "/a", 1, "k", true}).ok());
  EXPECT_TRUE(LoadEqualPairs(file, "here").empty());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Beside the spellings and blanks in cell_table_test.cc: lengths at the words' ends, and growth.
#include "analyze/table/level_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace trena {
namespace {

// Asks with bytes after the field that are not zero, as they are in a table.
uint32_t Ask(LevelIndex& index, const std::string& field) {
  const std::string bytes = field + ",next,field,of,the,row\n";
  return index.Find(std::string_view(bytes).substr(0, field.size()));
}

TEST(LevelIndexTest, EveryLengthIsAnotherLevel) {
  LevelIndex index;
  for (size_t size = 1; size <= 40; ++size) {
    EXPECT_EQ(Ask(index, std::string(size, 'x')), size - 1);
  }
  for (size_t size = 40; size >= 1; --size) {
    EXPECT_EQ(Ask(index, std::string(size, 'x')), size - 1) << size;
  }
  EXPECT_EQ(index.levels().size(), 40u);
  EXPECT_EQ(index.levels()[15], std::string(16, 'x'));
}

// A difference in any byte counts, within the 16 that are compared as words and beyond.
TEST(LevelIndexTest, EveryByteCounts) {
  for (size_t size : {1u, 7u, 8u, 9u, 15u, 16u, 17u, 31u}) {
    LevelIndex index;
    EXPECT_EQ(Ask(index, std::string(size, 'a')), 0u);
    for (size_t at = 0; at < size; ++at) {
      std::string other(size, 'a');
      other[at] = 'b';
      EXPECT_EQ(Ask(index, other), at + 1) << size << " " << at;
    }
    EXPECT_EQ(Ask(index, std::string(size, 'a')), 0u);
  }
}

TEST(LevelIndexTest, WhatFollowsTheFieldDoesNot) {
  LevelIndex index;
  const std::string one = "abc,1234567890123456", two = "abc;zzzzzzzzzzzzzzzz";
  EXPECT_EQ(index.Find(std::string_view(one).substr(0, 3)), 0u);
  EXPECT_EQ(index.Find(std::string_view(two).substr(0, 3)), 0u);
  EXPECT_EQ(index.levels(), std::vector<std::string>{"abc"});
}

TEST(LevelIndexTest, BlanksAroundDoNotCountWhateverComesFirst) {
  LevelIndex index;
  EXPECT_EQ(Ask(index, "  with blanks first  "), 0u);
  EXPECT_EQ(Ask(index, "with blanks first"), 0u);
  EXPECT_EQ(index.levels(), std::vector<std::string>{"with blanks first"});
  EXPECT_EQ(Ask(index, "with  blanks first"), 1u) << "within it they do";
  EXPECT_EQ(Ask(index, std::string(20, ' ')), LevelIndex::kEmpty);
  EXPECT_EQ(index.levels().size(), 2u) << "nothing is no level";
}

// Against the plainest index there is, over random spellings, many of them again and again.
TEST(LevelIndexTest, IsAMapOfSpellings) {
  std::mt19937 random(3);
  LevelIndex index;
  std::map<std::string, uint32_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    std::string spelling;
    for (size_t size = 1 + random() % 20; size > 0; --size) {
      spelling += static_cast<char>('a' + random() % (i % 2 == 0 ? 2 : 26));
    }
    const auto number = static_cast<uint32_t>(expected.size());
    const uint32_t wanted = expected.emplace(spelling, number).first->second;
    ASSERT_EQ(Ask(index, spelling), wanted) << spelling;
  }
  ASSERT_EQ(index.levels().size(), expected.size());
  for (const auto& [spelling, number] : expected) EXPECT_EQ(index.levels()[number], spelling);
}

}  // namespace
}  // namespace trena

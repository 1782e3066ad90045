// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/level_index.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

std::string Padded(const std::string& text) { return text + std::string(16, '\0'); }

TEST(LevelIndex, SpellingsAndBlanks) {
  LevelIndex index;
  const auto find = [&](const std::string& text) {
    const std::string padded = Padded(text);
    return index.Find(std::string_view(padded).substr(0, text.size()));
  };
  EXPECT_EQ(find("a"), 0u);
  EXPECT_EQ(find(std::string("a\0", 2)), 1u) << "a zero byte counts";
  EXPECT_EQ(find(" a "), 0u);
  EXPECT_EQ(find(""), LevelIndex::kEmpty);
  EXPECT_EQ(find("   "), LevelIndex::kEmpty);
  EXPECT_EQ(find("a level of more than sixteen bytes"), 2u);
  EXPECT_EQ(find("a level of more than sixteen bytez"), 3u);
  EXPECT_EQ(find("a level of more than sixteen bytes"), 2u);
  for (int i = 0; i < 20'000; ++i) find("level " + std::to_string(i));
  EXPECT_EQ(index.levels().size(), 20'004u);
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(find("level " + std::to_string(i)), static_cast<uint32_t>(i) + 4);
  }
}

}  // namespace
}  // namespace trena

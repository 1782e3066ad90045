// SPDX-License-Identifier: Apache-2.0
#include "store/folder_parts.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

constexpr uid_t kMe = 1000;

struct stat Part(mode_t mode, uid_t owner = kMe) {
  struct stat facts{};
  facts.st_mode = mode;
  facts.st_uid = owner;
  return facts;
}

std::string Why(const struct stat& part, PartKind kind, uid_t me = kMe) {
  return WhyNotOurs(part, kind, me).value_or("");
}

TEST(FolderPartsTest, WhatTrenaMadeIsOurs) {
  EXPECT_EQ(Why(Part(S_IFDIR | 0755), PartKind::kFolder), "");
  EXPECT_EQ(Why(Part(S_IFREG | 0644), PartKind::kFile), "");
}

TEST(FolderPartsTest, LinksAndOtherKindsAreNot) {
  for (PartKind kind : {PartKind::kFolder, PartKind::kFile}) {
    EXPECT_EQ(Why(Part(S_IFLNK | 0777), kind), "is a link");
    EXPECT_EQ(Why(Part(S_IFLNK | 0777), kind, 0), "is a link") << "for root neither";
  }
  EXPECT_EQ(Why(Part(S_IFREG), PartKind::kFolder), "is no folder");
  for (mode_t mode : {S_IFDIR, S_IFIFO, S_IFCHR, S_IFSOCK}) {
    EXPECT_EQ(Why(Part(mode), PartKind::kFile), "is no regular file") << mode;
  }
}

// 54321 has no name on any machine that matters.
TEST(FolderPartsTest, WhatAnotherUserHasIsRootsAlone) {
  EXPECT_EQ(Why(Part(S_IFDIR, 54321), PartKind::kFolder), "belongs to another user (54321)");
  EXPECT_EQ(Why(Part(S_IFREG, 54321), PartKind::kFile), "belongs to another user (54321)");
  EXPECT_EQ(Why(Part(S_IFDIR, 54321), PartKind::kFolder, 0), "");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/shared.h"

#include <gtest/gtest.h>

#include <string>

namespace trena {
namespace {

TEST(Shared, CopiesAreOneUntilOneChanges) {
  Shared<std::string> first;
  first = "a";
  Shared<std::string> second = first;
  EXPECT_EQ(&*first, &*second);
  second.Change() += "b";
  EXPECT_EQ(*first, "a");
  EXPECT_EQ(*second, "ab");
  EXPECT_NE(first, second);
}

TEST(Shared, WhoIsAloneIsNotCopied) {
  Shared<std::string> alone;
  alone = "a";
  const std::string* before = &*alone;
  alone.Change() = "b";
  EXPECT_EQ(&*alone, before);
}

TEST(Shared, EmptyOnesStayEmpty) {
  Shared<std::string> first;
  Shared<std::string> second;
  second.Change() = "b";
  EXPECT_TRUE(first->empty());
  EXPECT_TRUE(Shared<std::string>()->empty());
  second = "";
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace trena

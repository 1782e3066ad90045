// SPDX-License-Identifier: Apache-2.0
#include "core/text/shell_word.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// As `printf %q` of a shell would have them, in single quotes.
TEST(ShellWord, IsQuotedWhereAShellWouldReadMore) {
  EXPECT_EQ(ShellWord("first.yaml"), "first.yaml");
  EXPECT_EQ(ShellWord("my study.yaml"), "'my study.yaml'");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("$HOME"), "'$HOME'");
  EXPECT_EQ(ShellWord("a@1:2,b=+3"), "a@1:2,b=+3");
}

}  // namespace
}  // namespace trena

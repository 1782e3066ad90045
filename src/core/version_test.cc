// SPDX-License-Identifier: Apache-2.0
#include "core/version.h"

#include <gtest/gtest.h>

#include <regex>

namespace trena {
namespace {

TEST(Version, IsThreeNumbers) {
  EXPECT_TRUE(std::regex_match(VersionNumber(), std::regex(R"(\d+\.\d+\.\d+)"))) << VersionNumber();
}

TEST(Version, SaysItsCommitAndCompiler) {
  const std::regex form(
      R"(\d+\.\d+\.\d+ \(commit ([0-9a-f]{7,40}\+?|unknown), (g\+\+|clang) \d+\.\d+\.\d+\))");
  EXPECT_TRUE(std::regex_match(VersionText(), form)) << VersionText();
  EXPECT_TRUE(VersionText().starts_with(VersionNumber() + " "));
}

}  // namespace
}  // namespace trena

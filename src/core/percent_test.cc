// SPDX-License-Identifier: Apache-2.0
#include "core/percent.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(Percent, AsPeopleWriteIt) {
  EXPECT_DOUBLE_EQ(ParsePercent("2 %").value(), 0.02);
  EXPECT_DOUBLE_EQ(ParsePercent(" 0.5% ").value(), 0.005);
}

TEST(Percent, WhatItIsNot) {
  for (const char* bad : {"", "%", "two %", "2", "0 %", "-1%", "100%", "nan %", "2 % 3"}) {
    Result<double> percent = ParsePercent(bad);
    ASSERT_FALSE(percent.ok()) << bad;
    EXPECT_EQ(percent.error().kind(), ErrorKind::kInput);
  }
  EXPECT_NE(ParsePercent("2").error().message().find("write it like 2 %"), std::string::npos);
  EXPECT_NE(ParsePercent("0.05").error().message().find("write it like 5 %"), std::string::npos);
}

}  // namespace
}  // namespace trena

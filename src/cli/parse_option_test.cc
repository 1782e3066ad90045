// SPDX-License-Identifier: Apache-2.0
#include "cli/parse_option.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/text/units.h"

namespace trena {
namespace {

TEST(ParseOption, OnlyWhatIsGivenChangesItsTarget) {
  double target = 7;
  ASSERT_TRUE(ParseOption("--noise", std::nullopt, ParsePercent, target).ok());
  EXPECT_EQ(target, 7);
  ASSERT_TRUE(
      ParseOption("--noise", std::optional<std::string>("50 %"), ParsePercent, target).ok());
  EXPECT_EQ(target, 0.5);
  std::optional<Seconds> time;
  ASSERT_TRUE(ParseOption("--for", std::optional<std::string>("2min"), ParseSeconds, time).ok());
  EXPECT_EQ(time->value, 120);
}

TEST(ParseOption, AnErrorNamesTheOptionAndLeavesTheTarget) {
  double target = 7;
  Status parsed = ParseOption("--noise", std::optional<std::string>("x"), ParsePercent, target);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(parsed.error().message(), {"--noise", "`x` is not a percentage"}));
  EXPECT_EQ(target, 7);
}

}  // namespace
}  // namespace trena

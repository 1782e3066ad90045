// SPDX-License-Identifier: Apache-2.0
#include "core/text/count.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(CountOf, OneIsNoPlural) {
  EXPECT_EQ(CountOf(0, "run"), "0 runs");
  EXPECT_EQ(CountOf(1, "run"), "1 run");
  EXPECT_EQ(CountOf(12, "scenario"), "12 scenarios");
}

}  // namespace
}  // namespace trena

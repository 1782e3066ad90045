// SPDX-License-Identifier: Apache-2.0
// Against R: models_r_test.cc. Here, what follows from other distributions and from printed tables.
#include "stats/studentized_range.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions.h"

namespace trena {
namespace {

// With two means the range is sqrt(2) |t|.
TEST(StudentizedRange, TwoMeansAreStudentsT) {
  for (double df : {1.0, 2.0, 7.0, 100.0, 1e6}) {
    for (double q : {0.01, 0.5, 2.0, 4.0, 12.0, 300.0}) {
      EXPECT_NEAR(*StudentizedRangeTail(q, 2, df), *StudentTail(q / std::sqrt(2), df), 1e-11)
          << q << " " << df;
    }
  }
}

// Upper 5 % and 1 % points as every table prints them (Pearson and Hartley 1966, table 29).
TEST(StudentizedRange, PrintedTable) {
  EXPECT_NEAR(*StudentizedRangeQuantile(0.95, 3, 10), 3.88, 0.005);
  EXPECT_NEAR(*StudentizedRangeQuantile(0.95, 4, 20), 3.96, 0.005);
  EXPECT_NEAR(*StudentizedRangeQuantile(0.99, 3, 10), 5.27, 0.005);
  EXPECT_NEAR(*StudentizedRangeQuantile(0.95, 10, 60), 4.65, 0.005);
}

TEST(StudentizedRange, QuantileInvertsTail) {
  for (size_t means : {2u, 3u, 8u, 40u}) {
    for (double df : {1.0, 3.0, 24.0, 5000.0}) {
      for (double p : {0.05, 0.5, 0.95, 0.999}) {
        const auto q = StudentizedRangeQuantile(p, means, df);
        ASSERT_TRUE(q);
        EXPECT_NEAR(*StudentizedRangeTail(*q, means, df), 1 - p, 1e-10);
      }
    }
  }
}

TEST(StudentizedRange, Undefined) {
  EXPECT_FALSE(StudentizedRangeTail(1, 1, 10));
  EXPECT_FALSE(StudentizedRangeTail(1, 3, 0));
  EXPECT_FALSE(StudentizedRangeTail(NAN, 3, 10));
  EXPECT_FALSE(StudentizedRangeQuantile(1, 3, 10));
  EXPECT_EQ(*StudentizedRangeTail(0, 3, 10), 1);
  EXPECT_EQ(*StudentizedRangeTail(INFINITY, 3, 10), 0);
}

}  // namespace
}  // namespace trena

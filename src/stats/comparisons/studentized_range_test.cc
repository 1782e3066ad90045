// SPDX-License-Identifier: Apache-2.0
// Against R: models_r_test.cc. Here, what follows from other distributions and from printed tables.
#include "stats/comparisons/studentized_range.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions.h"

namespace trena {
namespace {

// With two means the range is sqrt(2) |t|.
TEST(StudentizedRange, TwoMeansAreStudentsT) {
  for (double df : {1.0, 2.0, 7.0, 100.0, 1e6}) {
    for (double q : {0.01, 0.5, 2.0, 4.0, 12.0, 300.0}) {
      EXPECT_NEAR(*StudentizedRange(2, df).Tail(q), *StudentTail(q / std::sqrt(2), df), 1e-11)
          << q << " " << df;
    }
  }
}

// Upper 5 % and 1 % points as every table prints them (Pearson and Hartley 1966, table 29).
TEST(StudentizedRange, PrintedTable) {
  EXPECT_NEAR(*StudentizedRange(3, 10).Quantile(0.95), 3.88, 0.005);
  EXPECT_NEAR(*StudentizedRange(4, 20).Quantile(0.95), 3.96, 0.005);
  EXPECT_NEAR(*StudentizedRange(3, 10).Quantile(0.99), 5.27, 0.005);
  EXPECT_NEAR(*StudentizedRange(10, 60).Quantile(0.95), 4.65, 0.005);
}

TEST(StudentizedRange, QuantileInvertsTail) {
  for (size_t means : {2u, 3u, 8u, 40u}) {
    for (double df : {1.0, 3.0, 24.0, 5000.0}) {
      for (double p : {0.05, 0.5, 0.95, 0.999}) {
        const auto q = StudentizedRange(means, df).Quantile(p);
        ASSERT_TRUE(q);
        EXPECT_NEAR(*StudentizedRange(means, df).Tail(*q), 1 - p, 1e-10);
      }
    }
  }
}

TEST(StudentizedRange, Undefined) {
  EXPECT_FALSE(StudentizedRange(1, 10).Tail(1));
  EXPECT_FALSE(StudentizedRange(3, 0).Tail(1));
  EXPECT_FALSE(StudentizedRange(3, 10).Tail(NAN));
  EXPECT_FALSE(StudentizedRange(3, 10).Quantile(1));
  EXPECT_EQ(*StudentizedRange(3, 10).Tail(0), 1);
  EXPECT_EQ(*StudentizedRange(3, 10).Tail(INFINITY), 0);
}

}  // namespace
}  // namespace trena

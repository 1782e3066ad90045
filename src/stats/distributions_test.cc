// SPDX-License-Identifier: Apache-2.0
#include "stats/distributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "stats/model/test_table.h"

namespace trena {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<double> Compute(const TestRow& row) {
  const std::string& name = row.at("name");
  const double a = std::stod(row.at("a"));
  const double b = std::stod(row.at("b"));
  const double c = std::stod(row.at("c"));
  if (name == "student_quantile") return StudentQuantile(a, b);
  if (name == "student_tail") return StudentTail(a, b);
  if (name == "f_tail") return FTail(a, b, c);
  if (name == "normal_quantile") return NormalQuantile(a);
  if (name == "binomial_tail") {
    return BinomialTail(static_cast<size_t>(a), static_cast<size_t>(b), c);
  }
  return std::nullopt;
}

TEST(Distributions, AgreeWithR) {
  const auto rows = ReadTestTable("distributions.csv");
  ASSERT_GT(rows.size(), 300u);
  for (const TestRow& row : rows) {
    const double expected = std::stod(row.at("value"));
    const auto actual = Compute(row);
    ASSERT_TRUE(actual) << row.at("name");
    // The median of R is 0 only to its rounding, hence the absolute part.
    EXPECT_NEAR(*actual, expected, 1e-10 * std::abs(expected) + 1e-15)
        << row.at("name") << " " << row.at("a") << " " << row.at("b") << " " << row.at("c");
    if (std::abs(expected) > 1e-300 && row.at("name").ends_with("tail")) {
      EXPECT_NEAR(*actual / expected, 1, 1e-10) << row.at("name") << " " << row.at("a");
    }
  }
}

// With 1 degree of freedom T is Cauchy: its quantile is tan(pi (p - 1/2)); with 2 it has a closed
// form too. F(2, 2) has the tail 1 / (1 + f).
TEST(Distributions, AgreeWithClosedForms) {
  EXPECT_NEAR(*StudentQuantile(0.75, 1), 1, 1e-14);
  EXPECT_NEAR(*StudentQuantile(0.975, 1), std::tan(M_PI * 0.475), 1e-12);
  EXPECT_NEAR(*StudentQuantile(0.9, 2), 0.8 * std::sqrt(1 / (2 * 0.9 * 0.1)), 1e-13);
  EXPECT_NEAR(*StudentTail(1, 1), 0.5, 1e-14);
  EXPECT_NEAR(*FTail(3, 2, 2), 0.25, 1e-14);
}

TEST(Distributions, TailsAreTwoSidedAndMeetTheirLimits) {
  EXPECT_EQ(*StudentTail(-2.5, 7), *StudentTail(2.5, 7));
  EXPECT_EQ(*StudentTail(0, 7), 1);
  EXPECT_EQ(*StudentTail(-kInfinity, 7), 0);
  EXPECT_EQ(*FTail(0, 3, 7), 1);
  EXPECT_EQ(*FTail(kInfinity, 3, 7), 0);
  EXPECT_NEAR(*FTail(2.5 * 2.5, 1, 7), *StudentTail(2.5, 7), 1e-15);
}

TEST(Distributions, UndefinedIsMissing) {
  for (double p : {0.0, 1.0, -0.1, 1.1, kNan, kInfinity}) {
    EXPECT_FALSE(StudentQuantile(p, 5)) << p;
    EXPECT_FALSE(NormalQuantile(p)) << p;
  }
  for (double df : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_FALSE(StudentQuantile(0.9, df)) << df;
    EXPECT_FALSE(StudentTail(1, df)) << df;
    EXPECT_FALSE(FTail(1, df, 5)) << df;
    EXPECT_FALSE(FTail(1, 5, df)) << df;
  }
  EXPECT_FALSE(StudentTail(kNan, 5));
  EXPECT_FALSE(FTail(kNan, 2, 5));
  EXPECT_FALSE(FTail(-1, 2, 5));
}

TEST(FQuantile, InvertsTheTail) {
  // F with 2 and 2 degrees of freedom: P(F <= f) = f / (1 + f).
  EXPECT_NEAR(*FQuantile(0.8, 2, 2), 4, 1e-12);
  for (double p : {0.001, 0.5, 0.95}) {
    EXPECT_NEAR(*FTail(*FQuantile(p, 3, 17), 3, 17), 1 - p, 1e-12);
  }
  EXPECT_FALSE(FQuantile(0, 2, 2) || FQuantile(1, 2, 2) || FQuantile(0.5, 0, 2));
}

}  // namespace
}  // namespace trena

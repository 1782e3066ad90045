// SPDX-License-Identifier: Apache-2.0
#include "store/impossible.h"

#include <gtest/gtest.h>

#include <limits>

#include "store/test_run.h"

namespace trena {
namespace {

using Numbers = MetricValues;

RunRecord With(Numbers metrics, Values fixed = {}) {
  RunRecord run;
  run.metrics = std::move(metrics);
  run.fixed = std::move(fixed);
  LeaveOutImpossible(run);
  return run;
}

TEST(Impossible, WhatIsOutOfBoundsIsMissingAndNamed) {
  const RunRecord run =
      With({{"accuracy", 1e9}, {"train_s", -5}, {"wall_s", 3}, {"cpu_pct", 101}, {"own", -7}});
  EXPECT_EQ(run.metrics, (Numbers{{"wall_s", 3}, {"own", -7}})) << "one's own may be anything";
  EXPECT_EQ(run.impossible, (Numbers{{"accuracy", 1e9}, {"train_s", -5}, {"cpu_pct", 101}}));
}

TEST(Impossible, WhatCanBeStays) {
  const Numbers metrics = {{"accuracy", 1}, {"train_s", 1e-9}, {"cpu_pct", 100}, {"loss", -1}};
  EXPECT_EQ(With(metrics).metrics, metrics);
  EXPECT_TRUE(With(metrics).impossible.empty());
}

// Sums and squares of what is left stay finite.
TEST(Impossible, TimesAreOfThisCenturyAndNumbersHaveTheirSquares) {
  EXPECT_TRUE(With({{"train_s", 1e300}}).metrics.empty());
  EXPECT_TRUE(With({{"loss", 1e300}}).metrics.empty());
  EXPECT_TRUE(With({{"own", 1e300}}).metrics.empty());
  EXPECT_TRUE(With({{"own", std::numeric_limits<double>::infinity()}}).metrics.empty());
  EXPECT_EQ(With({{"train_s", 36'500 * 86'400.0}}).metrics.size(), 1u) << "a hundred years";
}

// 60,000 images in 2 s where one epoch of 64 was asked for.
TEST(Impossible, MoreImagesThanWereAskedFor) {
  const Numbers told = {{"train_s", 2},
                        {"images_per_s", 30'000},
                        {"image_s", 2.0 / 60'000},
                        {"tokens_per_s", 90'000}};
  const RunRecord run = With(told, {{"images", 64}, {"epochs", 1}});
  EXPECT_EQ(run.metrics, (Numbers{{"train_s", 2}}));
  EXPECT_EQ(run.impossible, (Numbers{{"images", 60'000}}));
  EXPECT_EQ(With(told, {{"images", 60'000}, {"epochs", 1}}).metrics, told);
  EXPECT_EQ(With(told, {{"images", 20'000}, {"epochs", 3}}).metrics, told);
  EXPECT_EQ(With(told, {{"epochs", 1}}).metrics, told) << "of the whole data set";
}

TEST(Impossible, ARunFileIsReadByTheSameRule) {
  const Json json = {{"format", 1},
                     {"key", "k"},
                     {"scenario", "C1"},
                     {"replication", 1},
                     {"attempt", 1},
                     {"outcome", "ok"},
                     {"impossible", {{"loss", 1e300}}},
                     {"phases", {{{"name", "train"}, {"seconds", -5}}}},
                     {"metrics", {{"train_s", -5}, {"wall_s", 3}}}};
  const RunRecord run = ReadRun(json).value();
  EXPECT_EQ(run.metrics, (Numbers{{"wall_s", 3}}));
  EXPECT_EQ(run.impossible, (Numbers{{"train_s", -5}, {"loss", 1e300}})) << "as it was recorded";
  EXPECT_TRUE(run.phases.empty());
  EXPECT_EQ(ReadRun(ToJson(run)).value().impossible, run.impossible);
}

TEST(Impossible, RunsAreCountedFromOne) {
  for (const char* field : {"replication", "attempt", "block", "plot"}) {
    Json json = {{"format", 1},      {"key", "k"},   {"scenario", "C1"},
                 {"replication", 1}, {"attempt", 1}, {"outcome", "ok"}};
    json[field] = 0;
    const Result<RunRecord> run = ReadRun(json);
    ASSERT_FALSE(run.ok()) << field;
    EXPECT_EQ(run.error().message(), "its " + std::string(field) + " is 0; they count from 1");
  }
}

}  // namespace
}  // namespace trena

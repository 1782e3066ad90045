// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/column_profile.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// A column of this name with these fields.
ColumnProfile ProfileOf(const std::string& name, const std::vector<std::string>& fields,
                        DecimalMark mark = DecimalMark::kPoint) {
  ColumnProfile profile(name, mark);
  for (const std::string& field : fields) {
    const std::string padded = field + std::string(16, '\0');
    profile.Add(std::string_view(padded).substr(0, field.size()));
  }
  return profile;
}

// So many different fields, each twice.
std::vector<std::string> Different(size_t count, const std::string& start) {
  std::vector<std::string> fields;
  for (size_t i = 0; i < count; ++i) fields.insert(fields.end(), 2, start + std::to_string(i));
  return fields;
}

TEST(EndedWellTest, KnownWordsHoweverTheyAreWritten) {
  for (const char* word :
       {"ok", "OK", " Ok ", "success", "succeeded", "passed", "completed", "finished", "done"}) {
    EXPECT_EQ(EndedWell(word), true) << word;
  }
  for (const char* word :
       {"failed",    "failure",       "fail",          "error",         "crashed",
        "killed",    "out_of_memory", "Out of memory", "out-of-memory", "oom",
        "timed out", "timeout",       "interrupted",   "cancelled",     "canceled",
        "aborted",   "refused",       "skipped",       "censored",      "missing"}) {
    EXPECT_EQ(EndedWell(word), false) << word;
  }
  for (const char* word : {"", " ", "okay", "o k", "1", "splendid"}) {
    EXPECT_EQ(EndedWell(word), std::nullopt) << word;
  }
}

TEST(ColumnProfileTest, NoRowsTellNothing) {
  const ColumnProfile profile = ProfileOf("framework", {});
  EXPECT_FALSE(profile.all_numbers());
  EXPECT_FALSE(profile.is_outcome());
  EXPECT_EQ(profile.WhyNoFactor(), std::nullopt);
  EXPECT_FALSE(ProfileOf("outcome", {}).is_outcome());
}

TEST(ColumnProfileTest, NumbersWithGapsAreNumbers) {
  EXPECT_TRUE(ProfileOf("x", {"1", "2.5", "-3e4"}).all_numbers());
  EXPECT_TRUE(ProfileOf("x", {"1", "", "NA"}).all_numbers());
  EXPECT_TRUE(ProfileOf("x", {"1", "nan"}).all_numbers()) << "a measurement that went wrong";
  EXPECT_FALSE(ProfileOf("x", {"1", "two"}).all_numbers());
  EXPECT_FALSE(ProfileOf("x", {"", "NA"}).all_numbers()) << "nothing at all is no number";
  EXPECT_FALSE(ProfileOf("x", {"1,5"}).all_numbers());
  EXPECT_TRUE(ProfileOf("x", {"1,5"}, DecimalMark::kComma).all_numbers());
}

TEST(ColumnProfileTest, AnOutcomeHasTheNameAndOnlyKnownWords) {
  for (const char* name : {"outcome", "Status", " STATUS "}) {
    EXPECT_TRUE(ProfileOf(name, {"ok", "failed", "OK"}).is_outcome()) << name;
  }
  EXPECT_FALSE(ProfileOf("outcome", {"ok", "splendid"}).is_outcome());
  EXPECT_FALSE(ProfileOf("outcome", {"ok", ""}).is_outcome());
  // Weights & Biases has State, CI has conclusion, others a column that asks yes or no.
  EXPECT_TRUE(ProfileOf("State", {"finished", "crashed", "killed"}).is_outcome());
  EXPECT_TRUE(ProfileOf("result", {"PASS", "FAIL"}).is_outcome());
  EXPECT_TRUE(ProfileOf("result", {"True", "False"}).is_outcome());
  EXPECT_TRUE(ProfileOf("success", {"1", "0"}).is_outcome());
  EXPECT_TRUE(ProfileOf("exit code", {"0", "137"}).is_outcome());
  EXPECT_TRUE(ProfileOf("failed", {"true", "false"}).is_outcome());
  EXPECT_FALSE(ProfileOf("result", {"12.5", "13"}).is_outcome()) << "a measurement";
  EXPECT_FALSE(ProfileOf("status", {"1", "0"}).is_outcome()) << "nobody knows which is which";
  EXPECT_FALSE(ProfileOf("augmented", {"True", "False"}).is_outcome()) << "a factor";
}

TEST(EndedWellTest, WhatAValueMeansDependsOnTheColumn) {
  EXPECT_EQ(EndedWell("true"), true);
  EXPECT_EQ(EndedWell("False"), false);
  EXPECT_EQ(EndedWell("0", OutcomeKind::kExitCode), true);
  EXPECT_EQ(EndedWell("137", OutcomeKind::kExitCode), false);
  EXPECT_EQ(EndedWell("0", OutcomeKind::kSuccess), false);
  EXPECT_EQ(EndedWell("1", OutcomeKind::kSuccess), true);
  EXPECT_EQ(EndedWell("True", OutcomeKind::kFailure), false);
  EXPECT_EQ(EndedWell("no", OutcomeKind::kFailure), true);
  EXPECT_EQ(EndedWell("ok", OutcomeKind::kFailure), std::nullopt);
  EXPECT_EQ(EndedWell("running"), false) << "what is not over is no observation";
}

TEST(ColumnProfileTest, NamesThatNumberOrLabelARun) {
  for (const char* name : {"", "id", "Run", "run id", "run-id", "RUN_ID", "machine_id", "uuid",
                           "replication", "seed", "order", "label", "host", "sample", "subject"}) {
    EXPECT_EQ(ProfileOf(name, {"a", "b"}).WhyNoFactor(), LeftOut::kIdentifier) << name;
  }
  for (const char* name : {"grid", "solid", "runs", "idle"}) {
    EXPECT_EQ(ProfileOf(name, {"a", "b"}).WhyNoFactor(), std::nullopt) << name;
  }
}

TEST(ColumnProfileTest, MomentsByNameOrByWhatTheyAre) {
  for (const char* name : {"date", "Time", "timestamp", "started", "day"}) {
    EXPECT_EQ(ProfileOf(name, {"a", "b"}).WhyNoFactor(), LeftOut::kTimestamp) << name;
  }
  const std::vector<std::string> moments = {"2026-11-16", " 2026-11-17T10:00:00Z"};
  EXPECT_EQ(ProfileOf("when_it_was", moments).WhyNoFactor(), LeftOut::kTimestamp);
  EXPECT_EQ(ProfileOf("x", {"2026-11-16", ""}).WhyNoFactor(), LeftOut::kTimestamp)
      << "a gap among moments";
  EXPECT_EQ(ProfileOf("x", {"2026-11-16", "never"}).WhyNoFactor(), std::nullopt);
  for (const char* text : {"2026-11-1", "2026/11/16", "2026-11/16", "2026-1a-16", "20261116-x",
                           "x026-11-16", "2026-11-1x", "2026-11-x6", "202x-11-16"}) {
    EXPECT_EQ(ProfileOf("x", {text, text}).WhyNoFactor(), std::nullopt) << text;
  }
  // Every moment is another one: still a moment where levels are counted no further.
  std::vector<std::string> many;
  for (int i = 0; i < 150; ++i) many.push_back("2026-11-16T00:00:" + std::to_string(100 + i));
  EXPECT_EQ(ProfileOf("x", many).WhyNoFactor(), LeftOut::kTimestamp);
  many.push_back("never");
  EXPECT_EQ(ProfileOf("x", many).WhyNoFactor(), LeftOut::kTooManyLevels);
}

TEST(ColumnProfileTest, MetricsAreNumbersWithAMetricsName) {
  for (const char* name : {"accuracy", "Loss", "cost", "train_s", "latency_ms", "mem_pct",
                           "read_bytes", "wall time", "peak_gb", "price"}) {
    EXPECT_EQ(ProfileOf(name, {"1", "2", "1", "2"}).WhyNoFactor(), LeftOut::kMeasured) << name;
    EXPECT_EQ(ProfileOf(name, {"high", "low", "high"}).WhyNoFactor(), std::nullopt)
        << name << " in words is no metric";
  }
  for (const char* name : {"class", "lossy", "batch", "s"}) {
    EXPECT_EQ(ProfileOf(name, {"1", "2", "1", "2"}).WhyNoFactor(), std::nullopt) << name;
  }
}

TEST(ColumnProfileTest, EmptyFieldsAreNoLevel) {
  EXPECT_EQ(ProfileOf("x", {"a", "b", "a"}).WhyNoFactor(), std::nullopt);
  EXPECT_EQ(ProfileOf("x", {"a", "b", ""}).WhyNoFactor(), LeftOut::kEmptyFields);
  EXPECT_EQ(ProfileOf("x", {"a", "b", "  "}).WhyNoFactor(), LeftOut::kEmptyFields);
  EXPECT_EQ(ProfileOf("x", {"a", "b", "NA"}).WhyNoFactor(), LeftOut::kEmptyFields);
  std::vector<std::string> late = Different(101, "w");
  late.push_back("");
  EXPECT_EQ(ProfileOf("x", late).WhyNoFactor(), LeftOut::kEmptyFields)
      << "found where levels are counted no further";
}

TEST(ColumnProfileTest, AsManyLevelsAsThereMayBeAndOneMore) {
  EXPECT_EQ(ProfileOf("x", Different(10, "")).WhyNoFactor(), std::nullopt);
  EXPECT_EQ(ProfileOf("x", Different(11, "")).WhyNoFactor(), LeftOut::kTooManyLevels);
  EXPECT_EQ(ProfileOf("x", Different(11, "w")).WhyNoFactor(), std::nullopt);
  EXPECT_EQ(ProfileOf("x", Different(100, "w")).WhyNoFactor(), std::nullopt);
  EXPECT_EQ(ProfileOf("x", Different(101, "w")).WhyNoFactor(), LeftOut::kTooManyLevels);
  // One word among numbers: the rule of words.
  std::vector<std::string> mixed = Different(50, "");
  mixed.push_back("auto");
  EXPECT_EQ(ProfileOf("x", mixed).WhyNoFactor(), std::nullopt);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "store/run.h"

#include <gtest/gtest.h>

#include <limits>

#include "store/results.h"
#include "store/test_run.h"

namespace trena {
namespace {

// Every field other than what it is when nothing is said.
RunRecord FullRun() {
  RunRecord run;
  run.scenario = "C20";
  run.key = "9f2c41d07b3e55aa";
  run.replication = 3;
  run.attempt = 2;
  run.round = 6;
  run.block = 4;
  run.plot = 5;
  run.position = 77;
  run.seed = 18446744073709551615u;
  run.levels = {{"network", "network2"}, {"batch", 64}, {"augment", true}};
  run.fixed = {{"learning_rate", 0.01}};
  run.environment = "f4s_v2";
  run.device = "cuda";
  run.framework = "libtorch";
  run.framework_version = "1.13.1";
  run.outcome = Outcome::kFailed;
  run.exit_code = 9;
  run.reason = "exit code 9: \"no\"\n\x01";
  run.started = "2026-11-15T21:37:04Z";
  run.phases = {{"setup", 0.25}, {"train", 12.5}};
  run.metrics = {{"wall_s", 13.0625}, {"accuracy", 0.1}};
  run.stand_in = {"2 CPUs instead of 4"};
  run.notes = {"its losses went up"};
  run.synthetic = true;
  run.simulated = true;
  run.facts = {{"cpu", {{"visible", 2}}}};
  run.versions = {{"framework", "libtorch"}};
  run.inputs = {{"data", "ab12"}};
  run.price = {{"per_hour", 0.36}, {"currency", "USD"}, {"free", false}};
  run.boot_id = "0b1e";
  run.trena_version = "0.1.0 (commit 1a2b3c4)";
  return run;
}

// As a file would bring it.
Json ThroughText(const RunRecord& run) { return ParseJson(Dump(ToJson(run), 1)).value(); }

RunRecord Read(const Json& json) {
  Result<RunRecord> run = ReadRun(json);
  EXPECT_TRUE(run.ok());
  return run.ok() ? run.value() : RunRecord();
}

TEST(Run, ComesBackWhole) {
  RunRecord run = FullRun();
  RunRecord back = Read(ThroughText(run));
  EXPECT_EQ(back.scenario, run.scenario);
  EXPECT_EQ(back.key, run.key);
  EXPECT_EQ(back.replication, run.replication);
  EXPECT_EQ(back.attempt, run.attempt);
  EXPECT_EQ(back.round, run.round);
  EXPECT_EQ(back.block, run.block);
  EXPECT_EQ(back.plot, run.plot);
  EXPECT_EQ(back.position, run.position);
  EXPECT_EQ(back.seed, run.seed);
  EXPECT_EQ(back.levels, run.levels);
  EXPECT_EQ(back.fixed, run.fixed);
  EXPECT_EQ(back.environment, run.environment);
  EXPECT_EQ(back.device, run.device);
  EXPECT_EQ(back.framework, run.framework);
  EXPECT_EQ(back.framework_version, run.framework_version);
  EXPECT_EQ(back.outcome, run.outcome);
  EXPECT_EQ(back.exit_code, run.exit_code);
  EXPECT_EQ(back.reason, run.reason);
  EXPECT_EQ(back.started, run.started);
  ASSERT_EQ(back.phases.size(), 2u);
  EXPECT_EQ(back.phases[1].name, "train");
  EXPECT_EQ(back.phases[1].seconds, 12.5);
  EXPECT_EQ(back.metrics, run.metrics);
  EXPECT_EQ(back.stand_in, run.stand_in);
  EXPECT_EQ(back.notes, run.notes);
  EXPECT_TRUE(back.synthetic);
  EXPECT_TRUE(back.simulated);
  EXPECT_EQ(back.facts, run.facts);
  EXPECT_EQ(back.versions, run.versions);
  EXPECT_EQ(back.inputs, run.inputs);
  EXPECT_EQ(back.price, run.price);
  EXPECT_EQ(back.boot_id, run.boot_id);
  EXPECT_EQ(back.trena_version, run.trena_version);
}

TEST(Run, WithoutARoundItIsOfTheFirst) {
  Json json = ThroughText(FullRun());
  json.erase("round");
  EXPECT_EQ(Read(json).round, 1);
}

TEST(Run, EveryFieldIsInTheFile) {
  // docs/run-folder.md; `folder` is the folder's own name.
  Json json = ThroughText(FullRun());
  for (const char* field : {"format",    "trena",       "scenario",
                            "key",       "replication", "attempt",
                            "block",     "plot",        "position",
                            "seed",      "outcome",     "exit_code",
                            "reason",    "started",     "environment",
                            "device",    "stand_in",    "synthetic",
                            "simulated", "framework",   "framework_version",
                            "levels",    "fixed",       "phases",
                            "metrics",   "versions",    "inputs",
                            "boot_id",   "facts"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["outcome"], "failed");
}

TEST(Run, ANewerFormatIsRefused) {
  Json json = ThroughText(FullRun());
  json["format"] = kRunFormat + 1;
  Result<RunRecord> run = ReadRun(json);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().kind(), ErrorKind::kInput);
  EXPECT_NE(run.error().message().find("newer trena (format 2)"), std::string::npos);
}

TEST(Run, WhatNamesItMustBeThere) {
  for (const char* field : {"format", "outcome", "key", "scenario", "replication", "attempt"}) {
    Json json = ThroughText(FullRun());
    json.erase(field);
    EXPECT_FALSE(ReadRun(json).ok()) << field;
    json[field] = Json::array();
    EXPECT_FALSE(ReadRun(json).ok()) << field << " of a wrong type";
  }
  Json unknown = ThroughText(FullRun());
  unknown["outcome"] = "splendid";
  EXPECT_FALSE(ReadRun(unknown).ok());
}

TEST(Run, TheRestMayBeMissing) {
  RunRecord run = Read({{"format", 1},
                        {"outcome", "ok"},
                        {"key", "ab"},
                        {"scenario", "C1"},
                        {"replication", 2},
                        {"attempt", 1}});
  EXPECT_EQ(run.exit_code, std::nullopt);
  EXPECT_EQ(run.metric("train_s"), std::nullopt);
  EXPECT_EQ(run.position, 0);
  EXPECT_EQ(run.block, 1);
  EXPECT_TRUE(run.levels->empty());
  EXPECT_TRUE(run.stand_in.empty());
  EXPECT_FALSE(run.synthetic);
  EXPECT_TRUE(run.facts->is_null());
}

TEST(Run, WhatIsNoJsonObjectIsRefused) {
  for (const Json& json : {Json(), Json(7), Json("text"), Json::array({1})}) {
    EXPECT_FALSE(ReadRun(json).ok()) << json;
  }
}

TEST(Run, AReadingThatIsNoNumberIsMissing) {
  RunRecord run = FullRun();
  run.metrics = {{"train_s", std::numeric_limits<double>::quiet_NaN()},
                 {"cost", std::numeric_limits<double>::infinity()},
                 {"wall_s", 2}};
  Json json = ThroughText(run);
  EXPECT_TRUE(json["metrics"]["train_s"].is_null());
  json["metrics"]["accuracy"] = "high";
  RunRecord back = Read(json);
  EXPECT_EQ(back.metrics, (MetricValues{{"wall_s", 2}}));
}

TEST(Run, PartsOfAWrongTypeAreLeftOut) {
  Json json = ThroughText(FullRun());
  json["phases"] = Json::array({{{"name", "load"}}, 3, {{"name", "train"}, {"seconds", 2}}});
  json["levels"] = "all";
  json["metrics"] = Json::array({1});
  json["stand_in"] = Json::array({"2 CPUs", 7});
  RunRecord run = Read(json);
  ASSERT_EQ(run.phases.size(), 1u);
  EXPECT_EQ(run.phases[0].name, "train");
  EXPECT_TRUE(run.levels->empty());
  EXPECT_TRUE(run.metrics.empty());
  EXPECT_EQ(run.stand_in, std::vector<std::string>{"2 CPUs"});
}

TEST(Run, OutcomesHaveNamesAndSomeAreFinal) {
  // docs/run-folder.md, the table of outcomes.
  struct Row {
    Outcome outcome;
    const char* name;
    bool final;
  };
  for (const Row& row : {Row{Outcome::kOk, "ok", true}, Row{Outcome::kFailed, "failed", true},
                         Row{Outcome::kOutOfMemory, "out_of_memory", true},
                         Row{Outcome::kTimedOut, "timed_out", true},
                         Row{Outcome::kInterrupted, "interrupted", false},
                         Row{Outcome::kRefused, "refused", false}}) {
    EXPECT_EQ(ToString(row.outcome), row.name);
    EXPECT_EQ(OutcomeFromString(row.name), row.outcome);
    EXPECT_EQ(IsFinal(row.outcome), row.final) << row.name;
  }
  EXPECT_EQ(OutcomeFromString("OK"), std::nullopt);
}

TEST(Run, TheFolderTellsLabelReplicationAttemptAndKey) {
  RunRecord run;
  run.scenario = "C20";
  run.replication = 3;
  run.attempt = 1;
  run.key = "9f2c41d07b3e0123456789";
  EXPECT_EQ(RunFolderName(run), "C20-r3-a1-9f2c41d07b3e");  // docs/run-folder.md
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "store/run_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/json.h"

namespace trena {
namespace {

// run.json with these fields beside those that make a run.
std::string RunText(const std::string& more) {
  return R"({"format": 1, "outcome": "ok", "key": "ab", "scenario": "C1", "replication": 1, )"
         R"("attempt": 1)" +
         more + "}";
}

std::string ProblemOf(const std::string& text) {
  const Result<RunRecord> run = RunReader().Read(text);
  return run.ok() ? "" : run.error().message();
}

TEST(RunReader, WhatIsLikeTheRunBeforeIsKeptOnce) {
  RunReader reader;
  const std::string parts = R"(, "levels": {"batch": 64}, "fixed": {"epochs": 3},)"
                            R"( "facts": {"cpu": {"model": "A"}}, "versions": {"blas": "B"})";
  const RunRecord first = reader.Read(RunText(parts)).value();
  const RunRecord second = reader.Read(RunText(parts)).value();
  EXPECT_EQ(&*first.levels, &*second.levels);
  EXPECT_EQ(&*first.facts, &*second.facts);
  EXPECT_EQ(second.fixed, first.fixed);
  EXPECT_EQ((*second.facts)["cpu"]["model"], "A");
  EXPECT_EQ((*second.versions)["blas"], "B");
}

TEST(RunReader, WhatDiffersFromTheRunBeforeIsItsOwn) {
  RunReader reader;
  const RunRecord first =
      reader.Read(RunText(R"(, "levels": {"batch": 64}, "facts": {"cpu": 1})")).value();
  const RunRecord second =
      reader.Read(RunText(R"(, "levels": {"batch": 128}, "facts": {"cpu": 2})")).value();
  const RunRecord without = reader.Read(RunText("")).value();
  const RunRecord third =
      reader.Read(RunText(R"(, "levels": {"batch": 64}, "facts": {"cpu": 1})")).value();
  EXPECT_EQ(Find(first.levels, "batch")->number(), 64);
  EXPECT_EQ(Find(second.levels, "batch")->number(), 128);
  EXPECT_EQ((*second.facts)["cpu"], 2);
  EXPECT_TRUE(without.levels->empty());
  EXPECT_TRUE(without.facts->is_null());
  EXPECT_EQ(Find(third.levels, "batch")->number(), 64);
  EXPECT_EQ((*third.facts)["cpu"], 1);
}

// Of a machine the moment alone changes from run to run; it may come first, last or in between.
TEST(RunReader, TheMomentIsApartFromTheFacts) {
  RunReader reader;
  for (const char* facts :
       {R"({"cpu": 1, "moment": {"load": [LOAD]}})", R"({"moment": {"load": [LOAD]}, "cpu": 1})",
        R"({"cpu": 1, "moment": {"load": [LOAD]}, "os": "x"})"}) {
    std::vector<RunRecord> runs;
    for (double load : {0.5, 11.25}) {
      std::string text = facts;
      text.replace(text.find("LOAD"), 4, fmt::format("{}", load));
      runs.push_back(reader.Read(RunText(R"(, "facts": )" + text)).value());
      EXPECT_EQ(MomentOf(runs.back())["load"][0], load);
      EXPECT_EQ((*runs.back().facts)["cpu"], 1);
      EXPECT_FALSE(runs.back().facts->contains("moment"));
    }
    EXPECT_EQ(&*runs[0].facts, &*runs[1].facts);
    EXPECT_EQ(ToJson(runs[1])["facts"]["moment"]["load"][0], 11.25);
  }
  EXPECT_TRUE(reader.Read(RunText(R"(, "facts": {"cpu": 1})")).value().moment.empty());
  // What follows the facts is not taken for it, in whatever order the fields come.
  const RunRecord after = reader
                              .Read(RunText(R"(, "facts": {"cpu": 1, "moment": {"load": [3]}},)"
                                            R"( "phases": [{"name": "train", "seconds": 2}])"))
                              .value();
  EXPECT_EQ((*after.facts)["cpu"], 1);
  EXPECT_EQ(MomentOf(after)["load"][0], 3);
  EXPECT_EQ(after.phases.size(), 1u);
  // Elsewhere it is a word like any other.
  const RunRecord other = reader.Read(RunText(R"(, "inputs": {"moment": {"a": 1}})")).value();
  EXPECT_EQ((*other.inputs)["moment"]["a"], 1);
}

TEST(RunReader, NumbersComeAsTheyAreWritten) {
  const RunRecord run =
      RunReader()
          .Read(RunText(R"(, "position": 2.0, "block": 1e1, "seed": 18446744073709551615,)"
                        R"( "metrics": {"wall_s": 0.1, "loss": 5e-324, "a": 1e-400, "b": -7})"))
          .value();
  EXPECT_EQ(run.position, 2);
  EXPECT_EQ(run.block, 10);
  EXPECT_EQ(run.seed, 18446744073709551615u);
  EXPECT_EQ(run.metric("wall_s"), 0.1);
  EXPECT_EQ(run.metric("loss"), 5e-324);
  EXPECT_EQ(run.metric("a"), 0);
  EXPECT_EQ(run.metric("b"), -7);
}

TEST(RunReader, MetricsNeedNoOrderAndTheLastOfANameCounts) {
  RunReader reader;
  reader.Read(RunText(R"(, "metrics": {"cpu_s": 1, "wall_s": 2})")).value();
  const RunRecord run =
      reader.Read(RunText(R"(, "metrics": {"wall_s": 9, "cpu_s": 1, "wall_s": 2, "n": {"x": 5}})"))
          .value();
  EXPECT_EQ(run.metrics, (MetricValues{{"cpu_s", 1}, {"wall_s", 2}}));
}

TEST(RunReader, WhatIsNoJsonIsSaidWithItsPlace) {
  EXPECT_NE(ProblemOf("{\"format\": 1,\n !}").find("line 2"), std::string::npos);
  EXPECT_NE(ProblemOf(RunText(R"(, "metrics": {"a": 1e400})")), "");
  EXPECT_NE(ProblemOf(RunText("") + "x"), "");
  EXPECT_NE(ProblemOf(RunText("") + std::string(1, '\0') + "x"), "");
  EXPECT_NE(ProblemOf(RunText(", \"reason\": \"\xff\"")), "");
  EXPECT_NE(ProblemOf(""), "");
}

// RapidJSON 1.1, sixteen letters at a time, stops at those below 0x1a only.
TEST(RunReader, NoControlCharacterMayStandInAString) {
  for (int place = 0; place < 40; ++place) {
    for (char control = 1; control < 0x20; ++control) {
      std::string reason(40, 'a');
      reason[place] = control;
      EXPECT_NE(ProblemOf(RunText(", \"reason\": \"" + reason + "\"")), "") << int{control};
    }
  }
}

// What is wrong behind a part that was not read again is said of the text as it is.
TEST(RunReader, AMistakeAfterWhatIsKnownIsSaidWithItsPlace) {
  RunReader reader;
  const std::string part = ",\n \"fixed\": {\n  \"epochs\": 3\n },\n \"facts\": {\"cpu\": 1}";
  ASSERT_TRUE(reader.Read(RunText(part)).ok());
  const std::string wrong = RunText(part + ",\n !");
  const Result<RunRecord> again = reader.Read(wrong);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().message(), ProblemOf(wrong));
  EXPECT_NE(again.error().message().find("line 6"), std::string::npos);
  EXPECT_NE(reader.Read(RunText(part + "}")).ok(), true);
}

// A value that only begins like the one before is another.
TEST(RunReader, WhatGoesOnIsAnother) {
  RunReader reader;
  ASSERT_TRUE(reader.Read(RunText(R"(, "levels": {"batch": 64}, "price": [1, 2, 3, 4])")).ok());
  EXPECT_FALSE(reader.Read(RunText(R"(, "levels": {"batch": 64}})")).ok());
  EXPECT_FALSE(reader.Read(RunText(R"(, "price": [1, 2, 3, 4] 5)")).ok());
  const RunRecord run = reader.Read(RunText(R"(, "price": [1, 2, 3, 4, 5])")).value();
  EXPECT_EQ(run.price->size(), 5u);
}

TEST(RunReader, DepthIsBounded) {
  const auto nested = [](const std::string& field, size_t depth) {
    return RunText(", \"" + field + "\": " + std::string(depth, '[') + std::string(depth, ']'));
  };
  for (const char* field : {"other", "facts", "levels", "versions"}) {
    EXPECT_EQ(ProblemOf(nested(field, 50)), "");
    for (const size_t depth : {60u, 64u, 65u, 100u, 199u, 100'000u}) {
      EXPECT_NE(ProblemOf(nested(field, depth)).find("deep"), std::string::npos) << depth;
    }
  }
}

// Half a pair of surrogates is no letter: RapidJSON would take the second half alone.
TEST(RunReader, HalfOfAPairIsNoLetter) {
  for (const char* half : {R"("\ud800")", R"("\udc00")", R"("\uDfff")", R"("\udc00\ud800")"}) {
    EXPECT_NE(ProblemOf(RunText(std::string(R"(, "cause": )") + half)), "") << half;
    EXPECT_NE(ProblemOf(RunText(std::string(R"(, "facts": {"a": )") + half + "}")), "") << half;
  }
  EXPECT_EQ(ProblemOf(RunText(R"(, "cause": "\ud83d\ude00 and a\\udcd")")), "");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What is read of a plan.json, and what is refused; reading what was written is in
// plan_file_test.cc.
#include <gtest/gtest.h>

#include "plan/plan_file.h"

namespace trena {
namespace {

const std::string kScenarios =
    R"("scenarios": [{"id": "C1", "key": "k1", "levels": {"batch": 16}},
                     {"id": "C3", "key": "k3", "levels": {"batch": 64}}])";
const std::string kRuns =
    R"("runs": [{"scenario": "C3", "replication": 1, "block": 1, "plot": 2},
                {"scenario": "C1", "replication": 2, "block": 3, "plot": 4}])";
const std::string kHead =
    R"("format": 1, "design": "full", "seed": 7, "order": "random", "replications": 2)";

std::string PlanText(const std::string& head, const std::string& scenarios,
                     const std::string& runs) {
  return "{" + head + ", " + scenarios + ", " + runs + "}";
}

SavedPlan ReadGood(const std::string& text) {
  Result<SavedPlan> plan = ReadPlanJson(text);
  EXPECT_TRUE(plan.ok()) << text;
  return plan.ok() ? plan.value() : SavedPlan{};
}

bool Reads(const std::string& text) { return ReadPlanJson(text).ok(); }

TEST(PlanParserTest, EveryFieldOfARow) {
  const SavedPlan plan = ReadGood(PlanText(kHead, kScenarios, kRuns));
  EXPECT_EQ(plan.design, "full");
  EXPECT_EQ(plan.seed, 7u);
  EXPECT_EQ(plan.replications, 2);
  EXPECT_TRUE(plan.random_order);
  EXPECT_TRUE(plan.study_hash.empty() && plan.fixed.empty()) << "may be missing";
  ASSERT_EQ(plan.scenarios.size(), 2u);
  EXPECT_EQ(plan.scenarios[1].id, "C3");
  EXPECT_EQ(plan.scenarios[1].key, "k3");
  EXPECT_EQ(plan.scenarios[1].levels, (Values{{"batch", 64}}));
  ASSERT_EQ(plan.runs.size(), 2u);
  EXPECT_EQ(plan.runs[0].scenario, 1u) << "by its label, not by its place";
  EXPECT_EQ(plan.runs[0].replication, 1);
  EXPECT_EQ(plan.runs[0].plot, 2);
  EXPECT_EQ(plan.runs[1].scenario, 0u);
  EXPECT_EQ(plan.runs[1].replication, 2);
  EXPECT_EQ(plan.runs[1].block, 3);
  EXPECT_EQ(plan.runs[1].plot, 4);
}

TEST(PlanParserTest, TheHeadMayStandAnywhere) {
  const SavedPlan plan =
      ReadGood("{" + kScenarios + ", " + kRuns + ", \"study_sha256\": \"abc\", " + kHead +
               ", \"fixed\": {\"epochs\": 3}}");
  EXPECT_EQ(plan.study_hash, "abc");
  EXPECT_EQ(plan.fixed, (Values{{"epochs", 3}}));
  EXPECT_EQ(plan.runs.size(), 2u);
}

TEST(PlanParserTest, ValuesOfEveryKind) {
  const SavedPlan plan = ReadGood(
      PlanText(kHead,
               R"("scenarios": [{"id": "C1", "key": "k", "levels": {"a": -5, "b": 3000000000,
         "c": 0.1, "d": true, "e": "x\ny", "f": 1e300, "g": -9007199254740993}}])",
               R"("runs": [])"));
  const Values expected = {{"a", -5},
                           {"b", 3e9},
                           {"c", 0.1},
                           {"d", true},
                           {"e", "x\ny"},
                           {"f", 1e300},
                           {"g", -9007199254740992.0}};
  EXPECT_EQ(plan.scenarios.at(0).levels, expected);
}

TEST(PlanParserTest, FieldsThatAreNotKnownArePassedOver) {
  EXPECT_TRUE(Reads(PlanText(
      kHead + R"(, "more": {"a": [1, {"b": []}]})",
      R"("scenarios": [{"id": "C1", "key": "k", "levels": {}, "new": 1, "other": {"a": "b"}}])",
      R"("runs": [{"scenario": "C1", "replication": 1, "block": 1, "plot": 1, "why": null}])")));
}

TEST(PlanParserTest, OnlyTheLevelsOfARowAreItsLevels) {
  const SavedPlan plan = ReadGood(
      PlanText(kHead,
               R"("scenarios": [{"other": {"a": 1}, "id": "C1", "key": "k", "levels": {"b": 2},
                        "after": {"c": 3}}])",
               R"("runs": [])"));
  EXPECT_EQ(plan.scenarios.at(0).levels, (Values{{"b", 2}}));
}

TEST(PlanParserTest, ARowKeepsNothingOfTheOneBefore) {
  EXPECT_FALSE(
      Reads(PlanText(kHead, kScenarios,
                     R"("runs": [{"scenario": "C1", "replication": 1, "block": 1, "plot": 1},
                  {"scenario": "C1", "replication": 2, "block": 1}])")));
  EXPECT_FALSE(Reads(PlanText(
      kHead, R"("scenarios": [{"id": "C1", "key": "k", "levels": {}}, {"id": "C2", "levels": {}}])",
      R"("runs": [])")));
}

TEST(PlanParserTest, ScenariosNeedLabelKeyAndLevels) {
  for (const char* row :
       {R"({"key": "k", "levels": {}})", R"({"id": "C1", "levels": {}})",
        R"({"id": "C1", "key": "k"})", R"({"id": "", "key": "k", "levels": {}})",
        R"({"id": "C1", "key": "", "levels": {}})", R"({"id": "C1", "key": "k", "levels": 3})",
        R"({"id": 1, "key": "k", "levels": {}})", R"([])", R"(1)", R"("C1")",
        R"({"id": "C1", "key": "k", "levels": {"a": []}})",
        R"({"id": "C1", "key": "k", "levels": {"a": {"b": 1}}})"}) {
    EXPECT_FALSE(
        Reads(PlanText(kHead, "\"scenarios\": [" + std::string(row) + "]", R"("runs": [])")))
        << row;
  }
  EXPECT_FALSE(Reads(PlanText(kHead, R"("scenarios": [])", R"("runs": [])"))) << "none at all";
}

TEST(PlanParserTest, RunsNeedAScenarioAndThreeNumbers) {
  const auto with = [](const std::string& row) {
    return Reads(PlanText(kHead, kScenarios, "\"runs\": [" + row + "]"));
  };
  EXPECT_TRUE(with(R"({"scenario": "C1", "replication": 1, "block": 1, "plot": 1})"));
  EXPECT_FALSE(with(R"({"scenario": "C2", "replication": 1, "block": 1, "plot": 1})"));
  EXPECT_FALSE(with(R"({"replication": 1, "block": 1, "plot": 1})"));
  EXPECT_FALSE(with(R"({"scenario": "C1", "block": 1, "plot": 1})"));
  EXPECT_FALSE(with(R"({"scenario": "C1", "replication": 1, "plot": 1})"));
  EXPECT_FALSE(with(R"({"scenario": "C1", "replication": 1, "block": 1})"));
  EXPECT_FALSE(with(R"({"scenario": "C1", "replication": "1", "block": 1, "plot": 1})"));
  EXPECT_TRUE(Reads(PlanText(kHead, kScenarios, R"("runs": [])"))) << "nothing to run is a plan";
}

TEST(PlanParserTest, NumbersOfRowsFitAnInt) {
  const auto with = [](const std::string& replication) {
    return Reads(PlanText(kHead, kScenarios,
                          R"("runs": [{"scenario": "C1", "block": 1, "plot": 1, "replication": )" +
                              replication + "}]"));
  };
  EXPECT_TRUE(with("2147483647"));
  EXPECT_FALSE(with("2147483648"));
  EXPECT_TRUE(with("-2147483647"));
  EXPECT_FALSE(with("-2147483648"));
  EXPECT_FALSE(with("1e300"));
}

TEST(PlanParserTest, RunsComeAfterTheirScenarios) {
  EXPECT_FALSE(Reads("{" + kHead + ", " + kRuns + ", " + kScenarios + "}"));
}

TEST(PlanParserTest, EveryFieldOfTheHeadIsNeeded) {
  for (const char* field : {"\"format\": 1, ", "\"design\": \"full\", ", "\"seed\": 7, ",
                            "\"order\": \"random\", ", ", \"replications\": 2"}) {
    std::string head = kHead;
    head.erase(head.find(field), std::string(field).size());
    EXPECT_FALSE(Reads(PlanText(head, kScenarios, kRuns))) << field;
  }
  std::string listed = kHead;
  listed.replace(listed.find("random"), 6, "listed");
  EXPECT_FALSE(ReadGood(PlanText(listed, kScenarios, kRuns)).random_order);
  for (const char* format : {"0", "2", "\"1\""}) {
    std::string other = kHead;
    other.replace(other.find(": 1"), 3, std::string(": ") + format);
    EXPECT_FALSE(Reads(PlanText(other, kScenarios, kRuns))) << format;
  }
}

TEST(PlanParserTest, WhatIsNoJsonOrGoesOn) {
  const std::string good = PlanText(kHead, kScenarios, kRuns);
  EXPECT_TRUE(Reads(good));
  EXPECT_FALSE(Reads(good + "{}"));
  EXPECT_FALSE(Reads("[" + good + "]"));
  EXPECT_FALSE(Reads(good.substr(0, good.size() - 1)));
  EXPECT_FALSE(Reads(PlanText(kHead, "\"scenarios\": {}", kRuns)));
  EXPECT_FALSE(Reads(PlanText(kHead, "\"scenarios\": 1", kRuns)));
  EXPECT_FALSE(Reads(PlanText(kHead, "\"scenarios\": [[]]", kRuns)));
  std::string bad_bytes = good;
  bad_bytes.replace(bad_bytes.find("k1"), 2, "\xff\xfe");
  EXPECT_FALSE(Reads(bad_bytes)) << "no UTF-8";
}

// Nested without end: refused at a depth, whatever is beside the lists.
TEST(PlanParserTest, DepthHasABound) {
  const auto nested = [&](size_t depth) {
    return PlanText(kHead + ", \"x\": " + std::string(depth, '[') + std::string(depth, ']'),
                    kScenarios, kRuns);
  };
  EXPECT_TRUE(Reads(nested(10)));
  EXPECT_TRUE(Reads(nested(63))) << "with the object 64";
  EXPECT_FALSE(Reads(nested(64))) << "64 in an object";
  EXPECT_FALSE(Reads(nested(100'000)));
}

// A file of 200 MB was once a tree of 4 GB. What is no row of a list is short in every plan.
TEST(PlanParserTest, WhatIsBesideTheListsIsBounded) {
  const auto padded = [&](size_t bytes) {
    return PlanText(kHead + ", \"x\": \"" + std::string(bytes, 'x') + "\"", kScenarios, kRuns);
  };
  EXPECT_TRUE(Reads(padded(size_t{15} << 20)));
  EXPECT_FALSE(Reads(padded(size_t{16} << 20)));
}

TEST(PlanParserTest, ARowHasAThousandLevelsAtMost) {
  const auto with = [](int count) {
    std::string levels;
    for (int i = 0; i < count; ++i) levels += std::string(i > 0 ? "," : "") + "\"f\": 1";
    return Reads(
        PlanText(kHead, R"("scenarios": [{"id": "C1", "key": "k1", "levels": {)" + levels + "}}]",
                 R"("runs": [{"scenario": "C1", "block": 1, "plot": 1, "replication": 1}])"));
  };
  EXPECT_TRUE(with(1'000));
  EXPECT_FALSE(with(1'001));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/formats/json_report.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

Json Parsed(const Analysis& analysis) {
  auto json = ParseJson(JsonReport(analysis, {}));
  EXPECT_TRUE(json.ok());
  return json.ok() ? json.value() : Json();
}

TEST(JsonReportTest, HasTheShapeOfTheContract) {
  Json json = Parsed(ExampleAnalysis());
  for (const char* field :
       {"scenarios", "response", "anova", "effects", "responses", "cost", "warnings", "verdict",
        "answer", "study", "question", "format", "runs"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_EQ(json["response"], "train_s");
  EXPECT_EQ(json["verdict"], "valid");
  EXPECT_EQ(json["scenarios"].size(), 8u);
  const Json& scenario = json["scenarios"][4];
  EXPECT_EQ(scenario["id"], "C5");
  EXPECT_EQ(scenario["levels"], Json({{"batch", 128}, {"image", 32}, {"network", "network1"}}));
  const Json& time = scenario["metrics"]["train_s"];
  EXPECT_EQ(time["n"], 3);
  EXPECT_NEAR(time["mean"], 6.5, 1e-12);
  EXPECT_NEAR(time["sd"], 0.1, 1e-12);
  EXPECT_NEAR(time["high"].get<double>() - time["low"].get<double>(), 2 * 0.248414, 1e-5);
}

TEST(JsonReportTest, AnovaEndsWithResiduals) {
  Json anova = Parsed(ExampleAnalysis())["anova"];
  ASSERT_EQ(anova.size(), 8u);
  EXPECT_EQ(anova[1]["term"], "image");
  EXPECT_NEAR(anova[1]["ss"], 96, 1e-9);
  EXPECT_NEAR(anova[1]["percent"], 100 * 96 / 126.16, 1e-9);
  EXPECT_EQ(anova[3]["term"], "batch:image");
  EXPECT_EQ(anova[7]["term"], "residuals");
  EXPECT_EQ(anova[7]["df"], 16);
  EXPECT_TRUE(anova[7]["f"].is_null()) << "missing is null";
}

TEST(JsonReportTest, EffectsNameTheirLevels) {
  Json json = Parsed(ExampleAnalysis());
  const Json& effect = json["effects"][3];
  EXPECT_EQ(effect["term"], "image");
  EXPECT_EQ(effect["levels"], Json({{"image", 64}}));
  EXPECT_NEAR(effect["effect"], 2, 1e-12);
  EXPECT_NEAR(json["responses"]["cost"]["effects"][3]["effect"], 2e-4, 1e-12);
}

TEST(JsonReportTest, WhatIsMissingIsNull) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost = {};
  analysis.fastest.reset();
  analysis.scenarios[0].price.reset();
  analysis.scenarios[0].metrics["train_s"].summary = Summarize(std::vector<double>{7.5});
  analysis.main.stated.reset();
  analysis.main.why_not = "missing_runs";
  Json json = Parsed(analysis);
  for (const char* field : {"currency", "spent", "budget", "cheapest"}) {
    EXPECT_TRUE(json["cost"][field].is_null()) << field;
  }
  EXPECT_TRUE(json["fastest"].is_null());
  EXPECT_TRUE(json["scenarios"][0]["price"].is_null());
  EXPECT_TRUE(json["scenarios"][0]["metrics"]["train_s"]["low"].is_null());
  EXPECT_TRUE(json["anova"].empty());
  EXPECT_EQ(json["why_not"]["code"], "missing_runs");
}

TEST(JsonReportTest, TheMachinesSpeedIsASeries) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(Parsed(analysis)["machine_speed"], Json::array());
  analysis.machine_speed = {
      {"laptop", {{"C1-r1", "C1", 4, 0.9, std::nullopt, 0.8, true}}, 0.9, 1.1, {}, 1}};
  Json speed = Parsed(analysis)["machine_speed"][0];
  EXPECT_EQ(speed["environment"], "laptop");
  EXPECT_TRUE(speed["correlation"].is_null());
  EXPECT_EQ(speed["runs"][0]["order"], 4);
  EXPECT_EQ(speed["runs"][0]["memory"], 0.8);
  EXPECT_TRUE(speed["runs"][0]["compute"].is_null());
  EXPECT_EQ(speed["runs"][0]["far"], true);
}

TEST(JsonReportTest, CarriesAnyText) {
  Analysis analysis = HostileAnalysis();
  analysis.question += "\xff";
  Json json = Parsed(analysis);
  EXPECT_EQ(json["study"], analysis.study);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_questions.h"

#include <gtest/gtest.h>

#include "cli/test_workspace.h"

namespace trena {
namespace {

TEST(ParseQuestions, AnswersAreInTheirUnits) {
  Result<PlanAnswers> asked = ParseQuestions({"5%", "2.5 %", "20USD", "90s"});
  ASSERT_TRUE(asked.ok()) << asked.error().message();
  EXPECT_DOUBLE_EQ(asked.value().detect.value(), 0.05);
  EXPECT_DOUBLE_EQ(asked.value().noise.value(), 0.025);
  ASSERT_TRUE(asked.value().within->money.has_value());
  EXPECT_EQ(asked.value().within->money->amount, 20);
  EXPECT_EQ(asked.value().within->money->currency, "USD");
  EXPECT_EQ(asked.value().run_takes->value, 90);
  Result<PlanAnswers> hours = ParseQuestions({{}, {}, "3h", {}});
  ASSERT_TRUE(hours.ok());
  EXPECT_EQ(hours.value().within->time->value, 3 * 3600);
}

TEST(ParseQuestions, WhatWasNotAskedIsNotAnswered) {
  Result<PlanAnswers> asked = ParseQuestions({});
  ASSERT_TRUE(asked.ok());
  EXPECT_FALSE(asked.value().detect || asked.value().noise || asked.value().within ||
               asked.value().run_takes);
}

TEST(ParseQuestions, AnErrorNamesItsOption) {
  const std::pair<PlanQuestions, const char*> cases[] = {
      {{"5", {}, {}, {}}, "--detect"},
      {{{}, "lots", {}, {}}, "--noise"},
      {{{}, {}, "much", {}}, "--within"},
      {{{}, {}, {}, "long"}, "--run-takes"},
      {{{}, {}, {}, "0s"}, "--run-takes: a run takes more than no time"},
  };
  for (const auto& [questions, part] : cases) {
    Result<PlanAnswers> asked = ParseQuestions(questions);
    ASSERT_FALSE(asked.ok()) << part;
    EXPECT_EQ(asked.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(Has(asked.error().message(), {part}));
  }
}

TEST(CheckQuestions, WithinIsAskedOfTheWholeStudy) {
  StudyFolder folder;
  auto workspace = folder.Open();
  StudyOptions options = folder.options();
  options.only = "batch == 32";
  PlanAnswers asked;
  EXPECT_TRUE(CheckQuestions(asked, options, workspace->study).ok()) << "nothing is asked";
  asked.within = SpendingLimit{Money{1, "USD"}, {}};
  EXPECT_TRUE(Has(CheckQuestions(asked, options, workspace->study).error().message(),
                  {"--within", "--only"}));
  EXPECT_TRUE(CheckQuestions(asked, folder.options(), workspace->study).ok());
  asked.within = SpendingLimit{Money{1, "EUR"}, {}};
  EXPECT_FALSE(CheckQuestions(asked, folder.options(), workspace->study).ok())
      << "its prices are in USD";
}

// Eight scenarios of 20 s at 0.001 USD/s.
constexpr const char* kEight = R"(
factors: { a: [1, 2], b: [1, 2], c: [1, 2] }
fixed: { framework: fake }
environments: { here: { device: cpu, price: 3.6 USD/h } }
design: { replications: 2 }
)";

TEST(PrintAffordable, ATableOfDesignsThatFit) {
  StudyFolder folder(kEight);
  auto workspace = folder.Open();
  PlanAnswers asked = ParseQuestions({{}, "2%", "1USD", "20s"}).value();
  testing::internal::CaptureStdout();
  Status printed = PrintAffordable(*workspace, folder.options(), asked, {});
  std::string text = testing::internal::GetCapturedStdout();
  ASSERT_TRUE(printed.ok()) << printed.error().message();
  EXPECT_EQ(text.find("What 1.00 USD buy\n\n"), 0u) << text;
  EXPECT_TRUE(
      Has(text, {"design", "finds from", "estimates", "confounds", "kind: full",
                 "Noise between runs of a scenario: ", "Effects are found with 80 % power"}));
  EXPECT_FALSE(Has(text, {"that are not there yet"})) << "nothing is there";
}

TEST(PrintAffordable, ForProgramsItIsJson) {
  StudyFolder folder(kEight);
  auto workspace = folder.Open();
  StudyOptions options = folder.options();
  options.json = true;
  PlanAnswers asked = ParseQuestions({{}, "2%", "1USD", "20s"}).value();
  testing::internal::CaptureStdout();
  ASSERT_TRUE(PrintAffordable(*workspace, options, asked, {}).ok());
  Result<Json> json = ParseJson(testing::internal::GetCapturedStdout());
  ASSERT_TRUE(json.ok());
  ASSERT_FALSE(json.value()["designs"].empty());
  // Every design's price is its runs × 20 s × 0.001 USD.
  for (const Json& design : json.value()["designs"]) {
    EXPECT_NEAR(design["time_s"].get<double>(), 20 * design["runs"].get<double>(), 1e-6) << design;
  }
}

TEST(PrintAffordable, WhereNothingFitsTheCheapestIsNamed) {
  StudyFolder folder(kEight);
  auto workspace = folder.Open();
  PlanAnswers asked = ParseQuestions({{}, "2%", "0.001USD", "20s"}).value();
  Status printed = PrintAffordable(*workspace, folder.options(), asked, {});
  ASSERT_FALSE(printed.ok());
  EXPECT_EQ(printed.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(printed.error().message(), {"buy none of the designs: the cheapest, "}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/analysis_names.h"

#include <gtest/gtest.h>

#include "study/baseline.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// The refusal of a study whose `analyze:` is this; empty when it is taken.
std::string RefusalOf(const std::string& analyze) {
  const std::string text =
      "factors: { batch: [64, 128], learning_rate: [0.1, 0.2], network: [a, b] }\n"
      "together: [batch, learning_rate]\n"
      "fixed: { framework: fake }\n"
      "analyze: { " +
      analyze + " }\n";
  const Result<Study> study = ReadStudyText("s.yaml", text, {}, {});
  return study.ok() ? "" : study.error().message();
}

bool Says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AnalysisNames, AModelOfWhatIsNoFactorIsRefusedWhereItStands) {
  const std::string refusal = RefusalOf("model: nosuch");
  EXPECT_TRUE(Says(refusal, "s.yaml:4:19: `nosuch` in the formula is no factor")) << refusal;
  EXPECT_TRUE(Says(refusal, "write full, main, 2way or a formula of batch, network")) << refusal;
  EXPECT_TRUE(Says(RefusalOf("model: 'netwrk*batch'"), "did you mean `network`?"));
  EXPECT_TRUE(Says(RefusalOf("model: 'batch*(('"), "s.yaml:4:19"));
  EXPECT_TRUE(Says(RefusalOf("model: framework"), "`framework` in the formula is no factor"))
      << "what is fixed has no effect";
  EXPECT_TRUE(Says(RefusalOf("model: learning_rate"), "is no factor"))
      << "what moves with another has none of its own";
}

TEST(AnalysisNames, WhatTheStudyHasIsTaken) {
  for (const char* analyze :
       {"model: full", "model: main", "model: 2way", "model: 'batch*network'",
        "model: 'time ~ batch + network + block'", "covariate: [yardstick, order, cpu_pct]",
        "contrasts: ['network: a - b']"}) {
    EXPECT_EQ(RefusalOf(analyze), "");
  }
}

TEST(AnalysisNames, ABaselineIsALevelOfOneFactorOrOfAll) {
  for (const char* analyze : {"baseline: { batch: 64 }", "baseline: { network: a }",
                              "baseline: { network: b, batch: 128 }"}) {
    EXPECT_EQ(RefusalOf(analyze), "") << analyze;
  }
  const std::string level = RefusalOf("baseline: { batch: 256 }");
  EXPECT_TRUE(Says(level, "s.yaml:4:22: `256` is no level of batch")) << level;
  EXPECT_TRUE(Says(level, "there are 64, 128")) << level;
  EXPECT_TRUE(Says(RefusalOf("baseline: { netwrk: a }"), "did you mean `network`?"));
  EXPECT_TRUE(Says(RefusalOf("baseline: { framework: fake }"), "`framework` is no factor"));
  EXPECT_TRUE(Says(RefusalOf("baseline: { learning_rate: 0.1 }"), "moves together"));
  EXPECT_TRUE(Says(RefusalOf("baseline: [a, b]"), "baseline"));
  EXPECT_TRUE(Says(RefusalOf("baseline: { batch: [64, 128] }"), "a level of batch"));
}

Study ThreeFactors(const Values& baseline) {
  Study study;
  study.factors = {{"framework", {"pytorch@1.13.1", "pytorch@2.2.0", "mxnet@1.9.1"}},
                   {"batch", {64, 128}},
                   {"network", {"a", "b"}},
                   {"image", {32}}};
  study.analyze.baseline = baseline;
  return study;
}

TEST(Baseline, VersionsMayBeLeftOutWhereThatIsOneLevel) {
  EXPECT_FALSE(FindBaselineProblem(ThreeFactors({{"framework", "mxnet"}})));
  EXPECT_FALSE(FindBaselineProblem(ThreeFactors({{"framework", "pytorch@2.2.0"}})));
  const auto two = FindBaselineProblem(ThreeFactors({{"framework", "pytorch"}}));
  ASSERT_TRUE(two);
  EXPECT_EQ(two->message, "`pytorch` is more than one level of framework");
  EXPECT_EQ(two->suggestion, "name one of pytorch@1.13.1, pytorch@2.2.0");
}

TEST(Baseline, TwoOfThreeFactorsAreNeitherOneNorAll) {
  const auto some = FindBaselineProblem(ThreeFactors({{"framework", "mxnet"}, {"batch", 64}}));
  ASSERT_TRUE(some);
  EXPECT_EQ(some->suggestion,
            "name the level of one factor, or of every factor: framework, batch, network");
  EXPECT_FALSE(
      FindBaselineProblem(ThreeFactors({{"framework", "mxnet"}, {"batch", 64}, {"network", "a"}})));
  // A factor of one level is the same everywhere: naming it is allowed, alone it says nothing.
  EXPECT_FALSE(FindBaselineProblem(ThreeFactors({{"batch", 64}, {"image", 32}})));
  EXPECT_TRUE(FindBaselineProblem(ThreeFactors({{"image", 32}})));
}

TEST(Baseline, AScenarioHasItByAllOfItsLevels) {
  const Values levels = {{"framework", "pytorch@2.2.0"}, {"batch", 64}};
  EXPECT_TRUE(IsBaseline(levels, {{"framework", "pytorch"}, {"batch", 64}}));
  EXPECT_FALSE(IsBaseline(levels, {{"framework", "pytorch"}, {"batch", 128}}));
  EXPECT_FALSE(IsBaseline(levels, {{"framework", "pytorch@1.13.1"}}));
  EXPECT_FALSE(IsBaseline(levels, {{"framework", "torch"}}));
  EXPECT_FALSE(IsBaseline(levels, {{"network", "a"}}));
}

TEST(AnalysisNames, CovariatesAndContrastsNameWhatThereIs) {
  EXPECT_TRUE(Says(RefusalOf("covariate: yardstik"), "did you mean `yardstick`?"));
  EXPECT_TRUE(Says(RefusalOf("covariate: moon"), "neither yardstick nor order nor a metric"));
  EXPECT_TRUE(Says(RefusalOf("contrasts: ['net: a - b']"), "`net` is no factor"));
  EXPECT_TRUE(Says(RefusalOf("contrasts: [a - b]"), "written FACTOR: LEVEL - LEVEL"));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/analysis_names.h"

#include <gtest/gtest.h>

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

TEST(AnalysisNames, CovariatesAndContrastsNameWhatThereIs) {
  EXPECT_TRUE(Says(RefusalOf("covariate: yardstik"), "did you mean `yardstick`?"));
  EXPECT_TRUE(Says(RefusalOf("covariate: moon"), "neither yardstick nor order nor a metric"));
  EXPECT_TRUE(Says(RefusalOf("contrasts: ['net: a - b']"), "`net` is no factor"));
  EXPECT_TRUE(Says(RefusalOf("contrasts: [a - b]"), "written FACTOR: LEVEL - LEVEL"));
}

}  // namespace
}  // namespace trena

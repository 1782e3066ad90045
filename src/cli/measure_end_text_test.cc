// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_end_text.h"

#include <gtest/gtest.h>

#include "core/text/text.h"

namespace trena {
namespace {

std::string EndOf(const MeasureSummary& summary, Language language = Language::kEnglish,
                  int round = 1) {
  return Join(EndInWords(summary, "trena measure s.yaml", round, Words(language)), "\n");
}

TEST(EndInWords, MeasuredWithWhatWasThere) {
  MeasureSummary summary;
  summary.measured = 1;
  EXPECT_EQ(EndOf(summary), "Measured 1 run.");
  summary.measured = 3;
  summary.already = 2;
  EXPECT_EQ(EndOf(summary, Language::kEnglish, 2), "Measured 3 runs of round 2 (2 were there).");
  EXPECT_EQ(EndOf(summary, Language::kPortuguese, 2),
            "Medido: 3 execuções da rodada 2 (2 já existiam).");
}

TEST(EndInWords, NothingLeftOffersToMeasureAnewUnlessSomeFailed) {
  MeasureSummary summary;
  summary.already = 4;
  EXPECT_EQ(EndOf(summary),
            "Nothing left to measure: all 4 runs are there.\nMeasure anew with: trena measure "
            "s.yaml --again");
  summary.failed_before = 1;
  summary.retryable = 1;
  EXPECT_EQ(EndOf(summary),
            "Nothing left to measure: all 4 runs are there, failed ones included.\n1 run failed (1 "
            "before); the logs are kept. Try again with: trena measure s.yaml --retry");
}

TEST(EndInWords, WhyItStopped) {
  MeasureSummary summary;
  for (auto [end, english, portuguese] :
       {std::tuple(MeasureEnd::kInterrupted, "Stopped. What was", "Interrompido."),
        {MeasureEnd::kBudget, "pass the budget", "passaria do orçamento"},
        {MeasureEnd::kDeadline, "after the deadline", "depois do prazo"}}) {
    summary.end = end;
    EXPECT_NE(EndOf(summary).find(english), std::string::npos) << EndOf(summary);
    const std::string said = EndOf(summary, Language::kPortuguese);
    EXPECT_NE(said.find(portuguese), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with("trena measure s.yaml")) << said;
  }
}

TEST(EndInWords, WhatIsPendingOrSkippedIsSaid) {
  MeasureSummary summary;
  summary.pending_environments = {"t4"};
  summary.skipped = 2;
  EXPECT_EQ(EndOf(summary),
            "Measured 0 runs.\nSkipped 2 runs: a smaller batch of the same scenario ran out of "
            "memory.\nPending, since this machine is not theirs: t4");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/duel/duel_report.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using DuelLines = std::vector<std::string>;

ShownDuel ExampleDuel() {
  ShownDuel duel;
  duel.judgement = {14, 1.0204, 1.0123, 1.0286, DuelVerdict::kA, true};
  duel.a_s = 2.31;
  duel.b_s = 2.357;
  duel.whole_s = 72;
  return duel;
}

TEST(DuelReport, ThreeLines) {
  EXPECT_EQ(DuelInWords(ExampleDuel(), Words(Language::kEnglish)),
            (DuelLines{"B takes 1.0204 times as long as A: 1.0123 to 1.0286 with 95% confidence, "
                       "from 14 rounds in turns of 200 ms",
                       "A is faster",
                       "Of their own time A takes 2.31 s and B 2.36 s (medians); the duel took 1 "
                       "min 12 s"}));
  EXPECT_EQ(DuelInWords(ExampleDuel(), Words(Language::kPortuguese)),
            (DuelLines{"B leva 1,0204 vezes o tempo de A: de 1,0123 a 1,0286 com 95% de confiança, "
                       "em 14 rodadas em turnos de 200 ms",
                       "A é mais rápido",
                       "De tempo próprio A leva 2,31 s e B 2,36 s (medianas); o duelo levou 1 min "
                       "12 s"}));
}

TEST(DuelReport, WhileItGoesOnThereIsALine) {
  EXPECT_EQ(DuelProgress(ExampleDuel(), 75.3, Words(Language::kEnglish)),
            "round 15 · B to A 1.0204 [1.0123, 1.0286] · at most 1 min 15 s left");
  EXPECT_EQ(DuelProgress(ExampleDuel(), 75.3, Words(Language::kPortuguese)),
            "rodada 15 · B em relação a A 1,0204 [1,0123; 1,0286] · faltam no máximo 1 min 15 s");
  ShownDuel first;
  EXPECT_EQ(DuelProgress(first, 300, Words(Language::kPortuguese)),
            "rodada 1 · faltam no máximo 5 min 00 s");
}

std::string SecondLine(DuelVerdict verdict) {
  ShownDuel duel = ExampleDuel();
  duel.judgement.verdict = verdict;
  return DuelInWords(duel, Words(Language::kEnglish))[1];
}

TEST(DuelReport, EveryVerdict) {
  EXPECT_EQ(SecondLine(DuelVerdict::kB), "B is faster");
  EXPECT_EQ(SecondLine(DuelVerdict::kSame), "They take the same time, within 1.0%");
  EXPECT_EQ(SecondLine(DuelVerdict::kCannotTell),
            "Cannot tell which is faster, nor that they are the same within 1.0%: give it more "
            "time with --for");
}

TEST(DuelReport, WhatIsMissingIsNotMadeUp) {
  ShownDuel duel = ExampleDuel();
  duel.judgement = {3, 1.02, std::nullopt, std::nullopt, DuelVerdict::kCannotTell, false};
  duel.in_turns = false;
  EXPECT_EQ(DuelInWords(duel, Words(Language::kEnglish))[0],
            "B takes 1.0200 times as long as A in 3 rounds ABBA: too few for an interval");
  EXPECT_EQ(DuelJson(duel)["each"], Json::array());
  duel.each = {{1.5, 1.25, 4}};
  EXPECT_EQ(DuelJson(duel)["each"][0], (Json{{"a_s", 1.5}, {"b_s", 1.25}, {"ended_s", 4.0}}));
  EXPECT_TRUE(DuelJson(duel)["low"].is_null());
  EXPECT_TRUE(DuelJson(duel)["turn_s"].is_null());
  EXPECT_EQ(DuelJson(duel)["verdict"], "cannot_tell");
  duel.judgement = {};
  EXPECT_EQ(DuelInWords(duel, Words(Language::kEnglish)),
            (DuelLines{"Not one round was finished in 1 min 12 s: give it more time with --for"}));
  EXPECT_TRUE(DuelJson(duel)["ratio"].is_null());
  EXPECT_TRUE(DuelJson(duel)["a_s"].is_null());
}

}  // namespace
}  // namespace trena

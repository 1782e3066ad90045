// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_line.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const Words kLineEnglish(Language::kEnglish), kLinePortuguese(Language::kPortuguese);

MonitorState RunningState() {
  MonitorState state;
  state.elapsed = 65.9;
  state.cpu_pct = 95.6;
  state.memory_bytes = 1.2e9;
  state.gpu_pct = 71;
  state.cost = Money{0.0095, "USD"};
  state.epoch = 3;
  state.loss = 0.31371;
  return state;
}

TEST(MonitorLine, IsInBothLanguages) {
  EXPECT_EQ(MonitorLine(RunningState(), kLineEnglish),
            "1 min 05 s · CPU 96% · memory 1.2 GB · GPU 71% · 0.00950 USD so far · epoch 3 · loss "
            "0.3137");
  EXPECT_EQ(MonitorLine(RunningState(), kLinePortuguese),
            "1 min 05 s · CPU 96% · memória 1,2 GB · GPU 71% · US$ 0,00950 até agora · época 3 · "
            "perda 0,3137");
}

TEST(MonitorLine, WhatIsNotKnownIsLeftOut) {
  MonitorState state;
  state.elapsed = 2;
  EXPECT_EQ(MonitorLine(state, kLineEnglish), "2.00 s");
  state.cost = Money{0, ""};  // free
  EXPECT_EQ(MonitorLine(state, kLinePortuguese), "2,00 s");
}

TEST(MonitorLine, SaysWhatIsLeft) {
  MonitorState state;
  state.elapsed = 65;
  state.outlook = EpochOutlook{2, 90, 729.6, 794.6};
  EXPECT_EQ(MonitorLine(state, kLineEnglish),
            "1 min 05 s · epoch 2 of 90 · about 12 min 10 s left, 13 min 15 s in all");
  EXPECT_EQ(MonitorOutlook(state, kLinePortuguese),
            "2 de 90 épocas prontas: faltam cerca de 12 min 10 s, 13 min 15 s ao todo");
  state.whole_cost = Money{0.116, "USD"};
  EXPECT_EQ(MonitorOutlook(state, kLineEnglish),
            "2 of 90 epochs are done: about 12 min 10 s left, 13 min 15 s and 0.116 USD in all");
  EXPECT_EQ(MonitorLine(state, kLinePortuguese),
            "1 min 05 s · época 2 de 90 · faltam cerca de 12 min 10 s, 13 min 15 s e US$ 0,116 ao "
            "todo");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Whatever stands in a log, what is taken from it is possible, and what is written of it can be
// read.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <fstream>

#include "core/open_file.h"
#include "core/scratch_folder.h"
#include "core/test_fuzz.h"
#include "measure/import/import_formats.h"
#include "store/event_file.h"
#include "study/metrics.h"

namespace trena {
namespace {

const std::vector<std::string> kLogPieces = {"Iteration ",
                                             "global step ",
                                             "epoch,loss\n",
                                             ", loss = ",
                                             " (",
                                             " iter/s, ",
                                             "s/1 iters)",
                                             " sec/step)",
                                             "nan",
                                             "-inf",
                                             "1e308",
                                             "-4.41298e+18",
                                             "0",
                                             "99999999999999999999",
                                             "\n",
                                             "\r\n",
                                             "I1222 10:00:00.000000   1 s.cpp:1] ",
                                             "] ",
                                             ";",
                                             ",",
                                             "Optimization Done.",
                                             "Check failed:",
                                             "    Test net output #0: accuracy = ",
                                             "step 1 ",
                                             "\x1b[31m",
                                             std::string(1, '\0'),
                                             "\xff"};

const std::vector<std::string> kLogSamples = {
    "I1222 10:00:00.800000   100 solver.cpp:218] Iteration 0 (-4.41298e+18 iter/s, 0.8s/1 iters), "
    "loss = 2.31\nI1222 10:00:01.600000   100 solver.cpp:218] Iteration 1 (1.25 iter/s, 0.8s/1 "
    "iters), loss = 1.9\nI1222 10:00:02.000000   100 caffe.cpp:254] Optimization Done.\n",
    "INFO:tensorflow:global step 1: loss = 4.0 (0.500 sec/step)\n2017-12-22 10:11:12: step 10, "
    "duration = 0.027\n",
    "epoch,accuracy,loss,val_accuracy,seconds\n0,0.5,1.5,0.6,2.5\n1,0.7,0.9,0.75,2.25\n",
    "step 1 loss 3.5 0.5 s\nstep 2 loss 3.0 0.25 s\n"};

TEST(ImportFuzz, WhatIsTakenFromALogIsPossible) {
  const ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "import-fuzz-").value());
  const fs::path log = folder.path() / "log", events = folder.path() / "events.jsonl";
  ImportFormatOptions options;
  options.line = std::make_shared<re2::RE2>(
      R"(step (?P<step>\d+) loss (?P<loss>\S+) (?P<seconds>\S+) s)", re2::RE2::Latin1);
  size_t told = 0;
  FuzzedTexts(7, kLogSamples, kLogPieces).For(8, [&](const std::string& text) {
    std::ofstream(log, std::ios::binary) << text;
    for (const ImportFormat& format : ImportFormats()) {
      LoggedRun run(OpenNew(events).value(), 4, 2, {});
      ASSERT_TRUE(ReadLog(log, *format.make(options), run).ok());
      RunRecord record;
      ASSERT_TRUE(run.Finish(record).ok());
      for (const auto& [name, value] : record.metrics) {
        EXPECT_TRUE(CanBe(name.text(), value)) << name << " of " << text;
      }
      EXPECT_EQ(ReadEvents(events).value().rejected, 0u) << text;
      told += run.empty() ? 0 : 1;
    }
  });
  EXPECT_GT(told, 10u);
}

}  // namespace
}  // namespace trena

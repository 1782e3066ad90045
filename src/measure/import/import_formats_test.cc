// SPDX-License-Identifier: Apache-2.0
#include "measure/import/import_formats.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/json.h"
#include "core/open_file.h"
#include "core/scratch_folder.h"
#include "measure/import/log_name.h"

namespace trena {
namespace {

struct ReadLogOf {
  RunRecord run;
  std::vector<LogOddity> oddities;
  int64_t rows = 0;
};

ReadLogOf Told(const std::string& format, const std::string& text,
               std::optional<double> batch = std::nullopt) {
  const ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "import-").value());
  EXPECT_TRUE(WriteFile(folder.path() / "log", text).ok());
  LoggedRun run(OpenNew(folder.path() / "events.jsonl").value(), batch, std::nullopt, {});
  EXPECT_TRUE(
      ReadLog(folder.path() / "log", *FindImportFormat(format).value()->make({}), run).ok());
  ReadLogOf told;
  EXPECT_TRUE(run.Finish(told.run).ok());
  told.oddities = run.oddities();
  told.rows = run.rows();
  return told;
}

bool HasNote(const RunRecord& run, const std::string& note) {
  return std::find(run.notes.begin(), run.notes.end(), note) != run.notes.end();
}

// A line each 20 iterations: the first is of one alone, the others' seconds are of twenty.
TEST(CaffeLog, SecondsAreOfAllIterationsOfALine) {
  const ReadLogOf told = Told("caffe",
                              "Iteration 0 (-1 iter/s, 0.5s/20 iters), loss = 7\n"
                              "    Train net output #0: loss = 7 (* 1 = 7 loss)\n"
                              "Iteration 20 (2 iter/s, 10s/20 iters), loss = 6.5\n"
                              "Iteration 20, Testing net (#0)\n"
                              "    Test net output #0: accuracy = 0.25\n"
                              "    Test net output #1: loss = 6.4 (* 1 = 6.4 loss)\n"
                              "Iteration 20, lr = 0.01\nOptimization Done.\n",
                              4);
  EXPECT_EQ(told.rows, 2);
  EXPECT_DOUBLE_EQ(*told.run.metric("train_s"), 10.5);
  EXPECT_DOUBLE_EQ(*told.run.metric("image_s"), 10.5 / (21 * 4));
  EXPECT_DOUBLE_EQ(*told.run.metric("loss"), 6.5);
  EXPECT_DOUBLE_EQ(*told.run.metric("accuracy"), 0.25);
  EXPECT_TRUE(told.oddities.empty());
  EXPECT_FALSE(HasNote(told.run, "unfinished_log"));
}

// glog tells no year.
TEST(CaffeLog, ANewYearIsNoStepBack) {
  const std::string prefix = " 23:59:58.000000   100 solver.cpp:218] ";
  const ReadLogOf told =
      Told("caffe", "I1231" + prefix + "Iteration 0 (1 iter/s, 1s/1 iters), loss = 7\n" +
                        "I0101 00:00:03.500000   100 solver.cpp:218] Iteration 1 (1 iter/s, 1s/1 "
                        "iters), loss = 7\n");
  // The 31st of December of a year with 366 days to the 1st of January.
  EXPECT_DOUBLE_EQ(*told.run.metric("wall_s"), 5.5);
}

TEST(CaffeLog, LossesWithoutTimesGiveNoTime) {
  const ReadLogOf told = Told("caffe", "Iteration 12, loss = 6.91\n", 4);
  EXPECT_EQ(told.rows, 1);
  EXPECT_FALSE(told.run.metric("train_s"));
  EXPECT_DOUBLE_EQ(*told.run.metric("loss"), 6.91);
}

TEST(TensorFlowLog, EveryFormOfItsSteps) {
  const ReadLogOf told =
      Told("tensorflow",
           "INFO:tensorflow:global step 12: loss = 1.1723 (14.010 sec/step)\n"
           "2017-12-22 10:11:12.123456: step 20, loss = 4.68 (1234.5 examples/sec; 0.104 "
           "sec/batch)\n2017-12-22 10:11:12.2: step 30, duration = 0.027\n"
           "INFO:tensorflow:Finished training! Saving model to disk.\n");
  EXPECT_EQ(told.rows, 3);
  EXPECT_DOUBLE_EQ(*told.run.metric("train_s"), 14.010 + 0.104 + 0.027);
  EXPECT_DOUBLE_EQ(*told.run.metric("loss"), 4.68);
  EXPECT_FALSE(HasNote(told.run, "unfinished_log"));
}

TEST(LogName, TheFirstPartIsTheLongest) {
  const LogName name = LogName::Parse("train_{network}_{mode}_{batch}.log").value();
  EXPECT_EQ(name.Match("train_inception_v1_CPU_016.log"),
            (std::vector<std::string>{"inception_v1", "CPU", "016"}));
  EXPECT_FALSE(name.Match("train_alexnet_CPU.log"));
  EXPECT_FALSE(name.Match("train_a_b_c.log.gz"));
  EXPECT_TRUE(LogName::Parse("a.b{x}").value().Match("a.b1")) << "a dot is a dot";
  EXPECT_FALSE(LogName::Parse("a.b{x}").value().Match("aXb1"));
  for (const char* bad : {"", "x", "{", "{A}", "{a}{a}", "{}"}) {
    EXPECT_FALSE(LogName::Parse(bad).ok()) << bad;
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Logs of other programs, imported by the built program.
#include <gtest/gtest.h>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

constexpr const char* kNames = "train_{network}_{mode}_{batch}.log";

std::string Line(int iteration, const std::string& seconds, const std::string& loss) {
  return "I1222 10:00:00.000000   100 solver.cpp:218] Iteration " + std::to_string(iteration) +
         " (1.25 iter/s, " + seconds + "s/1 iters), loss = " + loss + "\n";
}

const std::string kEnd = "I1222 10:00:09.000000   100 caffe.cpp:254] Optimization Done.\n";

Json OnlyRun(const Session& session, const std::string& results) {
  const auto runs = session.Runs(results);
  if (runs.size() != 1) return {};
  return ParseJson(session.Read(results + "/runs/" + runs[0] + "/run.json")).value();
}

TEST(Import, TheLibraryStudysTablesAreMadeOfItsLogs) {
  Session session;
  session.Write("tcc_logs/train_alexnet_CPU_002.log",
                Line(0, "0.29", "6.91") + Line(1, "0.31", "-0.0012") + kEnd);
  session.Write("tcc_logs/train_alexnet_CPU_001.log", Line(0, "1", "6.9077e-05") + kEnd);
  const ProcessResult imported = session.Trena(
      {"import", "caffe", "tcc_logs", "--name", kNames, "--machine", "lsc5", "--csv", "csv"});
  ASSERT_EQ(imported.exit_code, 0) << imported.errors;
  // Annex C's form: CRLF, the batch with three digits, losses and seconds as the log has them.
  EXPECT_EQ(session.Read("csv/loss_lsc5_caffe.csv"),
            "#network,mode,batch,step,loss,time\r\nalexnet,CPU,001,0,6.9077e-05,1\r\n"
            "alexnet,CPU,002,0,6.91,0.29\r\nalexnet,CPU,002,1,-0.0012,0.31\r\n");
  // (0.29 + 0.31) / 2 as Python has it.
  EXPECT_EQ(session.Read("csv/times_lsc5_caffe.csv"),
            "#network,mode,batch,avg_time\r\nalexnet,CPU,001,1.0\r\nalexnet,CPU,002,0.3\r\n");
  const ProcessResult analyzed = session.Trena({"analyze", "imported.trena", "--json"});
  const Json json = ParseJson(analyzed.output).value();
  ASSERT_EQ(json["scenarios"].size(), 2u) << analyzed.output << analyzed.errors;
  EXPECT_EQ(json["scenarios"][1]["levels"]["batch"], 2);
  EXPECT_NEAR(json["scenarios"][1]["metrics"]["train_s"]["mean"].get<double>(), 0.6, 1e-12);
  EXPECT_NEAR(json["scenarios"][1]["metrics"]["image_s"]["mean"].get<double>(), 0.15, 1e-12);
  EXPECT_TRUE(Has(analyzed.output, "\"imported\"")) << "the warning's code";
  EXPECT_TRUE(Has(analyzed.output, "\"negative_loss\""));
}

TEST(Import, TheSameTwiceChangesNothing) {
  Session session;
  session.Write("a.log", Line(0, "1", "2") + kEnd);
  ASSERT_EQ(session.Trena({"import", "caffe", "a.log"}).exit_code, 0);
  const auto before = session.Snapshot();
  const ProcessResult again = session.Trena({"import", "caffe", "a.log"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(Has(again.output, "there already")) << again.output;
  EXPECT_EQ(session.Snapshot(), before);
  session.Write("copy/a.log", Line(0, "3", "2") + kEnd);
  ASSERT_EQ(session.Trena({"import", "caffe", "copy/a.log"}).exit_code, 0);
  EXPECT_EQ(session.Runs("imported.trena").size(), 2u) << "another log of the same: a replication";
}

// What a kill cut off is an interrupted run, by the next import's recovery; its log comes in again.
TEST(Import, WhatAKillCutOffComesInAgain) {
  Session session;
  session.Write("a.log", Line(0, "1", "2") + kEnd);
  ASSERT_EQ(session.Trena({"import", "caffe", "a.log"}).exit_code, 0);
  const std::string path = "imported.trena/runs/" + session.Runs("imported.trena")[0] + "/run.json";
  Json run = ParseJson(session.Read(path)).value();
  run["outcome"] = "interrupted";
  session.Write(path, Dump(run));
  const ProcessResult again = session.Trena({"import", "caffe", "a.log"});
  EXPECT_TRUE(Has(again.output, "1 of 1 log imported")) << again.output << again.errors;
  ASSERT_EQ(session.Runs("imported.trena").size(), 2u);
  const ProcessResult analyzed = session.Trena({"analyze", "imported.trena", "--json"});
  const Json json = ParseJson(analyzed.output).value();
  ASSERT_EQ(json["scenarios"].size(), 1u) << analyzed.errors;
  EXPECT_EQ(json["scenarios"][0]["metrics"]["train_s"]["n"], 1);
}

// What is wrong with one of them keeps all out.
TEST(Import, BadLogsChangeNothing) {
  Session session;
  session.Write("logs/a.log", Line(0, "1", "2") + kEnd);
  session.Write("logs/b.log", "make: Nothing to be done for 'all'.\n");
  const ProcessResult other = session.Trena({"import", "caffe", "logs"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(Has(other.errors, "logs/b.log: no line of it is of a training in the format `caffe`"))
      << other.errors;
  EXPECT_TRUE(session.Runs("imported.trena").empty());
  for (const auto& [arguments, expected] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"import", "cafe", "logs"}, "no reader of `cafe` (did you mean `caffe`?)"},
           {{"import", "caffe", "missing.log"}, "missing.log: No such file"},
           {{"import", "caffe", "logs", "--name", "a{"}, "`{` is not closed"},
           {{"import", "caffe", "logs", "--name", "a.log"}, "names no part"},
           {{"import", "generic", "logs"}, "generic needs --line"},
           {{"import", "generic", "logs", "--line", "("}, "no regular expression"},
           {{"import", "generic", "logs", "--line", "loss (?P<loss>.*)"}, "a group named `step`"},
           {{"import", "caffe", "logs", "-P", "images"}, "write NAME=VALUE"}}) {
    const ProcessResult refused = session.Trena(arguments);
    EXPECT_EQ(refused.exit_code, 2) << expected;
    EXPECT_TRUE(Has(refused.errors, expected)) << refused.errors;
  }
}

TEST(Import, RestartsTruncatedLinesAndOddNumbersAreTold) {
  Session session;
  session.Write("a.log", Line(0, "1", "2.5\r") + Line(1, "1", "nan") + Line(2, "-5", "2") +
                             "I1222 10:00:00.000000   100 solver.cpp:218] Iteration x (1 iter/s, "
                             "1s/1 iters), loss = 1\n" +
                             Line(1, "1", "9") + std::string(2 << 20, 'x') + "\n" +
                             "Iteration 3 (1 iter/s, 1s/1 ite");
  ASSERT_EQ(session.Trena({"import", "caffe", "a.log", "-P", "batch=4"}).exit_code, 0);
  const Json run = OnlyRun(session, "imported.trena");
  const Json odd = run["runner"]["odd"];
  const auto told = [&](int line, const char* code) {
    return std::find(odd.begin(), odd.end(), Json{{"line", line}, {"code", code}}) != odd.end();
  };
  EXPECT_TRUE(told(2, "diverged")) << odd;
  EXPECT_TRUE(told(3, "impossible_time")) << odd;
  EXPECT_TRUE(told(4, "odd_line")) << odd;
  EXPECT_TRUE(told(5, "repeated_steps")) << odd;
  EXPECT_TRUE(told(6, "long_line")) << odd;
  EXPECT_FALSE(run["metrics"].contains("train_s")) << "a step's time is not known";
  for (const char* note : {"imported", "diverged", "repeated_steps", "unfinished_log"}) {
    EXPECT_NE(std::find(run["notes"].begin(), run["notes"].end(), note), run["notes"].end())
        << note;
  }
}

// -P images tells the epochs: 4 images in batches of 2 are two iterations each.
TEST(Import, EpochsFollowFromTheImages) {
  Session session;
  session.Write("t_2.log",
                "INFO:tensorflow:global step 1: loss = 4.0 (0.500 sec/step)\n"
                "INFO:tensorflow:global step 2: loss = 2.0 (0.250 sec/step)\n"
                "INFO:tensorflow:global step 3: loss = 1.0 (0.250 sec/step)\n"
                "INFO:tensorflow:global step 4: loss = 0.5 (0.250 sec/step)\n");
  ASSERT_EQ(
      session
          .Trena({"import", "tensorflow", "t_2.log", "--name", "t_{batch}.log", "-P", "images=4"})
          .exit_code,
      0);
  const Json run = OnlyRun(session, "imported.trena");
  EXPECT_DOUBLE_EQ(run["metrics"]["train_s"].get<double>(), 1.25);
  EXPECT_DOUBLE_EQ(run["metrics"]["image_s"].get<double>(), 1.25 / 8);
  EXPECT_DOUBLE_EQ(run["metrics"]["first_epoch_s"].get<double>(), 0.75);
  const std::string name = session.Runs("imported.trena")[0];
  const std::string events = session.Read("imported.trena/runs/" + name + "/events.jsonl");
  EXPECT_TRUE(Has(events, R"({"event":"epoch","epoch":2,"seconds":0.5,"loss":0.75,"images":4.0})"))
      << events;
  EXPECT_TRUE(Has(events, R"("step": 3, "loss": 1.0, "seconds": 0.250, "images": 2})")) << events;
}

TEST(Import, OtherFormats) {
  Session session;
  session.Write(
      "history.csv",
      "epoch,accuracy,loss,val_accuracy,val_loss\n0,0.5,1.5,0.6,1.2\n1,0.7,0.9,0.75,1.0\n");
  ASSERT_EQ(session.Trena({"import", "keras", "history.csv", "--into", "k.trena"}).exit_code, 0);
  EXPECT_DOUBLE_EQ(OnlyRun(session, "k.trena")["metrics"]["accuracy"].get<double>(), 0.75);
  session.Write("mine.txt", "step 1 | loss 3.5 | 0.5 s\nnoise\nstep 2 | loss 3.0 | 0.25 s\n");
  ASSERT_EQ(session
                .Trena({"import", "generic", "mine.txt", "--line",
                        "step (?P<step>\\d+) \\| loss (?P<loss>\\S+) \\| (?P<seconds>\\S+) s",
                        "--into", "g.trena"})
                .exit_code,
            0);
  EXPECT_DOUBLE_EQ(OnlyRun(session, "g.trena")["metrics"]["train_s"].get<double>(), 0.75);
  session.Write("oom.log",
                Line(0, "1", "2") +
                    "F1222 10:00:01.000000   100 syncedmem.cpp:71] Check failed: error == "
                    "cudaSuccess (2 vs. 0)  out of memory\n");
  ASSERT_EQ(session.Trena({"import", "caffe", "oom.log", "--into", "o.trena"}).exit_code, 0);
  EXPECT_EQ(OnlyRun(session, "o.trena")["outcome"], "out_of_memory");
}

TEST(Import, AFolderOfResultsIsAnalysedAndReportedAndNeverMeasured) {
  Session session;
  session.Write("l_1.log", Line(0, "1", "2") + kEnd);
  session.Write("l_2.log", Line(0, "3", "2") + kEnd);
  ASSERT_EQ(
      session.Trena({"import", "caffe", "l_1.log", "l_2.log", "--name", "l_{batch}.log"}).exit_code,
      0);
  const ProcessResult one =
      session.Trena({"analyze", "imported.trena", "--only", "batch == 2", "--json"});
  const Json json = ParseJson(one.output).value();
  ASSERT_EQ(json["scenarios"].size(), 1u) << one.errors;
  EXPECT_EQ(json["scenarios"][0]["id"], "C2");
  const ProcessResult report =
      session.Trena({"report", "imported.trena", "--format", "markdown", "--file", "-"});
  EXPECT_EQ(report.exit_code, 0) << report.errors;
  EXPECT_TRUE(Has(report.output, "read from logs")) << report.output;
  EXPECT_FALSE(Has(report.output, "trena measure imported.trena"));
  for (const char* command : {"plan", "measure", "run", "configure", "verify"}) {
    const ProcessResult refused = session.Trena({command, "imported.trena"});
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_TRUE(Has(refused.errors, "imported.trena: it is a folder")) << refused.errors;
  }
  EXPECT_EQ(session.Trena({"analyze", "imported.trena", "-P", "batch=1"}).exit_code, 2);
  EXPECT_EQ(session.Trena({"analyze", "."}).exit_code, 2) << "no results";
}

}  // namespace
}  // namespace trena

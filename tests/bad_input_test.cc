// SPDX-License-Identifier: Apache-2.0
// Bad input gets a clear error with the place and the fix, exit 2, and nothing changed on disk.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/files.h"
#include "session.h"

namespace trena {
namespace {

// Runs every command that reads a study on it: exit 2, `expected` on stderr, nothing on stdout, the
// folder as it was.
void ExpectRefused(const Session& session, const std::string& study, const std::string& expected) {
  std::vector<std::string> before = session.Snapshot();
  for (const char* command : {"plan", "configure", "measure", "analyze", "report", "run"}) {
    ProcessResult result = session.Trena({command, study});
    EXPECT_EQ(result.exit_code, 2) << command << "\n" << result.errors;
    EXPECT_NE(result.errors.find(expected), std::string::npos) << command << "\n" << result.errors;
    EXPECT_EQ(result.output, "") << command;
  }
  EXPECT_EQ(session.Snapshot(), before);
}

TEST(BadInput, MissingStudy) {
  Session session;
  ExpectRefused(session, "nothing.yaml", "cannot open nothing.yaml");
}

TEST(BadInput, StudyIsAFolder) {
  Session session;
  fs::create_directory(session.folder() / "folder.yaml");
  ExpectRefused(session, "folder.yaml", "it is a folder");
}

// Each of these would be waited for, for ever.
TEST(BadInput, PipesInPlaceOfFiles) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(mkfifo((session.folder() / "pipe.yaml").c_str(), 0600), 0);
  ExpectRefused(session, "pipe.yaml", "pipe.yaml: it is a named pipe");
  ProcessResult table = session.Trena({"analyze", "--table", "pipe.yaml"});
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_NE(table.errors.find("it is a named pipe"), std::string::npos) << table.errors;
  fs::create_directories(session.folder() / "s.trena");
  for (const char* part : {"plan.json", "begun.json", "lock", "verify.json", "runs", "under-way"}) {
    const fs::path place = session.folder() / "s.trena" / part;
    ASSERT_EQ(mkfifo(place.c_str(), 0600), 0);
    ProcessResult measure = session.Trena({"measure", "s.yaml"});
    EXPECT_EQ(measure.exit_code, 2) << part << measure.errors;
    EXPECT_NE(measure.errors.find(part), std::string::npos) << measure.errors;
    session.Trena({"plan", "s.yaml"});
    session.Trena({"analyze", "s.yaml"});
    fs::remove(place);
  }
  fs::create_directories(session.folder() / "s.trena/runs/C1-r1-a1");
  ASSERT_EQ(mkfifo((session.folder() / "s.trena/runs/C1-r1-a1/run.json").c_str(), 0600), 0);
  fs::create_directories(session.folder() / "s.trena/under-way/C1-r1-a2");
  ASSERT_EQ(mkfifo((session.folder() / "s.trena/under-way/C1-r1-a2/run.json").c_str(), 0600), 0);
  ProcessResult measure = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 0) << measure.errors;
  EXPECT_NE(measure.errors.find("C1-r1-a1: cannot read"), std::string::npos) << measure.errors;
}

TEST(BadInput, AShellsPipeIsNoNamedOne) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  session.Write("t.csv", "batch,time\n1,2\n1,2.1\n2,4\n2,4.2\n");
  const std::string trena = TRENA_BUILD_DIR "/trena ";
  for (const char* words :
       {"plan <(cat s.yaml)", "analyze --json --response time --table <(cat t.csv)",
        "analyze --json --response time --table - < t.csv",
        "analyze --json --response time --table /dev/stdin < t.csv"}) {
    ProcessResult read = session.Program({"bash", "-c", trena + words});
    EXPECT_EQ(read.exit_code, 0) << words << read.errors;
  }
}

TEST(BadInput, ANetworkOrARunnerThatIsAPipe) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [1, 2] }\nfixed: { framework: libtorch, network: mine, dataset: "
                "mnist, epochs: 1 }\n");
  fs::create_directories(session.folder() / "networks");
  ASSERT_EQ(mkfifo((session.folder() / "networks/mine.yaml").c_str(), 0600), 0);
  EXPECT_EQ(session.Trena({"configure", "s.yaml"}).exit_code, 2);
  fs::create_directories(session.folder() / "runners/mine");
  ASSERT_EQ(mkfifo((session.folder() / "runners/mine/runner.yaml").c_str(), 0600), 0);
  ProcessResult plan = session.Trena({"plan", "s.yaml"});
  EXPECT_EQ(plan.exit_code, 2);
  EXPECT_NE(plan.errors.find("it is a named pipe"), std::string::npos) << plan.errors;
}

// A message may quote anything; nothing of it drives the reader's terminal.
TEST(BadInput, WhatIsQuotedIsShownAndNotObeyed) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  const std::string evil =
      "\x1b[2J\x07\xc2\x9b"
      "31m\r\xff";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"plan", "s.yaml", "--within", evil},
                                             {"plan", "s.yaml", "--detect", evil},
                                             {"plan", "s.yaml", "--only", evil},
                                             {"plan", "s.yaml", "-P", evil},
                                             {"plan", "s.yaml", "-P", "batch=" + evil},
                                             {"plan", evil},
                                             {"plan", "s.yaml", "--out", evil + "/x"},
                                             {"report", "s.yaml", "--format", evil},
                                             {"analyze", "s.yaml", "--price", evil},
                                             {"analyze", "--table", evil},
                                             {"compare", evil, evil},
                                             {"compare", "s.yaml", "s.yaml", "--threshold", evil},
                                             {"init", "--template", evil},
                                             {"monitor", "--every", evil, "--", "true"},
                                             {"monitor", "--price", evil, "--", "true"},
                                             {"doctor", "--for", evil},
                                             {"configure", "--remove", evil},
                                             {"analyze", "s.yaml", "--" + evil},
                                             {evil}}) {
    ProcessResult result = session.Trena(words);
    for (const char* control : {"\x1b", "\x07", "\xc2\x9b", "\r", "\xff"}) {
      EXPECT_EQ((result.errors + result.output).find(control), std::string::npos)
          << words[0] << " " << result.errors;
    }
  }
}

TEST(BadInput, EmptyStudy) {
  Session session;
  session.Write("empty.yaml", "");
  ExpectRefused(session, "empty.yaml", "the study file is empty");
}

TEST(BadInput, NotYaml) {
  Session session;
  session.Write("broken.yaml", "factors:\n  batch: [64, 128\nfixed: {");
  ExpectRefused(session, "broken.yaml", "not valid YAML");
}

TEST(BadInput, AStrayCommaEndsTheReadingAndNotTheMemory) {
  Session session;
  session.Write("comma.yaml", ",");
  ExpectRefused(session, "comma.yaml", "comma.yaml:1:1: what stands here belongs to nothing");
  session.Write("list.yaml", "factors: { batch: [1] }\n---\n[1],\n");
  ExpectRefused(session, "list.yaml", "list.yaml:3:1: a second document");
  session.Write("runners/own/runner.yaml", "[1],\n");
  session.Write("s.yaml", FakeStudy());
  ExpectRefused(session, "s.yaml", "own/runner.yaml:1:4: what stands here belongs to nothing");
}

// A model that could not be fitted was once no model at all, and nothing was found amiss.
TEST(BadInput, AModelThatDoesNotParseIsRefused) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ProcessResult typed = session.Trena({"analyze", "s.yaml", "--model", "nosuch*(("});
  EXPECT_EQ(typed.exit_code, 2) << typed.output;
  EXPECT_NE(typed.errors.find("--model:1:1: `nosuch` in the formula is no factor"),
            std::string::npos)
      << typed.errors;
  EXPECT_NE(typed.errors.find("a formula of batch, image, network"), std::string::npos)
      << typed.errors;
  session.Write("model.yaml", FakeStudy() + "analyze: { model: nosuch }\n");
  ExpectRefused(session, "model.yaml", "`nosuch` in the formula is no factor");
}

// What a runner told, or a damaged file says, and cannot be: missing, named, in no mean.
TEST(BadInput, NumbersThatCannotBeAreMissingAndNamed) {
  Session session;
  session.Write("train.sh",
                R"(echo '{"event": "epoch", "seconds": 0.001, "accuracy": 1e9, "images": 60000}')"
                " > $TRENA_EVENTS\n");
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\n"
                "fixed: { framework: command, images: 64, epochs: 1 }\n"
                "command: [sh, train.sh, '{batch}', '{images}', '{epochs}']\n"
                "design: { replications: 2 }\nmeasure: { yardstick: false }\n");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ProcessResult told = session.Trena({"analyze", "s.yaml", "--json"});
  EXPECT_NE(told.output.find("accuracy 1e+09 (C1)"), std::string::npos) << told.output;
  EXPECT_NE(told.output.find("images 60000 (C2)"), std::string::npos) << told.output;
  const std::string run = "s.trena/runs/" + session.Runs("s.trena")[0] + "/run.json";
  std::string text = session.Read(run);
  EXPECT_NE(text.find("\"impossible\""), std::string::npos) << text;
  const size_t at = text.find("\"train_s\": ");
  ASSERT_NE(at, std::string::npos) << text;
  session.Write(run, text.replace(at, text.find('\n', at) - at, "\"train_s\": -5,"));
  ProcessResult damaged = session.Trena({"analyze", "s.yaml", "--json"});
  EXPECT_EQ(damaged.exit_code, 4) << "a run lacks its time";
  EXPECT_NE(damaged.output.find("train_s -5 (C1)"), std::string::npos) << damaged.output;
  EXPECT_EQ(damaged.output.find("-2.5"), std::string::npos) << damaged.output;
}

// What nobody understands has no effect, and was measured to have none.
TEST(BadInput, AFactorThatNobodyUnderstandsIsRefused) {
  Session session;
  const std::string training =
      "fixed: { framework: caffe, network: lenet, dataset: mnist, epochs: 1, batch: 64 }\n";
  session.Write("s.yaml", "factors: { frobnicate: [1, 2] }\n" + training);
  ExpectRefused(session, "s.yaml", "s.yaml:1:12: `frobnicate` is nothing that caffe understands");
  session.Write("p.yaml", "factors: { processes: [1, 2] }\n" + training);
  ExpectRefused(session, "p.yaml", "there are batch, blas, dataset, environment, epochs, evaluate");
  session.Write("c.yaml",
                "factors: { batch: [1, 2] }\nfixed: { framework: command }\n"
                "command: [sleep, '0.01']\n");
  ExpectRefused(session, "c.yaml", "c.yaml:1:12: the command does not use `batch`");
}

TEST(BadInput, NamesThatLeaveTheirFolderAndNumbersThatAreNone) {
  Session session;
  const std::string training =
      "fixed: { framework: caffe, network: lenet, epochs: 1, batch: 64 }\n";
  session.Write("s.yaml", "factors: { dataset: [mnist, ../../x] }\n" + training);
  ExpectRefused(session, "s.yaml", "`../../x` cannot be the name of a data set");
  session.Write("n.yaml", "factors: { x: [1, 1e400] }\nfixed: { framework: fake }\n");
  ExpectRefused(session, "n.yaml", "n.yaml:1:19: `1e400` is larger than any number");
  session.Write("i.yaml", "factors: { x: [1, .inf] }\nfixed: { framework: fake }\n");
  ExpectRefused(session, "i.yaml", "`.inf` is not a finite number");
  session.Write("f.yaml", FakeStudy());
  ProcessResult typed = session.Trena({"plan", "f.yaml", "-P", "batch=1e400"});
  EXPECT_EQ(typed.exit_code, 2);
  EXPECT_NE(typed.errors.find("larger than any number"), std::string::npos) << typed.errors;
}

// The plan is shown, and what `trena run` would say stands where the next command would.
TEST(BadInput, WhatCannotRunIsSaidByThePlanInTheWordsOfTheRun) {
  Session session;
  const std::string words = "unknown network `inception_v3` (did you mean `inception_v1`?)";
  session.Write("s.yaml",
                "factors: { network: [lenet, inception_v3] }\n"
                "fixed: { framework: caffe, dataset: mnist, epochs: 1, batch: 64 }\n");
  ProcessResult plan = session.Trena({"plan", "s.yaml"});
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_NE(plan.output.find("Cannot run:\n  " + words), std::string::npos) << plan.output;
  EXPECT_EQ(plan.output.find("Next:"), std::string::npos) << plan.output;
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find(words), std::string::npos) << run.errors;
  ProcessResult json = session.Trena({"plan", "s.yaml", "--json"});
  EXPECT_NE(json.output.find("\"cannot_run\""), std::string::npos) << json.output;
  session.Write("data.yaml",
                "factors: { batch: [64, 128] }\n"
                "fixed: { framework: caffe, network: lenet, dataset: imagenet, epochs: 1 }\n");
  ProcessResult data = session.Trena({"plan", "data.yaml"});
  EXPECT_NE(data.output.find("unknown data set `imagenet` (there are: "), std::string::npos)
      << data.output;
}

TEST(BadInput, ANetworkTooLargeIsRefusedAtItsLine) {
  Session session;
  session.Write("networks/huge.yaml",
                "network: huge\nlayers:\n  - conv: { k: 3, o: 1000000 }\n  - relu\n"
                "  - conv: { k: 3, o: 1000000 }\n  - global_pool\n  - fc: { o: classes }\n");
  session.Write("s.yaml",
                "factors: { batch: [1, 2] }\n"
                "fixed: { framework: caffe, network: huge, dataset: mnist, epochs: 1 }\n");
  for (const char* command : {"configure", "run"}) {
    ProcessResult refused = session.Trena({command, "s.yaml"});
    EXPECT_EQ(refused.exit_code, 2) << refused.errors;
    EXPECT_NE(refused.errors.find("huge.yaml:5:5: layer `conv2`: its weights"), std::string::npos)
        << refused.errors;
  }
}

// Wherever it was cut off inside a layer: what is missing is said with the line that it is on.
TEST(BadInput, APrototxtThatIsCutOffIsRefusedAtItsLine) {
  const std::string whole =
      "name: \"small\"\n"
      "layer { name: \"data\" type: \"Data\" top: \"data\" top: \"label\" }\n"
      "layer { name: \"conv\" type: \"Convolution\" bottom: \"data\" top: \"conv\"\n"
      "  convolution_param { num_output: 4 kernel_size: 3 } }\n"
      "layer { name: \"fc\" type: \"InnerProduct\" bottom: \"conv\" top: \"fc\"\n"
      "  inner_product_param { num_output: 10 } }\n"
      "layer { name: \"loss\" type: \"SoftmaxWithLoss\" bottom: \"fc\" bottom: \"label\" }\n";
  Session session;
  session.Write("s.yaml",
                "fixed: { framework: caffe, network: cut.prototxt, dataset: fashion_mnist, image: "
                "28, epochs: 1, batch: 64 }\n");
  session.Write("cut.prototxt", whole);
  const ProcessResult good = session.Trena({"plan", "s.yaml"});
  EXPECT_FALSE(Has(good.output, "cut.prototxt:")) << good.output;
  for (const char* last : {"name: \"sm", "top: \"label\"", "Convolu", "kernel_size: 3",
                           "num_output: 10", "inner_product_param", "bottom: \"fc\" bottom:"}) {
    const size_t end = whole.find(last) + std::string(last).size();
    session.Write("cut.prototxt", whole.substr(0, end));
    const auto line =
        std::count(whole.begin(), whole.begin() + static_cast<int64_t>(end), '\n') + 1;
    const ProcessResult refused = session.Trena({"configure", "s.yaml"});
    EXPECT_EQ(refused.exit_code, 2) << last;
    EXPECT_TRUE(Has(refused.errors, fmt::format("cut.prototxt:{}:", line))) << last << "\n"
                                                                            << refused.errors;
  }
  session.Write("cut.prototxt", "");
  EXPECT_EQ(session.Trena({"configure", "s.yaml"}).exit_code, 2);
}

TEST(BadInput, ARunnerBesideTheStudyHasANameOfItsOwn) {
  Session session;
  session.Write("s.yaml", FakeStudy("", 1));
  const std::string rest = "version: \"1.0\"\ncommand: [run.sh]\ndevices: [cpu]\n";
  session.Write("runners/fake/runner.yaml", "framework: fake\n" + rest);
  session.Write("runners/fake/run.sh", "#!/bin/sh\n");
  ExpectRefused(session, "s.yaml", "trena has a `fake` of its own, which this would replace");
  fs::remove_all(session.folder() / "runners");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  const std::string run = session.Read("s.trena/runs/" + session.Runs("s.trena")[0] + "/run.json");
  EXPECT_NE(run.find("\"kind\": \"trena\""), std::string::npos) << run;
}

TEST(BadInput, CycleOfAnchors) {
  Session session;
  session.Write("cycle.yaml", "study: &a\n  factors: *a\n");
  ExpectRefused(session, "cycle.yaml", "cycle.yaml");
}

TEST(BadInput, BillionLaughs) {
  Session session;
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    text += fmt::format("a{}: &a{} [", i, i);
    for (int k = 0; k < 10; ++k) text += fmt::format("{}*a{}", k > 0 ? ", " : "", i - 1);
    text += "]\n";
  }
  session.Write("laughs.yaml", text);
  ExpectRefused(session, "laughs.yaml", "too large once its aliases");
}

TEST(BadInput, TenMegabytes) {
  Session session;
  session.Write("long.yaml", "study: " + std::string(10 << 20, 'x') + "\n");
  ExpectRefused(session, "long.yaml", "larger than");
}

TEST(BadInput, MoreScenariosThanCanBeListedAreCounted) {
  Session session;
  std::string text = "fixed: { framework: fake }\nfactors:\n";
  for (int i = 0; i < 30; ++i) text += fmt::format("  factor_{}: [1, 2, 3, 4]\n", i);
  session.Write("many.yaml", text);
  // 4^30 = 1.152921504606847e18.
  ExpectRefused(session, "many.yaml", "1.15292e+18 scenarios");
}

TEST(BadInput, PriceOfZeroAndPriceWithoutCurrencyAtOnce) {
  Session session;
  session.Write("price.yaml", FakeStudy() + "report: { langage: en }\n");
  std::string text = session.Read("price.yaml");
  text.replace(text.find("0.36 USD/h"), 10, "0         ");
  session.Write("price.yaml", text);
  ExpectRefused(session, "price.yaml", "a price of 0 is ambiguous");
  ProcessResult all = session.Trena({"plan", "price.yaml"});
  EXPECT_NE(all.errors.find("did you mean `language`?"), std::string::npos)
      << "all errors are shown at once: " << all.errors;
  EXPECT_NE(all.errors.find("^"), std::string::npos);
  text.replace(text.find("price: 0 "), 9, "price: 12");
  session.Write("currency.yaml", text);
  ExpectRefused(session, "currency.yaml", "has no currency; write `12 USD/h`");
}

TEST(BadInput, MisspeltLevelInOnly) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--only", "network == c"});
  EXPECT_EQ(plan.exit_code, 2);
  EXPECT_NE(plan.errors.find("`c` is not a level of network"), std::string::npos) << plan.errors;
  ProcessResult name = session.Trena({"plan", "s.yaml", "--only", "netwrk == a"});
  EXPECT_NE(name.errors.find("did you mean `network`?"), std::string::npos) << name.errors;
}

TEST(BadInput, NothingSelectedIsNotSuccess) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--only", "batch > 1000"});
  EXPECT_EQ(plan.exit_code, 2);
  EXPECT_NE(plan.errors.find("no scenario is left"), std::string::npos) << plan.errors;
}

TEST(BadInput, ExpressionsThatCannotBeJudgedOrLeaveNothing) {
  Session session;
  session.Write("zero.yaml", FakeStudy() + "exclude: 1 / (batch - 64) > 1\n");
  ExpectRefused(session, "zero.yaml", ": exclude cannot be judged with batch 64: in `1 / (batch");
  session.Write("word.yaml", FakeStudy() + "only: network > 1\n");
  ExpectRefused(session, "word.yaml", "words are compared with ==");
  session.Write("none.yaml", FakeStudy() + "exclude: batch > 1\n");
  ExpectRefused(session, "none.yaml", "a scenario is left where no `exclude` is true");
}

TEST(BadInput, AMissingVersionIsSaidBeforeAnythingStarts) {
  Session session;
  session.Write(
      "s.yaml",
      "factors: { batch: [1, 2] }\nfixed: { framework: caffe@9.9, network: network1, dataset: "
      "mnist, epochs: 1 }\n");
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("there is no caffe 9.9"), std::string::npos) << run.errors;
  EXPECT_FALSE(session.Exists("s.trena")) << "nothing is left behind";
}

TEST(BadInput, RunnerThatExitsWithOneIsAResultAndTheStudyGoesOn) {
  Session session;
  session.Write("s.yaml", FakeStudy("  fake_outcome: exit", 1));
  ProcessResult run = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(run.exit_code, 3) << run.errors;
  EXPECT_EQ(session.Runs("s.trena").size(), 8u) << "all runs were tried";
  EXPECT_NE(run.errors.find("exit code 1"), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("--retry"), std::string::npos) << "how to go on is said";
}

TEST(BadInput, ResultsFolderThatCannotBeWritten) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  session.Write("s.trena", "a file where the folder should be");
  ProcessResult measure = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 2) << measure.errors;
  EXPECT_NE(measure.errors.find("s.trena"), std::string::npos) << measure.errors;
  EXPECT_EQ(session.Read("s.trena"), "a file where the folder should be");
}

TEST(BadInput, APlaceThatMayNotBeWrittenNamesTheWayOut) {
  if (geteuid() == 0) {
    // Root may write anywhere but where nothing can be written.
    Session session;
    session.Write("s.yaml", FakeStudy());
    ProcessResult measure = session.Trena({"measure", "s.yaml", "--out", "/proc/s.trena"});
    EXPECT_EQ(measure.exit_code, 2) << measure.errors;
    EXPECT_NE(measure.errors.find("--out"), std::string::npos) << measure.errors;
    return;
  }
  Session session;
  session.Write("locked/s.yaml", FakeStudy());
  fs::permissions(session.folder() / "locked", fs::perms(0555));
  ProcessResult measure = session.Trena({"measure", "locked/s.yaml"});
  fs::permissions(session.folder() / "locked", fs::perms(0755));
  EXPECT_EQ(measure.exit_code, 2) << measure.errors;
  EXPECT_NE(measure.errors.find("--out"), std::string::npos) << measure.errors;
}

TEST(BadInput, ACacheThatMayNotBeWrittenNamesTheWayOut) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\n"
                "fixed: { framework: fake, fake_seconds: 1, dataset: synthetic, network: network1, "
                "image: 32, images: 256, epochs: 1 }\n");
  for (const char* command : {"configure", "measure", "run"}) {
    // Where not even root may make a folder.
    ProcessResult refused = session.Program(
        {"/usr/bin/env", "TRENA_CACHE=/sys/trena", TRENA_BUILD_DIR "/trena", command, "s.yaml"});
    EXPECT_EQ(refused.exit_code, 2) << command << refused.errors;
    EXPECT_NE(refused.errors.find("set TRENA_CACHE"), std::string::npos) << refused.errors;
  }
}

TEST(BadInput, ManyStrayFilesAreNamedOnceAndCounted) {
  Session session;
  session.Write("s.yaml", FakeStudy("", 1));
  for (int i = 0; i < 500; ++i) session.Write(fmt::format("s.trena/runs/stray-{:03}", i), "");
  ProcessResult measure = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 0) << measure.errors;
  EXPECT_NE(measure.errors.find("stray-004"), std::string::npos) << measure.errors;
  EXPECT_EQ(measure.errors.find("stray-005"), std::string::npos) << measure.errors;
  EXPECT_NE(measure.errors.find("495 more"), std::string::npos) << measure.errors;
  ProcessResult analysis = session.Trena({"analyze", "s.yaml", "--all"});
  EXPECT_NE(analysis.output.find("495 more"), std::string::npos) << analysis.output;
  EXPECT_EQ(analysis.output.find("stray-005"), std::string::npos) << analysis.output;
}

TEST(BadInput, BrokenRunFoldersAreNamedAndSetAside) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  std::vector<std::string> runs = session.Runs("s.trena");
  ASSERT_EQ(runs.size(), 24u);
  session.Write("s.trena/runs/" + runs[0] + "/run.json", "{ broken");
  fs::remove(session.folder() / "s.trena/runs" / runs[1] / "run.json");
  ProcessResult analysis = session.Trena({"analyze", "s.yaml", "--all"});
  EXPECT_NE(analysis.output.find(runs[0]), std::string::npos) << analysis.output;
  EXPECT_NE(analysis.output.find(runs[1]), std::string::npos) << analysis.output;
  EXPECT_EQ(analysis.output.find("json.exception"), std::string::npos) << analysis.output;
  EXPECT_EQ(analysis.exit_code, 4) << "two runs are missing now";
  ProcessResult again = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_NE(again.errors.find("set aside"), std::string::npos) << again.errors;
  EXPECT_EQ(session.Read("s.trena/runs/" + runs[0] + "/run.json"), "{ broken")
      << "nothing there is changed";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// trena monitor over real programs: what it passes through, what it leaves behind, how it ends.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "press_ctrl_c.h"
#include "session.h"

namespace trena {
namespace {

// `trena monitor OPTIONS --out m -- sh -c SCRIPT`.
ProcessResult MonitorScript(const Session& session, const std::string& script,
                            std::vector<std::string> options = {}) {
  std::vector<std::string> words = {"monitor", "--out", "m"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", "sh", "-c", script});
  return session.Trena(words);
}

Json ReadJson(const Session& session, const std::string& name) {
  Result<Json> json = ParseJson(session.Read(name));
  EXPECT_TRUE(json.ok()) << name << ": " << session.Read(name);
  return json.ok() ? json.value() : Json::object();
}

TEST(MonitorCommand, TheExitCodeIsTheCommands) {
  for (auto [script, code] : {std::pair("true", 0), {"exit 7", 7}, {"kill -9 $$", 137}}) {
    Session session;
    EXPECT_EQ(MonitorScript(session, script).exit_code, code) << script;
    Json run = ReadJson(session, "m/run.json");
    EXPECT_EQ(run["outcome"], code == 0 ? "ok" : "failed") << script;
    EXPECT_EQ(run["exit_code"], code == 137 ? Json() : Json(code)) << script;
    EXPECT_EQ(run["command"], Json({"sh", "-c", script}));
    EXPECT_GT(run["metrics"]["wall_s"], 0);
    for (const char* name : {"events.jsonl", "samples.csv", "stdout.log", "stderr.log",
                             "report.html", "summary.json"}) {
      EXPECT_TRUE(session.Exists(std::string("m/") + name)) << name;
    }
  }
}

TEST(MonitorCommand, WhatCannotBeStartedLeavesNothing) {
  Session session;
  session.Write("text", "not a program");
  ProcessResult missing = session.Trena({"monitor", "--", "no-such-\x1b[31mprogram"});
  EXPECT_EQ(missing.exit_code, 127);
  EXPECT_TRUE(Has(missing.errors, "cannot start no-such-"));
  EXPECT_EQ(missing.errors.find('\x1b'), std::string::npos);
  EXPECT_EQ(session.Trena({"monitor", "--", "./text"}).exit_code, 126);
  EXPECT_EQ(ListFolder(session.folder()).value(), std::vector<std::string>{"text"});
}

TEST(MonitorCommand, OutputIsPassedThroughByteForByteAndKept) {
  Session session;
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (int i = 0; i < 12; ++i) bytes += bytes;  // a mebibyte: more than any pipe holds
  session.Write("bytes", bytes);
  ProcessResult result = MonitorScript(session, "cat bytes; echo talk >&2");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output == bytes);
  EXPECT_TRUE(result.errors.starts_with("talk\n")) << result.errors;
  EXPECT_TRUE(session.Read("m/stdout.log") == bytes);
  EXPECT_EQ(session.Read("m/stderr.log"), "talk\n");
}

TEST(MonitorCommand, StdinIsThePersons) {
  Session session;
  ProcessResult result = session.Program(
      {"sh", "-c", fmt::format("printf hello | {} monitor --out m -- tr a-z A-Z", kTrena)});
  EXPECT_EQ(result.output, "HELLO");
}

TEST(MonitorCommand, ArgumentsReachTheProgramAsTheyAre) {
  Session session;
  ProcessResult result = session.Trena(
      {"monitor", "--out", "m", "--", "printf", "<%s>", "[1,2]", "", "--", "--json", "a b", "{x}"});
  EXPECT_EQ(result.output, "<[1,2]><><--><--json><a b><{x}>");
}

TEST(MonitorCommand, ClosedOutputsDoNotEndIt) {
  Session session;
  EXPECT_EQ(MonitorScript(session, "exec >&- 2>&-; sleep 0.1; exit 3").exit_code, 3);
}

TEST(MonitorCommand, WhenNobodyReadsTheProgramLearnsIt) {
  Session session;
  ProcessResult result = session.Program(
      {"sh", "-c", fmt::format("{} monitor --out m -- yes 2>/dev/null | head -n 2", kTrena)});
  EXPECT_EQ(result.output, "y\ny\n");
  ASSERT_TRUE(WaitUntil([&] { return session.Exists("m/summary.json"); }));
  EXPECT_EQ(ReadJson(session, "m/summary.json")["exit_code"], 128 + SIGPIPE);
}

TEST(MonitorCommand, WhatIsLeftBehindIsEndedAndSaid) {
  Session session;
  ProcessResult result = MonitorScript(session, "sleep 61.5 & exit 0");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Has(result.errors, "It left processes behind")) << result.errors;
  EXPECT_TRUE(ProcessesWith(std::string("sleep\0", 6) + "61.5").empty());
}

TEST(MonitorCommand, PriceEpochsSummaryAndJson) {
  Session session;
  ProcessResult result =
      MonitorScript(session, "for k in 1 2 3; do sleep 0.05; echo \"epoch $k loss 0.$k\"; done",
                    {"--price", "3600USD/h", "--epoch-pattern",
                     "epoch (?P<epoch>\\d+) loss (?P<loss>\\S+)", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  // What it prints is on stderr now, so that stdout is JSON alone.
  EXPECT_TRUE(Has(result.errors, "epoch 3 loss 0.3\n"));
  Json json = ParseJson(result.output).value();
  EXPECT_EQ(json, ReadJson(session, "m/summary.json"));
  EXPECT_EQ(json["price"], "3600 USD/h");
  // A dollar a second.
  EXPECT_NEAR(json["cost"]["amount"].get<double>(), json["duration_s"].get<double>(), 1e-9);
  EXPECT_EQ(json["cost"]["currency"], "USD");
  ASSERT_EQ(json["epochs"].size(), 3u);
  EXPECT_TRUE(json["epochs"][0]["seconds"].is_null());
  EXPECT_TRUE(json["epochs"][2]["seconds"].is_number());
  EXPECT_EQ(json["epochs"][2]["loss"], 0.3);
  EXPECT_FALSE(json["metrics"].contains("train_s"));  // the first epoch's beginning is not known
  EXPECT_GT(json["metrics"]["monitor_cpu_s"], 0);
  EXPECT_TRUE(Has(session.Read("m/report.html"), "data-chart=\"loss\""));
  for (const char* part : {"duration", "CPU time", "price × duration", "last loss 0.3000",
                           "The page: m/report.html"}) {
    EXPECT_TRUE(Has(result.errors, part)) << part << "\n" << result.errors;
  }
}

TEST(MonitorCommand, ALongLineIsNoTrapForAPattern) {
  Session session;
  ProcessResult result =
      MonitorScript(session, "head -c 5000000 /dev/zero | tr '\\0' a; echo; echo aab done",
                    {"--epoch-pattern", "(a+)+$"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(ReadJson(session, "m/summary.json")["epochs"].size(), 1u);  // the line of a's alone
}

TEST(MonitorCommand, BadInputIsToldBeforeAnythingRuns) {
  Session session;
  session.Write("there/file", "");
  auto expect = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words = {"monitor"};
    words.insert(words.end(), options.begin(), options.end());
    ProcessResult result = session.Trena(words);
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_TRUE(Has(result.errors, message)) << result.errors;
  };
  std::vector<std::string> run = {"--", "touch", "ran"};
  auto with = [&](std::vector<std::string> options) {
    options.insert(options.end(), run.begin(), run.end());
    return options;
  };
  expect(with({"--price", "0.526"}), "--price: `0.526` has no currency");
  expect(with({"--price", "0"}), "a price of 0 is ambiguous");
  expect(with({"--every", "1"}), "--every: `1` has no unit of time");
  expect(with({"--every", "1ms"}), "at least 10ms");
  expect(with({"--epoch-pattern", "a[z-a]"}), "--epoch-pattern:1:3: not a regular expression");
  expect(with({"--epoch-pattern", "(?P<epohc>x)"}), "did you mean `epoch`?");
  expect(with({"--epoch-pattern", "(?=x)"}), "look-around");
  expect(with({"--out", "there"}), "there is there already; nothing is overwritten");
  expect(with({"--pid", "1"}), "only one program");
  expect(with({"--evry", "1s"}), "did you mean `--every`?");
  expect({}, "Write the command after --");
  expect({"--"}, "Write the command after --");
  expect({"touch", "ran"}, "put -- before the command: trena monitor -- touch ran");
  expect({"--pid", "999999999"}, "there is no process 999999999");
  expect({"--pid", "1", "--epoch-pattern", "x"}, "--pid cannot see");
  EXPECT_EQ(ListFolder(session.folder()).value(), std::vector<std::string>{"there"});
}

TEST(MonitorCommand, FoldersAreNeverOverwritten) {
  Session session;
  EXPECT_EQ(session.Trena({"monitor", "--", "true"}).exit_code, 0);
  EXPECT_EQ(session.Trena({"monitor", "--", "true"}).exit_code, 0);
  std::vector<std::string> folders = ListFolder(session.folder()).value();
  ASSERT_EQ(folders.size(), 2u);
  for (const std::string& name : folders) EXPECT_TRUE(name.starts_with("trena-monitor-20")) << name;
}

TEST(MonitorCommand, ATerminalShowsTheLineAndThePageIsInTheLanguageAsked) {
  Session session;
  ProcessResult result = session.InTerminal({"monitor", "--out", "m", "--language", "pt-BR", "--",
                                             "sh", "-c", "sleep 0.3; printf 'no newline'"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(Has(result.output, "\r\x1b[Ktrena: ")) << result.output;
  EXPECT_TRUE(Has(result.output, "no newline\r\n")) << result.output;
  EXPECT_TRUE(Has(result.output, "duração")) << result.output;
  EXPECT_TRUE(Has(session.Read("m/report.html"), "<html lang=\"pt-BR\">"));
}

TEST(MonitorCommand, WhatIsLeftIsSaidInTheLanguageAsked) {
  Session session;
  ProcessResult result = session.Trena({"monitor", "--out", "m", "--language", "pt-BR", "--epochs",
                                        "9", "--epoch-pattern", "epoch (?P<epoch>\\d+)", "--", "sh",
                                        "-c", "for k in 1 2 3; do sleep 0.7; echo epoch $k; done"});
  EXPECT_TRUE(Has(result.errors, "trena: 2 de 9 épocas prontas: faltam cerca de "))
      << result.errors;
}

TEST(DuelCommand, ATerminalShowsTheLineInTheLanguageAsked) {
  Session session;
  ProcessResult result =
      session.InTerminal({"duel", "true", "true", "--for", "300ms", "--language", "pt-BR"});
  EXPECT_TRUE(Has(result.output, "rodada 1 · faltam no máximo ")) << result.output;
}

TEST(MonitorCommand, CtrlCIsTheProgramsAndTheSummaryStillComes) {
  Session session;
  std::string script = "trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.02; done";
  ProcessResult result = session.Program({"/usr/bin/python3", "-c", kPressCtrlC, "ready", kTrena,
                                          "monitor", "--out", "m", "--", "sh", "-c", script});
  EXPECT_EQ(result.exit_code, 5) << result.output << result.errors;
  EXPECT_EQ(session.Read("m/stdout.log"), "ready\ncaught\n");  // once, not twice
  EXPECT_TRUE(Has(result.output, "interrupted")) << result.output;
  EXPECT_TRUE(Has(result.output, "The page: m/report.html")) << result.output;
  EXPECT_EQ(ReadJson(session, "m/run.json")["outcome"], "interrupted");
}

TEST(MonitorCommand, ASignalForTrenaIsPassedOn) {
  Session session;
  std::string script = "trap 'exit 9' TERM; echo ready; while :; do sleep 0.02; done";
  pid_t trena = session.Start({"monitor", "--out", "m", "--", "sh", "-c", script});
  ASSERT_TRUE(WaitUntil([&] { return session.Read("m/stdout.log") == "ready\n"; }));
  kill(trena, SIGTERM);
  EXPECT_EQ(WaitForExit(trena), 9);
}

TEST(MonitorCommand, AKilledTrenaLeavesARecordAndNoProcess) {
  Session session;
  pid_t trena = session.Start({"monitor", "--out", "m", "--", "sleep", "62.5"});
  ASSERT_TRUE(WaitUntil([&] { return session.Exists("m/samples.csv"); }));
  kill(trena, SIGKILL);
  EXPECT_EQ(WaitForExit(trena), 137);
  EXPECT_TRUE(WaitUntil([&] { return ProcessesWith(std::string("sleep\0", 6) + "62.5").empty(); }));
  EXPECT_EQ(ReadJson(session, "m/run.json")["outcome"], "interrupted");
}

class Sleeper {
 public:
  explicit Sleeper(const char* seconds) : pid_(fork()) {
    if (pid_ == 0) {
      execlp("sleep", "sleep", seconds, nullptr);
      _exit(127);
    }
  }
  ~Sleeper() { End(); }
  void End() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    WaitForExit(pid_);
    pid_ = -1;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

size_t Rows(const Session& session) { return Split(session.Read("m/samples.csv"), '\n').size(); }

TEST(MonitorCommand, AttachedItOnlyLooks) {
  Session session;
  Sleeper sleeper("63.5");
  std::string pid = std::to_string(sleeper.pid());
  pid_t trena = session.Start({"monitor", "--out", "m", "--every", "20ms", "--pid", pid});
  ASSERT_TRUE(WaitUntil([&] { return Rows(session) > 4; }));
  kill(trena, SIGINT);
  EXPECT_EQ(WaitForExit(trena), 0);
  EXPECT_EQ(kill(sleeper.pid(), 0), 0);  // it lives
  Json json = ReadJson(session, "m/summary.json");
  EXPECT_EQ(json["pid"], sleeper.pid());
  EXPECT_TRUE(json["exit_code"].is_null());
  EXPECT_EQ(json["command"], Json({"sleep", "63.5"}));
  EXPECT_GT(json["metrics"]["mem_pct"], 0);  // of the process itself, not only of its children
  EXPECT_TRUE(json["metrics"].contains("cpu_s"));
}

TEST(MonitorCommand, AttachedItEndsWithTheProcess) {
  Session session;
  Sleeper sleeper("64.5");
  std::string pid = std::to_string(sleeper.pid());
  pid_t trena = session.Start({"monitor", "--out", "m", "--every", "20ms", "--pid", pid});
  ASSERT_TRUE(WaitUntil([&] { return Rows(session) > 3; }));
  sleeper.End();
  EXPECT_EQ(WaitForExit(trena), 0);
  EXPECT_TRUE(ReadJson(session, "m/summary.json")["exit_code"].is_null());
  EXPECT_TRUE(ReadJson(session, "m/summary.json")["outcome"].is_null()) << "nobody can know";
  EXPECT_FALSE(Has(session.Read("m/report.html"), "ended well"));
}

TEST(MonitorCommand, APatternThatMatchesNothingIsSaid) {
  Session session;
  const ProcessResult result =
      MonitorScript(session, "echo Epoche 1", {"--epoch-pattern", "epoch \\d+"});
  EXPECT_TRUE(Has(result.errors, "No line that it printed matched the pattern `epoch`."))
      << result.errors;
  Session other;
  const ProcessResult untimed =
      MonitorScript(other, "echo epoch 1; echo epoch 2", {"--epoch-pattern", "epoch \\d+"});
  EXPECT_FALSE(Has(untimed.errors, "No line that it printed")) << untimed.errors;
  EXPECT_TRUE(Has(untimed.errors, "The first epoch has no time")) << untimed.errors;
}

// Two folders of several runs each, and one of a single run, are compared as studies are.
TEST(MonitorCommand, SeveralRunsAreSummedUpAndCompared) {
  Session session;
  const auto monitor = [&](const std::string& out, const std::string& script) {
    return session.Trena(
        {"monitor", "--runs", "3", "--price", "3600USD/h", "--out", out, "--", "sh", "-c", script});
  };
  const ProcessResult first = monitor("a", "sleep 0.05; echo once");
  EXPECT_EQ(first.exit_code, 0) << first.errors;
  EXPECT_EQ(first.output, "once\nonce\nonce\n");
  EXPECT_TRUE(Has(first.errors, "3 of 3 runs ended well")) << first.errors;
  EXPECT_TRUE(Has(first.errors, "(n = 3)")) << first.errors;
  EXPECT_EQ(session.Runs("a").size(), 3u);
  EXPECT_EQ(ReadJson(session, "a/summary.json")["figures"]["duration_s"]["n"], 3);
  EXPECT_EQ(monitor("a", "true").exit_code, 2) << "nothing is overwritten";
  ASSERT_EQ(monitor("b", "sleep 0.5; echo once").exit_code, 0);
  const ProcessResult compared = session.Trena({"compare", "a", "b", "--threshold", "50%"});
  EXPECT_EQ(compared.exit_code, 4) << compared.output << compared.errors;
  EXPECT_TRUE(Has(compared.output, "3 runs compared")) << compared.output;
  EXPECT_TRUE(Has(compared.output, "setting  command")) << compared.output;
  ASSERT_EQ(session.Trena({"monitor", "--out", "one", "--", "sh", "-c", "sleep 0.05; echo once"})
                .exit_code,
            0);
  const ProcessResult single = session.Trena({"compare", "a", "one"});
  EXPECT_EQ(single.exit_code, 0) << single.errors;
  EXPECT_TRUE(Has(single.output, "3, 1")) << single.output;
}

TEST(MonitorCommand, ASeriesStopsAtTheFirstRunThatFails) {
  Session session;
  const ProcessResult result =
      session.Trena({"monitor", "--runs", "4", "--out", "m", "--", "sh", "-c",
                     "echo x >> count; test $(wc -l < count) -lt 3 || exit 6"});
  EXPECT_EQ(result.exit_code, 6) << result.errors;
  EXPECT_EQ(session.Runs("m").size(), 3u);
  EXPECT_TRUE(Has(result.errors, "2 of 4 runs ended well")) << result.errors;
  EXPECT_EQ(session.Trena({"monitor", "--runs", "2", "--out", "n", "--", "no-such"}).exit_code,
            127);
  EXPECT_FALSE(session.Exists("n"));
}

TEST(MonitorCommand, ItsFilesFitTheirSchemas) {
  Session session;
  if (session.Program({"/usr/bin/python3", "-c", "import jsonschema"}).exit_code != 0) {
    GTEST_SKIP() << "python3-jsonschema is not installed (cmake/setup.sh test does)";
  }
  MonitorScript(session, "echo done", {"--epoch-pattern", "done", "--price", "free"});
  for (auto [file, schema] :
       {std::pair("m/run.json", "run.schema.json"), {"m/summary.json", "monitor.schema.json"}}) {
    std::string path = std::string(TRENA_SOURCE_DIR) + "/schemas/" + schema;
    ProcessResult result = session.Program(
        {"/usr/bin/python3", "-c",
         "import json, sys, jsonschema\n"
         "schema = json.load(open(sys.argv[1])); data = json.load(open(sys.argv[2]))\n"
         "jsonschema.Draft7Validator.check_schema(schema); jsonschema.validate(data, schema)\n",
         path, file});
    EXPECT_EQ(result.exit_code, 0) << file << result.errors;
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A script of the person's own as the runner of a study: through trena.py, through patterns over
// what it prints, and with neither.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

std::vector<Json> RunsOf(const Session& session, const std::string& results) {
  std::vector<Json> runs;
  for (const std::string& name : session.Runs(results)) {
    runs.push_back(ParseJson(session.Read(results + "/runs/" + name + "/run.json")).value());
  }
  return runs;
}

// A training in plain Python: fits a line, four images a batch.
constexpr const char* kScript = R"(import trena
slope = 0.0
points = [(x / 64, 3 * x / 64) for x in range(trena.value("points", 16))]
batch = trena.value("batch", 4)
loader = [points[i:i + batch] for i in range(0, len(points), batch)]
for epoch in range(trena.value("epochs", 1)):
    total = 0.0
    for part in trena.steps(loader, images=len):
        for x, y in part:
            slope += 0.1 * (y - slope * x) * x
            total += (y - slope * x) ** 2
    trena.epoch(loss=total / len(points), accuracy=0.75)
)";

TEST(OwnScript, TellsItsEpochsThroughTrenaPy) {
  Session session;
  session.Write("train.py", kScript);
  session.Write("s.yaml",
                "factors: { batch: [2, 8] }\n"
                "fixed: { framework: command, epochs: 3, points: 32 }\n"
                "command: [python3, train.py, '{{batch}} is {batch}']\n"
                "design: { replications: 1 }\n");
  ProcessResult result = session.Trena({"measure", "s.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  std::vector<Json> runs = RunsOf(session, "s.trena");
  ASSERT_EQ(runs.size(), 2u);
  for (const Json& run : runs) {
    EXPECT_EQ(run["outcome"], "ok");
    EXPECT_GT(run["metrics"]["train_s"], 0);
    EXPECT_LT(run["metrics"]["train_s"], run["metrics"]["wall_s"]);
    EXPECT_EQ(run["metrics"]["accuracy"], 0.75);
    EXPECT_GT(run["metrics"]["loss"], 0);
    // 3 epochs of 32 points.
    EXPECT_NEAR(
        run["metrics"]["images_per_s"].get<double>() * run["metrics"]["train_s"].get<double>(), 96,
        1e-6);
    EXPECT_EQ(run["command"][2].get<std::string>().substr(0, 11), "{batch} is ");
    EXPECT_TRUE(run["versions"].contains("python"));
  }
}

TEST(OwnScript, ItsOutputTellsEpochsByPatterns) {
  Session session;
  session.Write("s.yaml",
                "fixed: { framework: command }\n"
                "command: [sh, -c, 'echo loading; for k in 1 2; do echo begin; sleep 0.02;"
                " echo \"loss 0.$k\"; echo \"end $k\"; done']\n"
                "patterns: { begin: ^begin$, epoch: 'end (?P<epoch>\\d+)', loss: 'loss (.*)' }\n"
                "design: { replications: 1 }\n");
  ProcessResult result = session.Trena({"measure", "s.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  std::vector<Json> runs = RunsOf(session, "s.trena");
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0]["outcome"], "ok");
  EXPECT_EQ(runs[0]["metrics"]["loss"], 0.2);
  ASSERT_TRUE(runs[0]["metrics"].contains("train_s"));
  EXPECT_LE(runs[0]["metrics"]["train_s"], runs[0]["metrics"]["wall_s"]);
  std::string folder = "s.trena/runs/" + session.Runs("s.trena")[0];
  EXPECT_TRUE(session.Read(folder + "/stdout.log").starts_with("loading\nbegin\n"));
}

// Both tell: what the script says itself counts, and nothing is counted twice.
TEST(OwnScript, ItsOwnWordsCountBeforePatterns) {
  Session session;
  session.Write("train.py", std::string(kScript) + "print('end 1 of it')\n");
  session.Write("s.yaml",
                "fixed: { framework: command, epochs: 2 }\ncommand: [python3, train.py]\n"
                "patterns: end\ndesign: { replications: 1 }\n");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  std::vector<Json> runs = RunsOf(session, "s.trena");
  EXPECT_EQ(runs[0]["metrics"]["accuracy"], 0.75);
  EXPECT_TRUE(runs[0]["metrics"].contains("train_s"));
  std::string folder = "s.trena/runs/" + session.Runs("s.trena")[0];
  EXPECT_TRUE(Has(session.Read(folder + "/events.jsonl"), "\"from\":\"output\""));
}

TEST(OwnScript, WithoutAWordItIsMeasuredFromOutside) {
  Session session;
  session.Write("s.yaml",
                "fixed: { framework: command }\ncommand: [sleep, '0.05']\n"
                "design: { replications: 2 }\nanalyze: { response: wall_s }\n");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  for (const Json& run : RunsOf(session, "s.trena")) {
    EXPECT_GE(run["metrics"]["wall_s"], 0.05);
    EXPECT_FALSE(run["metrics"].contains("train_s"));
  }
}

TEST(OwnScript, IsMonitoredTheSameWay) {
  Session session;
  session.Write("train.py", kScript);
  ProcessResult result =
      session.Trena({"monitor", "--out", "m", "--json", "--", "python3", "train.py"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  Json json = ParseJson(result.output).value();
  ASSERT_EQ(json["epochs"].size(), 1u);
  EXPECT_EQ(json["epochs"][0]["images"], 16);
  EXPECT_GT(json["metrics"]["train_s"], 0);
}

// A Python that has PyTorch: Debian's, or an environment that `trena configure` made for the
// person.
std::string PythonWithTorch(const Session& session, const std::string& home) {
  std::vector<std::string> candidates = {"/usr/bin/python3"};
  fs::path made = fs::path(home) / ".cache/trena/frameworks";
  auto names = ListFolder(made);
  for (const std::string& name : names.ok() ? names.value() : std::vector<std::string>{}) {
    if (name.starts_with("pytorch-")) candidates.push_back(made / name / "bin/python");
  }
  for (const std::string& python : candidates) {
    // Found, not imported: that takes seconds.
    static const char* const find =
        "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)";
    if (session.Program({python, "-c", find}).exit_code == 0) return python;
  }
  return "";
}

TEST(OwnScript, TheExampleTrains) {
  Session session;
  const char* home = std::getenv("HOME");
  std::string python = PythonWithTorch(session, home != nullptr ? home : "/nowhere");
  if (python.empty()) {
    GTEST_SKIP() << "no Python with PyTorch is here (python3-torch, or trena configure)";
  }
  setenv("OMP_NUM_THREADS", "1", 1);  // beside other tests, threads that spin would only wait
  fs::path examples = fs::path(TRENA_SOURCE_DIR) / "examples";
  std::string study = ReadFile(examples / "own_script.yaml").value();
  size_t at = study.find("[python3, ");
  ASSERT_NE(at, std::string::npos);
  session.Write("own_script.yaml", study.replace(at, 10, "[" + python + ", "));
  session.Write("own_script/train.py", ReadFile(examples / "own_script/train.py").value());
  ProcessResult result = session.Trena({"measure", "own_script.yaml", "-P", "batch=128", "-P",
                                        "channels=8", "-P", "epochs=1", "--replications", "1"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  Json run = RunsOf(session, "own_script.trena").at(0);
  EXPECT_EQ(run["outcome"], "ok") << run["reason"];
  EXPECT_GT(run["metrics"]["train_s"], 0);
  EXPECT_NEAR(
      run["metrics"]["images_per_s"].get<double>() * run["metrics"]["train_s"].get<double>(), 2048,
      1e-3);
  EXPECT_TRUE(run["versions"].contains("torch"));
}

// Its pairs are counted by the doctor, once, and told in the answer.
TEST(OwnScript, MeasuredUnderTwoLabels) {
  Session session;
  session.Write("s.yaml",
                "factors: { seconds: [0.01, 0.02] }\nfixed: { framework: command }\n"
                "command: [sleep, '{seconds}']\ndesign: { replications: 3, same_twice: 1 }\n");
  const auto doctor = [&] {
    const Json told = ParseJson(session.Trena({"doctor", "--for", "0s", "--json"}).output).value();
    for (const Json& finding : told["findings"]) {
      if (finding["check"] == "equal") return finding["seen"].get<std::string>();
    }
    return std::string();
  };
  EXPECT_EQ(doctor(), "");
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
    EXPECT_TRUE(Has(doctor(), " of 1 pair of equal trainings")) << doctor();
  }
  EXPECT_EQ(session.Runs("s.trena").size(), 9u);
  const Json answer = ParseJson(session.Trena({"analyze", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(answer["scenarios"].size(), 2u);
  EXPECT_EQ(answer["equal"].at(0)["pairs"], 3);
  EXPECT_TRUE(Has(answer["answer"].get<std::string>(), "Equal trainings (C1 = C1b) differed by"));
}

}  // namespace
}  // namespace trena

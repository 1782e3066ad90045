// SPDX-License-Identifier: Apache-2.0
// A whole study through the built program, with the fake runner: measured, resumed, analysed,
// reported, in a pipe and in a terminal.
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>

#include "core/json.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

TEST(Study, RunGoesAllTheWayInAPipe) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_EQ(run.exit_code, 0) << run.errors << run.output;
  EXPECT_EQ(session.Runs("s.trena").size(), 24u);
  // stdout is data, stderr is talk: one plain line per run, no control characters anywhere.
  EXPECT_NE(run.errors.find("[24/24] "), std::string::npos) << run.errors;
  EXPECT_EQ(run.errors.find('\r'), std::string::npos);
  EXPECT_EQ((run.errors + run.output).find('\x1b'), std::string::npos);
  // The fake's times are multiplied by 3 for image 64 and 1.5 for network b: image explains most.
  EXPECT_NE(run.output.find("image"), std::string::npos);
  EXPECT_NE(run.output.find("simulated"), std::string::npos) << "a fake says that it is one";
  for (const char* file : {"report.html", "report.md", "report.csv"}) {
    EXPECT_TRUE(session.Exists(std::string("s.trena/") + file)) << file;
    EXPECT_NE(run.output.find(file), std::string::npos) << "its path is shown";
  }
}

TEST(Study, IsAnalysedAsItIsAsked) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  const ProcessResult result =
      session.Trena({"analyze", "s.yaml", "--covariate", "order", "--model", "main", "--log",
                     "--block", "replication", "--json"});
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 4) << result.errors;
  const auto json = ParseJson(result.output);
  ASSERT_TRUE(json.ok()) << result.output << result.errors;
  EXPECT_EQ(json.value()["model"]["scale"], "log");
  EXPECT_EQ(json.value()["model"]["block"], "block");
  EXPECT_EQ(json.value()["model"]["covariates"][0], "order");
  EXPECT_TRUE(json.value()["covariance"].contains("narrower"));
  EXPECT_FALSE(json.value()["pairs"].empty());
  const ProcessResult wrong = session.Trena({"analyze", "s.yaml", "--block", "day"});
  EXPECT_EQ(wrong.exit_code, 2);
}

// How often the folder of runs and every run.json in it are opened, as the kernel tells it.
class OpenCounter {
 public:
  explicit OpenCounter(const std::filesystem::path& runs)
      : queue_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    Watch(runs, "runs");
    for (const auto& entry : std::filesystem::directory_iterator(runs)) {
      Watch(entry.path(), entry.path().filename().string());
    }
    Take();  // our own look at it
  }
  OpenCounter(const OpenCounter&) = delete;
  OpenCounter& operator=(const OpenCounter&) = delete;
  ~OpenCounter() { close(queue_); }

  // "runs" and "NAME/run.json", since the last call. Opening the same thing twice with nothing else
  // between counts once.
  std::map<std::string, int> Take() {
    std::map<std::string, int> opened;
    alignas(inotify_event) char buffer[1 << 16];
    for (ssize_t got; (got = read(queue_, buffer, sizeof buffer)) > 0;) {
      for (ssize_t at = 0; at < got;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
        at += static_cast<ssize_t>(sizeof *event + event->len);
        const std::string file = event->len > 0 ? event->name : "";
        const std::string& folder = watched_[event->wd];
        if (file.empty() && folder == "runs") ++opened["runs"];
        if (file == "run.json") ++opened[folder + "/run.json"];
      }
    }
    return opened;
  }

 private:
  void Watch(const std::filesystem::path& folder, const std::string& name) {
    watched_[inotify_add_watch(queue_, folder.c_str(), IN_OPEN)] = name;
  }

  int queue_;
  std::map<int, std::string> watched_;
};

TEST(Study, RunListsTheRunsTwiceAndReadsNoneOfThemTwice) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--replications", "2"}).exit_code, 0);
  OpenCounter some(session.folder() / "s.trena/runs");
  const ProcessResult more = session.Trena({"run", "s.yaml"});
  ASSERT_EQ(session.Runs("s.trena").size(), 24u) << more.errors;
  std::map<std::string, int> opened = some.Take();
  opened.erase("runs");  // every run that is put in place opens it, too
  EXPECT_EQ(opened.size(), 16u);
  for (const auto& [file, times] : opened) EXPECT_EQ(times, 1) << file;

  // Nothing is left to measure: once before anything is spent, once with the lock held.
  OpenCounter all(session.folder() / "s.trena/runs");
  const ProcessResult again = session.Trena({"run", "s.yaml"});
  opened = all.Take();
  EXPECT_EQ(opened["runs"], 2) << again.errors;
  opened.erase("runs");
  EXPECT_EQ(opened.size(), 24u);
  for (const auto& [file, times] : opened) EXPECT_EQ(times, 1) << file;
}

TEST(Study, ASecondRunFindsNothingLeftAndChangesNoRun) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  std::string first = session.Runs("s.trena")[0];
  std::string before = session.Read("s.trena/runs/" + first + "/run.json");
  ProcessResult again = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(again.exit_code, 0) << "nothing left to do is success";
  EXPECT_NE(again.errors.find("Nothing left to measure: all 24 runs are there"), std::string::npos)
      << again.errors;
  EXPECT_EQ(session.Runs("s.trena").size(), 24u);
  EXPECT_EQ(session.Read("s.trena/runs/" + first + "/run.json"), before);
}

TEST(Study, OverridesNeverMixWithWhatWasMeasured) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--replications", "1"}).exit_code, 0);
  ASSERT_EQ(session.Runs("s.trena").size(), 8u);
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--replications", "1", "-P", "fake_seconds=20"})
                .exit_code,
            0);
  EXPECT_EQ(session.Runs("s.trena").size(), 16u) << "another value is another scenario";
  // A level more: only its scenarios are new.
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--replications", "1", "-P", "batch=64,128,256"})
                .exit_code,
            0);
  EXPECT_EQ(session.Runs("s.trena").size(), 20u);
}

// 10 s × 3 (image 64) × 1.5 (network b) at 0.36 USD/h is 0.0045 USD, give or take 1 % of noise.
TEST(Study, JsonHasMeansIntervalsAnovaAndCost) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ProcessResult analysis = session.Trena({"analyze", "s.yaml", "--json"});
  EXPECT_EQ(analysis.exit_code, 0) << analysis.errors;
  Json json = ParseJson(analysis.output).value();
  ASSERT_EQ(json["scenarios"].size(), 8u);
  const Json& last = json["scenarios"][7];
  EXPECT_EQ(last["id"], "C8");
  EXPECT_EQ(last["levels"]["image"], 64);
  const Json& time = last["metrics"]["train_s"];
  EXPECT_EQ(time["n"], 3);
  EXPECT_NEAR(time["mean"].get<double>(), 45, 2);
  EXPECT_LT(time["low"].get<double>(), time["mean"].get<double>());
  EXPECT_GT(time["high"].get<double>(), time["mean"].get<double>());
  EXPECT_NEAR(last["metrics"]["cost"]["mean"].get<double>(), 0.0045, 0.0002);
  ASSERT_FALSE(json["anova"].empty());
  EXPECT_EQ(json["anova"].back()["term"], "residuals");
  EXPECT_EQ(json["anova"].back()["df"], 16) << "8 scenarios × (3 - 1)";
  double percent = 0;
  for (const Json& row : json["anova"]) percent += row["percent"].get<double>();
  EXPECT_NEAR(percent, 100, 1e-6);
  EXPECT_EQ(json["response"], "train_s");
  EXPECT_EQ(json["verdict"], "valid");
}

TEST(Study, EveryCommandSpeaksJsonAndNothingElseOnStdout) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  Json measured = ParseJson(session.Trena({"measure", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(measured["measured"], 24);
  EXPECT_EQ(measured["end"], "done");
  Json run = ParseJson(session.Trena({"run", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(run["scenarios"].size(), 8u);
  Json report = ParseJson(session.Trena({"report", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(report["files"].size(), 3u);
  Json ready = ParseJson(session.Trena({"configure", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(ready["scenarios"], 8);
}

TEST(Study, PlanKnowsNothingThenForecastsFromWhatWasMeasured) {
  Session session;
  session.Write("s.yaml", FakeStudy() + "budget: 5 USD\n");
  ProcessResult before = session.Trena({"plan", "s.yaml"});
  EXPECT_NE(before.output.find("not known yet"), std::string::npos) << before.output;
  EXPECT_NE(before.output.find("block 3:"), std::string::npos);
  EXPECT_NE(before.output.find("Budget: 5.00 USD"), std::string::npos);
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--replications", "1"}).exit_code, 0);
  ProcessResult after = session.Trena({"plan", "s.yaml"});
  EXPECT_NE(after.output.find("16 runs to do: about"), std::string::npos) << after.output;
  EXPECT_NE(after.output.find("USD"), std::string::npos);
}

TEST(Study, InATerminalOneLineIsRewrittenAndColoured) {
  Session session;
  session.Write("s.yaml", FakeStudy("  fake_sleep: true\n  fake_seconds: 0.7", 1));
  std::string text = session.Read("s.yaml");
  text.erase(text.find("  fake_seconds: 10\n"), 19);
  session.Write("s.yaml", text);
  ProcessResult run = session.InTerminal({"run", "s.yaml", "--only", "image == 32"});
  EXPECT_NE(run.output.find("\r\x1b[K[1/4] "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("\x1b[1m"), std::string::npos) << "bold headings";
  ProcessResult plain =
      session.InTerminal({"analyze", "s.yaml", "--only", "image == 32"}, {{"NO_COLOR", "1"}});
  EXPECT_EQ(plain.output.find("\x1b["), std::string::npos) << plain.output;
}

TEST(Study, FailedRunsAreKeptAndRetriedOnlyWhenAsked) {
  Session session;
  session.Write("s.yaml", FakeStudy("  fake_outcome: fail", 1));
  EXPECT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 3);
  ProcessResult again = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(session.Runs("s.trena").size(), 8u) << "failed is final";
  EXPECT_EQ(again.exit_code, 3) << "nothing was left to do, and nothing mended them";
  EXPECT_NE(again.errors.find("8 runs failed (8 before)"), std::string::npos) << again.errors;
  session.Trena({"measure", "s.yaml", "--retry"});
  EXPECT_EQ(session.Runs("s.trena").size(), 16u) << "every attempt is kept";
}

// A study measured anew: what is read is the last round that is complete.
TEST(Study, ARoundIsFinishedBeforeItIsReadAndBeforeTheNext) {
  Session session;
  session.Write("s.yaml", FakeStudy("", 2));
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--again"}).exit_code, 0);
  EXPECT_EQ(session.Runs("s.trena").size(), 16u) << "the first time there is nothing to repeat";
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--again"}).exit_code, 0);
  const auto round = [&](std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"analyze", "s.yaml", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = session.Trena(arguments);
    const auto json = ParseJson(result.output);
    return json.ok() ? json.value() : Json(result.errors);
  };
  EXPECT_EQ(round()["round"], 2);
  EXPECT_EQ(round()["runs"]["attempts"], 16) << "of the other round none";
  EXPECT_EQ(round({"--round", "1"})["round"], 1);
  // As if the second had been stopped before its last run.
  std::string cut;
  for (const std::string& name : session.Runs("s.trena")) {
    if (name.ends_with("-round2")) cut = name;
  }
  std::filesystem::remove_all(session.folder() / "s.trena/runs" / cut);
  const Json before = round();
  EXPECT_EQ(before["round"], 1);
  EXPECT_EQ(before["warnings"].dump().find("unfinished_round") == std::string::npos, false);
  EXPECT_EQ(round({"--round", "2"})["runs"]["finished"], 15);
  const ProcessResult refused = session.Trena({"measure", "s.yaml", "--again"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("round 2 is not finished: 1 of 16 runs are left. Finish it first: "
                                "trena measure s.yaml"),
            std::string::npos)
      << refused.errors;
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  EXPECT_TRUE(session.Exists("s.trena/runs/" + cut)) << "it went on with the second";
  EXPECT_EQ(round()["round"], 2);
  const ProcessResult none = session.Trena({"report", "s.yaml", "--round", "7"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.errors.find("--round 7: there are rounds 1, 2"), std::string::npos) << none.errors;
}

// Killed in the first run of a new round, of which nothing is in its place yet.
TEST(Study, ARoundThatWasKilledGoesOnWithoutAWord) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\ndesign: { replications: 1 }\n"
                "fixed: { framework: fake, fake_seconds: 1, fake_sleep: true }\n");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  const pid_t trena = session.Start({"measure", "s.yaml", "--again"});
  ASSERT_TRUE(WaitUntil([&] {
    const auto under_way = session.folder() / "s.trena/under-way";
    for (const auto& entry : std::filesystem::directory_iterator(under_way)) {
      if (std::filesystem::exists(entry.path() / "stdout.log")) return true;
    }
    return false;
  }));
  kill(trena, SIGKILL);
  EXPECT_EQ(WaitForExit(trena), 137);
  EXPECT_EQ(session.Runs("s.trena").size(), 2u) << "nothing of the second round is in place";
  const ProcessResult on = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(on.exit_code, 0) << on.errors;
  EXPECT_NE(on.errors.find("Measured 2 runs of round 2"), std::string::npos) << on.errors;
  EXPECT_EQ(session.Runs("s.trena").size(), 5u) << "two rounds, and the attempt that was killed";
}

TEST(Study, OutOfMemoryIsAResultNotAFailure) {
  Session session;
  session.Write("s.yaml", FakeStudy("  fake_outcome: oom", 1));
  ProcessResult measure = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 0) << measure.errors;
  EXPECT_NE(measure.errors.find("out of memory"), std::string::npos);
}

TEST(Study, ReportOfNothingSaysWhatToRun) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ProcessResult report = session.Trena({"report", "s.yaml"});
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_NE(report.errors.find("trena measure s.yaml"), std::string::npos) << report.errors;
  EXPECT_FALSE(session.Exists("s.trena"));
}

TEST(Study, CommandOfYourOwnIsMeasuredFromOutside) {
  Session session;
  session.Write("train.sh", "echo \"$1\"; exit 0\n");
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\nfixed: { framework: command }\n"
                "command: [sh, train.sh, \"--batch={batch}; touch injected\"]\n"
                "analyze: { response: wall_s }\ndesign: { replications: 2 }\n");
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_EQ(session.Runs("s.trena").size(), 4u) << run.errors;
  EXPECT_FALSE(session.Exists("injected")) << "no shell between trena and a child";
  std::string folder = "s.trena/runs/" + session.Runs("s.trena")[0];
  EXPECT_EQ(session.Read(folder + "/stdout.log"), "--batch=64; touch injected\n");
  Json record = ParseJson(session.Read(folder + "/run.json")).value();
  EXPECT_EQ(record["outcome"], "ok");
  EXPECT_FALSE(record["metrics"].contains("train_s")) << "a missing reading is missing";
  EXPECT_TRUE(record["metrics"].contains("wall_s"));
  EXPECT_NE(run.output.find("No price is given"), std::string::npos) << run.output;
}

// A program that says nothing: the whole run is analysed and priced, and the answer says so.
TEST(Study, WithoutATrainingTimeTheWholeRunIsAnalysed) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\nfixed: { framework: command }\n"
                "command: [sleep, \"0.0{batch}\"]\ndesign: { replications: 2 }\n"
                "environments: { here: { price: 1 USD/h } }\n");
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_NE(run.output.find("the whole run is analysed"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("No run ended well"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("cheapest is C2"), std::string::npos) << "0.0128 s against 0.064 s";
}

TEST(Study, ATrainingTimeLongerThanTheRunIsNotBelieved) {
  Session session;
  session.Write("liar.sh",
                "echo '{\"event\":\"phase\",\"t\":1,\"name\":\"train\",\"seconds\":1000}' >> "
                "\"$TRENA_EVENTS\"\n");
  session.Write("s.yaml",
                "factors: { batch: [64, 128] }\nfixed: { framework: command }\n"
                "command: [sh, liar.sh, \"{batch}\"]\ndesign: { replications: 2 }\n");
  ProcessResult run = session.Trena({"run", "s.yaml"});
  EXPECT_NE(run.output.find("longer than the run itself"), std::string::npos) << run.output;
  std::string folder = "s.trena/runs/" + session.Runs("s.trena")[0];
  Json record = ParseJson(session.Read(folder + "/run.json")).value();
  EXPECT_FALSE(record["metrics"].contains("train_s"));
  EXPECT_EQ(record["notes"], (Json{"odd_clock", "impossible_time", "short_run"}));
}

// What trena says to type next is this study, with this call's options.
TEST(Study, TheNextCommandCarriesTheOptions) {
  Session session;
  session.Write("s.yaml", FakeStudy());
  ProcessResult analysis = session.Trena(
      {"analyze", "s.yaml", "-P", "batch=64", "--only", "image == 32", "--out", "o", "--json"});
  EXPECT_EQ(ParseJson(analysis.output).value()["next_command"],
            "trena measure s.yaml -P batch=64 --only 'image == 32' --out o");
}

}  // namespace
}  // namespace trena

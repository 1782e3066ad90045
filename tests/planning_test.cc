// SPDX-License-Identifier: Apache-2.0
// Planning through the built program: a study that changes, what would be found, what money buys,
// replications that stop by themselves, a search that is stopped.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/json.h"
#include "press_ctrl_c.h"
#include "session.h"

namespace trena {
namespace {

std::string PlannedStudy(const std::string& batches, const std::string& design,
                         const std::string& more = "") {
  return "study: p\nfactors: { batch: [" + batches + "], image: [32, 64] }\n" +
         "fixed: { framework: fake, fake_seconds: 2, fake_noise: 0.03" + more + " }\n" +
         "environments: { here: { device: cpu, price: 3.6 USD/h } }\ndesign: { " + design + " }\n";
}

TEST(Planning, WhatARunWouldRefuseIsRefusedInTheSameWords) {
  Session session;
  session.Write(
      "p.yaml",
      "study: p\nfactors: { precision: [float32, float16] }\nfixed: { framework: libtorch, "
      "network: lenet, dataset: synthetic, images: 64, epochs: 1, batch: 32 }\n");
  const std::string words =
      "precision float16 is not possible with libtorch: use float32, float64 or bfloat16";
  EXPECT_TRUE(Has(session.Trena({"plan", "p.yaml"}).output, "Cannot run:\n  " + words + "\n"));
  const ProcessResult measured = session.Trena({"measure", "p.yaml"});
  EXPECT_EQ(measured.exit_code, 2);
  EXPECT_TRUE(Has(measured.errors, "trena: " + words + "\n")) << measured.errors;
}

TEST(Planning, AChangedStudyIsComparedWithItsPlan) {
  Session session;
  session.Write("p.yaml", PlannedStudy("64, 128", "replications: 2"));
  ASSERT_EQ(session.Trena({"measure", "p.yaml"}).exit_code, 0);
  EXPECT_FALSE(Has(session.Trena({"plan", "p.yaml"}).output, "changed since"));
  session.Write("p.yaml", PlannedStudy("64, 256", "replications: 2") + "# a word more\n");
  // A part of the study, or other values, are not the study that changed.
  EXPECT_FALSE(Has(session.Trena({"plan", "p.yaml", "--only", "batch == 64"}).output, "changed"));
  ProcessResult plan = session.Trena({"plan", "p.yaml"});
  for (const char* part :
       {"The study changed since it was last measured:", "2 scenarios are as before.",
        "4 runs of the plan are there already and used again.", "2 scenarios are new: C3, C4.",
        "2 scenarios no longer fit the study: C3 (batch 128, image 32), C4 (batch 128, image 64). "
        "Of them, 4 runs stay in the folder and are not analysed."}) {
    EXPECT_TRUE(Has(plan.output, part)) << part << "\n" << plan.output;
  }
  Json json = ParseJson(session.Trena({"plan", "p.yaml", "--json"}).output).value();
  EXPECT_EQ(json["changes"]["added"], Json::array({"C3", "C4"}));
  ProcessResult measured = session.Trena({"measure", "p.yaml"});
  EXPECT_TRUE(Has(measured.errors, "Changed since the last measure: 2 scenarios are new: C3, C4."))
      << measured.errors;
  EXPECT_TRUE(Has(measured.errors, "Measured 4 runs (4 were there).")) << measured.errors;
  EXPECT_EQ(session.Runs("p.trena").size(), 12u);
  EXPECT_FALSE(Has(session.Trena({"plan", "p.yaml"}).output, "changed since")) << "said once";
  session.Write("p.trena/plan.json", "{ broken");
  plan = session.Trena({"plan", "p.yaml"});
  EXPECT_EQ(plan.exit_code, 0);
  EXPECT_TRUE(Has(plan.output, "The plan of the last measure cannot be read")) << plan.output;
}

TEST(Planning, NoiseThatWasSeenSaysWhatWouldBeFound) {
  Session session;
  session.Write("p.yaml", PlannedStudy("64, 128", "replications: 3"));
  EXPECT_TRUE(Has(session.Trena({"plan", "p.yaml"}).output, "5.0 %, assumed"));
  ASSERT_EQ(session.Trena({"measure", "p.yaml"}).exit_code, 0);
  ProcessResult plan = session.Trena({"plan", "p.yaml", "--detect", "1%", "--json"});
  Json power = ParseJson(plan.output).value()["power"];
  EXPECT_EQ(power["noise"]["source"], "seen");
  EXPECT_EQ(power["noise"]["runs"], 12);
  // The fake's noise is 3 %, seen with 8 degrees of freedom.
  EXPECT_NEAR(power["noise"]["percent"].get<double>(), 3, 2.2);
  EXPECT_GT(power["factors"][0]["replications"].get<int>(), 3);
  for (auto [option, value] : {std::pair("--detect", "five"),
                               {"--noise", "3"},
                               {"--within", "cheap"},
                               {"--run-takes", "0s"}}) {
    ProcessResult bad = session.Trena({"plan", "p.yaml", option, value});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_TRUE(Has(bad.errors, option)) << bad.errors;
  }
}

// 100 s at 3.60 USD/h are 0.10 USD a run.
TEST(Planning, WhatTheMoneyBuys) {
  Session session;
  session.Write("p.yaml", PlannedStudy("64, 128", "replications: 3"));
  ProcessResult unknown = session.Trena({"plan", "p.yaml", "--within", "2USD"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(Has(unknown.errors, "--run-takes")) << unknown.errors;
  ProcessResult two = session.Trena({"plan", "p.yaml", "--within", "2USD", "--run-takes", "100s"});
  EXPECT_EQ(two.exit_code, 0) << two.errors;
  EXPECT_TRUE(Has(two.output, "Recommended: `design: { kind: full, replications: 5 }` (20 runs"))
      << two.output;
  EXPECT_FALSE(session.Exists("p.trena")) << "asking writes nothing";
  ProcessResult json =
      session.Trena({"plan", "p.yaml", "--within", "34min", "--run-takes", "100s", "--json"});
  Json list = ParseJson(json.output).value();
  EXPECT_EQ(list["designs"][list["recommended"].get<size_t>()]["runs"], 20);
  ProcessResult none =
      session.Trena({"plan", "p.yaml", "--within", "0.1USD", "--run-takes", "100s"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(
      Has(none.errors, "the cheapest, `design: { kind: simple, replications: 1 }`, is 3 runs"))
      << none.errors;
  ProcessResult euros = session.Trena({"plan", "p.yaml", "--within", "2EUR", "--pilot", "60s"});
  EXPECT_EQ(euros.exit_code, 2) << euros.output;
  EXPECT_TRUE(Has(euros.errors, "in EUR and the price of here in USD")) << euros.errors;
  EXPECT_FALSE(session.Exists("p.trena")) << "nothing is piloted for a question without an answer";
  ProcessResult part = session.Trena({"plan", "p.yaml", "--within", "2USD", "--only", "image > 1"});
  EXPECT_EQ(part.exit_code, 2) << part.output;
  EXPECT_TRUE(Has(part.errors, "instead of --only")) << part.errors;
}

TEST(Planning, ASearchForWhatTheMoneyBuysIsStopped) {
  Session session;
  std::string text = "fixed: { framework: fake }\nfactors:\n";
  for (char name = 'a'; name < 'a' + 20; ++name) {
    text += std::string("  f") + name + ": [u, v, w, x, y, z]\n";
  }
  session.Write("p.yaml", text + "design: { kind: simple }\n");
  ProcessResult stopped =
      session.Program({"/usr/bin/python3", "-c", kPressCtrlC, "sweep 1", kTrena, "plan", "p.yaml",
                       "--within", "1000h", "--run-takes", "1min"});
  EXPECT_EQ(stopped.exit_code, 0) << stopped.output;
  EXPECT_TRUE(Has(stopped.output, "Ctrl-C")) << stopped.output;
  EXPECT_TRUE(Has(stopped.output, "The search for optimal designs was stopped")) << stopped.output;
  EXPECT_TRUE(Has(stopped.output, "Recommended: ")) << stopped.output;
}

TEST(Planning, ReplicationsStopByThemselvesAndGoOnAfterAKill) {
  Session session;
  session.Write(
      "p.yaml",
      PlannedStudy("64, 128", "replications: { at_least: 3, at_most: 8, until: 3 % }, seed: 2"));
  ProcessResult measured = session.Trena({"measure", "p.yaml"});
  EXPECT_EQ(measured.exit_code, 0) << measured.errors;
  EXPECT_TRUE(Has(measured.errors, "At least 3 and at most 8 runs of each scenario, until ±3 %"))
      << measured.errors;
  std::vector<std::string> runs = session.Runs("p.trena");
  EXPECT_GT(runs.size(), 12u) << "3 % of noise takes more than three runs";
  Json plan = ParseJson(session.Trena({"plan", "p.yaml", "--json"}).output).value();
  EXPECT_EQ(plan["runs"].size(), runs.size()) << "what was decided is the plan";
  for (const Json& one : plan["precision"]) EXPECT_NE(one["reason"], "goes_on") << one;
  EXPECT_TRUE(Has(session.Trena({"measure", "p.yaml"}).errors, "Nothing left to measure"));
  // Without the last run, as after a kill: it alone is measured again.
  const Json& last = plan["runs"].back();
  std::string prefix = last["scenario"].get<std::string>() + "-r" +
                       std::to_string(last["replication"].get<int>()) + "-";
  for (const std::string& run : runs) {
    if (run.starts_with(prefix))
      std::filesystem::remove_all(session.folder() / "p.trena/runs" / run);
  }
  EXPECT_TRUE(Has(session.Trena({"measure", "p.yaml"}).errors, "Measured 1 run ("));
  Json again = ParseJson(session.Trena({"plan", "p.yaml", "--json"}).output).value();
  EXPECT_EQ(again["runs"], plan["runs"]);
  ProcessResult analysis = session.Trena({"analyze", "p.yaml", "--json"});
  Json scenarios = ParseJson(analysis.output).value()["scenarios"];
  size_t used = 0;
  for (const Json& one : scenarios) used += one["metrics"]["train_s"]["n"].get<size_t>();
  EXPECT_EQ(used, runs.size()) << "every run is analysed";
}

// Of `measure --json` and of `plan --json` after it: every scenario has this reason.
void ExpectReason(const Session& session, const std::string& measured, const char* reason) {
  std::string planned = session.Trena({"plan", "p.yaml", "--json"}).output;
  for (const std::string& text : {measured, planned}) {
    Json precision = ParseJson(text).value()["precision"];
    EXPECT_EQ(precision.size(), 4u) << text;
    for (const Json& one : precision) EXPECT_EQ(one["reason"], reason) << one;
  }
}

// A run costs its wall time, of which this budget buys a tenth of a millisecond: the first, whose
// time is not known, starts, and no other.
TEST(Planning, BudgetAndDeadlineEndTheRuleAndItIsSaidWhich) {
  Session session;
  const std::string study =
      PlannedStudy("64, 128", "replications: { at_least: 2, at_most: 50, until: 1.5 % }");
  session.Write("p.yaml", study + "budget: 0.0000001 USD\n");
  ProcessResult budget = session.Trena({"measure", "p.yaml", "--json"});
  EXPECT_EQ(budget.exit_code, 5) << budget.errors;
  EXPECT_TRUE(Has(budget.errors, "\n  ended by the budget: C1 (n = ")) << budget.errors;
  ExpectReason(session, budget.output, "budget");
  EXPECT_TRUE(Has(session.Trena({"plan", "p.yaml"}).output, "\n  ended by the budget: C1 (n = "));
  ASSERT_EQ(session.Runs("p.trena").size(), 1u);
  session.Write("p.yaml", study + "deadline: 2024-01-15 18:00\n");
  ProcessResult deadline = session.Trena({"measure", "p.yaml", "--json"});
  EXPECT_EQ(deadline.exit_code, 5) << deadline.errors;
  EXPECT_TRUE(Has(deadline.errors, "\n  ended by the deadline: C1 (n = ")) << deadline.errors;
  EXPECT_FALSE(Has(deadline.errors, "not known well enough yet")) << deadline.errors;
  ExpectReason(session, deadline.output, "deadline");
  session.Write("p.yaml", study);
  EXPECT_TRUE(
      Has(session.Trena({"plan", "p.yaml"}).output, "\n  not known well enough yet: C1 (n = "));
}

TEST(Planning, ASearchShowsProgressIsStoppedAndKept) {
  Session session;
  std::string text = "fixed: { framework: fake }\nfactors:\n";
  for (char name = 'a'; name < 'a' + 12; ++name) text += std::string("  f") + name + ": 1..4\n";
  session.Write("p.yaml", text + "design: { kind: optimal, runs: 120, replications: 1 }\n");
  ProcessResult stopped =
      session.Program({"/usr/bin/python3", "-c", kPressCtrlC, "sweep 3", kTrena, "plan", "p.yaml"});
  EXPECT_EQ(stopped.exit_code, 0) << stopped.output;
  EXPECT_TRUE(Has(stopped.output, "searching: start 1 of 10, sweep 3")) << stopped.output;
  EXPECT_TRUE(Has(stopped.output, "The search was stopped")) << stopped.output;
  Json first = ParseJson(session.Trena({"plan", "p.yaml", "--json"}).output).value();
  EXPECT_EQ(first["details"]["stopped"], true) << "what was found is kept, not searched for anew";
  session.Write("p.yaml",
                "# a comment\n" + text + "design: { kind: optimal, runs: 120, replications: 2 }\n");
  Json twice = ParseJson(session.Trena({"plan", "p.yaml", "--json"}).output).value();
  EXPECT_EQ(twice["scenarios"], first["scenarios"]);
}

}  // namespace
}  // namespace trena

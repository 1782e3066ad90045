// SPDX-License-Identifier: Apache-2.0
// The price tag of a plan, pilots, and limits that no run crosses.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// Four scenarios, two replications; 3.6 USD/h are 0.001 USD a second. Each
// takes a tenth of a second in earnest.
std::string FourScenarios(const std::string& more = "") {
  return "factors: { environment: [small, large], batch: [32, 64] }\n"
         "fixed: { framework: fake, fake_seconds: 0.1, fake_sleep: true, "
         "images: 32000 }\n"
         "environments:\n"
         "  small: { price: 3.6 USD/h }\n"
         "  large: { price: 36 USD/h }\n"
         "design: { replications: 2 }\n" +
         more;
}

Json PlanJson(Session& session, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"plan", "s.yaml", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  ProcessResult plan = session.Trena(arguments);
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  return ParseJson(plan.output).value()["forecast"];
}

TEST(Forecast, ThePriceTagSaysWhereEveryFigureIsFrom) {
  Session session;
  session.Write("s.yaml", FourScenarios("budget: 5 USD\ndeadline: 2999-12-31\n"));
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--only", "batch == 32"}).exit_code, 0);
  ProcessResult plan = session.Trena({"plan", "s.yaml"});
  EXPECT_TRUE(Has(plan.output, "4 runs to do. How long they take is not known yet")) << plan.output;
  // Batch 64 is seen once, so the model tells the other environment's.
  std::string one = "batch == 64 and environment == small";
  ASSERT_EQ(session.Trena({"measure", "s.yaml", "--only", one, "--replications", "1"}).exit_code,
            0);
  plan = session.Trena({"plan", "s.yaml"});
  EXPECT_TRUE(Has(plan.output, "3 runs to do: about ")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "1 from earlier runs of the same scenario, 2 from a model over 3"))
      << plan.output;
  EXPECT_TRUE(Has(plan.output, "together")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "Budget: 5.00 USD, spent 0.0")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "Deadline: 3000-01-01 00:00 UTC; the rest fits")) << plan.output;
  Json forecast = PlanJson(session);
  EXPECT_EQ(forecast["sources"]["model"], 2);
  EXPECT_EQ(forecast["environments"].size(), 2u);
  EXPECT_EQ(forecast["budget"]["fit"], "fits");
}

TEST(Forecast, NoRunStartsAfterTheDeadline) {
  Session session;
  session.Write("s.yaml", FourScenarios("deadline: 2024-01-15 18:00\n"));
  ProcessResult measure = session.Trena({"measure", "s.yaml", "--json"});
  EXPECT_EQ(measure.exit_code, 5) << measure.errors;
  EXPECT_TRUE(Has(measure.errors, "the next run would end after the deadline")) << measure.errors;
  EXPECT_EQ(ParseJson(measure.output).value()["end"], "deadline");
  EXPECT_TRUE(session.Runs("s.trena").empty());
}

TEST(Forecast, PilotsForetellRunsAndAreNone) {
  Session session;
  session.Write("s.yaml", FourScenarios());
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--pilot", "60s"});
  ASSERT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_TRUE(Has(plan.errors, "8 pilots in ")) << plan.errors;
  EXPECT_TRUE(Has(plan.output, "8 runs to do: about ")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "8 from pilots")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "\n  and 2 more: --all\n")) << plan.output;
  EXPECT_TRUE(Has(session.Trena({"plan", "s.yaml", "--all"}).output, "C4 p2"));
  EXPECT_TRUE(session.Runs("s.trena").empty());
  std::vector<std::string> before = session.Snapshot();
  Json forecast = PlanJson(session, {"--pilot", "60s"});
  EXPECT_EQ(session.Snapshot(), before) << "pilots that are there are used, not repeated";
  EXPECT_EQ(forecast["pilots"].size(), 8u) << "two of each: 128 of 1,000 steps are 12 %";
  EXPECT_EQ(forecast["pilots"][0]["pilot_steps"], 128) << "quick steps";
  EXPECT_EQ(forecast["scenarios"][0]["source"], "pilot");
  EXPECT_GT(forecast["scenarios"][0]["seconds"].get<double>(), 0.1);
  EXPECT_TRUE(forecast["time"]["low"].is_number());
  // They tell what money buys, too.
  ProcessResult buys = session.Trena({"plan", "s.yaml", "--within", "1h", "--json"});
  ASSERT_EQ(buys.exit_code, 0) << buys.errors;
  Json full = ParseJson(buys.output).value()["designs"][0];
  EXPECT_EQ(full["kind"], "full");
  EXPECT_EQ(full["runs_at_mean"], 0);
  EXPECT_GT(full["time_s"].get<double>(), 0.1 * full["runs"].get<double>());
  // Another study's values have none, but for more steps of the same.
  EXPECT_EQ(PlanJson(session, {"-P", "fake_seconds=9"})["sources"]["nothing"], 8);
  Json longer = PlanJson(session, {"-P", "images=64000"});
  EXPECT_EQ(longer["sources"]["other_length"], 8);
  const double one = forecast["time"]["seconds"], two = longer["time"]["seconds"];
  EXPECT_GT(two, 1.5 * one);
  EXPECT_LT(two, 2.0 * one) << "start-up is there once";
}

// Three epochs of 0.1 s each foretell ninety: 9 s and the start-up, of each of six runs.
TEST(Forecast, FewEpochsForetellManyWithoutAPilot) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [32, 64] }\n"
                "fixed: { framework: fake, fake_seconds: 0.3, fake_sleep: true, epochs: 3 }\n"
                "design: { replications: 3 }\n");
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  Json forecast = PlanJson(session, {"-P", "epochs=90"});
  EXPECT_EQ(forecast["sources"]["other_length"], 6);
  EXPECT_GT(forecast["time"]["seconds"].get<double>(), 6 * 9.0);
  EXPECT_LT(forecast["time"]["seconds"].get<double>(), 2 * 6 * 9.0);
  EXPECT_TRUE(forecast["time"]["low"].is_number());
  ProcessResult plan = session.Trena({"plan", "s.yaml", "-P", "epochs=90"});
  EXPECT_TRUE(Has(plan.output, "\n6 runs to do: about ")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "(6 from runs or pilots with other epochs or images)"))
      << plan.output;
  EXPECT_FALSE(Has(plan.output, "--pilot")) << plan.output;
}

TEST(Forecast, LongRunsAreGlancedAtSixTimesWithinTwoPerCent) {
  Session session;
  session.Write("s.yaml", FourScenarios());
  Json forecast = PlanJson(session, {"--pilot", "60s", "-P", "batch=32", "-P", "images=1600000"});
  ASSERT_EQ(forecast["pilots"].size(), 12u) << "two scenarios";
  EXPECT_EQ(forecast["pilots"][0]["steps"], 50000);
  EXPECT_EQ(forecast["pilots"][0]["pilot_steps"], 160) << "a third of a per cent, in 8 groups";
}

// Runs of 5 s at 0.01 USD a second; pilots take a tenth of one together.
TEST(Forecast, ARunThatWouldCrossTheBudgetByItsPilotIsNotStarted) {
  Session session;
  std::string text = FourScenarios("exclude: environment == small\nbudget: 0.04 USD\n");
  session.Write("s.yaml", text.replace(text.find("fake_seconds: 0.1"), 17, "fake_seconds: 5"));
  ASSERT_EQ(session.Trena({"plan", "s.yaml", "--pilot", "60s"}).exit_code, 0);
  ProcessResult measure = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 5) << measure.errors;
  EXPECT_TRUE(session.Runs("s.trena").empty());
  // The plan says what pilots cost, and how to ask for what would fit.
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--replications", "3"});
  EXPECT_TRUE(Has(plan.output, "Budget: 0.0400 USD, spent 0.0")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "; the rest does NOT fit.\nWhich designs 0.0")) << plan.output;
  EXPECT_TRUE(Has(plan.output, " buy, or what the cheapest costs: trena plan s.yaml --within 0.0"))
      << plan.output;
  ProcessResult buys = session.Trena({"plan", "s.yaml", "--within", "0.0000100USD"});
  EXPECT_EQ(buys.exit_code, 2) << buys.output;
  EXPECT_TRUE(Has(buys.errors, "buy none of the designs: the cheapest, ")) << buys.errors;
}

TEST(Forecast, PilotsArePaidForAndStopAtTheBudget) {
  Session session;
  session.Write("s.yaml", FourScenarios("budget: 0.00001 USD\n"));
  ProcessResult piloted = session.Trena({"plan", "s.yaml", "--pilot", "60s"});
  ASSERT_EQ(piloted.exit_code, 0);
  EXPECT_TRUE(Has(piloted.errors, "No more pilots: the next would pass the budget.\n1 pilot in "))
      << piloted.errors;
  EXPECT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 5) << "nothing is left";
  EXPECT_TRUE(session.Runs("s.trena").empty());
  // Without the budget they are on the bill of what is measured.
  session.Write("s.yaml", FourScenarios());
  ASSERT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ProcessResult analysis = session.Trena({"analyze", "s.yaml", "--json"});
  Json lines = ParseJson(analysis.output).value()["cost"]["bill"]["lines"];
  auto pilots = std::find_if(lines.begin(), lines.end(),
                             [](const Json& line) { return line["item"] == "pilots"; });
  ASSERT_NE(pilots, lines.end()) << lines;
  EXPECT_EQ((*pilots)["attempts"], 1);
  EXPECT_GT((*pilots)["amount"].get<double>(), 0);
}

TEST(Forecast, PilotsStopAtTheDeadline) {
  Session session;
  session.Write("s.yaml", FourScenarios("deadline: 2024-01-15 18:00\n"));
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--pilot", "60s"});
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_TRUE(Has(plan.errors, "No more pilots: the next would end after the deadline.\n0 pilots"))
      << plan.errors;
}

TEST(Forecast, WhatHasNoPriceIsSaidBesideTheBudget) {
  Session session;
  std::string text = FourScenarios("budget: 5 USD\n");
  size_t price = text.find("{ price: 36 USD/h }");
  session.Write("s.yaml", text.replace(price, 19, "{}"));
  ProcessResult measure = session.Trena({"measure", "s.yaml", "--replications", "1"});
  ASSERT_EQ(measure.exit_code, 0) << measure.errors;
  EXPECT_TRUE(Has(measure.errors, "Note: no price for large: what runs there does not count"))
      << measure.errors;
  EXPECT_TRUE(Has(measure.errors, " · at least 0.00")) << measure.errors;
  ProcessResult plan = session.Trena({"plan", "s.yaml"});
  EXPECT_TRUE(Has(plan.output, "Budget: 5.00 USD, spent at least 0.0")) << plan.output;
  EXPECT_TRUE(Has(plan.output, " (2 attempts have no price); whether the rest fits is not known."))
      << plan.output;
}

TEST(Forecast, APilotThatFailsIsSaidAndTheOthersGoOn) {
  Session session;
  session.Write("s.yaml", FourScenarios() + "exclude: environment == large\n");
  ProcessResult plan =
      session.Trena({"plan", "s.yaml", "--pilot", "60s", "-P", "fake_outcome=fail"});
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_TRUE(Has(plan.errors, "No pilot of C1: failed as the script says")) << plan.errors;
  EXPECT_TRUE(Has(plan.output, "not known yet")) << plan.output;
  EXPECT_TRUE(session.Runs("s.trena").empty());
}

// 200 epochs of 0.05 s: by its own parameter it trains a few of them.
std::string OwnLoop(const std::string& epochs, const std::string& fixed) {
  return "factors: { batch: [1, 2] }\nfixed: { framework: command, " + fixed +
         " }\ncommand: [sh, -c, 'i=0; while [ $i -lt $0 ]; do sleep 0.05; echo epoch; "
         "i=$((i+1)); done', \"" +
         epochs + "\", \"{batch}\"]\npatterns: ^epoch\ndesign: { replications: 2 }\n";
}

TEST(Forecast, AProgramOfOnesOwnIsPilotedWithFewerEpochs) {
  Session session;
  session.Write("s.yaml", OwnLoop("{epochs}", "epochs: 200"));
  ProcessResult plan = session.Trena({"plan", "s.yaml"});
  EXPECT_TRUE(Has(plan.output, "trena plan s.yaml --pilot 60s\n")) << plan.output;
  plan = session.Trena({"plan", "s.yaml", "--pilot", "60s"});
  ASSERT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_TRUE(Has(plan.errors, "4 pilots in ")) << plan.errors;
  EXPECT_TRUE(Has(plan.output, "\n4 runs to do: about ")) << plan.output;
  EXPECT_TRUE(Has(plan.output, "Of a program of your own, a step is an epoch.\n")) << plan.output;
  Json forecast = PlanJson(session);
  ASSERT_EQ(forecast["pilots"].size(), 4u);
  EXPECT_EQ(forecast["pilots"][0]["steps"], 200);
  EXPECT_EQ(forecast["pilots"][0]["pilot_steps"], 5);
  EXPECT_GT(forecast["time"]["seconds"].get<double>(), 4 * 200 * 0.05);
  EXPECT_TRUE(session.Runs("s.trena").empty());
}

// The command has its own number; the study only says it.
TEST(Forecast, AProgramOfOnesOwnIsEndedOnceItHasShownEnough) {
  Session session;
  session.Write("s.yaml", OwnLoop("200", "epochs: 200"));
  Json forecast = PlanJson(session, {"--pilot", "60s"});
  ASSERT_EQ(forecast["pilots"].size(), 4u);
  EXPECT_GT(forecast["pilots"][0]["pilot_steps"].get<int>(), 5);
  EXPECT_LT(forecast["pilots"][0]["pilot_steps"].get<int>(), 200);
  EXPECT_GT(forecast["time"]["seconds"].get<double>(), 4 * 200 * 0.05);
  EXPECT_EQ(forecast["pilots"][0]["ending_s"], 0);
}

TEST(Forecast, WhyAProgramOfOnesOwnHasNoPilotIsSaid) {
  Session session;
  session.Write("s.yaml", OwnLoop("200", "note: 1"));
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--pilot", "60s"});
  EXPECT_TRUE(Has(plan.errors,
                  "No pilot of C1: how many epochs it has is not known: say it, like "
                  "`fixed: { epochs: 90 }` in the study"))
      << plan.errors;
}

TEST(Forecast, AProgramThatTellsNoEpochsCannotBePiloted) {
  Session session;
  session.Write("s.yaml",
                "factors: { batch: [1, 2] }\nfixed: { framework: command }\n"
                "command: [\"true\", \"{batch}\"]\n");
  ProcessResult plan = session.Trena({"plan", "s.yaml", "--pilot", "1min"});
  EXPECT_EQ(plan.exit_code, 0);
  EXPECT_TRUE(Has(plan.errors, "Nothing to pilot")) << plan.errors;
}

TEST(Forecast, APilotNeedsATime) {
  Session session;
  session.Write("s.yaml", FourScenarios());
  for (const char* time : {"60", "0s", "long"}) {
    ProcessResult plan = session.Trena({"plan", "s.yaml", "--pilot", time});
    EXPECT_EQ(plan.exit_code, 2) << time;
    EXPECT_TRUE(Has(plan.errors, "--pilot")) << plan.errors;
    EXPECT_FALSE(session.Exists("s.trena"));
  }
}

}  // namespace
}  // namespace trena

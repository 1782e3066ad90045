// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/talk.h"
#include "cli/test_workspace.h"
#include "core/text/text.h"

namespace trena {
namespace {

std::string TextOf(const Workspace& workspace, const PriceTag& tag = {},
                   const std::string& findings = "", bool all = false) {
  Heard heard;
  return PlanText(workspace, tag, heard.terminal(),
                  {findings,
                   {"trena run s.yaml", "trena plan s.yaml"},
                   all,
                   "Trying would tell.\n",
                   "Tried before\n"});
}

// What is still to be run, of which nothing is known.
PriceTag Unknown(size_t runs) {
  PriceTag tag;
  tag.forecast.remaining_runs = runs;
  tag.forecast.together.runs = runs;
  tag.forecast.together.by_source[static_cast<size_t>(TimeSource::kNothing)] = runs;
  return tag;
}

TEST(Runs, OneIsNotSeveral) {
  EXPECT_EQ(Runs(0), "0 runs");
  EXPECT_EQ(Runs(1), "1 run");
  EXPECT_EQ(Runs(12), "12 runs");
}

TEST(PlanText, BeginsWithTheQuestionAndEndsWithTheNextCommand) {
  StudyFolder folder;
  auto workspace = folder.Open();
  std::string text = TextOf(*workspace, Unknown(4), "\nA finding.\n");
  EXPECT_EQ(text.find("two\nDoes the batch matter?\n\n2 scenarios × 2 replications = 4 runs, in "
                      "random order within each block (seed 7).\n4 runs to do."),
            0u)
      << text;
  EXPECT_TRUE(text.ends_with("\nNext: trena run s.yaml\n")) << text;
  EXPECT_TRUE(Has(text, {"scenario", "batch", "C1", "32", "C2", "64", "\nFixed: ", "framework fake",
                         "\nOrder\n  block 1:", "  block 2:", "A finding.",
                         "\nTrying would tell.\n", "\n\nTried before\n"}));
  // What it will take comes before all else about the plan.
  EXPECT_LT(text.find("Trying"), text.find("scenario  batch"));
}

TEST(PlanText, NothingLeftHasNoNextCommand) {
  StudyFolder folder;
  auto workspace = folder.Open();
  std::string text = TextOf(*workspace);
  EXPECT_TRUE(Has(text, {"Nothing is left to run.\n"}));
  EXPECT_FALSE(Has(text, {"Next: "}));
  EXPECT_FALSE(Has(text, {"Trying"}));
}

TEST(PlanText, WhatIsNotHereIsNamed) {
  StudyFolder folder(R"(
factors: { environment: [here, far], batch: [1, 2] }
fixed: { framework: elsewhere@1.0, network: network1, dataset: synthetic, epochs: 1 }
environments: { here: { device: cpu }, far: { device: tpu } }
)");
  std::string text = TextOf(*folder.Open(), Unknown(12));
  EXPECT_TRUE(
      Has(text, {"Cannot run:\n", "  no runner for elsewhere@1.0 is here (here: fake@1.0)\n",
                 "Not this machine, so their runs stay pending: far\n"}));
  EXPECT_FALSE(Has(text, {"Next: "})) << "nothing of it can run";
  EXPECT_FALSE(Has(text, {"Trying"})) << "nor be tried";
}

TEST(PlanText, WithoutAPriceItSaysWhatToAdd) {
  StudyFolder folder;
  PriceTag tag = Unknown(4);
  tag.forecast.without_price = {"here", "far"};
  std::string text = TextOf(*folder.Open(), tag);
  EXPECT_TRUE(Has(text, {"No price for here: its cost is not known (add `price: 0.10 USD/h` or "
                         "`price: free`).\n",
                         "No price for far: "}));
}

TEST(PlanText, PartOfACrossingAndAnOrderAsListedAreSaid) {
  StudyFolder folder(R"(
factors: { batch: [1, 2], image: [8, 16] }
fixed: { framework: fake }
exclude: batch == 2 and image == 16
design: { replications: 2, order: listed }
)");
  auto workspace = folder.Open();
  if (workspace == nullptr) return;
  std::string text = TextOf(*workspace, Unknown(6));
  EXPECT_TRUE(Has(text, {"3 scenarios (of 4 in the full crossing) × 2 replications = 6 runs, in "
                         "the order listed.\n"}));
}

// A plan that a screen cannot hold: 48 scenarios, 144 runs.
std::unique_ptr<Workspace> OpenLong(const StudyFolder& folder) {
  auto workspace = folder.Open();
  EXPECT_TRUE(workspace != nullptr && workspace->plan.scenarios.size() == 48);
  return workspace;
}
constexpr const char* kLongStudy =
    "question: Which?\nfactors: { x: [1..48] }\nfixed: { framework: fake }\n"
    "design: { replications: 3, order: listed }\n";

TEST(PlanText, ALongPlanIsAScreenful) {
  StudyFolder folder(kLongStudy);
  auto workspace = OpenLong(folder);
  std::string text = TextOf(*workspace, Unknown(144), "\nA finding.\nAnother.\n");
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40);
  // C1 to C10 of 48; the order breaks before column 96.
  EXPECT_TRUE(Has(text, {"\n  C10       10\n  and 38 more: --all\n"})) << text;
  const std::string order = text.substr(text.find("\nOrder\n") + 7);
  std::vector<std::string> lines = Split(order, '\n');
  EXPECT_TRUE(lines[0].starts_with("  block 1: C1 C2 ")) << order;
  // Three lines hold as many runs as are named in them.
  size_t named = 0;
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_LE(lines[i].size(), 96u);
    named += static_cast<size_t>(std::count(lines[i].begin(), lines[i].end(), 'C'));
  }
  EXPECT_EQ(lines[3], "  and " + std::to_string(144 - named) + " more: --all");
}

TEST(PlanText, AllOfALongPlanIsThereWhenAskedFor) {
  StudyFolder folder(kLongStudy);
  auto workspace = OpenLong(folder);
  std::string text = TextOf(*workspace, Unknown(144), "", true);
  EXPECT_FALSE(Has(text, {"more: --all"}));
  EXPECT_TRUE(Has(text, {"\n  C48       48\n", "  block 3:"}));
  const std::string order = text.substr(text.find("\nOrder\n") + 7);
  EXPECT_EQ(std::count(order.begin(), order.end(), 'C'), 144);
}

TEST(PlanText, WhatADesignCannotTellIsCutLikewise) {
  StudyFolder folder;
  auto workspace = folder.Open();
  std::string notes = "alias 1";
  for (int i = 2; i <= 20; ++i) notes += "\nalias " + std::to_string(i);
  workspace->plan.notes = {notes};
  EXPECT_TRUE(Has(TextOf(*workspace), {"\nalias 14\n  and 6 more: --all\n"}));
  EXPECT_TRUE(Has(TextOf(*workspace, {}, "", true), {"\nalias 20\n\n"}));
}

// Of the first scenario it is known what it takes: 30 s at 3.6 USD an hour.
PriceTag Known() {
  PriceTag tag = Unknown(4);
  ScenarioForecast first, second;
  first.estimate.source = second.estimate.source = TimeSource::kRuns;
  first.estimate.seconds = 30;
  second.scenario = 1;
  second.estimate.seconds = 999;
  tag.scenarios = {first, second};
  return tag;
}

TEST(SameTwiceHint, SaysWhatItWouldTake) {
  StudyFolder folder;
  const auto workspace = folder.Open();
  EXPECT_EQ(SameTwiceHint(*workspace, Known()),
            "What do equal trainings differ by here? `design: { same_twice: 1 }` measures C1 under "
            "two labels: 2 runs more, 1 min 00 s, 0.0600 USD.\n");
  EXPECT_EQ(SameTwiceHint(*workspace, Unknown(4)),
            "What do equal trainings differ by here? `design: { same_twice: 1 }` measures C1 under "
            "two labels: 2 runs more.\n")
      << "how long they take is not known";
  TalkIn("pt-BR");
  EXPECT_EQ(SameTwiceHint(*workspace, Known()),
            "Quanto diferem aqui treinamentos iguais? `design: { same_twice: 1 }` mede C1 com dois "
            "rótulos: mais 2 execuções, 1 min 00 s, US$ 0,0600.\n");
  TalkIn("en");
}

TEST(SameTwiceHint, OfAFreeMachineItHasNoPrice) {
  std::string text = kTwoScenarios;
  text.replace(text.find("3.6 USD/h"), 9, "free");
  EXPECT_TRUE(SameTwiceHint(*StudyFolder(text).Open(), Known()).ends_with(", 1 min 00 s.\n"));
}

TEST(SameTwiceHint, IsNotSaidWhereItIsAskedForOrTellsNothing) {
  std::string text = kTwoScenarios;
  const std::string design = "replications: 2, seed: 7";
  const auto with = [&](const std::string& other) {
    std::string changed = text;
    changed.replace(changed.find(design), design.size(), other);
    return SameTwiceHint(*StudyFolder(changed).Open(), Known());
  };
  ASSERT_NE(with(design), "");
  EXPECT_EQ(with(design + ", same_twice: 1"), "");
  EXPECT_EQ(with("replications: 1, seed: 7"), "") << "a single pair has no interval";
  EXPECT_EQ(SameTwiceHint(*StudyFolder().Open(), PriceTag()), "") << "nothing is left to run";
}

TEST(PlanCounts, OneIsNotSeveral) {
  StudyFolder folder(
      "factors: { x: [1, 2] }\nfixed: { framework: fake }\ndesign: { replications: 1 }\n");
  auto workspace = folder.Open();
  EXPECT_EQ(PlanCounts(workspace->plan), "2 scenarios × 1 replication = 2 runs");
  workspace->plan.scenarios.resize(1);
  workspace->plan.runs.resize(1);
  EXPECT_EQ(PlanCounts(workspace->plan), "1 scenario × 1 replication = 1 run");
  workspace->plan.replications = 2;
  EXPECT_EQ(PlanCounts(workspace->plan), "1 scenario, 1 run in 2 replications");
}

TEST(PlanText, NamesCannotPlayWithTheTerminal) {
  StudyFolder folder;
  auto workspace = folder.Open();
  workspace->study.name = "red \x1b[31m";
  workspace->study.question = "why \x1b[0m?";
  EXPECT_EQ(TextOf(*workspace).find('\x1b'), std::string::npos);
}

TEST(PlanCsv, IsARowPerRunInOrder) {
  StudyFolder folder;
  auto workspace = folder.Open();
  std::vector<std::string> lines = Split(PlanCsv(workspace->plan), '\n');
  ASSERT_EQ(lines.size(), 6u) << "a header, four runs, the end of the last line";
  EXPECT_EQ(lines[0], "position,scenario,replication,block,plot,batch");
  for (size_t i = 0; i < 4; ++i) {
    const PlannedRun& run = workspace->plan.runs[i];
    const bool first = run.scenario == 0;
    EXPECT_EQ(lines[i + 1], std::to_string(i + 1) + (first ? ",C1," : ",C2,") +
                                std::to_string(run.replication) + "," + std::to_string(run.block) +
                                "," + std::to_string(run.plot) + (first ? ",32" : ",64"));
  }
}

TEST(PlanCsv, LevelsAreCellsAndNeverFormulas) {
  StudyFolder folder(
      "factors: { \"x\": [\"a,b\", \"@SUM(A1)\"] }\nfixed: { framework: fake }\n"
      "design: { replications: 1, order: listed }\n");
  auto workspace = folder.Open();
  ASSERT_NE(workspace, nullptr);
  std::string csv = PlanCsv(workspace->plan);
  EXPECT_TRUE(Has(csv, {",\"a,b\"\n", ",\"'@SUM(A1)\"\n"}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/test_workspace.h"
#include "core/text/text.h"

namespace trena {
namespace {

std::string TextOf(const Workspace& workspace, const PriceTag& tag = {},
                   const std::string& findings = "") {
  Heard heard;
  return PlanText(workspace, tag, heard.terminal(), findings,
                  {"trena run s.yaml", "trena plan s.yaml"});
}

// What is still to be run, of which nothing is known.
PriceTag Unknown(size_t runs) {
  PriceTag tag;
  tag.forecast.remaining_runs = runs;
  tag.forecast.together.runs = runs;
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
                      "random order within each block (seed 7).\n"),
            0u)
      << text;
  EXPECT_TRUE(text.ends_with("\nNext: trena run s.yaml\n")) << text;
  EXPECT_TRUE(Has(text, {"scenario", "batch", "C1", "32", "C2", "64", "\nFixed: ", "framework fake",
                         "\nOrder\n  block 1:", "  block 2:", "A finding.",
                         "Their first steps would tell, in a minute: trena plan s.yaml --pilot "
                         "60s\n"}));
  // Findings about the plan come before what it will take.
  EXPECT_LT(text.find("A finding."), text.find("4 runs to do."));
}

TEST(PlanText, NothingLeftHasNoNextCommand) {
  StudyFolder folder;
  auto workspace = folder.Open();
  std::string text = TextOf(*workspace);
  EXPECT_TRUE(Has(text, {"Nothing is left to run.\n"}));
  EXPECT_FALSE(Has(text, {"Next: "}));
  EXPECT_FALSE(Has(text, {"--pilot"}));
}

TEST(PlanText, WhatIsKnownNeedsNoPilot) {
  StudyFolder folder;
  auto workspace = folder.Open();
  PriceTag tag = Unknown(4);
  tag.forecast.together.time = Estimated{40, {}, {}};
  std::string text = TextOf(*workspace, tag);
  EXPECT_FALSE(Has(text, {"--pilot"}));
  EXPECT_TRUE(Has(text, {"Next: "}));
}

TEST(PlanText, AProgramOfOnesOwnHasNoPilots) {
  StudyFolder folder(
      "factors: { batch: [1, 2] }\nfixed: { framework: command }\ncommand: [\"true\", "
      "\"{batch}\"]\n");
  std::string text = TextOf(*folder.Open(), Unknown(6));
  EXPECT_FALSE(Has(text, {"--pilot"}));
  EXPECT_TRUE(Has(text, {"Next: trena run s.yaml"}));
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

// 600 scenarios: the first 500 are listed, and the order is cut likewise.
TEST(PlanText, ALongPlanIsCut) {
  StudyFolder folder(
      "factors: { x: [1..600] }\nfixed: { framework: fake }\n"
      "design: { replications: 1 }\n");
  auto workspace = folder.Open();
  ASSERT_NE(workspace, nullptr);
  ASSERT_EQ(workspace->plan.scenarios.size(), 600u);
  std::string text = TextOf(*workspace, Unknown(600));
  EXPECT_TRUE(Has(text, {"  … and 100 more (all of them: --json or --csv)\n",
                         "  … (all of them: --csv)\n", "C500 "}));
  EXPECT_FALSE(Has(text.substr(0, text.find("\nOrder")), {"C501 "}));
  // No line of the order is wider than a page.
  const std::string order = text.substr(text.find("\nOrder\n") + 7);
  for (const std::string& line : Split(order.substr(0, order.find("  … (")), '\n')) {
    EXPECT_LE(line.size(), 96u) << line;
  }
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

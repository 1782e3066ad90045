// SPDX-License-Identifier: Apache-2.0
#include "configure/values_used.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "study/study_reader.h"

namespace trena {
namespace {

Runner RunnerOf(const std::string& framework, std::vector<std::string> values = {}) {
  Runner runner;
  runner.framework = framework;
  runner.version = "1.0";
  runner.values = std::move(values);
  return runner;
}

class ValuesUsed : public testing::Test {
 protected:
  // What is said of a study with these lines; empty when it is taken.
  std::string RefusalOf(const std::string& lines, const std::vector<Runner>& runners = {}) {
    const fs::path path = folder_.Write("s.yaml", lines);
    const Result<Study> study = ReadStudy(path, {}, {});
    EXPECT_TRUE(study.ok()) << study.error().message();
    const Status used = CheckValuesUsed(study.value(), runners);
    return used.ok() ? "" : used.error().message();
  }

  std::string OfRunner(const std::string& factors, const std::vector<Runner>& runners) {
    return RefusalOf("factors: { " + factors + " }\n" + "fixed: { framework: " +
                         runners[0].framework + ", network: lenet, dataset: mnist, epochs: 1 }\n",
                     runners);
  }

  std::string OfCommand(const std::string& command) {
    return RefusalOf(
        "factors: { batch: [1, 2] }\nfixed: { framework: command, note: 7 }\n"
        "command: " +
        command + "\n");
  }

  TestFolder folder_;
};

TEST_F(ValuesUsed, WhatNoRunnerUnderstandsIsRefusedWithTheList) {
  const std::string refusal =
      OfRunner("frobnicate: [1, 2], batch: [8, 16]", {RunnerOf("libtorch")});
  EXPECT_TRUE(Has(refusal, {"s.yaml:1:12: `frobnicate` is nothing that libtorch understands",
                            "there are batch, dataset, environment, epochs"}));
  EXPECT_FALSE(Has(refusal, {"`batch` is nothing"}));
  EXPECT_TRUE(Has(OfRunner("processes: [1, 2], batch: [8]", {RunnerOf("libtorch")}),
                  {"`processes` is nothing"}));
}

TEST_F(ValuesUsed, FixedValuesAreLookedAtToo) {
  EXPECT_TRUE(Has(RefusalOf("factors: { batch: [8, 16] }\n"
                            "fixed: { framework: libtorch, network: lenet, dataset: mnist,\n"
                            "  epochs: 1, processes: 4 }\n",
                            {RunnerOf("libtorch")}),
                  {"s.yaml:3:14: `processes` is nothing that libtorch understands"}));
}

TEST_F(ValuesUsed, ARunnerTellsItsOwn) {
  EXPECT_EQ(OfRunner("compile: [true, false], batch: [8]", {RunnerOf("pytorch", {"compile"})}), "");
  EXPECT_TRUE(Has(OfRunner("comple: [true, false], batch: [8]", {RunnerOf("pytorch", {"compile"})}),
                  {"did you mean `compile`?"}));
  EXPECT_EQ(OfRunner("anything: [1, 2], batch: [8]", {RunnerOf("fake", {"*"})}), "");
  Runner own = RunnerOf("mine");
  own.kind = RunnerKind::kStudy;
  own.folder = "runners/mine";
  EXPECT_TRUE(Has(OfRunner("frobnicate: [1, 2], batch: [8]", {own}),
                  {"runners/mine/runner.yaml may list more under `values`"}));
}

TEST_F(ValuesUsed, OneRunnerOfTheStudyIsEnough) {
  const std::string study =
      "factors: { framework: [pytorch, libtorch], compile: [true, false] }\n"
      "fixed: { network: lenet, dataset: mnist, epochs: 1, batch: 8 }\n";
  EXPECT_EQ(RefusalOf(study, {RunnerOf("pytorch", {"compile"}), RunnerOf("libtorch")}), "");
  EXPECT_TRUE(
      Has(RefusalOf(study, {RunnerOf("libtorch")}), {"that libtorch, pytorch understands"}));
}

TEST_F(ValuesUsed, WhatAComputedValueNeedsIsUsed) {
  EXPECT_EQ(OfRunner("scale: [1, 2], learning_rate: ['= 0.01 * scale'], batch: [8]",
                     {RunnerOf("libtorch")}),
            "");
}

TEST_F(ValuesUsed, ACommandUsesWhatItsArgumentsName) {
  EXPECT_EQ(OfCommand("[train, '--batch={batch}']"), "");
  EXPECT_TRUE(Has(OfCommand("[sleep, '1']"),
                  {"s.yaml:1:12: the command does not use `batch`", "write {batch} into",
                   "trena.value(\"batch\")", "{scenario_file}"}));
  EXPECT_EQ(OfCommand("[train, '{scenario_file}']"), "") << "it is given all of them";
  EXPECT_EQ(OfCommand("[sh, -c, 'train < $TRENA_SCENARIO']"), "");
}

TEST_F(ValuesUsed, AScriptIsLookedInto) {
  folder_.Write("asks.py", "import trena\nbatch = trena.value('batch', 4)\n");
  folder_.Write("asks_other.py", "import trena\nx = trena.value('batches', 4)\n");
  folder_.Write("reads.py", "import os\nprint(os.environ['TRENA_SCENARIO'])\n");
  folder_.Write("own.py", "batch = 64\n");
  EXPECT_EQ(OfCommand("[python3, asks.py]"), "");
  EXPECT_EQ(OfCommand("[python3, reads.py]"), "");
  EXPECT_EQ(OfCommand("[python3, not_here.py]"), "") << "its run will say what is wrong";
  EXPECT_TRUE(Has(OfCommand("[python3, asks_other.py]"), {"does not use `batch`"}));
  EXPECT_TRUE(Has(OfCommand("[python3, own.py]"), {"does not use `batch`"}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/verify_step.h"

#include <gtest/gtest.h>

#include "cli/talk.h"
#include "cli/test_workspace.h"

namespace trena {
namespace {

VerifyRow Row(const std::string& framework, double logits) {
  VerifyRow row;
  row.framework = framework;
  row.training = "network1, mnist 32×32";
  row.equivalence.parameters = row.equivalence.expected_parameters = 1000;
  row.equivalence.logits = {logits, kLogitsBound};
  row.equivalence.gradients = {2e-5, kGradientsBound};
  row.equivalence.losses = {3e-4, kLossesBound};
  row.equivalence.same_images = true;
  return row;
}

Verification Two() { return {{Row("pytorch@2.2.0", 1e-6), Row("mxnet@1.9.1", 0.21)}, 0}; }

TEST(Different, IsRefusedWithTheReasonUnlessOneInsists) {
  Result<std::set<std::string>> refused = Different(Two(), false);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(refused.error().message(),
                  {"mxnet@1.9.1 does not train network1, mnist 32×32 as the reference does: logits "
                   "differ by 0.21",
                   "--only 'framework != …'", "--insist"}));
  EXPECT_FALSE(Has(refused.error().message(), {"pytorch"}));
  Result<std::set<std::string>> insisted = Different(Two(), true);
  ASSERT_TRUE(insisted.ok());
  EXPECT_EQ(insisted.value(), std::set<std::string>{"mxnet@1.9.1"});
}

TEST(Different, EqualFrameworksPass) {
  Result<std::set<std::string>> none = Different({{Row("pytorch@2.2.0", 1e-6)}, 3}, false);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none.value().empty());
}

TEST(VerificationText, IsATableWithTheReasonsBelow) {
  std::string text = VerificationText(Two());
  EXPECT_TRUE(Has(text, {"framework", "parameters", "gradients", "1.0e-06 (1e-04)",
                         "2.1e-01 (1e-04)", "2.0e-05 (1e-04)", "3.0e-04 (1e-02)",
                         "In parentheses: the largest difference that rounding may cause.", "yes",
                         "NO", "\nmxnet@1.9.1, network1, mnist 32×32: logits differ by 0.21"}));
  EXPECT_FALSE(Has(text, {"Not compared"}));
}

TEST(VerificationText, WhatDidNotRunHasNoNumbers) {
  VerifyRow failed = Row("jax@0.10.2", 1e-6);
  failed.failure = "it ended with exit code 1";
  VerifyRow broken = Row("caffe@1.0", 1e-6);
  broken.equivalence.broken = "verify.npz cannot be read";
  VerifyRow not_a_number = Row("mxnet@1.9.1", 0);
  not_a_number.equivalence.logits.seen.reset();
  std::string text = VerificationText({{failed, broken, not_a_number}, 0});
  EXPECT_FALSE(Has(text, {"1.0e-06"}));
  EXPECT_TRUE(Has(text, {"–", "jax@0.10.2, network1, mnist 32×32: it ended with exit code 1\n",
                         "verify.npz cannot be read\n", "not a number"}));
}

TEST(VerificationText, NothingToCompareIsSaidAndSoIsWhatWasNot) {
  EXPECT_EQ(VerificationText({}), "Nothing to compare.\n");
  EXPECT_EQ(VerificationText({{}, 2}),
            "Nothing to compare.\nNot compared: 2. The reference, the libtorch runner, is not "
            "installed here.\n");
}

TEST(MemoryTexts, SmallTrainingsAreQuiet) {
  EXPECT_TRUE(MemoryTexts({"lenet, mnist 28×28", 499e6, 10e6}, 1e6).empty());
}

TEST(MemoryTexts, MuchIsSaidAndTooMuchIsWarnedOf) {
  const VerifyMemory much{"alexnet, tench 227×227", 2.5e9, 1.46e9};
  const std::vector<std::string> fits = MemoryTexts(much, 3e9);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0],
            "Verifying takes up to about 2.5 GB of memory: the reference trains alexnet, tench "
            "227×227 in float64");
  EXPECT_EQ(MemoryTexts(much, std::nullopt), fits) << "what is free is not known";
  const std::vector<std::string> scarce = MemoryTexts(much, 2.4e9);
  ASSERT_EQ(scarce.size(), 2u);
  EXPECT_TRUE(Has(scarce[1], {"Only 2.4 GB is free here", "alexnet, tench 227×227", "--only"}));
  EXPECT_TRUE(Has(MemoryTexts({"one", 0.6e9, 0.7e9}, 1e9)[0], {"about 700 MB"}))
      << "the larger of both";
}

TEST(MemoryTexts, InPortuguese) {
  TalkIn("pt-BR");
  const std::vector<std::string> texts = MemoryTexts({"alexnet", 2.5e9, 1e9}, 1e9);
  TalkIn("en");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_TRUE(Has(texts[0], {"2,5 GB", "a referência treina alexnet"})) << texts[0];
  EXPECT_TRUE(Has(texts[1], {"Só há 1 GB livres"})) << texts[1];
}

TEST(ScenariosHere, AreThoseOfThisMachine) {
  StudyFolder folder(R"(
factors: { environment: [here, far], batch: [1, 2] }
fixed: { framework: fake }
environments: { here: { device: cpu }, far: { device: tpu } }
)");
  auto workspace = folder.Open();
  std::vector<const Scenario*> here = ScenariosHere(*workspace);
  ASSERT_EQ(here.size(), 2u);
  for (const Scenario* scenario : here) EXPECT_EQ(scenario->environment(), "here");
  StudyFolder anywhere;
  EXPECT_EQ(ScenariosHere(*anywhere.Open()).size(), 2u);
}

TEST(VerifyStep, ASimulatedFrameworkHasNothingToCompareAndKeepsNothing) {
  StudyFolder folder;
  auto workspace = folder.Open();
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  Result<Verification> verification = VerifyStep(*workspace, configuration, heard.terminal());
  ASSERT_TRUE(verification.ok()) << verification.error().message();
  EXPECT_TRUE(verification.value().rows.empty());
  EXPECT_EQ(heard.text(), "");
  EXPECT_FALSE(fs::exists(folder.path("s.trena")));
  Result<Verification> known =
      KnownVerification(*workspace, configuration, ScenariosHere(*workspace), {});
  ASSERT_TRUE(known.ok());
  EXPECT_EQ(known.value().unknown, 0u);
}

}  // namespace
}  // namespace trena

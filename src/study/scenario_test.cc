// SPDX-License-Identifier: Apache-2.0
#include "study/scenario.h"

#include <gtest/gtest.h>

#include "core/sha256.h"
#include "study/study_reader.h"

namespace trena {
namespace {

const FrameworkVersions kVersions = {{"libtorch", {"1.13.1", "1.12.0"}}};

const std::string kText =
    "question: Why?\n"
    "fixed: { framework: libtorch, network: network1, dataset: mnist, epochs: 2, batch: 64 }\n"
    "environments: { here: { device: cpu, price: 0.1 USD/h } }\n"
    "design: { seed: 7 }\n";

Scenario Make(const std::string& text, const Values& levels = {},
              const FrameworkVersions& versions = kVersions) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  EXPECT_TRUE(study.ok()) << (study.ok() ? "" : study.error().message());
  return MakeScenario(study.value(), "C1", levels, versions).value();
}

std::string Replaced(std::string text, const std::string& old, const std::string& by) {
  size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

std::string KeyWith(const std::string& old, const std::string& by) {
  return Make(Replaced(kText, old, by)).key;
}

TEST(ScenarioTest, ItsKeyIsTheHashOfItsCanonicalForm) {
  Study study = ReadStudyText("s.yaml", "fixed: { framework: fake, b: 64.0, a: word }\n").value();
  Scenario scenario = MakeScenario(study, "C1", {}, {}).value();
  // Keys sorted, numbers as text in their one spelling.
  std::string canonical =
      R"({"detail":"epoch","device":"cpu","framework":"fake","framework_version":"",)"
      R"("values":{"a":"word","b":"64","environment":"this machine"}})";
  EXPECT_EQ(CanonicalScenario(study, scenario), canonical);
  EXPECT_EQ(scenario.key, Sha256(canonical));
}

TEST(ScenarioTest, WhatDoesNotChangeTheRunKeepsTheKey) {
  std::string key = Make(kText).key;
  EXPECT_EQ(KeyWith("0.1 USD/h", "9 USD/h"), key);
  EXPECT_EQ(KeyWith("Why?", "What for?"), key);
  EXPECT_EQ(KeyWith("seed: 7", "seed: 8, replications: 9"), key);
  EXPECT_EQ(KeyWith("batch: 64", "batch: 64.0"), key);
  EXPECT_EQ(KeyWith("epochs: 2, batch: 64", "batch: 64, epochs: 2"), key);
  EXPECT_EQ(KeyWith("epochs: 2", "epochs: 2, image: 32, momentum: 0.9"), key);  // the defaults
  EXPECT_EQ(KeyWith("framework: libtorch", "framework: libtorch@1.13.1"), key);
}

TEST(ScenarioTest, WhatChangesTheRunChangesTheKey) {
  std::string key = Make(kText).key;
  EXPECT_NE(KeyWith("epochs: 2", "epochs: 1"), key);
  EXPECT_NE(KeyWith("batch: 64", "batch: 64, momentum: 0"), key);
  EXPECT_NE(KeyWith("batch: 64", "batch: 64, own: 1"), key);
  EXPECT_NE(KeyWith("network1", "network2"), key);
  EXPECT_NE(KeyWith("framework: libtorch", "framework: libtorch@1.12.0"), key);
  EXPECT_NE(KeyWith("device: cpu", "device: cuda"), key);
  EXPECT_NE(KeyWith("design:", "measure: { detail: step }\ndesign:"), key);
  EXPECT_NE(KeyWith("{ here:", "{ there:"), key);
  EXPECT_NE(Make(kText, {}, {{"libtorch", {"2.0"}}}).key, key);
}

TEST(ScenarioTest, AFixedValueAndAOneLevelFactorAreTheSame) {
  std::string factor = Replaced(kText, ", batch: 64", "") + "factors: { batch: [64] }\n";
  EXPECT_EQ(Make(factor, {{"batch", 64}}).key, Make(kText).key);
  EXPECT_NE(Make(factor, {{"batch", 32}}).key, Make(kText).key);
  std::string framework =
      Replaced(kText, "framework: libtorch, ", "") + "factors: { framework: [libtorch] }\n";
  EXPECT_EQ(Make(framework, {{"framework", "libtorch"}}).key, Make(kText).key);
  EXPECT_EQ(Make("factors: { framework: [fake] }\n", {{"framework", "fake"}}).key,
            Make("fixed: { framework: fake }\n").key);
}

TEST(ScenarioTest, TheCommandIsPartOfItsKey) {
  std::string text = "fixed: { framework: command }\ncommand: [run, now]\n";
  EXPECT_EQ(Make(text).key, Make(text).key);
  EXPECT_NE(Make(text).key, Make(Replaced(text, "now", "later")).key);
  EXPECT_NE(Make(text).key, Make(Replaced(text, "run, now", "run now")).key);
  // Patterns decide what its training time is.
  EXPECT_NE(Make(text).key, Make(text + "patterns: done\n").key);
  EXPECT_NE(Make(text + "patterns: done\n").key, Make(text + "patterns: Done\n").key);
}

TEST(ScenarioTest, ValuesAreLevelsAndFixedTogether) {
  Scenario scenario = Make(kText, {{"image", 64}});
  EXPECT_EQ(scenario.id, "C1");
  EXPECT_EQ(scenario.levels, (Values{{"image", 64}}));
  EXPECT_EQ(*Find(scenario.values, "image"), Value(64));
  EXPECT_EQ(*Find(scenario.values, "epochs"), Value(2));
  EXPECT_EQ(*Find(scenario.values, "environment"), Value("here"));
  EXPECT_EQ(scenario.framework, "libtorch");
  EXPECT_EQ(scenario.framework_version, "1.13.1");
  EXPECT_EQ(Make("fixed: { framework: fake }\n").framework_version, "");
}

TEST(ScenarioTest, FrameworksSplitAtTheirVersion) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(SplitFramework("pytorch@2.2.0"), (Pair{"pytorch", "2.2.0"}));
  EXPECT_EQ(SplitFramework("pytorch"), (Pair{"pytorch", ""}));
}

TEST(DescribeTest, WordsSpeakForThemselves) {
  EXPECT_EQ(Describe({{"batch", 64}, {"image", 32}, {"network", "network1"}}),
            "batch 64, image 32, network1");
  EXPECT_EQ(Describe({{"environment", "f4s_v2"},
                      {"framework", "pytorch@2.2.0"},
                      {"dataset", "mnist"},
                      {"precision", "float32"},
                      {"shuffle", true}}),
            "f4s_v2, pytorch@2.2.0, mnist, precision float32, shuffle true");
  EXPECT_EQ(Describe({}), "");
}

}  // namespace
}  // namespace trena

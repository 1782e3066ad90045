// SPDX-License-Identifier: Apache-2.0
// trena fit as a person uses it. The fake runner takes 30 MB and 4 MB an image beside its own few
// millions, so that what fits is known: 16 images (94 MB) under 110 MB, 32 (158 MB) under 200 MB.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/json.h"
#include "core/process/memory_group.h"
#include "session.h"

namespace trena {
namespace {

constexpr double kFitBefore = 30e6, kFitEach = 4e6;

std::string FitStudy(const std::string& factors, const std::string& more = "") {
  return fmt::format(
      "factors: {{ {} }}\n"
      "fixed: {{ framework: fake, epochs: 1, images: 64, fake_memory: = {} + {} * batch, "
      "fake_seconds: 0.3, fake_sleep: true{} }}\n",
      factors, kFitBefore, kFitEach, more);
}

class FitProgram : public testing::Test {
 protected:
  ProcessResult Fit(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"fit", "s.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return session_.Trena(words);
  }
  Json FitAsJson(std::vector<std::string> more = {}) const {
    more.push_back("--json");
    const ProcessResult result = Fit(more);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    const Result<Json> json = ParseJson(result.output);
    return json.ok() ? json.value() : Json();
  }
  Session session_;
};

// Where a control group can be had.
class FitUnderLimits : public FitProgram {
 protected:
  void SetUp() override {
    if (!CanLimitMemory().ok()) GTEST_SKIP() << CanLimitMemory().error().message();
  }
};

TEST_F(FitUnderLimits, TheLargestUnderEachAndForAnotherMemory) {
  session_.Write("s.yaml", FitStudy("memory_limit: [110 MB, 200 MB], batch: 1..64 by x2"));
  const Json found = FitAsJson({"--memory", "1 GB"});
  ASSERT_EQ(found["combinations"].size(), 2u);
  const double fits[] = {16, 32};
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found["combinations"][i]["fits"], fits[i]);
    EXPECT_EQ(found["combinations"][i]["does_not"], 2 * fits[i]);
    const double at = found["combinations"][i]["foretold"]["at"];
    EXPECT_TRUE(fits[i] <= at && at < 2 * fits[i]) << at;
  }
  ASSERT_EQ(found["lines"].size(), 1u) << "one for both limits";
  const Json& line = found["lines"][0];
  EXPECT_NEAR(line["line"]["slope_bytes"]["value"].get<double>(), kFitEach, 0.02 * kFitEach);
  EXPECT_TRUE(line["of_layers"].is_null()) << "nothing was trained";
  const Json& foretold = line["foretold"][0];
  EXPECT_EQ(foretold["memory_bytes"], 1'000'000'000);
  EXPECT_TRUE(foretold["extrapolated"]);
  // The runner's own millions are a few images less.
  const double scripted = (1e9 - kFitBefore) / kFitEach;
  EXPECT_NEAR(foretold["at"].get<double>(), scripted, 0.05 * scripted);
}

TEST_F(FitUnderLimits, ASecondCallMakesNoRunAndSaysTheSame) {
  session_.Write("s.yaml", FitStudy("memory_limit: [110 MB, 200 MB], batch: 1..64 by x2"));
  const Json first = FitAsJson();
  EXPECT_GT(first["runs"]["made"], 0);
  const std::vector<std::string> before = session_.Snapshot();
  const Json second = FitAsJson();
  EXPECT_EQ(second["runs"], (Json{{"made", 0}, {"already", first["runs"]["made"]}}));
  EXPECT_EQ(second["combinations"], first["combinations"]);
  EXPECT_EQ(second["lines"], first["lines"]);
  EXPECT_EQ(session_.Snapshot(), before);
  EXPECT_FALSE(session_.Exists("s.trena/runs/C1-r1-a1")) << "they are no runs of the study";
}

TEST_F(FitUnderLimits, ALimitBelowWhatItNeedsToStartNamesTheNeed) {
  session_.Write("s.yaml", FitStudy("memory_limit: [20 MB, 110 MB], batch: 1..16 by x2"));
  const Json none = FitAsJson()["combinations"][0];
  EXPECT_TRUE(none["fits"].is_null());
  EXPECT_EQ(none["does_not"], 1);
  EXPECT_GE(none["least_bytes"].get<double>(), kFitBefore + kFitEach);
  EXPECT_LT(none["least_bytes"].get<double>(), kFitBefore + kFitEach + 20e6);
  const ProcessResult said = Fit();
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_TRUE(Has(said.output,
                  "memory_limit 20 MB: 20 MB is less than the framework needs; with "
                  "1 it took "))
      << said.output;
  EXPECT_TRUE(Has(said.output, "Simulated: the runner trains nothing.")) << said.output;
  EXPECT_FALSE(Has(said.output, "An image took")) << said.output;
}

TEST_F(FitProgram, AWrongFactorIsBadInput) {
  session_.Write("s.yaml", FitStudy("batch: [1, 2], image: [32]"));
  const struct {
    std::vector<std::string> words;
    std::string reason;
  } wrong[] = {
      {{"--factor", "bacth"}, "the study has no factor `bacth` (did you mean `batch`?)"},
      {{"--factor", "epochs"}, "epochs is fixed in this study; try levels without touching"},
      {{"--factor", "image"}, "image has one level only"},
      {{"--memory", "much"}, "--memory"},
  };
  for (const auto& [words, reason] : wrong) {
    const ProcessResult refused = Fit(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_TRUE(Has(refused.errors, reason)) << refused.errors;
    EXPECT_EQ(refused.output, "");
  }
  EXPECT_FALSE(session_.Exists("s.trena/fits")) << "refused before anything is spent";
}

}  // namespace
}  // namespace trena

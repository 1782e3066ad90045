// SPDX-License-Identifier: Apache-2.0
#include "fake/script.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

Scenario With(const Json& values) {
  Scenario scenario;
  scenario.batch = 64;
  scenario.values = values;
  return scenario;
}

double SecondsOf(const Scenario& scenario) {
  Result<Script> script = ReadScript(scenario);
  EXPECT_TRUE(script.ok());
  return script.ok() ? script.value().seconds : -1;
}

TEST(Script, EffectsMultiplyWhereTheLevelIs) {
  Scenario scenario = With({{"fake_seconds", 2},
                            {"image", 32},
                            {"dataset", "fashion_mnist"},
                            {"fake_effect_image_32", 1.5},
                            {"fake_effect_image_64", 100},
                            {"fake_effect_dataset_fashion_mnist", 2},
                            {"fake_effect_batch_64", 0.5}});
  EXPECT_DOUBLE_EQ(SecondsOf(scenario), 3);  // 2 × 1.5 × 2 × 0.5
  scenario.batch = 128;
  EXPECT_DOUBLE_EQ(SecondsOf(scenario), 6);
}

TEST(Script, NoiseIsTheSameForTheSameSeedAndHasItsDeviation) {
  Scenario scenario = With({{"fake_seconds", 1}, {"fake_noise", 0.1}});
  double sum = 0, squares = 0;
  constexpr int kRuns = 2000;
  for (int seed = 0; seed < kRuns; ++seed) {
    scenario.seed = seed;
    double seconds = SecondsOf(scenario);
    EXPECT_EQ(seconds, SecondsOf(scenario));
    sum += seconds;
    squares += seconds * seconds;
  }
  double mean = sum / kRuns;
  double deviation = std::sqrt(squares / kRuns - mean * mean);
  // Standard errors: 0.1/√2000 = 0.0022 of the mean, 0.1/√4000 = 0.0016 of the deviation; four
  // each.
  EXPECT_NEAR(mean, 1, 0.009);
  EXPECT_NEAR(deviation, 0.1, 0.0065);
}

TEST(Script, ScenariosOfOneReplicationDoNotShareTheirNoise) {
  Json values = {{"fake_seconds", 1}, {"fake_noise", 0.1}, {"image", 32}};
  double one = SecondsOf(With(values));
  values["image"] = 64;
  EXPECT_NE(one, SecondsOf(With(values)));
}

TEST(Script, TheOutcomeCanBeForOneSeed) {
  Scenario scenario = With({{"fake_outcome", "hang"}, {"fake_fail_on", 9}});
  scenario.seed = 8;
  EXPECT_EQ(ReadScript(scenario).value().outcome, Outcome::kOk);
  scenario.seed = 9;
  EXPECT_EQ(ReadScript(scenario).value().outcome, Outcome::kHang);
}

TEST(Script, ImagesComeInWholeBatches) {
  EXPECT_EQ(ReadScript(With({{"images", 200}})).value().images, 192);
  EXPECT_EQ(ReadScript(With(Json::object())).value().images, 640);
}

TEST(Script, SlipsAreRefused) {
  for (const Json& values :
       {Json{{"fake_outcome", "explode"}}, Json{{"fake_memory", 1e15}}, Json{{"fake_seconds", -1}},
        Json{{"fake_seconds", "long"}}, Json{{"fake_children", 1000}}}) {
    EXPECT_FALSE(ReadScript(With(values)).ok()) << values;
  }
}

}  // namespace
}  // namespace trena

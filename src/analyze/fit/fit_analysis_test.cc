// SPDX-License-Identifier: Apache-2.0
// On short runs made up of a line that is known.
#include "analyze/fit/fit_analysis.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// Scenarios with these batches under a limit; memory is 100 MB + 2 MB · batch.
struct Example {
  std::vector<Scenario> scenarios;
  FitFound found;

  explicit Example(const std::string& limit, const std::vector<double>& levels, size_t fitting) {
    scenarios.resize(levels.size());
    found.series.others = {{"memory_limit", limit}, {"network", "lenet"}};
    for (size_t i = 0; i < levels.size(); ++i) {
      scenarios[i].values = {{"memory_limit", limit}, {"batch", levels[i]}};
      found.series.levels.push_back(levels[i]);
      found.series.scenarios.push_back(&scenarios[i]);
      FitRun run;
      run.fits = i < fitting;
      run.memory = run.fits ? 100e6 + 2e6 * levels[i] : 1e6;
      found.runs.emplace_back(run);
    }
    if (fitting > 0) found.largest.fits = fitting - 1;
    if (fitting < levels.size()) found.largest.does_not = fitting;
  }
};

FitAnalysis Analyzed(const std::vector<FitFound>& found, const std::vector<Bytes>& memories = {}) {
  return AnalyzeFits("batch", {found, 5, 2, Seconds{9}, false}, memories,
                     [](const Scenario&) { return LayerMemory{50e6, 1.5e6}; });
}

TEST(FitAnalysisTest, OneLineForAllLimitsAndARowForEach) {
  const Example small("150 MB", {1, 2, 8, 16, 32}, 4), large("400 MB", {8, 64, 128, 256}, 3);
  const FitAnalysis analysis = Analyzed({small.found, large.found}, {Bytes{1'100'000'000}});
  ASSERT_EQ(analysis.lines.size(), 1u);
  const FitLine& line = analysis.lines[0];
  EXPECT_EQ(line.others, (Values{{"network", "lenet"}}));
  EXPECT_EQ(line.levels, (std::vector<double>{1, 2, 8, 16, 8, 64, 128}))
      << "what was killed had less than it wanted";
  EXPECT_NEAR(line.line->intercept.value, 100e6, 1);
  EXPECT_NEAR(line.line->slope.value, 2e6, 1e-3);
  EXPECT_EQ(line.layers_fixed, 50e6);
  EXPECT_EQ(line.layers_each, 1.5e6);
  ASSERT_EQ(line.foretold.size(), 1u);
  EXPECT_NEAR(line.foretold[0].at.x, 500, 1e-6);
  EXPECT_TRUE(line.foretold[0].extrapolated);
  ASSERT_EQ(analysis.rows.size(), 2u);
  EXPECT_EQ(analysis.rows[0].fits, 16);
  EXPECT_EQ(analysis.rows[0].does_not, 32);
  EXPECT_NEAR(analysis.rows[0].foretold->at.x, 25, 1e-6);
  EXPECT_FALSE(analysis.rows[0].foretold->extrapolated);
  EXPECT_NEAR(analysis.rows[1].foretold->at.x, 150, 1e-6);
  EXPECT_EQ(analysis.rows[1].fits, 128);
}

// Memory that a line leaves something of: 2 MB an image, a million bytes more or less.
Example Scattered() {
  Example example("none", {1, 2, 8, 16, 32}, 5);
  double more = 1e6;
  for (auto& run : example.found.runs) *run->memory += more = -more;
  return example;
}

TEST(FitAnalysisTest, AnImageIsHeldAgainstItsLayers) {
  const FitLine line = Analyzed({Scattered().found}).lines[0];
  ASSERT_TRUE(line.of_layers);
  EXPECT_DOUBLE_EQ(line.of_layers->value, line.line->slope.value / 1.5e6);
  EXPECT_NEAR(line.of_layers->value, 2e6 / 1.5e6, 0.05);
  EXPECT_DOUBLE_EQ(*line.of_layers->low, *line.line->slope.low / 1.5e6);
  EXPECT_DOUBLE_EQ(*line.of_layers->high, *line.line->slope.high / 1.5e6);
}

TEST(FitAnalysisTest, AnImageIsNotHeldAgainstItsLayersWhereThatSaysNothing) {
  const auto said = [](const Example& example, const std::string& factor = "batch",
                       double each = 1.5e6) {
    const LayersOf layers = [each](const Scenario&) { return LayerMemory{50e6, each}; };
    const FitsFound found = {{example.found}, 5, 2, Seconds{9}, false};
    return AnalyzeFits(factor, found, {}, layers).lines[0].of_layers.has_value();
  };
  Example example = Scattered();
  ASSERT_TRUE(said(example));
  EXPECT_FALSE(said(example, "epochs")) << "a level is no image";
  EXPECT_FALSE(said(example, "batch", 0)) << "no layers that put out anything";
  EXPECT_FALSE(said(Example("none", {1, 2}, 2))) << "two points have no interval";
  example.found.runs[1]->simulated = true;
  EXPECT_FALSE(said(example)) << "nothing was trained";
  Example flat = Scattered();
  for (size_t i = 0; i < 5; ++i) *flat.found.runs[i]->memory -= 2e6 * flat.found.series.levels[i];
  EXPECT_FALSE(said(flat)) << "no image was seen to take memory";
}

// Of which level would the layers speak?
TEST(FitAnalysisTest, LayersThatChangeWithTheBatchAreNotNamed) {
  Example example = Scattered();
  for (Scenario& scenario : example.scenarios) scenario.values.emplace_back("image", 32.0);
  EXPECT_TRUE(Analyzed({example.found}).lines[0].layers_each);
  example.scenarios.back().values.back().second = 64.0;
  const FitLine line = Analyzed({example.found}).lines[0];
  EXPECT_FALSE(line.layers_fixed);
  EXPECT_FALSE(line.layers_each);
  EXPECT_FALSE(line.of_layers);
}

TEST(FitAnalysisTest, WhereNothingFitsTheNeedIsTheLinesOnlyPoint) {
  Example none("50 MB", {4, 8}, 0);
  FitRun need;
  need.fits = true;
  need.memory = 108e6;
  none.found.need = need;
  const FitAnalysis analysis = Analyzed({none.found}, {Bytes{1}});
  EXPECT_EQ(analysis.rows[0].fits, std::nullopt);
  EXPECT_EQ(analysis.rows[0].least, 108e6);
  EXPECT_FALSE(analysis.lines[0].line);
  EXPECT_EQ(analysis.lines[0].levels, std::vector<double>{4});
  EXPECT_TRUE(analysis.lines[0].foretold.empty());
}

// Without a limit of its own the machine's free memory was the limit, and only where it was met.
TEST(FitAnalysisTest, TheMachinesMemoryIsALimitOnceItIsMet) {
  Example free("none", {4, 8, 16}, 3);
  for (Scenario& scenario : free.scenarios) scenario.values.erase(scenario.values.begin());
  for (auto& run : free.found.runs) run->held_to = Bytes{7'000'000'000};
  EXPECT_EQ(Analyzed({free.found}).rows[0].limit, std::nullopt);
  free.found.runs[2]->fits = false;
  EXPECT_EQ(Analyzed({free.found}).rows[0].limit, Bytes{7'000'000'000});
}

}  // namespace
}  // namespace trena

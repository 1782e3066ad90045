// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/side_differences.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

TestStudy Measured() {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 11}, {20, 21}});
  for (RunRecord& run : test.runs) {
    run.framework_version = "1.13.1";
    run.seed = static_cast<uint64_t>(7 + run.replication);
    run.trena_version = "0.1.0";
    run.facts = {{"cpu", {{"model", "EPYC"}, {"mhz", 2445.4 + run.replication}}}};
    run.moment = R"({"load": [2.55, 3.34, 4.1]})";
    run.versions = {{"framework", "libtorch"}, {"threads", 2}};
    run.inputs = {{"data", std::string(64, 'd')}, {"order", std::to_string(run.replication)}};
  }
  return test;
}

// "cpu.model: EPYC | Xeon" for each difference.
std::vector<std::string> Differences(const TestStudy& first, const TestStudy& second) {
  const Analysis a = first.Analyze(), b = second.Analyze();
  std::vector<std::string> lines;
  for (const SideDifference& found : FindDifferences(MatchStudies(a, b).value(), a, b)) {
    std::string line = found.name + ":";
    for (const std::string& value : found.first) line += " " + value;
    line += " |";
    for (const std::string& value : found.second) line += " " + value;
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(SideDifferences, NoneBetweenTwoMeasurementsOfOneThing) {
  TestStudy again = Measured();
  for (RunRecord& run : again.runs) {
    run.facts.Change()["cpu"]["mhz"] = 3000;  // what a moment brings is no difference
    run.moment = R"({"load": [0.1]})";
  }
  again.AddRun(0, 3, 10) = [&] {
    RunRecord run = again.Run(0, 1);  // more replications have more seeds and orders
    run.replication = 3;
    run.seed = 10;
    run.folder = "C1-r3-a1";
    run.inputs.Change()["order"] = "3";
    return run;
  }();
  EXPECT_EQ(Differences(Measured(), again), Lines{});
}

TEST(SideDifferences, NamesEveryOne) {
  TestStudy other = Measured();
  for (RunRecord& run : other.runs) {
    run.environment = "there";
    run.framework_version = "2.0.0";
    run.facts.Change()["cpu"]["model"] = "Xeon";
    run.versions.Change()["threads"] = 4;
    run.versions.Change()["blas"] = "MKL";
    run.seed += 5;
    run.inputs.Change()["data"] = std::string(64, 'e');
    run.trena_version = "0.2.0";
    run.installed = {{"packages", {{"numpy", "1.26"}}}, {"variables", {{"KMP_BLOCKTIME", "1"}}}};
  }
  const Lines found = Differences(Measured(), other);
  const Lines expected = {"environment: here | there",
                          "libtorch: 1.13.1 | 2.0.0",
                          "libtorch KMP_BLOCKTIME: | 1",
                          "libtorch blas: | MKL",
                          "libtorch threads: 2 | 4",
                          "libtorch numpy: | 1.26",
                          "cpu.model: EPYC | Xeon",
                          "data: dddddddddddd | eeeeeeeeeeee",
                          "seed: 7 | 12",
                          "trena: 0.1.0 | 0.2.0"};
  EXPECT_EQ(found, expected);
}

TEST(SideDifferences, OfPricesAndRates) {
  TestStudy dollars = Measured(), reais = Measured();
  dollars.study.environments[0].price = Price{1, "USD", false};
  reais.study.environments[0].price = Price{1, "USD", false};
  reais.study.report.currency = "BRL";
  reais.study.report.rates = {{"USD", 5}};
  reais.study.report.rate_date = "2024-01-15";
  EXPECT_EQ(Differences(dollars, reais), Lines{"1 USD: | 5 BRL (2024-01-15)"});
  reais.study.environments[0].price = Price{2, "USD", false};
  EXPECT_EQ(Differences(dollars, reais).back(), "price: 1 USD/h | 2 USD/h");
}

// Of what is compared alone.
TEST(SideDifferences, NotOfScenariosThatOneStudyLacks) {
  TestStudy first = Measured(), second = Measured();
  first.Run(1, 1).framework_version = "9";
  second.Remove(1, 1);
  second.Remove(1, 2);
  EXPECT_EQ(Differences(first, second), Lines{});
}

TEST(SpeedRatio, OfMediansOfOneYardstick) {
  TestStudy first = Measured(), second = Measured();
  const auto speed = [](TestStudy& test, std::vector<double> speeds, int version) {
    for (size_t i = 0; i < test.runs.size(); ++i) {
      test.runs[i].metrics["yardstick"] = speeds[i];
      test.runs[i].yardstick = {{"version", version}};
    }
  };
  const auto ratio = [&] {
    const Analysis a = first.Analyze(), b = second.Analyze();
    return SpeedRatio(MatchStudies(a, b).value(), a, b);
  };
  EXPECT_FALSE(ratio());
  speed(first, {100, 100, 100, 50}, 1);
  speed(second, {80, 80, 80, 300}, 1);
  ASSERT_TRUE(ratio());
  EXPECT_NEAR(*ratio(), 0.8, 1e-12);
  speed(second, {80, 80, 80, 80}, 2);
  EXPECT_FALSE(ratio());
}

}  // namespace
}  // namespace trena

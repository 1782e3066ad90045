// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "plan/plan_file.h"
#include "plan/test_study.h"

namespace trena {
namespace {

constexpr const char* kSmall = R"(
factors: { batch: [16, 32, 64], image: [32, 48] }
fixed: { framework: fake }
design: { replications: 4, seed: 7 }
)";

Study Methodology() {
  Result<Study> study = ReadStudy(std::string(TRENA_SOURCE_DIR) + "/examples/methodology.yaml");
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.value();
}

std::vector<size_t> Order(const Plan& plan) {
  std::vector<size_t> order;
  for (const PlannedRun& run : plan.runs) order.push_back(run.scenario);
  return order;
}

TEST(Plan, TheMethodologyIsNumberedAsInThePapers) {
  Plan plan = PlanOf(Methodology());
  ASSERT_EQ(plan.scenarios.size(), 48u);
  EXPECT_EQ(plan.crossing, 48u);
  EXPECT_EQ(plan.runs.size(), 240u);
  size_t index = 0;
  for (const char* environment : {"f4s_v2", "nc4as_t4_v3"}) {
    for (const char* framework : {"mxnet@1.9.1", "pytorch@2.2.0", "tensorflow@2.14.0"}) {
      for (const char* dataset : {"mnist", "cifar10"}) {
        for (int image : {32, 64}) {
          for (const char* network : {"network1", "network2"}) {
            const Scenario& scenario = plan.scenarios[index++];
            EXPECT_EQ(scenario.id, fmt::format("C{}", index));
            Values levels = {{"environment", environment},
                             {"framework", framework},
                             {"dataset", dataset},
                             {"image", image},
                             {"network", network}};
            EXPECT_EQ(scenario.levels, levels) << scenario.id;
          }
        }
      }
    }
  }
  // The papers' dearest pair: TensorFlow C20 on the CPU, and C44, the same on the GPU.
  EXPECT_EQ(Describe(plan.scenarios[20 - 1].levels),
            "f4s_v2, tensorflow@2.14.0, mnist, image 64, network2");
  EXPECT_EQ(Describe(plan.scenarios[44 - 1].levels),
            "nc4as_t4_v3, tensorflow@2.14.0, mnist, image 64, network2");
  std::set<std::string> keys;
  for (const Scenario& scenario : plan.scenarios) keys.insert(scenario.key);
  EXPECT_EQ(keys.size(), 48u);
}

TEST(Plan, ReplicationsAreBlocksWithEveryScenarioOnce) {
  Plan plan = PlanOf(Methodology());
  for (size_t block = 0; block < 5; ++block) {
    std::set<size_t> seen;
    for (size_t i = block * 48; i < (block + 1) * 48; ++i) {
      seen.insert(plan.runs[i].scenario);
      EXPECT_EQ(plan.runs[i].block, static_cast<int>(block) + 1);
      EXPECT_EQ(plan.runs[i].replication, static_cast<int>(block) + 1);
      EXPECT_EQ(plan.runs[i].plot, 1);
    }
    EXPECT_EQ(seen.size(), 48u);
  }
}

TEST(Plan, TheSeedDecidesTheOrder) {
  Study study = Methodology();
  std::vector<size_t> seven = Order(PlanOf(study));
  EXPECT_EQ(Order(PlanOf(study)), seven);
  study.design.seed = 8;
  EXPECT_NE(Order(PlanOf(study)), seven);
  // Blocks do not repeat each other.
  EXPECT_FALSE(std::equal(seven.begin(), seven.begin() + 48, seven.begin() + 48));
}

// The same order by other means, since a plan must be the same on every machine and for ever:
// Fisher–Yates from the end (Knuth, TAOCP 2, algorithm P) over the generator that the C++ standard
// fixes ([rand.predef] mt19937_64). A number below n is drawn as Boost.Random documents in its
// source: the generator's 2^64 numbers in n equal buckets, the rest rejected.
std::vector<size_t> OrderByHand(size_t scenarios, int blocks, uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t n) {
    uint64_t most = std::numeric_limits<uint64_t>::max();
    uint64_t bucket = most / n + (most % n == n - 1 ? 1 : 0);
    uint64_t drawn = n;
    while (drawn >= n) drawn = random() / bucket;
    return drawn;
  };
  std::vector<size_t> all;
  for (int block = 0; block < blocks; ++block) {
    std::vector<size_t> order(scenarios);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t left = scenarios; left > 1; --left) std::swap(order[left - 1], order[below(left)]);
    all.insert(all.end(), order.begin(), order.end());
  }
  return all;
}

TEST(Plan, TheOrderIsTheSameForEver) {
  EXPECT_EQ(Order(PlanOf(StudyOf(kSmall))), OrderByHand(6, 4, 7));
  EXPECT_EQ(Order(PlanOf(Methodology())), OrderByHand(48, 5, 7));
}

TEST(Plan, ListedOrderIsAsListed) {
  Study study = StudyOf(kSmall);
  study.design.random_order = false;
  Plan plan = PlanOf(study);
  for (size_t i = 0; i < plan.runs.size(); ++i) EXPECT_EQ(plan.runs[i].scenario, i % 6);
}

TEST(Plan, ExcludeAndOnlyNeverRenumber) {
  std::string text = kSmall;
  // C1 16/32, C2 16/48, C3 32/32, C4 32/48, C5 64/32, C6 64/48.
  Plan excluded = PlanOf(StudyOf(text + "exclude: batch == 32\n"));
  EXPECT_EQ(Ids(excluded), (std::vector<std::string>{"C1", "C2", "C5", "C6"}));
  EXPECT_EQ(excluded.crossing, 6u);
  EXPECT_EQ(excluded.runs.size(), 16u);
  Study study = StudyOf(text + "only: image == 48\nexclude: [batch == 16]\n");
  EXPECT_EQ(Ids(PlanOf(study)), (std::vector<std::string>{"C4", "C6"}));
  PlanOptions options;
  options.only = ParseOnly(study, "batch == 64").value();
  Plan one = PlanOf(study, options);
  EXPECT_EQ(Ids(one), std::vector<std::string>{"C6"});
  EXPECT_EQ(one.scenarios[0].key, PlanOf(StudyOf(text)).scenarios[5].key);
  EXPECT_EQ(one.scenario(one.scenarios[0].key), &one.scenarios[0]);
  EXPECT_EQ(one.scenario("other"), nullptr);
}

TEST(Plan, NothingLeftIsAnError) {
  Result<Plan> plan = MakePlan(StudyOf(std::string(kSmall) + "exclude: batch > 1\n"), {});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().kind(), ErrorKind::kInput);
  EXPECT_NE(plan.error().message().find("no scenario is left of 6"), std::string::npos);
}

TEST(Plan, NoFactorsAreOneScenario) {
  Plan plan = PlanOf(StudyOf("fixed: { framework: fake }\ndesign: { replications: 2 }\n"));
  EXPECT_EQ(Ids(plan), std::vector<std::string>{"C1"});
  EXPECT_EQ(plan.runs.size(), 2u);
}

Study Crossing(int factors, int levels) {
  Study study = StudyOf("fixed: { framework: fake }\n");
  for (int factor = 0; factor < factors; ++factor) {
    study.factors.push_back({fmt::format("f{}", factor), {}});
    for (int level = 0; level < levels; ++level) study.factors.back().levels.emplace_back(level);
  }
  return study;
}

TEST(Plan, TooManyScenariosAreCountedNotListed) {
  // 10^40 would not end, nor fit, if they were listed.
  Result<Plan> plan = MakePlan(Crossing(40, 10), {});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().kind(), ErrorKind::kInput);
  EXPECT_NE(plan.error().message().find("1e+40 scenarios"), std::string::npos)
      << plan.error().message();
  EXPECT_NE(plan.error().message().find("10 f0 × 10 f1"), std::string::npos);
  EXPECT_NE(plan.error().message().find("at most 1000000"), std::string::npos);
}

TEST(Plan, TooManyRunsAreRefusedWithTheirNumber) {
  Study study = Crossing(3, 10);
  study.design.replications = 2001;
  Result<Plan> plan = MakePlan(study, {});
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.error().message().find("1000 scenarios × 2001 replications are 2.001e+06 runs"),
            std::string::npos)
      << plan.error().message();
  study.design.replications = 3;
  EXPECT_EQ(PlanOf(study).runs.size(), 3000u);
}

TEST(Plan, TooManyRunsShowTheirPlaceAndWhatFits) {
  ExpectPlanError(FactorsText(3, 10, "replications: 2001"),
                  "s.yaml:6:25: 1000 scenarios × 2001 replications are 2.001e+06 runs; at most "
                  "2000000 can be planned",
                  "= at most 2000 replications of so many");
  // The command line's are not blamed on the file.
  Study study = ReadStudyText("s.yaml", FactorsText(3, 10, "replications: 3"), {{}, 2001}).value();
  std::string error = MakePlan(study, {}).error().message();
  EXPECT_TRUE(error.starts_with("s.yaml: 1000 scenarios × 2001")) << error;
}

TEST(Plan, WhatIsExcludedIsNotCounted) {
  Plan plan =
      PlanOf(StudyOf(FactorsText(3, 10, "replications: 2001") + "only: f0 == 0 and f1 == 0\n"));
  EXPECT_EQ(plan.runs.size(), 20'010u);
}

TEST(Plan, AnUnknownDesignIsAnError) {
  Study study = StudyOf(kSmall);
  study.design.kind = "half";
  EXPECT_FALSE(MakePlan(study, {}).ok());
}

TEST(Plan, ProgramsReadIt) {
  // schemas/plan.schema.json: scenarios (id, key, levels), runs in order (scenario, replication,
  // block, plot); design, seed, order, hash of the study.
  Study study = StudyOf(kSmall);
  Plan plan = PlanOf(study);
  Json json = ParseJson(PlanJson(plan)).value();
  ASSERT_EQ(json["scenarios"].size(), 6u);
  EXPECT_EQ(json["scenarios"][4]["id"], "C5");
  EXPECT_EQ(json["scenarios"][4]["key"], plan.scenarios[4].key);
  EXPECT_EQ(json["scenarios"][4]["levels"], (Json{{"batch", 64}, {"image", 32}}));
  ASSERT_EQ(json["runs"].size(), 24u);
  std::vector<size_t> order = OrderByHand(6, 4, 7);
  for (size_t i = 0; i < order.size(); ++i) {
    int block = static_cast<int>(i / 6) + 1;
    Json run = {{"scenario", fmt::format("C{}", order[i] + 1)},
                {"replication", block},
                {"block", block},
                {"plot", 1}};
    EXPECT_EQ(json["runs"][i], run);
  }
  EXPECT_EQ(json["design"], "full");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["order"], "random");
  EXPECT_EQ(json["replications"], 4);
  EXPECT_EQ(json["study_sha256"], study.hash);
}

}  // namespace
}  // namespace trena

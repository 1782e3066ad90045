// SPDX-License-Identifier: Apache-2.0
#include "runner_common/pilot.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "runner_common/test_run.h"

namespace trena {
namespace {

using Steps = std::vector<std::pair<int64_t, int64_t>>;  // first and count of every call

class PilotTest : public testing::Test {
 protected:
  // The groups as the events told them: "train 1, train 5, …".
  std::string Run(int64_t steps, int64_t evaluate_steps, double step_seconds) {
    PilotWork work{steps, evaluate_steps, 3, {}, {}};
    work.train = [&](int64_t first, int64_t count) {
      trained_.emplace_back(first, count);
      return step_seconds * static_cast<double>(count);
    };
    work.evaluate = [&](int64_t first, int64_t count) {
      evaluated_.emplace_back(first, count);
      return 0.0;
    };
    fs::path path = folder_.path() / "events";
    {
      std::FILE* file = std::fopen(path.c_str(), "w");
      EventWriter events(fileno(file));
      RunPilot(limits_, work, events);
      std::fclose(file);
    }
    std::string groups;
    for (const Json& event : ParseLines(ReadFile(path).value())) {
      if (event["event"] == "pilot") told_ = event;
      if (event["event"] != "group") continue;
      groups += (groups.empty() ? "" : ", ") + event["part"].get<std::string>() + " " +
                std::to_string(event["steps"].get<int>());
    }
    return groups;
  }

  PilotLimits limits_{.share = 0.2, .at_least = 5, .groups = 3, .seconds = 10, .settle = 0};
  Steps trained_, evaluated_;
  Json told_;
  TestFolder folder_;
};

TEST_F(PilotTest, TheFirstFewStepsThenGroupsThenAPartOfAnEvaluation) {
  EXPECT_EQ(Run(100, 20, 0.01), "train 8, train 4, train 4, train 4, evaluate 1, evaluate 3");
  EXPECT_EQ(trained_, (Steps{{0, 1},
                             {1, 1},
                             {2, 1},
                             {3, 1},
                             {4, 1},
                             {5, 1},
                             {6, 1},
                             {7, 1},
                             {8, 4},
                             {12, 4},
                             {16, 4}}));
  EXPECT_EQ(evaluated_, (Steps{{0, 1}, {1, 3}}));
  EXPECT_EQ(told_["steps"], 100);
  EXPECT_EQ(told_["evaluate_steps"], 20);
  EXPECT_EQ(told_["evaluations"], 3);
}

TEST_F(PilotTest, NoMoreStepsThanThereAre) {
  EXPECT_EQ(Run(1, 0, 0.01), "train 1");
  EXPECT_EQ(told_["evaluations"], 0);
  EXPECT_EQ(Run(4, 1, 0.01), "train 4, evaluate 1");
  EXPECT_EQ(Run(10, 0, 0.01), "train 8, train 1, train 1");
}

TEST_F(PilotTest, SlowStepsStopWhenTheTimeIsOverButNotBeforeTheyTell) {
  limits_.groups = 12;
  EXPECT_EQ(Run(1000, 0, 20), "train 2, train 1, train 1, train 1, train 1");
}

TEST_F(PilotTest, QuickStepsGoOnUntilTheRateHasSettled) {
  limits_.settle = 0.6;
  EXPECT_EQ(Run(1000, 0, 0.01), "train 8, train 64, train 64, train 64")
      << "a fifth of all is more";
  EXPECT_EQ(Run(200, 0, 0.01), "train 8, train 20, train 20, train 20") << "60 steps are 0.6 s";
  EXPECT_EQ(Run(200, 0, 0.001), "train 8, train 40, train 40, train 40") << "120 steps suffice";
  EXPECT_EQ(Run(30, 0, 0.01), "train 8, train 20, train 2") << "there are no more";
  EXPECT_EQ(Run(100, 0, 0.5), "train 8, train 4, train 4, train 4") << "slow enough";
}

}  // namespace
}  // namespace trena

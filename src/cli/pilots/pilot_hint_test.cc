// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_hint.h"

#include <gtest/gtest.h>

#include "cli/talk.h"
#include "cli/test_workspace.h"

namespace trena {
namespace {

class PilotHintTest : public testing::Test {
 protected:
  PilotHintTest() : workspace_(folder_.Open()) { tag_.forecast.together.runs = 4; }

  size_t& From(TimeSource source) {
    return tag_.forecast.together.by_source[static_cast<size_t>(source)];
  }
  void AddPilot(size_t scenario, double seconds) {
    Pilot pilot;
    pilot.key = workspace_->plan.scenarios[scenario].key;
    pilot.pilot_s = seconds;
    pilots_.push_back(pilot);
  }
  std::string Hint() { return PilotHint(*workspace_, pilots_, tag_, "trena plan s.yaml"); }

  StudyFolder folder_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<Pilot> pilots_;
  PriceTag tag_;
};

TEST_F(PilotHintTest, WhereNothingIsKnownFirstStepsTell) {
  From(TimeSource::kNothing) = 4;
  EXPECT_EQ(Hint(), "Their first steps would tell, in a minute: trena plan s.yaml --pilot 60s\n");
  // The half of which nothing is known is reason enough.
  From(TimeSource::kRuns) = From(TimeSource::kNothing) = 2;
  tag_.forecast.together.time = Estimated{40, 30, 50};
  EXPECT_TRUE(Has(Hint(), {"--pilot 60s"}));
  From(TimeSource::kRuns) = 4;
  From(TimeSource::kNothing) = 0;
  EXPECT_EQ(Hint(), "");
}

TEST_F(PilotHintTest, AProgramOfOnesOwnThatTellsNoEpochsHasNone) {
  StudyFolder folder(
      "factors: { batch: [1, 2] }\nfixed: { framework: command }\ncommand: [\"true\", "
      "\"{batch}\"]\n");
  workspace_ = folder.Open();
  From(TimeSource::kNothing) = 6;
  EXPECT_EQ(Hint(), "");
}

// A pilot took 100 s and one scenario is left: twice that, and a fifth, are 240 s.
TEST_F(PilotHintTest, ALongerPilotTellsOfScenariosThatHadNone) {
  AddPilot(0, 100);
  From(TimeSource::kPilot) = From(TimeSource::kNothing) = 2;
  tag_.forecast.together.time = Estimated{40, 30, 50};
  const std::string hint =
      "A longer pilot would tell more, since 1 scenario was not piloted: trena plan s.yaml --pilot "
      "4min\n";
  EXPECT_EQ(Hint(), hint);
  std::swap(From(TimeSource::kModel), From(TimeSource::kNothing));
  EXPECT_EQ(Hint(), hint) << "a model has not seen it";
  AddPilot(1, 100);
  EXPECT_EQ(Hint(), "") << "all were";
}

TEST_F(PilotHintTest, InPortuguese) {
  AddPilot(0, 100);
  From(TimeSource::kPilot) = From(TimeSource::kNothing) = 2;
  TalkIn("pt-BR");
  const std::string hint = Hint();
  pilots_.clear();
  const std::string first = Hint();
  TalkIn("en");
  EXPECT_EQ(hint,
            "Um piloto mais longo diria mais, pois 1 cenário não teve piloto: trena plan s.yaml "
            "--pilot 4min\n");
  EXPECT_EQ(first, "Seus primeiros passos diriam, em um minuto: trena plan s.yaml --pilot 60s\n");
}

// Two scenarios of 10 s take less than the least that is named.
TEST_F(PilotHintTest, ALongerPilotTellsHowSureItIs) {
  AddPilot(0, 10);
  AddPilot(1, 10);
  From(TimeSource::kPilot) = 4;
  tag_.forecast.together.time = Estimated{40, {}, {}};
  EXPECT_EQ(Hint(),
            "A longer pilot, of each twice, would tell how sure that is: trena plan s.yaml --pilot "
            "2min\n");
}

}  // namespace
}  // namespace trena

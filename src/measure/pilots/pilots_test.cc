// SPDX-License-Identifier: Apache-2.0
// Whole rounds of pilots in a folder of their own, with the fake runner.
#include "measure/pilots/pilots.h"

#include <gtest/gtest.h>

#include <map>

#include "configure/testing.h"
#include "measure/machine/machine.h"
#include "measure/pilots/pilot.h"
#include "plan/work_left.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class PilotsTest : public testing::Test {
 protected:
  PilotsTest() : results_(folder_.path() / "test.trena") {
    runners_ = FindRunners({fs::path(TRENA_BUILD_DIR) / "runners"}).value();
    listener_.starting = [this](const PilotState& state) {
      started_.push_back(state.scenario->id);
      EXPECT_EQ(state.longest.value, longest_);
      EXPECT_GE(state.spent.value, 0);
    };
  }

  void Use(const std::string& text) {
    Result<Study> study = ReadStudyText("test.yaml", text);
    ASSERT_TRUE(study.ok()) << study.error().message();
    study_ = study.value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
  }

  Result<PilotsMade> Try(const std::vector<RunRecord>& runs = {}) {
    Installation places;
    places.cache = folder_.path() / "cache";
    Configuration configuration(study_, places, runners_);
    EnvironmentsHere here([](const Environment& environment) { return IsHere(environment); });
    const WorkLeft work = FindWorkLeft(study_, plan_, runs, here, false);
    return MakePilots(
        {&study_, &plan_, &configuration, work.remaining, Seconds{longest_}, "test 1.0"}, runs,
        results_, listener_);
  }
  PilotsMade Make(const std::vector<RunRecord>& runs = {}) {
    Result<PilotsMade> made = Try(runs);
    EXPECT_TRUE(made.ok()) << made.error().message();
    return made.ok() ? made.value() : PilotsMade();
  }

  RunRecord Measured(size_t scenario) const {
    RunRecord run;
    run.key = plan_.scenarios[scenario].key;
    run.scenario = plan_.scenarios[scenario].id;
    run.environment = plan_.scenarios[scenario].environment();
    run.metrics["wall_s"] = 10;
    return run;
  }

  TestFolder folder_;
  ResultsFolder results_;
  std::vector<Runner> runners_;
  Study study_;
  Plan plan_;
  PilotsListener listener_;
  std::vector<std::string> started_;
  double longest_ = 60;
};

// 20,000 images in batches of 10 are 2,000 steps, of which a pilot makes 128: more than 2 %.
constexpr const char* kFake = R"(
factors: { batch: [10, 20], image: [32, 64] }
fixed: { framework: fake, images: 20000, epochs: 1, fake_seconds: 0.2 }
design: { replications: 2, seed: 7 }
)";

TEST_F(PilotsTest, EveryScenarioTwiceWhereThereIsTime) {
  Use(kFake);
  PilotsMade made = Make();
  EXPECT_EQ(made.scenarios, 4u);
  EXPECT_EQ(made.made, 8u) << "two tell how far runs lie apart; more would be over 2 % of a run";
  EXPECT_TRUE(made.problems.empty());
  EXPECT_FALSE(made.interrupted);
  EXPECT_EQ(made.crossed, Limit::kNone);
  EXPECT_GT(made.took.value, 0);
  // C1 shows two levels, its opposite the other two: they come first.
  ASSERT_EQ(started_.size(), 8u);
  EXPECT_EQ(started_[0], "C1");
  EXPECT_EQ(started_[1], "C4");
  std::map<std::string, int> times;
  for (const std::string& id : started_) ++times[id];
  for (const auto& [id, count] : times) EXPECT_EQ(count, 2) << id;
  // They are kept apart from runs.
  EXPECT_EQ(LoadPilots(results_.folder()).pilots.size(), 8u);
  EXPECT_TRUE(results_.Load().value().runs.empty());
}

TEST_F(PilotsTest, ThoseThatAreThereAreNotRepeated) {
  Use(kFake);
  ASSERT_EQ(Make().made, 8u);
  PilotsMade again = Make();
  EXPECT_EQ(again.made, 0u);
  EXPECT_EQ(again.scenarios, 4u) << "they could be piloted, and were";
  EXPECT_EQ(again.took.value, 0);
}

TEST_F(PilotsTest, KnownOnesArePaidForAndTellOnTheirMachineAlone) {
  Use(kFake);
  ASSERT_EQ(Make().made, 8u);
  KnownPilots known = FindPilots(results_.folder());
  EXPECT_EQ(known.all.size(), 8u);
  EXPECT_EQ(known.here.size(), 8u);
  for (const Pilot& pilot : known.all) {
    EXPECT_EQ(pilot.machine, MachineName(ReadMachine()));
    EXPECT_EQ(pilot.environment, kThisMachine);
    EXPECT_TRUE(pilot.number == 1 || pilot.number == 2) << pilot.number;
  }
  // As if one of them had been made elsewhere.
  const fs::path folder = results_.folder() / "pilots" / known.all[0].folder / "pilot.json";
  Pilot elsewhere = known.all[0];
  elsewhere.machine = "another";
  ASSERT_TRUE(WriteFile(folder, Dump(ToJson(elsewhere))).ok());
  known = FindPilots(results_.folder());
  EXPECT_EQ(known.all.size(), 8u);
  EXPECT_EQ(known.here.size(), 7u);
  EXPECT_TRUE(FindPilots(folder_.path() / "nowhere").all.empty());
}

// What runs in turns would like to know before the first of them.
TEST_F(PilotsTest, TheirMemoryIsKept) {
  Use("fixed: { framework: fake, epochs: 1, images: 640, batch: 32, fake_memory: 50e6, "
      "fake_seconds: 1, fake_sleep: true }\n");
  Make();
  const std::vector<Pilot> pilots = FindPilots(results_.folder()).here;
  ASSERT_FALSE(pilots.empty());
  for (const Pilot& pilot : pilots) {
    ASSERT_TRUE(pilot.memory);
    EXPECT_GE(*pilot.memory, 50e6);
    EXPECT_LT(*pilot.memory, 70e6) << "the runner itself has some millions";
  }
}

TEST_F(PilotsTest, OnlyWhatWasNeverMeasuredAndCanRunHere) {
  Use(kFake);
  std::vector<size_t> all = {0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(ScenariosToPilot(study_, plan_, all, {}), (std::vector<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(ScenariosToPilot(study_, plan_, all, {Measured(1)}), (std::vector<size_t>{0, 2, 3}));
  RunRecord failed = Measured(1);
  failed.outcome = Outcome::kFailed;
  EXPECT_EQ(ScenariosToPilot(study_, plan_, all, {failed}).size(), 4u) << "it told nothing";
  // Runs that are not left need no pilot.
  const size_t only = plan_.runs[5].scenario;
  EXPECT_EQ(ScenariosToPilot(study_, plan_, {5}, {}), std::vector<size_t>{only});
  EXPECT_TRUE(ScenariosToPilot(study_, plan_, {}, {}).empty());
}

TEST_F(PilotsTest, ACommandAndAnotherMachineHaveNone) {
  Use("factors: { batch: [1, 2] }\nfixed: { framework: command }\ncommand: [\"true\"]\n");
  EXPECT_EQ(Make().scenarios, 0u);
  Use(std::string(kFake) + "environments: { far: { device: tpu } }\n");
  PilotsMade made = Make();
  EXPECT_EQ(made.scenarios, 0u);
  EXPECT_EQ(made.made, 0u);
  EXPECT_FALSE(fs::exists(results_.folder())) << "nothing is made ready for nothing";
}

// The first is made whatever it takes; the others, as long as it, would end after the time given.
TEST_F(PilotsTest, TheTimeGivenIsForAllTogether) {
  Use(kFake);
  longest_ = 1e-6;
  PilotsMade made = Make();
  EXPECT_EQ(made.made, 1u);
  EXPECT_EQ(made.crossed, Limit::kNone) << "time is no limit of the study";
}

// Nothing tells what the first costs, so it may start; the second is expected to cost as much.
TEST_F(PilotsTest, TheBudgetHoldsForPilotsToo) {
  Use(std::string(kFake) +
      "environments: { here: { device: cpu, price: 3600 USD/h } }\nbudget: 0.0001 USD\n");
  PilotsMade made = Make();
  EXPECT_EQ(made.made, 1u);
  EXPECT_EQ(made.crossed, Limit::kBudget);
  // What was measured before is on the bill too: 10 s at 1 USD/s.
  Use(std::string(kFake) +
      "environments: { here: { device: cpu, price: 3600 USD/h } }\nbudget: 9 USD\n");
  made = Make({Measured(0)});
  EXPECT_EQ(made.made, 0u);
  EXPECT_EQ(made.crossed, Limit::kBudget);
}

TEST_F(PilotsTest, TheDeadlineToo) {
  Use(std::string(kFake) + "deadline: 2020-01-01\n");
  PilotsMade made = Make();
  EXPECT_EQ(made.made, 0u);
  EXPECT_EQ(made.crossed, Limit::kDeadline);
}

TEST_F(PilotsTest, OneThatFailsIsSaidAndNotTriedAgain) {
  Use(R"(
factors: { batch: [10, 20] }
fixed: { framework: fake, images: 20000, fake_outcome: fail }
)");
  PilotsMade made = Make();
  EXPECT_EQ(made.made, 0u);
  EXPECT_EQ(started_.size(), 2u) << "once each";
  ASSERT_EQ(made.problems.size(), 2u);
  EXPECT_EQ(made.problems[0].substr(0, 4), "C1: ");
  EXPECT_TRUE(LoadPilots(results_.folder()).pilots.empty());
}

TEST_F(PilotsTest, NotWhileAnotherMeasures) {
  Use(kFake);
  ASSERT_TRUE(results_.Prepare().ok());
  auto lock = results_.Lock();
  ASSERT_TRUE(lock.ok() && lock.value());
  Result<PilotsMade> made = Try();
  ASSERT_FALSE(made.ok());
  EXPECT_TRUE(Has(made.error().message(), {"another trena measures this study"}));
}

}  // namespace
}  // namespace trena

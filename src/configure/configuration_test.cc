// SPDX-License-Identifier: Apache-2.0
#include "configure/configuration.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "configure/training_json.h"
#include "core/sha256.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class ConfigurationTest : public testing::Test {
 protected:
  ConfigurationTest() {
    program_ = folder_.Write("program", "").string();
    runners_ = {{"libtorch", "1.13", {program_}, {"cpu"}}};
    places_.cache = folder_.path() / "cache";
    places_.trena_data = fs::path(TRENA_BUILD_DIR) / "trena-data";
    places_.networks = {fs::path(TRENA_SOURCE_DIR) / "networks"};
  }

  void Use(const std::string& text) {
    Result<Study> study = ReadStudyText("test.yaml", text);
    ASSERT_TRUE(study.ok()) << study.error().message();
    study_ = study.value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    configuration_.emplace(study_, places_, runners_);
  }
  Status Check() {
    std::vector<const Scenario*> all;
    for (const Scenario& scenario : plan_.scenarios) all.push_back(&scenario);
    return configuration_->Check(all);
  }
  std::string Obstacles() {
    Status status = Check();
    EXPECT_FALSE(status.ok());
    if (status.ok()) return "";
    EXPECT_EQ(status.error().kind(), ErrorKind::kInput);
    return status.error().message();
  }
  RunInputs Prepare(size_t scenario, int replication) {
    auto inputs = configuration_->Prepare(plan_.scenarios[scenario], replication, {});
    EXPECT_TRUE(inputs.ok()) << inputs.error().message();
    return inputs.ok() ? inputs.value() : RunInputs();
  }

  TestFolder folder_;
  std::string program_;
  std::vector<Runner> runners_;
  Installation places_;
  Study study_;
  Plan plan_;
  std::optional<Configuration> configuration_;
};

constexpr const char* kTraining = R"(
factors: { batch: [16, 32] }
fixed: { framework: libtorch, network: lenet, dataset: synthetic, images: 100, epochs: 2 }
design: { replications: 2, seed: 7 }
)";

TEST_F(ConfigurationTest, ARunnerForEveryScenarioIsAllItTakes) {
  Use(kTraining);
  EXPECT_TRUE(Check().ok());
  EXPECT_FALSE(fs::exists(places_.cache)) << "checking touches nothing";
}

TEST_F(ConfigurationTest, AMapWithANameIsWhatItsRunsAreGiven) {
  Use(R"(
fixed:
  framework: libtorch
  network: lenet
  image: 28
  epochs: 3
  batch: 8
  dataset: { name: few, synthetic: { images: 20, classes: 4, channels: 1 } }
)");
  EXPECT_TRUE(Check().ok());
  EXPECT_EQ(configuration_->Iterations(plan_.scenarios[0]), 6) << "20 / 8 twice, three times";
  const RunInputs inputs = Prepare(0, 1);
  const PreparedData data = ReadDataFolder(inputs.data, true).value();
  EXPECT_EQ(data.classes, 4);
  EXPECT_EQ(data.channels, 1);
  EXPECT_EQ(data.train_images, 20);
  EXPECT_EQ(data.test_images, 4);
  EXPECT_TRUE(inputs.synthetic);
  const Json told = TrainingJson(plan_.scenarios[0], inputs, "cpu", 1);
  EXPECT_EQ(told["values"]["dataset"], "few");
  EXPECT_EQ(told["maps"]["dataset"]["name"], "few");
  EXPECT_EQ(told["maps"]["dataset"]["synthetic"]["classes"], 4);
}

TEST_F(ConfigurationTest, AllObstaclesAreNamedAtOnce) {
  runners_.push_back({"mxnet", "1.9.1", {"/no/such/runner"}, {"cpu"}});
  Use(R"(
factors: { framework: [libtorch, libtorch@9.9, mxnet], environment: [small, large] }
fixed: { network: lenet, dataset: synthetic, epochs: 1, batch: 1 }
environments: { small: {}, large: { device: cuda } }
)");
  std::string obstacles = Obstacles();
  EXPECT_TRUE(
      Has(obstacles, {"there is no libtorch 9.9; the nearest is libtorch@1.13 (there are: 1.13)",
                      "the runner of mxnet is missing: /no/such/runner",
                      "the runner of libtorch cannot use device cuda (it can use cpu)"}));
  EXPECT_EQ(std::count(obstacles.begin(), obstacles.end(), '\n'), 2) << "each once: " << obstacles;
}

TEST_F(ConfigurationTest, APrecisionThatARunnerDoesNotComputeIn) {
  const auto only = [&](std::vector<std::string> precisions) {
    runners_[0].precisions = std::move(precisions);
    Use(R"(
factors: { precision: [float32, float16, bfloat16] }
fixed: { framework: libtorch, network: lenet, dataset: synthetic, epochs: 1, batch: 1 }
)");
  };
  only({"float32", "float64", "bfloat16"});
  EXPECT_EQ(Obstacles(),
            "precision float16 is not possible with libtorch: use float32, float64 or bfloat16");
  only({"float32"});
  EXPECT_EQ(Obstacles(),
            "precision bfloat16 is not possible with libtorch: use float32\n"
            "precision float16 is not possible with libtorch: use float32");
  only({"float32", "float16", "bfloat16"});
  EXPECT_TRUE(Check().ok());
  only({});
  EXPECT_TRUE(Check().ok()) << "it does not say";
}

TEST_F(ConfigurationTest, ANetworkThatAFrameworkCannotExpress) {
  constexpr const char* kStudy = R"(
fixed: { framework: libtorch, network: uneven, dataset: synthetic, image: 28, images: 8, epochs: 1, batch: 1 }
)";
  fs::create_directories(folder_.path() / "networks");
  const fs::path network = folder_.Write("networks/uneven.yaml",
                                         "network: uneven\nlayers:\n  - conv: { k: 3, s: 2, p: "
                                         "same, o: 2 }\n  - fc: { o: classes }\n");
  places_.networks.push_back(network.parent_path());
  Use(kStudy);
  EXPECT_TRUE(Check().ok());
  runners_[0].cannot = {"padded_average"};
  Use(kStudy);
  EXPECT_TRUE(Check().ok());
  runners_[0].cannot = {"uneven_padding"};
  Use(kStudy);
  EXPECT_TRUE(
      Has(Obstacles(), {"uneven.yaml:3:5: layer `conv1`: libtorch pads both sides alike: use "
                        "one number for `p`, or [height, width]"}));
}

// 28·28·300 numbers an image: 9,130.4 of them are 2^31 − 1.
TEST_F(ConfigurationTest, ABatchOfMoreNumbersThanAFrameworkCounts) {
  fs::create_directories(folder_.path() / "networks");
  const fs::path network = folder_.Write("networks/wide.yaml",
                                         "network: wide\nlayers:\n  - conv: { k: 1, o: 300 }\n"
                                         "  - global_pool\n  - fc: { o: classes }\n");
  places_.networks.push_back(network.parent_path());
  runners_[0].cannot = {"counts_beyond_int32"};
  const auto with = [&](const std::string& batch) {
    Use("fixed: { framework: libtorch, network: wide, dataset: synthetic, image: 28, epochs: 1, "
        "batch: " +
        batch + " }\n");
    return Check().ok() ? "" : Obstacles();
  };
  EXPECT_EQ(with("9130"), "");
  EXPECT_TRUE(Has(with("9131"), {"wide.yaml:3:5: layer `conv1`: libtorch counts"}));
}

TEST_F(ConfigurationTest, RatesThatAFrameworksSinglePrecisionDoesNotHold) {
  const auto with = [&](const std::string& values) {
    Use("fixed: { framework: libtorch, network: lenet, dataset: synthetic, images: 8, epochs: 1, "
        "batch: 1, " +
        values + " }\n");
    return Check().ok() ? "" : Obstacles();
  };
  EXPECT_EQ(with("learning_rate: 1e-50"), "") << "libtorch does not say that it cannot";
  runners_[0].cannot = {"float64_rates"};
  EXPECT_TRUE(Has(with("learning_rate: 1e-50"),
                  {"learning_rate 1e-50 is less than the single precision of libtorch holds"}));
  EXPECT_TRUE(Has(with("learning_rate: 1e39"), {"learning_rate 1e+39 is more than"}));
  EXPECT_TRUE(Has(with("weight_decay: 1e-40"), {"weight_decay 1e-40 is less"}));
  EXPECT_TRUE(Has(with("learning_rate: { name: slow, policy: poly, base: 1e-50, power: 1 }"),
                  {"learning_rate 1e-50 is less"}));
  EXPECT_EQ(with("learning_rate: 1e-37, weight_decay: 0, momentum: 0.9"), "");
}

TEST_F(ConfigurationTest, AFrameworkIsInstalledFirst) {
  Runner tiny{"tiny", "1.0", {"python", program_}, {"cpu", "cuda"}};
  tiny.recipe.emplace();
  tiny.recipe->lock = folder_.Write("1.0.lock", "locked");
  runners_.push_back(tiny);
  Use(R"(
factors: { framework: [libtorch, tiny], environment: [small, large] }
fixed: { network: lenet, dataset: synthetic, epochs: 1, batch: 1 }
environments: { small: {}, large: { device: cuda } }
exclude: [framework == libtorch and environment == large]
)");
  std::string obstacles = Obstacles();
  EXPECT_TRUE(Has(obstacles, {"tiny 1.0 is not installed; do it with: trena configure test.yaml",
                              "tiny 1.0 is not installed for device cuda"}));
  std::vector<const Scenario*> cpu, all;
  for (const Scenario& scenario : plan_.scenarios) {
    all.push_back(&scenario);
    if (configuration_->DeviceOf(scenario) == "cpu") cpu.push_back(&scenario);
  }
  EXPECT_TRUE(configuration_->CheckBeforeInstall(all).ok());
  ASSERT_EQ(configuration_->Needs(all).size(), 1u) << "libtorch is there as it is";
  EXPECT_TRUE(configuration_->Needs(all)[0].cuda);
  ASSERT_EQ(configuration_->Needs(cpu).size(), 1u);
  EXPECT_FALSE(configuration_->Needs(cpu)[0].cuda);
  EXPECT_EQ(configuration_->Needs(cpu)[0].runner->framework, "tiny");
}

// A plan says what a run would be refused for, and before anything is installed or made.
TEST_F(ConfigurationTest, NetworksAndDataThatAreNotThereAreObstacles) {
  Use("factors: { network: [lenet, nothing], dataset: [synthetic, imagenet] }\n"
      "fixed: { framework: libtorch, epochs: 1, batch: 200, images: 100 }\n");
  std::vector<const Scenario*> all;
  for (const Scenario& scenario : plan_.scenarios) all.push_back(&scenario);
  const std::vector<std::string> obstacles = configuration_->Obstacles(all);
  ASSERT_EQ(obstacles.size(), 3u) << "each once, in the order of the alphabet";
  EXPECT_EQ(obstacles[0], "batch 200 is larger than the 100 images it trains on");
  EXPECT_TRUE(Has(obstacles[1], {"unknown data set `imagenet` (there are: "}));
  EXPECT_TRUE(Has(obstacles[2], {"unknown network `nothing` (there are: "}));
  EXPECT_EQ(Obstacles(), obstacles[0] + "\n" + obstacles[1] + "\n" + obstacles[2]);
  EXPECT_FALSE(fs::exists(places_.cache));
}

// Relative paths are the study's, which is read from the folder of the test.
TEST_F(ConfigurationTest, AProgramThatCannotBeStartedIsAnObstacle) {
  const auto obstacle = [&](const std::string& program) {
    Use("fixed: { framework: command }\ncommand: [\"" + program + "\", \"{scenario}\"]\n");
    return configuration_->Obstacles({&plan_.scenarios[0]});
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(obstacle("no-such-program-anywhere"),
            Lines{"cannot start no-such-program-anywhere: No such file or directory"});
  EXPECT_EQ(Obstacles(), "cannot start no-such-program-anywhere: No such file or directory");
  EXPECT_EQ(obstacle("./no-such-program"),
            Lines{"cannot start ./no-such-program: No such file or directory"});
  EXPECT_EQ(obstacle(program_), Lines{"cannot start " + program_ + ": Permission denied"});
  fs::permissions(program_, fs::perms::owner_all);
  EXPECT_EQ(obstacle(program_), Lines{});
  EXPECT_EQ(obstacle("sh"), Lines{});
  EXPECT_EQ(obstacle("train-{device}"), Lines{}) << "its name is a run's";
}

class RunnersOfTest : public testing::Test {
 protected:
  void Write(const std::string& folder, const std::string& framework) const {
    const fs::path path = folder_.path() / folder / framework;
    fs::create_directories(path);
    ASSERT_TRUE(WriteFile(path / "runner.yaml",
                          "framework: " + framework + "\nversion: 1.0\ncommand: [run]\n")
                    .ok());
  }
  Result<std::vector<Runner>> Find() const {
    Installation places;
    places.runners = {folder_.path() / "beside", folder_.path() / "own"};
    return RunnersOf(places);
  }

  TestFolder folder_;
};

TEST_F(RunnersOfTest, WhoseARunnerIsIsKnown) {
  Write("beside", "mine");
  Write("own", "fake");
  const std::vector<Runner> runners = Find().value();
  ASSERT_EQ(runners.size(), 2u);
  EXPECT_EQ(runners[0].framework, "mine");
  EXPECT_EQ(runners[0].kind, RunnerKind::kStudy);
  EXPECT_EQ(runners[1].kind, RunnerKind::kTrena);
}

TEST_F(RunnersOfTest, ANameOfTrenasOwnIsRefused) {
  Write("beside", "fake");
  Write("own", "fake");
  const auto runners = Find();
  ASSERT_FALSE(runners.ok());
  EXPECT_TRUE(Has(runners.error().message(), {"beside/fake/runner.yaml: trena has a `fake` of its "
                                              "own",
                                              "`framework: my_fake`"}));
  fs::remove_all(folder_.path() / "beside");
  fs::create_directory_symlink(folder_.path() / "own", folder_.path() / "beside");
  EXPECT_EQ(Find().value().size(), 1u) << "a link to the very same replaces nothing";
}

TEST_F(RunnersOfTest, ItsHashIsOfItsFiles) {
  Write("beside", "mine");
  const fs::path folder = folder_.path() / "beside/mine";
  ASSERT_TRUE(WriteFile(folder / "run", "one").ok());
  const std::string first = Sha256OfRunner(Find().value()[0]);
  EXPECT_EQ(first.size(), 64u);
  ASSERT_TRUE(WriteFile(folder / "run", "two").ok());
  const std::string second = Sha256OfRunner(Find().value()[0]);
  EXPECT_NE(first, second) << "its program";
  ASSERT_TRUE(WriteFile(folder / "runner.yaml",
                        "framework: mine\nversion: 1.0\ncommand: [run]\ndevices: [cpu]\n")
                  .ok());
  EXPECT_NE(Sha256OfRunner(Find().value()[0]), second) << "its runner.yaml";
}

TEST_F(ConfigurationTest, ACommandNeedsNoRunner) {
  runners_.clear();
  Use("factors: { network: [a, b] }\nfixed: { framework: command, dataset: mine }\n"
      "command: [sh]\ndesign: { seed: 3 }\n");
  EXPECT_TRUE(Check().ok());
  RunInputs inputs = Prepare(0, 2);
  EXPECT_EQ(inputs.runner, nullptr);
  EXPECT_EQ(inputs.seed, 5u);
  EXPECT_TRUE(inputs.network.empty());
  EXPECT_TRUE(inputs.data.empty());
  EXPECT_FALSE(fs::exists(places_.cache));
}

TEST_F(ConfigurationTest, WhatARunNeedsIsMade) {
  Use(kTraining);
  RunInputs inputs = Prepare(0, 1);
  ASSERT_NE(inputs.runner, nullptr);
  EXPECT_EQ(inputs.runner->command[0], program_);
  EXPECT_EQ(inputs.seed, 8u) << "replication k uses seed + k (docs/run-folder.md)";
  EXPECT_TRUE(inputs.synthetic);
  for (auto [name, path] : {std::pair("network", inputs.network),
                            {"order", inputs.order},
                            {"weights", inputs.weights},
                            {"data", inputs.data / "data.json"}}) {
    EXPECT_EQ(inputs.checksums[name], Sha256OfFile(path).value()) << name;
  }
}

// ⌊100 ÷ 16⌋ · 2 = 12 steps.
TEST_F(ConfigurationTest, ALearningRateThatEndsBeforeTheTrainingIsAnObstacle) {
  const std::string study =
      "factors: { batch: [16, 32] }\n"
      "fixed: { framework: libtorch, network: lenet, dataset: synthetic, images: 100, epochs: 2,\n"
      "  learning_rate: { name: p, policy: poly, base: 0.1, power: 2, max_iter: ";
  Use(study + "12 } }\n");
  EXPECT_TRUE(Check().ok());
  const Json told = TrainingJson(plan_.scenarios[0], Prepare(0, 1), "cpu", 1);
  EXPECT_EQ(Dump(told["learning_rate"]),
            R"({"name":"p","policy":"poly","base":0.1,"power":2,"max_iter":12})");
  Use(study + "11 } }\n");
  EXPECT_TRUE(Has(Obstacles(), {"test.yaml:3:74: the learning rate comes to 0 after 11 steps, but "
                                "12 are trained",
                                "leave `max_iter` out"}));
}

TEST_F(ConfigurationTest, ScenariosOfAReplicationStartAlikeAndReplicationsDoNot) {
  Use(kTraining);
  RunInputs one = Prepare(0, 1), other_batch = Prepare(1, 1), other_replication = Prepare(0, 2);
  EXPECT_EQ(one.checksums, other_batch.checksums);
  EXPECT_EQ(one.weights, other_batch.weights);
  EXPECT_EQ(one.network, other_replication.network);
  EXPECT_EQ(one.data, other_replication.data);
  EXPECT_NE(one.checksums["order"], other_replication.checksums["order"]);
  EXPECT_NE(one.checksums["weights"], other_replication.checksums["weights"]);
}

// A study whose epochs change is not proven equal anew: the same files give the same key.
TEST_F(ConfigurationTest, WhatIsVerifiedDoesNotDependOnTheEpochs) {
  auto verified = [&](const std::string& study) {
    Use(study.c_str());
    auto inputs = configuration_->PrepareVerification(plan_.scenarios[0], {});
    EXPECT_TRUE(inputs.ok()) << inputs.error().message();
    return inputs.value();
  };
  std::string more = kTraining;
  const size_t at = more.find("epochs: ");
  ASSERT_NE(at, std::string::npos);
  more.replace(at, 9, "epochs: 7");
  const RunInputs few = verified(kTraining), many = verified(more);
  EXPECT_EQ(few.order, many.order);
  EXPECT_EQ(few.checksums, many.checksums);
  EXPECT_NE(Prepare(0, 1).order, few.order) << "a run has all of them";
}

TEST_F(ConfigurationTest, TheSecondTimeNothingIsMade) {
  Use(kTraining);
  RunInputs first = Prepare(0, 1);
  std::vector<std::string> told;
  places_.trena_data = "no-such-program";
  Use(kTraining);
  auto progress = [&](const std::string& what, int64_t, int64_t) { told.push_back(what); };
  auto again = configuration_->Prepare(plan_.scenarios[0], 1, progress);
  ASSERT_TRUE(again.ok()) << again.error().message();
  EXPECT_EQ(again.value().checksums, first.checksums);
  EXPECT_TRUE(told.empty());
}

TEST_F(ConfigurationTest, NothingIsPreparedTwiceByOneConfiguration) {
  Use(kTraining);
  RunInputs first = Prepare(0, 1), second = Prepare(1, 2);
  auto verified = configuration_->PrepareVerification(plan_.scenarios[0], {});
  ASSERT_TRUE(verified.ok());
  // Whoever looked for it again would have to make it again.
  fs::remove_all(places_.cache);
  for (const auto& [before, again] :
       {std::pair(first, Prepare(0, 1)), {second, Prepare(1, 2)}, {first, Prepare(1, 1)}}) {
    EXPECT_EQ(again.checksums, before.checksums);
    EXPECT_EQ(again.data, before.data);
    EXPECT_EQ(again.network, before.network);
    EXPECT_EQ(again.order, before.order);
    EXPECT_EQ(again.weights, before.weights);
    EXPECT_EQ(again.seed, before.seed);
  }
  EXPECT_EQ(configuration_->PrepareVerification(plan_.scenarios[0], {}).value().weights,
            verified.value().weights);
  EXPECT_FALSE(fs::exists(places_.cache));
}

TEST_F(ConfigurationTest, WhatDiffersIsMadeApart) {
  Use("factors: { epochs: [1, 2], image: [28, 32] }\nfixed: { framework: libtorch, network: lenet, "
      "dataset: synthetic, images: 10, batch: 1 }\ndesign: { order: listed }\n");
  ASSERT_EQ(plan_.scenarios.size(), 4u) << "C1 and C2 have an epoch";
  RunInputs small = Prepare(0, 1), large = Prepare(1, 1), longer = Prepare(2, 1);
  EXPECT_NE(small.network, large.network) << "another image";
  EXPECT_NE(small.weights, large.weights);
  EXPECT_EQ(small.order, large.order);
  EXPECT_NE(small.order, longer.order) << "more epochs";
  EXPECT_EQ(small.network, longer.network);
  EXPECT_EQ(small.weights, longer.weights);
  auto verified = configuration_->PrepareVerification(plan_.scenarios[0], {});
  ASSERT_TRUE(verified.ok());
  EXPECT_NE(verified.value().weights, small.weights) << "random biases";
  EXPECT_EQ(verified.value().order, small.order);
}

TEST_F(ConfigurationTest, ABatchLargerThanTheImagesIsRefused) {
  Use("factors: { batch: [100, 101] }\nfixed: { framework: libtorch, network: lenet, "
      "dataset: synthetic, images: 100, epochs: 1 }\n");
  EXPECT_TRUE(configuration_->Prepare(plan_.scenarios[0], 1, {}).ok());
  auto inputs = configuration_->Prepare(plan_.scenarios[1], 1, {});
  ASSERT_FALSE(inputs.ok());
  EXPECT_EQ(inputs.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(inputs.error().message(), {"C2", "batch 101", "100 images"}));
}

TEST_F(ConfigurationTest, ANetworkThatIsNotThereIsTheUsersToMend) {
  Use("fixed: { framework: libtorch, network: nonesuch, dataset: synthetic, images: 10, epochs: 1, "
      "batch: 1 }\n");
  auto inputs = configuration_->Prepare(plan_.scenarios[0], 1, {});
  ASSERT_FALSE(inputs.ok());
  EXPECT_EQ(inputs.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(inputs.error().message(), {"nonesuch"}));
}

TEST(Installation, TheStudysOwnNetworksComeFirst) {
  Installation here = Installation::Here("studies/first.yaml");
  ASSERT_FALSE(here.networks.empty());
  EXPECT_EQ(here.networks[0], fs::path("studies/networks"));
  EXPECT_EQ(Installation::Here("first.yaml").networks[0], fs::path("./networks"));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "runner_common/scenario.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

Json Smallest() { return {{"protocol", 1}, {"mode", "train"}}; }

TEST(Scenario, ReadsEveryField) {
  Json json = {{"protocol", 1},       {"mode", "verify"},       {"network", "n.json"},
               {"data", "d"},         {"order", "o.npy"},       {"weights", "w.npz"},
               {"epochs", 2},         {"batch", 64.0},          {"threads", 3},
               {"device", "cuda"},    {"precision", "float64"}, {"optimizer", "adam"},
               {"momentum", 0.5},     {"learning_rate", 0.1},   {"weight_decay", 1e-4},
               {"seed", 8},           {"detail", "step"},       {"output", "out"},
               {"values", {{"x", 1}}}};
  Result<Scenario> read = ParseScenario(json);
  ASSERT_TRUE(read.ok()) << read.error().message();
  const Scenario& scenario = read.value();
  EXPECT_EQ(scenario.mode, Mode::kVerify);
  EXPECT_EQ(scenario.network, "n.json");
  EXPECT_EQ(scenario.data, "d");
  EXPECT_EQ(scenario.order, "o.npy");
  EXPECT_EQ(scenario.weights, "w.npz");
  EXPECT_EQ(scenario.output, "out");
  EXPECT_EQ(scenario.epochs, 2);
  EXPECT_EQ(scenario.batch, 64);
  EXPECT_EQ(scenario.threads, 3);
  EXPECT_EQ(scenario.device, "cuda");
  EXPECT_EQ(scenario.precision, "float64");
  EXPECT_EQ(scenario.optimizer, "adam");
  EXPECT_EQ(scenario.momentum, 0.5);
  EXPECT_EQ(scenario.learning_rate, 0.1);
  EXPECT_EQ(scenario.weight_decay, 1e-4);
  EXPECT_EQ(scenario.seed, 8);
  EXPECT_TRUE(scenario.every_step);
  EXPECT_EQ(scenario.values["x"], 1);
}

TEST(Scenario, TheRestHasDefaults) {
  Result<Scenario> read = ParseScenario(Smallest());
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read.value().threads.has_value());
  EXPECT_FALSE(read.value().every_step);
  EXPECT_FALSE(Need(read.value().network, "network").ok());
}

TEST(Scenario, WrongFieldsAreNamed) {
  const std::vector<std::pair<std::string, Json>> wrong = {
      {"protocol", 2}, {"mode", "dance"},      {"mode", nullptr}, {"epochs", 0},
      {"epochs", 1.5}, {"batch", "64"},        {"batch", -1},     {"threads", 0},
      {"seed", -1},    {"learning_rate", "a"}, {"momentum", -1},  {"detail", "none"},
      {"values", {1}}, {"network", 3},         {"seed", 1e300},   {"device", 1},
  };
  for (const auto& [field, value] : wrong) {
    Json json = Smallest();
    json[field] = value;
    Result<Scenario> read = ParseScenario(json);
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
    EXPECT_NE(read.error().message().find("`" + field + "`"), std::string::npos)
        << read.error().message();
  }
}

TEST(Scenario, NoObjectOrNoFileIsAnInputError) {
  EXPECT_FALSE(ParseScenario(Json::array()).ok());
  Result<Scenario> read = ReadScenario("no/such/scenario.json");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
}

}  // namespace
}  // namespace trena

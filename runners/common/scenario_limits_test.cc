// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "runner_common/network.h"
#include "runner_common/scenario.h"

namespace trena {
namespace {

std::string ScenarioComplaint(const std::string& field, const Json& value) {
  Json json = {{"protocol", 1}, {"mode", "train"}};
  json[field] = value;
  Result<Scenario> read = ParseScenario(json);
  return read.ok() ? "" : read.error().message();
}

TEST(ScenarioLimits, WholeNumbersAtTheirLimits) {
  for (const char* field : {"epochs", "batch", "threads"}) {
    EXPECT_EQ(ScenarioComplaint(field, 1), "") << field;
    EXPECT_EQ(ScenarioComplaint(field, 0),
              std::string("`") + field + "` must be a whole number of at least 1");
  }
  EXPECT_EQ(ScenarioComplaint("seed", 0), "");
  EXPECT_EQ(ScenarioComplaint("seed", int64_t{1} << 53), "") << "the largest that JSON carries";
  EXPECT_NE(ScenarioComplaint("seed", (int64_t{1} << 53) + 2), "");
  EXPECT_EQ(ScenarioComplaint("threads", 2147483647), "");
  EXPECT_EQ(ScenarioComplaint("threads", 2147483648), "`threads` must be a sensible number");
}

TEST(ScenarioLimits, RatesAreNotNegative) {
  for (const char* field : {"learning_rate", "momentum", "weight_decay"}) {
    EXPECT_EQ(ScenarioComplaint(field, 0), "") << field;
    EXPECT_EQ(ScenarioComplaint(field, 1e-300), "") << field;
    EXPECT_EQ(ScenarioComplaint(field, -1e-300),
              std::string("`") + field + "` must be a number of at least 0");
  }
}

TEST(ScenarioLimits, PathsHoldNoNulByte) {
  EXPECT_EQ(ScenarioComplaint("data", std::string("a\0b", 3)), "`data` must be a path");
  EXPECT_EQ(ScenarioComplaint("data", ""), "");
}

TEST(ScenarioLimits, EveryModeAndNoOther) {
  for (auto [word, mode] : {std::pair("train", Mode::kTrain),
                            {"verify", Mode::kVerify},
                            {"probe", Mode::kProbe},
                            {"pilot", Mode::kPilot}}) {
    EXPECT_EQ(ParseScenario({{"protocol", 1}, {"mode", word}}).value().mode, mode) << word;
  }
  for (const char* word : {"", "Train", "training"}) {
    EXPECT_EQ(ScenarioComplaint("mode", word), "`mode` must be train, verify, probe or pilot");
  }
}

TEST(ScenarioLimits, ThePilotsOwnLimits) {
  Json json = {{"protocol", 1}, {"mode", "pilot"}};
  json["pilot"] = {{"share", 0.5},   {"at_least", 3}, {"groups", 2},
                   {"seconds", 1.5}, {"settle", 0},   {"settle_steps", 9}};
  PilotLimits limits = ParseScenario(json).value().pilot;
  EXPECT_EQ(limits.share, 0.5);
  EXPECT_EQ(limits.at_least, 3);
  EXPECT_EQ(limits.groups, 2);
  EXPECT_EQ(limits.seconds, 1.5);
  EXPECT_EQ(limits.settle, 0);
  EXPECT_EQ(limits.settle_steps, 9);
  for (const char* field : {"at_least", "groups", "settle_steps"}) {
    Json bad = json;
    bad["pilot"][field] = 0;
    EXPECT_FALSE(ParseScenario(bad).ok()) << field;
  }
  EXPECT_EQ(ScenarioComplaint("pilot", 3), "`pilot` must be an object");
}

TEST(ScenarioLimits, NullIsAsIfItWereNotThere) {
  for (const char* field : {"epochs", "batch", "threads", "device", "values", "pilot", "network"}) {
    EXPECT_EQ(ScenarioComplaint(field, nullptr), "") << field;
  }
}

TEST(ScenarioLimits, AFilesNameIsInItsError) {
  ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "scenario-").value());
  const fs::path path = folder.path() / "scenario.json";
  for (const char* text : {"", "{", "[]", R"({"protocol": 2, "mode": "train"})"}) {
    ASSERT_TRUE(WriteFile(path, text).ok());
    Result<Scenario> read = ReadScenario(path);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput) << text;
    EXPECT_NE(read.error().message().find("scenario.json"), std::string::npos) << text;
  }
  ASSERT_TRUE(WriteFile(path, R"({"protocol": 1, "mode": "train"})").ok());
  EXPECT_TRUE(ReadScenario(path).ok());
}

// One fully connected layer over `input`, giving `classes`.
Json OneLayer(const Json& input, int64_t classes, int64_t elements) {
  return {{"format", 1},
          {"network", "one"},
          {"input", input},
          {"classes", classes},
          {"parameters", classes * elements},
          {"layers",
           {{{"name", "fc1"},
             {"type", "fc"},
             {"inputs", {"input"}},
             {"in", {input}},
             {"out", {classes}},
             {"weights", {{"fc1.weight", {classes, elements}}}}}}}};
}

TEST(NetworkLimits, SizesAtTheirLimits) {
  EXPECT_TRUE(ParseNetwork(OneLayer({1, 1, 1}, 1, 1)).ok());
  EXPECT_FALSE(ParseNetwork(OneLayer({0, 1, 1}, 1, 1)).ok());
  EXPECT_FALSE(ParseNetwork(OneLayer({1, 1}, 1, 1)).ok());
  EXPECT_FALSE(ParseNetwork(OneLayer({1, 1, 1, 1}, 1, 1)).ok());
  const int64_t most = int64_t{1} << 31;
  EXPECT_TRUE(ParseNetwork(OneLayer({1, 1, most}, 1, 1)).ok());
  EXPECT_FALSE(ParseNetwork(OneLayer({1, 1, most + 1}, 1, 1)).ok());
}

TEST(NetworkLimits, TwoToTheFortyNumbersAreTheMost) {
  // 2^31 · 2^9 = 2^40, and one row more.
  EXPECT_TRUE(ParseNetwork(OneLayer({1, 1, 1}, 512, int64_t{1} << 31)).ok());
  EXPECT_FALSE(ParseNetwork(OneLayer({1, 1, 1}, 513, int64_t{1} << 31)).ok());
}

TEST(NetworkLimits, ALayerIsWhatItsTypeSays) {
  auto complaint = [](const char* path, const Json& value) {
    Json json = OneLayer({1, 2, 2}, 3, 4);
    json[Json::json_pointer(path)] = value;
    Result<Network> network = ParseNetwork(json);
    return network.ok() ? "" : network.error().message();
  };
  EXPECT_EQ(complaint("/network", "other"), "");
  EXPECT_EQ(complaint("/layers/0/type", "dense"), "layer fc1: unknown type dense");
  EXPECT_EQ(complaint("/layers/0/name", ""), "layer : `name` is missing");
  EXPECT_EQ(complaint("/layers/0/inputs", "input"), "layer fc1: `inputs` must be a list");
  EXPECT_EQ(complaint("/layers/0/inputs", {3}), "layer fc1: `inputs` must be names");
  EXPECT_EQ(complaint("/layers/0/in", Json::array()),
            "layer fc1: `in` must have one shape per input");
  EXPECT_EQ(complaint("/layers/0/weights", 3), "layer fc1: `weights` must be an object");
  EXPECT_EQ(complaint("/layers/0/s", 0), "layer fc1: `s` must be a whole number of at least 1");
  EXPECT_EQ(complaint("/layers/0/p", -1), "layer fc1: `p` must be a whole number of at least 0");
  EXPECT_EQ(complaint("/layers/0/rate", -0.1), "layer fc1: `rate` must be in [0, 1)");
  EXPECT_EQ(complaint("/layers/0/rate", 0.99), "");
  EXPECT_EQ(complaint("/parameters", 11), "`parameters` is 11 but the weights have 12");
  EXPECT_EQ(complaint("/classes", 0), "`classes` must be a whole number of at least 1");
  EXPECT_EQ(complaint("/classes", 2), "the last layer gives [3], not one number per class");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_files.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/sha256.h"
#include "study/scenario.h"
#include "study/study_reader.h"

namespace trena {
namespace {

constexpr const char* kSolverText =
    "type: \"Adam\" base_lr: 0.002 lr_policy: \"inv\" gamma: 0.0001 power: 0.75 momentum: 0.9 "
    "weight_decay: 0.0005";

class CaffeFiles : public testing::Test {
 protected:
  Study Read(const std::string& rest, const std::vector<std::string>& parameters = {}) const {
    folder_.Write("s.yaml",
                  "fixed: { framework: libtorch, dataset: mnist, epochs: 1, batch: 8" + rest);
    return ReadStudy((folder_.path() / "s.yaml").string(), {parameters, std::nullopt}).value();
  }
  Study Added(const std::string& rest, const std::vector<std::string>& parameters = {}) const {
    Study study = Read(rest, parameters);
    const Status added = AddCaffeFiles({folder_.path() / "networks"}, study);
    EXPECT_TRUE(added.ok()) << added.error().message();
    return study;
  }
  std::string Fixed(const Study& study, const std::string& name) const {
    return Find(study.fixed, name)->ToString();
  }
  std::string Key(const Study& study) const {
    return MakeScenario(study, "C1", {}, {}).value().key;
  }

  TestFolder folder_;
};

TEST_F(CaffeFiles, WhatANetworkSaysEntersTheKey) {
  const std::string rest = ", network: own.prototxt }\n";
  folder_.Write("own.prototxt", "layer { }");
  const Study study = Added(rest);
  EXPECT_EQ(FindMap(study.maps, "network", "own.prototxt")->sha256, Sha256("layer { }"));
  const std::string key = Key(study);
  EXPECT_EQ(Key(Added(rest)), key);
  folder_.Write("own.prototxt", "layer { } ");
  EXPECT_NE(Key(Added(rest)), key);
}

TEST_F(CaffeFiles, IsBesideTheStudyOrInItsNetworks) {
  const std::vector<fs::path> folders = {folder_.path() / "networks", folder_.path() / "more"};
  EXPECT_EQ(FindPrototxt("own.prototxt", folders).error().message(),
            "there is no own.prototxt beside the study or in its networks/");
  ASSERT_TRUE(MakeFolder(folders[1]).ok());
  folder_.Write("more/own.prototxt", "");
  EXPECT_EQ(FindPrototxt("own.prototxt", folders).value(), folders[1] / "own.prototxt");
  folder_.Write("own.prototxt", "");
  EXPECT_EQ(FindPrototxt("own.prototxt", folders).value(), folder_.path() / "own.prototxt");
  EXPECT_TRUE(Added(", network: none.prototxt }\n").maps.empty()) << "said when it is planned";
}

TEST_F(CaffeFiles, ASolverGivesWhatTheStudyDoesNotSay) {
  folder_.Write("adam.prototxt", kSolverText);
  const Study study = Added(", network: lenet }\nsolver: adam.prototxt\n");
  EXPECT_EQ(Fixed(study, "optimizer"), "adam");
  EXPECT_EQ(Fixed(study, "weight_decay"), "0.0005");
  EXPECT_EQ(Fixed(study, "learning_rate"), "adam") << "a map that is named after the file";
  EXPECT_EQ(Dump(FindMap(study.maps, "learning_rate", "adam")->content),
            R"({"policy":"inv","base":0.002,"gamma":0.0001,"power":0.75})");
  const Study own =
      Added(", network: lenet, learning_rate: 0.5, weight_decay: 0 }\nsolver: adam.prototxt\n");
  EXPECT_EQ(Fixed(own, "learning_rate"), "0.5");
  EXPECT_EQ(Fixed(own, "weight_decay"), "0");
  EXPECT_EQ(Fixed(own, "optimizer"), "adam");
  EXPECT_TRUE(own.maps.empty());
  const Study factor =
      Added(", network: lenet }\nfactors: { learning_rate: [0.1, 0.2] }\nsolver: adam.prototxt\n");
  EXPECT_EQ(Find(factor.fixed, "learning_rate"), nullptr);
  const Study overridden = Added(", network: lenet }\nsolver: adam.prototxt\n", {"optimizer=sgd"});
  EXPECT_EQ(Fixed(overridden, "optimizer"), "sgd") << "-P is said, too";
}

TEST_F(CaffeFiles, ASolverThatCannotBeReadIsShown) {
  Study study = Read(", network: lenet }\nsolver: none.prototxt\n");
  EXPECT_TRUE(Has(AddCaffeFiles({}, study).error().message(),
                  {"s.yaml:2:9: there is no none.prototxt beside the study"}));
  folder_.Write("bad.prototxt", "type: \"Ada\"");
  study = Read(", network: lenet }\nsolver: bad.prototxt\n");
  EXPECT_TRUE(Has(AddCaffeFiles({}, study).error().message(),
                  {"bad.prototxt:1:7: the solver `Ada` has no counterpart here"}));
}

}  // namespace
}  // namespace trena

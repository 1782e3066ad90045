// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_dataset.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "configure/testing.h"
#include "study/scenario.h"
#include "study/study_reader.h"

namespace trena {
namespace {

Result<Dataset> Generated(const Json& said) {
  return OwnDataset({{"name", "mine"}, {"synthetic", said}});
}

TEST(OwnDatasetTest, GeneratedImagesAreAsManyAsAskedFor) {
  const Dataset dataset = Generated({{"images", 512}, {"classes", 100}, {"channels", 1}}).value();
  EXPECT_EQ(dataset.kind, SourceKind::kGenerated);
  EXPECT_EQ(dataset.classes, 100);
  EXPECT_EQ(dataset.channels, 1);
  EXPECT_EQ(dataset.train.count, 512);
  EXPECT_EQ(dataset.test.count, 103) << "a fifth, rounded up";
  EXPECT_EQ(Generated({{"images", 512}, {"classes", 100}}).value().channels, 3);
}

TEST(OwnDatasetTest, ItsFolderIsNamedByNameAndContent) {
  const Dataset one = Generated({{"images", 512}, {"classes", 10}}).value();
  const Dataset other = Generated({{"images", 512}, {"classes", 11}}).value();
  const DataRequest request{"mine", 32, 64, false, one};
  EXPECT_EQ(CheckRequest(request).value(), &*request.own);
  EXPECT_EQ(ItemName(one, request), "mine-" + one.content.substr(0, 12) + "-32-64");
  EXPECT_NE(ItemName(one, request), ItemName(other, request));
}

TEST(OwnDatasetTest, WhatMakesNoDataSetIsRefused) {
  const auto refusal = [](const Json& said) { return Generated(said).error().message(); };
  EXPECT_TRUE(Has(refusal({{"images", 9}, {"classes", 1}}),
                  {"mine has 1 class: a network learns to tell 2 or more apart"}));
  EXPECT_TRUE(Has(refusal({{"images", 9}, {"classes", 2}, {"channels", 5}}),
                  {"mine has 5 channels: an image has 1 to 4"}));
  EXPECT_TRUE(Has(refusal(nullptr), {"mine has no images"}));
  const DataRequest too_many{"mine", 32, 513, false,
                             Generated({{"images", 512}, {"classes", 2}}).value()};
  EXPECT_TRUE(Has(CheckRequest(too_many).error().message(),
                  {"images 513 of mine: it has 1 to 512 training images to take"}));
}

class LookAtFilesTest : public testing::Test {
 protected:
  LookAtFilesTest() {
    for (const char* name : {"pets/cat/1.jpg", "pets/cat/2.jpg", "pets/dog/3.jpg"}) {
      fs::create_directories((folder_.path() / name).parent_path());
      folder_.Write(name, name);
    }
  }
  Study Look(const std::string& datasets, const Json& kept = Json::object(),
             const std::vector<std::string>& parameters = {}) const {
    const fs::path path = folder_.Write(
        "s.yaml", "fixed: { framework: fake }\nfactors: { dataset: [" + datasets + "] }\n");
    Study study = ReadStudy(path, {parameters, {}}).value();
    LookAtFiles(study, cache_.path(), kept, {});
    return study;
  }

  TestFolder folder_, cache_;
};

TEST_F(LookAtFilesTest, RelativePathsAreTheStudys) {
  const Study study = Look("{ name: pets, folder: pets }");
  const NamedMap& map = study.maps.at(0);
  EXPECT_EQ(map.problem, "");
  ASSERT_EQ(map.sha256.size(), 64u);
  const Json description = DescribeOwn(study, map, cache_.path()).value();
  const Dataset dataset = OwnDataset(description).value();
  EXPECT_EQ(dataset.name, "pets");
  EXPECT_EQ(dataset.classes, 2);
  EXPECT_EQ(dataset.channels, 3);
  EXPECT_EQ(dataset.train.count, 3);
  EXPECT_EQ(dataset.test.count, 0);
  EXPECT_EQ(dataset.content, map.sha256);
  // The same by a full path has the same key.
  const Study other =
      Look(fmt::format("{{ name: pets, folder: {} }}", (folder_.path() / "pets").string()));
  const auto key = [](const Study& of) {
    return MakeScenario(of, "C1", {{"dataset", "pets"}}, {}).value().key;
  };
  EXPECT_EQ(key(study), key(other));
  folder_.Write("pets/dog/3.jpg", "another");
  EXPECT_NE(key(Look("{ name: pets, folder: pets }")), key(study));
}

TEST_F(LookAtFilesTest, WhatIsMissingIsSaidAtItsLineAndKnownByWhatWasKept) {
  const std::string sum(64, 'a');
  const Study study = Look("{ name: pets, folder: gone }", {{"dataset", {{"pets", sum}}}});
  EXPECT_EQ(study.maps.at(0).sha256, sum);
  const Result<Json> description = DescribeOwn(study, study.maps.at(0), cache_.path());
  ASSERT_FALSE(description.ok());
  EXPECT_TRUE(Has(description.error().message(), {"s.yaml:2:22: there is no folder ", "/gone"}));
  EXPECT_EQ(Look("{ name: pets, folder: gone }").maps.at(0).sha256, "");
}

TEST_F(LookAtFilesTest, OnlyWhatIsUsedIsLookedAt) {
  const Study study =
      Look("mnist, { name: pets, folder: pets }", Json::object(), {"dataset=mnist"});
  EXPECT_EQ(study.maps.at(0).sha256, "");
  EXPECT_EQ(study.maps.at(0).problem, "");
}

}  // namespace
}  // namespace trena

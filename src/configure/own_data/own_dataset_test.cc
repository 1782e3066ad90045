// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_dataset.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

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

}  // namespace
}  // namespace trena

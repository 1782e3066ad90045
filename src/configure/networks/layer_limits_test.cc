// SPDX-License-Identifier: Apache-2.0
// What a framework says it cannot, at the first layer that asks for it.
#include "configure/networks/layer_limits.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// Layers on line 3 and below, of images of 3×224×224.
std::string LimitComplaint(const std::string& layers, const std::string& cannot,
                           int64_t batch = 1) {
  TestFolder folder;
  const fs::path path = folder.Write("n.yaml", "network: n\nlayers:\n" + layers);
  const ResolvedNetwork network = Resolve(ReadNetwork(path).value(), {3, 224, 224}, 10).value();
  const Status possible = CheckLimits(network, "caffe", {cannot}, batch);
  if (possible.ok()) return "";
  EXPECT_EQ(possible.error().kind(), ErrorKind::kInput);
  return possible.error().message();
}

constexpr const char* kCounts = "counts_beyond_int32";
constexpr const char* kLast = "  - global_pool\n  - fc: { o: classes }\n";

// 224·224·100 = 5,017,600 numbers an image; 2^31 − 1 = 2,147,483,647 are 427.99 of them.
TEST(LayerLimits, ABatchOfWhatALayerGives) {
  const std::string layers = std::string("  - conv: { k: 1, o: 100 }\n") + kLast;
  EXPECT_EQ(LimitComplaint(layers, kCounts, 427), "");
  const std::string refused = LimitComplaint(layers, kCounts, 428);
  EXPECT_TRUE(Has(refused, {"n.yaml:3:5: layer `conv1`: caffe counts the numbers of an array to "
                            "2147483647",
                            "use a smaller batch"}))
      << refused;
  EXPECT_EQ(LimitComplaint(layers, "uneven_padding", 428), "") << "others can";
}

// 3·224·224 = 150,528 numbers: 14,266.5 images of them, which the first layer takes.
TEST(LayerLimits, ABatchOfImages) {
  EXPECT_EQ(LimitComplaint(kLast, kCounts, 14'266), "");
  EXPECT_TRUE(Has(LimitComplaint(kLast, kCounts, 14'267), {"n.yaml:3:5: layer `global_pool1`"}));
}

// 1,000 channels under a window of 7×6 or 7×7, at 224·224 places: 2.11 or 2.46 thousand millions.
TEST(LayerLimits, AnImageUnrolledForAConvolution) {
  const auto layers = [](const std::string& window) {
    return "  - conv: { k: 1, o: 1000 }\n  - conv: { k: " + window +
           ", p: same, o: 2, groups: 2 }\n" + kLast;
  };
  EXPECT_EQ(LimitComplaint(layers("[7, 6]"), kCounts), "");
  EXPECT_TRUE(Has(LimitComplaint(layers("7"), kCounts), {"n.yaml:4:5: layer `conv2`"}));
}

// The largest number below 1 that float32 holds is 1 − 2^−24, about 0.99999994.
TEST(LayerLimits, ADropoutOfAllButAHair) {
  const auto layers = [](const std::string& rate) {
    return "  - dropout: { rate: " + rate + " }\n" + kLast;
  };
  EXPECT_EQ(LimitComplaint(layers("0.9999999"), "dropout_near_one"), "");
  EXPECT_TRUE(Has(LimitComplaint(layers("0.99999999"), "dropout_near_one"),
                  {"n.yaml:3:5: layer `dropout1`: caffe holds the rate of a dropout in single "
                   "precision, where this one is 1"}));
}

}  // namespace
}  // namespace trena

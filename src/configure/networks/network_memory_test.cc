// SPDX-License-Identifier: Apache-2.0
// Against sums by hand, and the published numbers of parameters.
#include "configure/networks/network_memory.h"

#include <gtest/gtest.h>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"

namespace trena {
namespace {

NetworkMemory MemoryOf(const fs::path& path, const Shape& input, int classes) {
  const Network network = ReadNetwork(path).value();
  return MemoryOfNetwork(ToJson(Resolve(network, input, classes).value())).value();
}

// 1×4×4 in; convolution to 2×4×4, ReLU, 2×2 maximum to 2×2×2, 8 → 3: 16 + 32 + 32 + 8 + 3 numbers
// for an image (fc flattens); 2·1·9 + 2 + 3·8 + 3 parameters.
TEST(NetworkMemory, IsTheSumOfWhatLayersPutOut) {
  TestFolder folder;
  const fs::path path = folder.Write("small.yaml",
                                     "network: small\n"
                                     "layers:\n"
                                     "  - conv: { k: 3, p: 1, o: 2 }\n"
                                     "  - relu\n"
                                     "  - max_pool: { k: 2, s: 2 }\n"
                                     "  - fc: { o: classes }\n");
  const NetworkMemory memory = MemoryOf(path, {1, 4, 4}, 3);
  EXPECT_EQ(memory.parameters, 18 + 2 + 24 + 3);
  EXPECT_EQ(memory.outputs, 16 + 32 + 32 + 8 + 3);
  EXPECT_EQ(memory.columns, 1 * 3 * 3 * 4 * 4) << "a window of nine at each of 16 places";
  EXPECT_EQ(BytesOfImage(memory, 4), 4 * 91);
}

// Of two groups each has half of the channels; a window of one pixel at every place takes the image
// as it is.
TEST(NetworkMemory, ColumnsAreTheLargestConvolutions) {
  TestFolder folder;
  const fs::path path = folder.Write("some.yaml",
                                     "network: some\n"
                                     "layers:\n"
                                     "  - conv: { k: 1, o: 100 }\n"
                                     "  - conv: { k: [3, 1], s: [2, 1], o: 4, groups: 2 }\n"
                                     "  - conv: { k: 1, s: 2, o: 4 }\n"
                                     "  - fc: { o: classes }\n");
  // 50 channels of 3×1 at 2×5 places; the third has 4 channels of 1×1 at 1×3.
  EXPECT_EQ(MemoryOf(path, {1, 5, 5}, 3).columns, 50 * 3 * 2 * 5);
}

// BVLC's: 60,965,224 parameters with 1000 classes.
TEST(NetworkMemory, OfAlexNet) {
  const NetworkMemory memory =
      MemoryOf(fs::path(TRENA_SOURCE_DIR) / "networks/alexnet.yaml", {3, 227, 227}, 1000);
  EXPECT_EQ(memory.parameters, 60'965'224);
  EXPECT_EQ(memory.lrn, 96 * 55 * 55 + 256 * 27 * 27) << "behind conv1 and conv2";
  // Weights, gradients and velocities.
  EXPECT_EQ(FixedBytes(memory, 1, 4), 60'965'224.0 * 3 * 4);
}

TEST(NetworkMemory, WhatOptimizersAndPrecisionsNeed) {
  EXPECT_EQ(OptimizerNumbers("sgd", 0), 0);
  EXPECT_EQ(OptimizerNumbers("sgd", 0.9), 1);
  EXPECT_EQ(OptimizerNumbers("adam", 0), 2);
  EXPECT_EQ(BytesOfNumber("float64"), 8);
  EXPECT_EQ(BytesOfNumber("float32"), 4);
  EXPECT_EQ(BytesOfNumber("bfloat16"), 2);
}

TEST(NetworkMemory, WhatIsNoNetworkIsAnError) {
  for (const char* text : {"{}", R"({"format": 1, "layers": []})",
                           R"({"format": 1, "input": [1], "layers": [{"weights": {}}]})"}) {
    EXPECT_FALSE(MemoryOfNetwork(ParseJson(text).value()).ok()) << text;
  }
}

}  // namespace
}  // namespace trena

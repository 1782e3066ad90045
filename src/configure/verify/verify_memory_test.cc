// SPDX-License-Identifier: Apache-2.0
// Against sums by hand; docs/verify.md has what the processes really took.
#include "configure/verify/verify_memory.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// A million parameters, images with 30,000 numbers, 50,000 in columns and 1,000 of an lrn.
const NetworkMemory kNetwork{1e6, 3e4, 5e4, 1e3};
constexpr double kOfAnyProcess = 150e6;

// Weights, gradients, those that are kept and those on their way, and the optimizer's numbers, of
// eight bytes each.
TEST(VerifyMemory, OfTheReference) {
  const double images = 10 * (3e4 + 5e4 + 10 * 1e3) * 8;
  EXPECT_EQ(MemoryOfVerification(kNetwork, 0, false, 10).reference,
            kOfAnyProcess + 4 * 8e6 + images);
  EXPECT_EQ(MemoryOfVerification(kNetwork, 1, false, 10).reference,
            kOfAnyProcess + 5 * 8e6 + images);
  EXPECT_EQ(MemoryOfVerification(kNetwork, 1, true, 10).reference, kOfAnyProcess + 6 * 8e6 + images)
      << "gradients with the weight decay in them";
  EXPECT_EQ(MemoryOfVerification(kNetwork, 1, true, 20).reference,
            kOfAnyProcess + 6 * 8e6 + 2 * images);
}

// Gradients of eight and of four bytes; perturbed weights, as NumPy writes them, in an archive.
TEST(VerifyMemory, OfTrenaItself) {
  EXPECT_EQ(MemoryOfVerification(kNetwork, 1, true, 10).own, (8 + 4 + 3 * 4) * 1e6);
}

TEST(VerifyMemory, IsReadFromTheScenario) {
  TestFolder folder;
  // 1×4×4 in, 48 numbers out with the image; 2 parameters.
  const fs::path network = folder.Write("network.json", R"({
    "format": 1, "network": "small", "input": [1, 4, 4], "classes": 16, "parameters": 2,
    "layers": [{"name": "conv1", "type": "conv", "inputs": ["input"], "k": 1, "s": 1, "p": 0,
                "in": [[1, 4, 4]], "out": [2, 4, 4], "weights": {"conv1.weight": [2, 1, 1, 1]}}]})");
  const auto memory = [&](Json scenario) {
    scenario["network"] = network.string();
    return MemoryOfVerification(scenario).value().reference;
  };
  const double images = 4 * 48 * 8;
  EXPECT_EQ(memory({{"batch", 4}}), kOfAnyProcess + 4 * 2 * 8 + images);
  EXPECT_EQ(memory({{"batch", 4}, {"momentum", 0.9}, {"weight_decay", 0.1}}),
            kOfAnyProcess + 6 * 2 * 8 + images);
  EXPECT_EQ(memory({{"batch", 4}, {"optimizer", "adam"}}), kOfAnyProcess + 6 * 2 * 8 + images);
  EXPECT_FALSE(MemoryOfVerification(Json{{"network", "/no/such/file"}}).ok());
}

}  // namespace
}  // namespace trena

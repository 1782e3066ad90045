// SPDX-License-Identifier: Apache-2.0
// Whatever a network file holds, it is refused in words, or what it needs is bounded: its weights
// are made in memory.
#include <gtest/gtest.h>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"
#include "core/test_fuzz.h"

namespace trena {
namespace {

const std::vector<std::string> kNetworkPieces = {"network: x\n",
                                                 "layers:\n",
                                                 "  - ",
                                                 "conv",
                                                 "fc",
                                                 "max_pool",
                                                 "relu",
                                                 "add",
                                                 "concat",
                                                 "dropout",
                                                 "{ ",
                                                 " }",
                                                 "k: 3",
                                                 "o: 1000000",
                                                 "o: classes",
                                                 "s: 2",
                                                 "p: 1",
                                                 "p: same",
                                                 "p: [1, 2]",
                                                 "groups: 2",
                                                 "losses: { a: 0.3 }\n",
                                                 "loss: hinge\n",
                                                 "rates: [1, 2]",
                                                 "decays: 0\n",
                                                 "lrn",
                                                 "from: ",
                                                 "[input, a]",
                                                 "name: a",
                                                 ", ",
                                                 "\n",
                                                 "bias: no",
                                                 "rate: 1",
                                                 "global_pool",
                                                 "batch_norm",
                                                 ": ",
                                                 "-1",
                                                 "1e9",
                                                 "9999999",
                                                 "'",
                                                 "[",
                                                 "]",
                                                 ",",
                                                 "&a ",
                                                 "  - repeat: 2\n    layers: ",
                                                 "entry"};

TEST(NetworkFuzz, WhatIsTakenFitsIntoMemory) {
  TestFolder folder;
  std::vector<std::string> samples;
  for (const char* name : {"lenet", "network1", "network2", "resnet18"}) {
    samples.push_back(
        ReadFile(fs::path(TRENA_SOURCE_DIR) / "networks" / (std::string(name) + ".yaml")).value());
  }
  size_t resolved = 0;
  FuzzedTexts(5, samples, kNetworkPieces).For(6, [&](const std::string& text) {
    const Result<Network> network = ReadNetwork(folder.Write("n.yaml", text));
    if (!network.ok()) return;
    const auto sized = Resolve(network.value(), {3, 64, 64}, 10);
    if (!sized.ok()) {
      EXPECT_FALSE(sized.error().message().empty()) << text;
      return;
    }
    ++resolved;
    EXPECT_LE(sized.value().parameters, int64_t{1} << 28) << text;
    EXPECT_GE(sized.value().parameters, 0) << text;
  });
  EXPECT_GT(resolved, 10u);
}

}  // namespace
}  // namespace trena

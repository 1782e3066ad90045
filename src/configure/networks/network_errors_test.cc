// SPDX-License-Identifier: Apache-2.0
// Every mistake in a network's file is shown where it is, with what was likely meant.
#include <gtest/gtest.h>

#include "configure/networks/resolved_network.h"
#include "configure/testing.h"

namespace trena {
namespace {

// What reading and resolving `text` for 3×8×8 images says.
std::string Complaint(const std::string& text, int classes = 10) {
  TestFolder folder;
  Result<Network> network = ReadNetwork(folder.Write("bad.yaml", text));
  if (!network.ok()) {
    EXPECT_EQ(network.error().kind(), ErrorKind::kInput);
    return network.error().message();
  }
  Result<ResolvedNetwork> resolved = Resolve(network.value(), {3, 8, 8}, classes);
  if (resolved.ok()) return "";
  EXPECT_EQ(resolved.error().kind(), ErrorKind::kInput);
  return resolved.error().message();
}

// `layers` start on line 3.
std::string OfLayers(const std::string& layers, int classes = 10) {
  return Complaint("network: bad\nlayers:\n" + layers, classes);
}

constexpr const char* kEnd = "  - fc: { o: classes }\n";

TEST(NetworkErrors, GoodOnesHaveNone) { EXPECT_EQ(OfLayers(kEnd), ""); }

TEST(NetworkErrors, UnknownLayerType) {
  EXPECT_TRUE(Has(
      OfLayers(std::string("  - max_poll: { k: 2 }\n") + kEnd),
      {"bad.yaml:3:5:", "unknown layer type `max_poll`", "did you mean `max_pool`?", "^~~~~~~~"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - reul\n") + kEnd), {"did you mean `relu`?"}));
}

TEST(NetworkErrors, UnknownSetting) {
  EXPECT_TRUE(
      Has(OfLayers(std::string("  - batch_norm\n  - conv: { k: 3, o: 4, biass: true }\n") + kEnd),
          {"bad.yaml:4:25:", "`conv` has no setting `biass`", "did you mean `bias`?"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - relu:\n    stride: 2\n") + kEnd),
                  {"`relu` has no setting `stride`"}));
}

TEST(NetworkErrors, Groups) {
  EXPECT_TRUE(
      Has(OfLayers(std::string("  - conv: { k: 3, o: 4, groups: 2 }\n") + kEnd),
          {"bad.yaml:3:5: layer `conv1`: the 3 channels of its input cannot be shared out to "
           "2 groups"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - conv: { k: 3, o: 4, groups: 3 }\n") + kEnd),
                  {"the 4 channels of its output cannot be shared out to 3 groups"}));
}

TEST(NetworkErrors, Multiples) {
  EXPECT_TRUE(
      Has(OfLayers(std::string("  - conv: { k: 1, o: 4, bias: false, rates: [1, 2] }\n") + kEnd),
          {"bad.yaml:3:5: layer `conv1`: `rates` has two numbers, but there is no bias"}));
  EXPECT_TRUE(Has(Complaint(std::string("network: bad\ndecays: [1, x]\nlayers:\n") + kEnd),
                  {"bad.yaml:2:9: `decays` must be a number from 0 to 1000"}));
}

TEST(NetworkErrors, Padding) {
  EXPECT_TRUE(Has(OfLayers(std::string("  - avg_pool: { k: 3, p: [0, 1, 0, 1] }\n") + kEnd),
                  {"an average needs the same padding on both sides, not 0, 1, 0, 1"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - max_pool: { k: 3, p: [0, 2, 0, 2] }\n") + kEnd),
                  {"padding 2 is more than half of the kernel 3×3"}));
  EXPECT_TRUE(
      Has(OfLayers(std::string("  - conv: { k: [1, 12], o: 2, p: [0, 0, 1, 2] }\n") + kEnd),
          {"the kernel 1×12 is larger than the input 3×8×8 with its padding of 0, 0, 1, 2"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: 4 }\n  - avg_pool: { k: 1, p: same }\n"),
                  {"pooling needs an input of channels × height × width"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: 4 }\n  - lrn\n"), {"lrn needs an input of channels"}));
}

TEST(NetworkErrors, Losses) {
  const auto with = [](const std::string& losses) {
    return Complaint(
        "network: bad\n" + losses +
        "layers:\n  - relu: { name: trunk }\n  - fc: { o: 4, name: small, from: trunk }\n"
        "  - fc: { o: classes, name: early, from: trunk }\n"
        "  - add: { from: [trunk, trunk] }\n  - fc: { o: classes, name: last }\n");
  };
  EXPECT_TRUE(Has(with(""), {"nothing uses the output of `early`", "or in `losses`"}));
  EXPECT_TRUE(
      Has(with("losses: { early: 0.3, smal: 1, small: 1 }\n"),
          {"bad.yaml:2:23: ", "there is no layer `smal` for a loss", "did you mean `small`?"}));
  EXPECT_TRUE(Has(with("losses: { early: 0.3, small: 1 }\n"),
                  {"bad.yaml:2:23: ", "layer `small` gives 4, but the data set has 10 classes"}));
  EXPECT_TRUE(Has(with("losses: { early: 0.3, small: 1, last: 1 }\n"),
                  {"`last` is the last layer, whose loss counts once"}));
  for (const char* weight : {"0", "-1", "nan", ".inf", "much", "[1]"}) {
    EXPECT_TRUE(Has(with(std::string("losses: { early: ") + weight + " }\n"),
                    {"the weight of a loss must be a number above 0, at most 1000"}))
        << weight;
  }
  EXPECT_TRUE(Has(with("losses: [early]\n"), {"must be a map"}));
  EXPECT_TRUE(
      Has(with("loss: hindge\n"), {"bad.yaml:2:7: ", "`loss` must be `softmax` or `hinge`"}));
}

TEST(NetworkErrors, UnknownKeyOfTheFile) {
  EXPECT_TRUE(Has(Complaint(std::string("network: n\nlayer: x\nlayers:\n") + kEnd),
                  {"bad.yaml:2:1:", "did you mean `layers`?"}));
}

TEST(NetworkErrors, AllAtOnce) {
  EXPECT_TRUE(
      Has(OfLayers("  - cnov: { k: 3 }\n  - conv: { k: 0, o: -1 }\n  - dropout: { rate: 1 }\n"),
          {":3:5:", "`k` of `conv` must be a whole number from 1", "or `classes`",
           "a number from 0 to below 1"}));
}

TEST(NetworkErrors, BadValues) {
  EXPECT_TRUE(Has(OfLayers(std::string("  - conv: { k: 2.5, o: 4 }\n") + kEnd),
                  {"bad.yaml:3:16: `k` of `conv` must be a whole number"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - conv: { k: 99999999999999999999, o: 4 }\n") + kEnd),
                  {"`k` of `conv` must be"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - max_pool: { k: 2, rounding: off }\n") + kEnd),
                  {"`down` or `up`"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: classes, bias: 7 }\n"), {"true or false"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: [1] }\n"), {"`o` of `fc` must be"}));
  EXPECT_TRUE(Has(OfLayers("  - dropout: { rate: .nan }\n"), {"0 to below 1"}));
}

TEST(NetworkErrors, MissingSettings) {
  std::string complaint = OfLayers(std::string("  - conv: { p: 1 }\n") + kEnd);
  EXPECT_TRUE(Has(complaint, {"`conv` needs `k`", "`conv` needs `o`"}));
  EXPECT_FALSE(Has(complaint, {"needs `bias`"}));
}

TEST(NetworkErrors, KernelLargerThanItsInput) {
  EXPECT_TRUE(
      Has(OfLayers(std::string("  - max_pool: { k: 4 }\n  - conv: { k: 5, p: 1, o: 4 }\n") + kEnd),
          {"bad.yaml:4:5:", "layer `conv1`",
           "the kernel 5×5 is larger than the input 3×2×2 with its padding of 1"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - avg_pool: { k: 9 }\n") + kEnd),
                  {"the kernel 9×9 is larger than the input 3×8×8"}));
}

TEST(NetworkErrors, PaddingThatFillsAWindow) {
  EXPECT_TRUE(Has(OfLayers(std::string("  - max_pool: { k: 3, p: 2 }\n") + kEnd),
                  {"padding 2 is more than half of the kernel 3×3"}));
}

TEST(NetworkErrors, FromThatNamesNothing) {
  EXPECT_TRUE(Has(OfLayers("  - conv: { k: 1, o: 4, name: stem }\n"
                           "  - relu: { from: stemm }\n"
                           "  - fc: { o: classes }\n"),
                  {"bad.yaml:4:5:", "layer `relu1` takes from `stemm`", "did you mean `stem`?"}));
  // Only layers above it can be meant, not the one that asks.
  EXPECT_TRUE(Has(OfLayers("  - relu: { name: stem, from: stemm }\n  - fc: { o: classes }\n"),
                  {"layer `stem` takes from `stemm`", "one of: input"}));
}

TEST(NetworkErrors, FromALaterLayerIsACycle) {
  EXPECT_TRUE(Has(OfLayers("  - add: { from: [input, relu1] }\n  - relu\n  - fc: { o: classes }\n"),
                  {"bad.yaml:3:5:", "takes from `relu1` of line 4, which is not above it"}));
  EXPECT_TRUE(Has(OfLayers("  - relu: { from: relu1 }\n  - fc: { o: classes }\n"),
                  {"which is not above it"}));
}

TEST(NetworkErrors, BranchThatNothingUses) {
  EXPECT_TRUE(
      Has(OfLayers("  - conv: { k: 1, o: 4 }\n  - relu\n  - fc: { o: classes, from: conv1 }\n"),
          {"bad.yaml:4:5:", "nothing uses the output of `relu1`"}));
}

TEST(NetworkErrors, Joins) {
  const std::string branches =
      "  - max_pool: { k: 2, name: half }\n"
      "  - conv: { k: 1, o: 4, from: input, name: full }\n";
  EXPECT_TRUE(Has(OfLayers(branches + "  - concat: { from: [half, full] }\n" + kEnd),
                  {"bad.yaml:5:5:", "layer `concat1`", "same height and width, not 3×4×4, 4×8×8"}));
  EXPECT_TRUE(Has(OfLayers(branches + "  - add: { from: [half, full] }\n" + kEnd),
                  {"layer `add1`", "same shape, not 3×4×4, 4×8×8"}));
  EXPECT_TRUE(Has(OfLayers("  - global_pool: { name: flat }\n"
                           "  - concat: { from: [flat, input] }\n  - fc: { o: classes }\n"),
                  {"not 3, 3×8×8"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - add\n") + kEnd), {"needs two inputs or more"}));
  EXPECT_TRUE(Has(OfLayers("  - relu: { name: a }\n  - fc: { o: classes, from: [a, input] }\n"),
                  {"takes one input, not 2"}));
}

TEST(NetworkErrors, ImagesNeeded) {
  EXPECT_TRUE(Has(OfLayers(std::string("  - fc: { o: 9 }\n  - conv: { k: 1, o: 4 }\n") + kEnd),
                  {"conv needs an input of channels × height × width, not 9"}));
}

TEST(NetworkErrors, LastLayerMustGiveTheClasses) {
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: 10 }\n", 100),
                  {"bad.yaml:3:5:", "layer `fc1`", "gives 10, but the data set has 100 classes"}));
  EXPECT_TRUE(Has(OfLayers("  - conv: { k: 1, o: 10 }\n"), {"gives 10×8×8"}));
  EXPECT_EQ(OfLayers("  - fc: { o: 10 }\n", 10), "");
}

TEST(NetworkErrors, Names) {
  EXPECT_TRUE(
      Has(OfLayers("  - relu: { name: a }\n  - relu: { name: a }\n  - fc: { o: classes }\n"),
          {"bad.yaml:4:5:", "`a` is taken already, by line 3"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: classes, name: input }\n"), {"`input` is the name"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: classes, name: ../x }\n"), {"letters, digits"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: classes, o: 3 }\n"), {"`o` is given twice"}));
  EXPECT_TRUE(Has(OfLayers("  - fc: { o: classes, name: a }\n    name: b\n"), {"a second `name`"}));
}

TEST(NetworkErrors, SizesThatNoMachineHolds) {
  EXPECT_TRUE(Has(OfLayers(std::string("  - fc: { o: 1000000 }\n  - fc: { o: 1000000 }\n") + kEnd),
                  {"layer `fc2`", "too large"}));
  EXPECT_TRUE(Has(OfLayers(std::string("  - conv: { k: 1024, p: 1024, o: 1000000 }\n") + kEnd),
                  {"too large"}));
}

TEST(NetworkErrors, NotANetworkAtAll) {
  EXPECT_TRUE(Has(Complaint(""), {"must be a map"}));
  EXPECT_TRUE(Has(Complaint("network: n\n"), {"`layers` is missing"}));
  EXPECT_TRUE(Has(Complaint(std::string("layers:\n") + kEnd), {"`network` is missing"}));
  EXPECT_TRUE(Has(Complaint("network: n\nlayers: []\n"), {"must be a list of layers"}));
  EXPECT_TRUE(Has(Complaint("network: n\nlayers: [[relu]]\n"), {"a layer is its type"}));
  EXPECT_TRUE(Has(Complaint("network: n\nlayers:\n  - { name: x }\n"), {"without a type"}));
  EXPECT_TRUE(Has(Complaint("network: [unclosed\n"), {"bad.yaml:"}));
  Result<Network> missing = ReadNetwork("no-such-file.yaml");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind(), ErrorKind::kInput);
}

TEST(NetworkErrors, HostileFilesAreRefusedQuickly) {
  std::string laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char level = 'b'; level <= 'k'; ++level) {
    std::string below(1, static_cast<char>(level - 1));
    laughs += std::string(1, level) + ": &" + level + " [*" + below;
    for (int i = 0; i < 8; ++i) laughs += ", *" + below;
    laughs += "]\n";
  }
  EXPECT_NE(Complaint(laughs), "");
  EXPECT_NE(Complaint("network: n\nlayers: &x [*x, *x]\n"), "");
  EXPECT_NE(Complaint(std::string(100'000, '[')), "");
  EXPECT_NE(Complaint(std::string(size_t{2} << 20, '#')), "");
  std::string wrong = "network: n\nlayers:\n";
  for (int i = 0; i < 5000; ++i) wrong += "  - relu: { from: nobody" + std::to_string(i) + " }\n";
  EXPECT_TRUE(Has(Complaint(wrong), {"more"}));
}

}  // namespace
}  // namespace trena

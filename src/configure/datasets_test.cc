// SPDX-License-Identifier: Apache-2.0
#include "configure/datasets.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

std::string Refusal(const DataRequest& request) {
  Result<const Dataset*> checked = CheckRequest(request);
  if (checked.ok()) return "";
  EXPECT_EQ(checked.error().kind(), ErrorKind::kInput);
  return checked.error().message();
}

TEST(Datasets, BadRequestsAreRefused) {
  EXPECT_TRUE(Has(Refusal({"fashion_mnits", 32, {}}), {"did you mean `fashion_mnist`?"}));
  EXPECT_TRUE(Has(Refusal({"imagenet", 32, {}}), {"there are: fashion_mnist, mnist"}));
  EXPECT_TRUE(Has(Refusal({"mnist", 7, {}}), {"from 8 to 1024"}));
  EXPECT_TRUE(Has(Refusal({"mnist", 1025, {}}), {"from 8 to 1024"}));
  EXPECT_TRUE(Has(Refusal({"mnist", 32, 0}), {"1 to 60000"}));
  EXPECT_TRUE(Has(Refusal({"cifar10", 32, 50'001}), {"1 to 50000"}));
  EXPECT_EQ(Refusal({"cifar10", 8, 50'000}), "");
  EXPECT_EQ(Refusal({"cifar10", 1024, 1}), "");
}

TEST(Datasets, TextHasSequencesAndNoImage) {
  auto refusal = [](DataRequest request) { return Refusal(request); };
  EXPECT_EQ(refusal({.dataset = "moby_dick", .sequence = 64}), "");
  EXPECT_TRUE(Has(refusal({.dataset = "moby_dick"}), {"say how long its sequences are"}));
  EXPECT_TRUE(Has(refusal({.dataset = "moby_dick", .image = 32, .sequence = 64}),
                  {"moby_dick is text, without `image`: leave it out"}));
  EXPECT_TRUE(Has(refusal({.dataset = "mnist", .image = 32, .sequence = 64}),
                  {"mnist has images: `sequence` is of text"}));
  EXPECT_TRUE(Has(refusal({.dataset = "moby_dick", .sequence = 65'537}), {"65536 bytes at most"}));
  // 900,000 bytes: 899,999 ÷ 9 are 99,999.9.
  EXPECT_EQ(refusal({.dataset = "synthetic_text", .images = 99'999, .sequence = 9}), "");
  EXPECT_TRUE(Has(refusal({.dataset = "synthetic_text", .images = 100'000, .sequence = 9}),
                  {"it has 1 to 99999 training sequences to take"}));
}

TEST(Datasets, TestPartIsCutInProportionRoundedUp) {
  const Dataset& mnist = *CheckRequest({"mnist", 32, {}}).value();
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, {}}), 10'000);
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, 1}), 1);
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, 6}), 1);
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, 7}), 2);     // 1.17
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, 256}), 43);  // 42.67
  EXPECT_EQ(TestImages(mnist, {"mnist", 32, 59'999}), 10'000);
}

TEST(Datasets, ItemNames) {
  const Dataset& mnist = *CheckRequest({"mnist", 32, {}}).value();
  EXPECT_EQ(ItemName(mnist, {"mnist", 64, 256}), "mnist-64-256");
  EXPECT_EQ(ItemName(mnist, {"mnist", 64, {}}), "mnist-64-all");
  // All of them by number are the same images.
  EXPECT_EQ(ItemName(mnist, {"mnist", 64, 60'000}), "mnist-64-all");
}

TEST(Datasets, FetchedOnesArePinned) {
  for (const Dataset& dataset : Datasets()) {
    if (dataset.kind != SourceKind::kNpm) continue;
    EXPECT_EQ(dataset.sha256.size(), 64u) << dataset.name;
    EXPECT_FALSE(dataset.version.empty()) << dataset.name;
  }
}

}  // namespace
}  // namespace trena

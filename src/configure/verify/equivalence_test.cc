// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/equivalence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace trena {
namespace {

// Standard deviation of the logits is 1, norm of the gradient 5.
Arrays Reference() {
  return {{"logits", Array::Of<double>({2, 2}, {1, -1, 1, -1})},
          {"grad/fc1.weight", Array::Of<double>({2}, {3, 4})},
          {"grad/fc1.bias", Array::Of<double>({1}, {0})},
          {"losses", Array::Of<double>({2}, {2, 0.5})},
          {"indices", Array::Of<int32_t>({3}, {2, 0, 1})}};
}

// The reference in float32, once for each of `runs`.
Rounding RoundingOf(const std::vector<Arrays>& runs) {
  Rounding rounding;
  for (const Arrays& run : runs) AddRun(Reference(), run, rounding);
  return rounding;
}

Equivalence With(const std::string& name, Array array) {
  Arrays candidate = Reference();
  candidate[name] = std::move(array);
  Equivalence equivalence = Compare(Reference(), RoundingOf({Reference()}), candidate);
  equivalence.parameters = equivalence.expected_parameters = 3;
  return equivalence;
}

TEST(Equivalence, TheSameIsEqual) {
  Equivalence equivalence = Compare(Reference(), RoundingOf({Reference()}), Reference());
  EXPECT_TRUE(equivalence.equal());
  EXPECT_EQ(equivalence.logits.seen, 0);
  EXPECT_EQ(equivalence.logits.bound, 1e-4);
  EXPECT_EQ(equivalence.gradients.bound, 1e-4);
  EXPECT_EQ(equivalence.losses.bound, 1e-2);
}

TEST(Equivalence, LogitsAreMeasuredInStandardDeviations) {
  Equivalence near = With("logits", Array::Of<double>({2, 2}, {1.00009, -1, 1, -1}));
  EXPECT_NEAR(*near.logits.seen, 9e-5, 1e-12);
  EXPECT_TRUE(near.equal());
  EXPECT_FALSE(With("logits", Array::Of<double>({2, 2}, {1.00011, -1, 1, -1})).equal());
}

TEST(Equivalence, GradientsByTheirNorm) {
  Equivalence off = With("grad/fc1.weight", Array::Of<double>({2}, {3, 4.001}));
  EXPECT_NEAR(*off.gradients.seen, 2e-4, 1e-12);
  EXPECT_EQ(off.gradients.where, "fc1.weight");
  EXPECT_FALSE(off.equal());
  EXPECT_TRUE(With("grad/fc1.weight", Array::Of<double>({2}, {3, 4.0004})).equal());
}

// A gradient that is nought has no relative size: a thousandth of the whole (5) stands for it.
TEST(Equivalence, ATinyGradientCountsAgainstTheFloor) {
  Equivalence tiny = With("grad/fc1.bias", Array::Of<double>({1}, {4e-7}));
  EXPECT_NEAR(*tiny.gradients.seen, 8e-5, 1e-12);
  EXPECT_TRUE(tiny.equal());
  EXPECT_FALSE(With("grad/fc1.bias", Array::Of<double>({1}, {1e-6})).equal());
}

TEST(Equivalence, LossesRelatively) {
  EXPECT_TRUE(With("losses", Array::Of<double>({2}, {2, 0.5049})).equal());
  EXPECT_FALSE(With("losses", Array::Of<double>({2}, {2, 0.5051})).equal());
}

TEST(Equivalence, TheReferencesOwnRoundingWidensABound) {
  Arrays rounded = Reference(), candidate = Reference();
  rounded["logits"] = Array::Of<float>({2, 2}, {1.0001f, -1, 1, -1});
  candidate["logits"] = Array::Of<float>({2, 2}, {1.0009f, -1, 1, -1});
  Equivalence equivalence = Compare(Reference(), RoundingOf({rounded}), candidate);
  EXPECT_NEAR(equivalence.logits.bound, 1e-3, 1e-6);
  EXPECT_TRUE(equivalence.equal());
}

// Step 1 has no rounding to excuse it; step 2 has.
TEST(Equivalence, ALossIsAllowedTheRoundingUpToItsStep) {
  Arrays rounded = Reference(), early = Reference(), late = Reference();
  rounded["losses"] = Array::Of<double>({2}, {2, 0.501});
  early["losses"] = Array::Of<double>({2}, {2.03, 0.5});
  late["losses"] = Array::Of<double>({2}, {2, 0.509});
  Equivalence wrong = Compare(Reference(), RoundingOf({rounded}), early);
  EXPECT_FALSE(wrong.losses.within());
  EXPECT_EQ(wrong.losses.where, "step 1");
  EXPECT_NEAR(*wrong.losses.seen, 0.015, 1e-12);
  EXPECT_EQ(wrong.losses.bound, 1e-2);
  EXPECT_TRUE(Compare(Reference(), RoundingOf({rounded}), late).losses.within());
}

// Of several runs each figure's furthest counts, whatever their order.
TEST(Equivalence, RunsOfTheReferenceAddUp) {
  Arrays first = Reference(), second = Reference();
  first["logits"] = Array::Of<double>({2, 2}, {1, -1.002, 1, -1});
  first["losses"] = Array::Of<double>({2}, {2.02, 0.5});
  second["grad/fc1.weight"] = Array::Of<double>({2}, {3, 4.001});
  second["losses"] = Array::Of<double>({2}, {2.002, 0.51});
  for (const auto& runs : {std::vector{first, second}, {second, first}}) {
    const Rounding rounding = RoundingOf(runs);
    EXPECT_TRUE(rounding.complete);
    EXPECT_NEAR(rounding.logits, 0.002, 1e-12);
    ASSERT_EQ(rounding.losses.size(), 2u);
    EXPECT_NEAR(rounding.losses[0], 0.01, 1e-12);
    EXPECT_NEAR(rounding.losses[1], 0.02, 1e-12);
    EXPECT_NEAR(rounding.gradients.at("grad/fc1.weight"), 0.001, 1e-12);
    EXPECT_EQ(rounding.gradients.at("grad/fc1.bias"), 0);
    // Ten times 0.001 of a gradient of 5.
    Arrays candidate = Reference();
    candidate["grad/fc1.weight"] = Array::Of<double>({2}, {3, 4.009});
    const Equivalence equivalence = Compare(Reference(), rounding, candidate);
    EXPECT_NEAR(equivalence.gradients.bound, 0.002, 1e-12);
    EXPECT_TRUE(equivalence.gradients.within());
  }
}

TEST(Equivalence, ARunOfTheReferenceThatLacksAnArrayProvesNothing) {
  Arrays without = Reference();
  without.erase("grad/fc1.bias");
  const Equivalence equivalence =
      Compare(Reference(), RoundingOf({without, Reference()}), Reference());
  EXPECT_EQ(equivalence.broken, "the reference is not complete");
}

TEST(Equivalence, OtherImagesOrParametersDiffer) {
  EXPECT_FALSE(With("indices", Array::Of<int32_t>({3}, {0, 1, 2})).equal());
  Equivalence equivalence = Compare(Reference(), RoundingOf({Reference()}), Reference());
  equivalence.parameters = 2;
  EXPECT_FALSE(equivalence.equal());
}

TEST(Equivalence, WhatIsNoNumberDiffers) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"logits", "losses", "grad/fc1.weight"}) {
    Array array = Reference().at(name);
    std::vector<double> numbers(static_cast<size_t>(Count(array.shape)), nan);
    Equivalence equivalence = With(name, Array::Of<double>(array.shape, numbers));
    EXPECT_FALSE(equivalence.equal()) << name;
    EXPECT_FALSE(EquivalenceFromJson(ToJson(equivalence)).value().equal()) << name;
  }
}

TEST(Equivalence, ArraysThatAreMissingOrOfOtherShape) {
  Arrays without = Reference();
  without.erase("grad/fc1.bias");
  EXPECT_EQ(Compare(Reference(), RoundingOf({Reference()}), without).broken,
            "`grad/fc1.bias` is missing");
  EXPECT_EQ(With("logits", Array::Of<double>({4}, {1, -1, 1, -1})).broken,
            "`logits` is [4], the reference's is [2, 2]");
  EXPECT_FALSE(With("grad/more", Array::Of<double>({1}, {1})).broken.empty());
}

TEST(Equivalence, SurvivesJson) {
  Equivalence off = With("grad/fc1.weight", Array::Of<double>({2}, {3, 4.001}));
  Equivalence read = EquivalenceFromJson(ToJson(off)).value();
  EXPECT_EQ(ToJson(read), ToJson(off));
  EXPECT_FALSE(EquivalenceFromJson(Json::object()).ok());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/nvml/gpu_choice.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const std::vector<GpuFacts> kThree = {
    {"A", "GPU-8932f937-d72c", {}}, {"B", "GPU-8932aaaa-0000", {}}, {"C", "GPU-d4e1", {}}};

using Indices = std::vector<size_t>;

Indices Charged(const GpuChoice& choice) {
  Indices charged;
  for (size_t i = 0; i < kThree.size(); ++i) {
    if (choice.IsCharged(i)) charged.push_back(i);
  }
  return charged;
}

TEST(NamedDevices, ByIndexOrByUuid) {
  EXPECT_EQ(NamedDevices("0,2", kThree), (Indices{0, 2}));
  EXPECT_EQ(NamedDevices(" 2 , 0 ", kThree), (Indices{2, 0}));
  EXPECT_EQ(NamedDevices("GPU-d4e1,GPU-8932f937", kThree), (Indices{2, 0}));
  EXPECT_EQ(NamedDevices("1,1", kThree), (Indices{1}));
}

TEST(NamedDevices, EndAtTheFirstThatNamesNone) {
  EXPECT_EQ(NamedDevices("1,7,0", kThree), (Indices{1}));
  EXPECT_EQ(NamedDevices("1,-1,0", kThree), (Indices{1}));
  for (const char* none :
       {"", "-1", "NoDevFiles", "MIG-1", "GPU-8932", "0x1", ",0", "99999999999999999999"}) {
    EXPECT_TRUE(NamedDevices(none, kThree).empty()) << none << ": it is none, or might be two";
  }
}

TEST(GpuChoice, WhereAProcessOfTheRunIsSeen) {
  GpuChoice choice(kThree, std::nullopt, true);
  EXPECT_TRUE(Charged(choice).empty()) << "of several none can be told";
  choice.See(1);
  EXPECT_EQ(Charged(choice), (Indices{1}));
  choice.See(2);
  EXPECT_EQ(Charged(choice), (Indices{1, 2})) << "once seen it stays the run's";
}

TEST(GpuChoice, OtherwiseThoseThatCudaMaySee) {
  GpuChoice choice(kThree, "0,2", true);
  EXPECT_EQ(Charged(choice), (Indices{0, 2}));
  choice.See(2);
  EXPECT_EQ(Charged(choice), (Indices{2})) << "what is seen is better than what may be";
  EXPECT_TRUE(Charged(GpuChoice(kThree, "", true)).empty()) << "hidden from the run";
}

TEST(GpuChoice, OtherwiseTheOnlyOneOfARunForCuda) {
  EXPECT_TRUE(GpuChoice({kThree[0]}, std::nullopt, true).IsCharged(0));
  EXPECT_FALSE(GpuChoice({kThree[0]}, std::nullopt, false).IsCharged(0));
  EXPECT_FALSE(GpuChoice({kThree[0]}, "-1", true).IsCharged(0));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/blas_choice.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace trena {
namespace {

const std::vector<BlasChoice> kChoices = {{"openblas-prescott", "OPENBLAS_CORETYPE", "PRESCOTT"},
                                          {"openblas-haswell", "OPENBLAS_CORETYPE", "HASWELL"},
                                          {"openblas-skylakex", "OPENBLAS_CORETYPE", "SKYLAKEX"},
                                          {"reference", "LD_LIBRARY_PATH", "/no/such/folder"},
                                          {"system", "LD_LIBRARY_PATH", "/usr/lib"}};

SpeedSurroundings WithAvx2() {
  SpeedSurroundings around;
  around.vectors = 2;
  return around;
}

std::string Obstacle(const std::string& word) {
  return BlasObstacle("caffe", kChoices, word, WithAvx2());
}

TEST(BlasChoice, WhatTheCpuAndTheDiskHaveCanBeHad) {
  for (const char* word : {"", "openblas-prescott", "openblas-haswell", "system"}) {
    EXPECT_EQ(Obstacle(word), "") << word;
  }
}

TEST(BlasChoice, WhatCannotBeHadIsRefusedWithWhatCan) {
  const std::string there = "; there are openblas-prescott, openblas-haswell, system";
  EXPECT_EQ(Obstacle("mkl"), "blas mkl is not possible with caffe: it is not known" + there);
  EXPECT_EQ(Obstacle("openblas-skylakex"),
            "blas openblas-skylakex is not possible with caffe: this CPU lacks the instructions of "
            "its kernels" +
                there);
  EXPECT_EQ(Obstacle("reference"),
            "blas reference is not possible with caffe: /no/such/folder is not installed" + there);
}

TEST(BlasChoice, AFrameworkWithoutAChoiceHasNone) {
  EXPECT_EQ(BlasObstacle("jax", {}, "mkl", WithAvx2()),
            "blas mkl is not possible with jax: it lets nobody choose");
  EXPECT_EQ(BlasObstacle("jax", {}, "", WithAvx2()), "");
}

TEST(BlasChoice, AFolderComesBeforeTheUsers) {
  setenv("TRENA_TEST_PATH", "/users", 1);
  EXPECT_EQ(VariableOf({"a", "TRENA_TEST_PATH", "/ours"}), "/ours:/users");
  EXPECT_EQ(VariableOf({"a", "TRENA_TEST_PATH", "HASWELL"}), "HASWELL");
  unsetenv("TRENA_TEST_PATH");
  EXPECT_EQ(VariableOf({"a", "TRENA_TEST_PATH", "/ours"}), "/ours");
}

TEST(BlasChoice, IsAVariableAndItsValue) {
  const auto choice = ParseBlasChoice("a", "X=1=2");
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->variable, "X");
  EXPECT_EQ(choice->value, "1=2");
  for (const char* wrong : {"", "X", "X=", "=1"}) {
    EXPECT_FALSE(ParseBlasChoice("a", wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace trena {
namespace {

Status Ending(bool well) { return well ? Status(Done{}) : Error("ended badly"); }

Result<int> Half(int number) {
  if (number % 2 != 0) return InputError("odd");
  return number / 2;
}

TEST(ResultTest, HoldsAValueOrAnError) {
  EXPECT_TRUE(Half(4).ok());
  EXPECT_EQ(Half(4).value(), 2);
  ASSERT_FALSE(Half(3).ok());
  EXPECT_EQ(Half(3).error().message(), "odd");
}

TEST(ResultTest, EachLayerAddsWhatItWasDoingAndTheKindStays) {
  for (ErrorKind kind : {ErrorKind::kFailure, ErrorKind::kInput, ErrorKind::kInterrupted}) {
    Error error = Error("no such file", kind).While("reading").While("planning");
    EXPECT_EQ(error.message(), "planning: reading: no such file");
    EXPECT_EQ(error.kind(), kind);
  }
  EXPECT_EQ(Error("ours").kind(), ErrorKind::kFailure);
  EXPECT_EQ(InputError("theirs").kind(), ErrorKind::kInput);
}

Result<int> Quarter(int number) {
  TRENA_ASSIGN(int half, Half(number));
  TRENA_ASSIGN(half, Half(half));
  return half;
}

TEST(ResultTest, AssignGivesTheValueOrReturnsTheError) {
  EXPECT_EQ(Quarter(12).value(), 3);
  EXPECT_EQ(Quarter(6).error().message(), "odd");
  EXPECT_EQ(Quarter(6).error().kind(), ErrorKind::kInput);
}

TEST(ResultTest, AValueThatOnlyMovesCanBeTakenOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

// The `else` is of the `if` that is seen.
Result<std::string> Branch(bool check, bool well) {
  std::string taken = "neither";
  if (check)
    TRENA_CHECK(Ending(well));
  else
    taken = "else";
  return taken;
}

TEST(ResultTest, CheckIsOneStatement) {
  EXPECT_EQ(Branch(true, true).value(), "neither");
  EXPECT_EQ(Branch(false, false).value(), "else");
  EXPECT_EQ(Branch(true, false).error().message(), "ended badly");
}

}  // namespace
}  // namespace trena

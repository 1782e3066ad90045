// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/verify_rows.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// All exactly as large as is allowed.
VerifyRow EqualRow() {
  VerifyRow row{"pytorch@2.2.0", "network1, mnist 32×32"};
  row.equivalence.parameters = row.equivalence.expected_parameters = 100;
  row.equivalence.logits = {1e-4, 1e-4, ""};
  row.equivalence.gradients = {1e-4, 1e-4, "fc1.weight"};
  row.equivalence.losses = {1e-2, 1e-2, "step 3"};
  row.equivalence.same_images = true;
  return row;
}

TEST(VerifyRows, AsMuchAsIsAllowedIsEqual) {
  VerifyRow row = EqualRow();
  EXPECT_TRUE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "");
}

TEST(VerifyRows, EachDifferenceIsSaidWithItsBound) {
  VerifyRow row = EqualRow();
  row.equivalence.logits.seen = 0.21;
  EXPECT_FALSE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "logits differ by 0.21, at most 0.0001 is rounding");
  row = EqualRow();
  row.equivalence.gradients.seen = 3.5;
  EXPECT_EQ(WhyNotEqual(row), "gradients of fc1.weight differ by 3.5, at most 0.0001 is rounding");
  row = EqualRow();
  row.equivalence.losses.seen = 0.5;
  EXPECT_EQ(WhyNotEqual(row), "losses of step 3 differ by 0.5, at most 0.01 is rounding");
}

TEST(VerifyRows, WhatIsNoNumberIsSaidSo) {
  VerifyRow row = EqualRow();
  row.equivalence.losses.seen.reset();
  EXPECT_FALSE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "losses of step 3 are not numbers");
  row.equivalence.logits.seen.reset();
  EXPECT_EQ(WhyNotEqual(row), "logits are not numbers; losses of step 3 are not numbers");
}

TEST(VerifyRows, ParametersAndImages) {
  VerifyRow row = EqualRow();
  row.equivalence.parameters = 99;
  EXPECT_FALSE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "it has 99 parameters, not 100");
  row.equivalence.same_images = false;
  EXPECT_EQ(WhyNotEqual(row),
            "it has 99 parameters, not 100; it trained on other images than the order says");
}

TEST(VerifyRows, AFailureComesBeforeEverything) {
  VerifyRow row = EqualRow();
  row.equivalence.broken = "no logits";
  EXPECT_FALSE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "no logits");
  row.failure = "it ended with code 1";
  EXPECT_FALSE(row.equal());
  EXPECT_EQ(WhyNotEqual(row), "it ended with code 1");
  row = EqualRow();
  row.failure = "it ended";
  EXPECT_FALSE(row.equal()) << "however like what it left behind is";
}

TEST(VerifyRows, SurviveJson) {
  VerifyRow row = EqualRow();
  row.equivalence.losses.seen.reset();
  row.equivalence.parameters = 7;
  Verification verification{{EqualRow(), row}, 3};
  Json json = ToJson(verification);
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["unknown"], 3);
  EXPECT_EQ(json["rows"][0]["equal"], true);
  EXPECT_EQ(json["rows"][1]["equal"], false);
  Verification read = VerificationFromJson(ParseJson(Dump(json)).value()).value();
  ASSERT_EQ(read.rows.size(), 2u);
  EXPECT_EQ(read.unknown, 3u);
  EXPECT_EQ(read.rows[0].framework, "pytorch@2.2.0");
  EXPECT_EQ(read.rows[0].training, "network1, mnist 32×32");
  EXPECT_TRUE(read.rows[0].equal());
  EXPECT_FALSE(read.rows[1].equal());
  EXPECT_EQ(WhyNotEqual(read.rows[1]), WhyNotEqual(row));
}

TEST(VerifyRows, AFailureSurvivesJson) {
  VerifyRow row{"caffe", "lenet", {}, "it ended with code 1"};
  VerifyRow read = VerifyRowFromJson(ToJson(row)).value();
  EXPECT_EQ(read.failure, "it ended with code 1");
  EXPECT_FALSE(read.equal());
}

TEST(VerifyRows, NothingVerifiedIsNothingWrong) {
  Verification none = VerificationFromJson(nullptr).value();
  EXPECT_TRUE(none.rows.empty());
  EXPECT_EQ(none.unknown, 0u);
}

TEST(VerifyRows, WhatIsBrokenIsSaid) {
  for (const char* text : {"[]", "3", "{}", R"({"rows": 3})", R"({"rows": {}})", "\"x\""}) {
    auto read = VerificationFromJson(Json::parse(text));
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput) << text;
    EXPECT_EQ(read.error().message(), "verify.json is broken") << text;
  }
}

}  // namespace
}  // namespace trena

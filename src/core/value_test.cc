// SPDX-License-Identifier: Apache-2.0
#include "core/value.h"

#include <gtest/gtest.h>

#include "core/json.h"

namespace trena {
namespace {

TEST(ValueTest, OneNumberHasOneSpelling) {
  for (const char* text : {"64", "64.0", "6.4e1", "+64", "064", "640e-1"}) {
    EXPECT_EQ(Value::Parse(text), Value(64)) << text;
    EXPECT_EQ(Value::Parse(text).ToString(), "64") << text;
  }
  EXPECT_EQ(Value::Parse("1e3").ToString(), "1000");
  EXPECT_EQ(Value::Parse("0.10").ToString(), "0.1");
  EXPECT_EQ(Value::Parse("-2.50").ToString(), "-2.5");
}

TEST(ValueTest, MinusZeroIsZero) {
  EXPECT_EQ(Value::Parse("-0"), Value(0));
  EXPECT_EQ(Value::Parse("-0.0").ToString(), "0");
  EXPECT_EQ(Dump(ToJson(Value::Parse("-0"))), "0");
}

TEST(ValueTest, SpellingReadsBackAsTheSameNumber) {
  for (double number : {0.1, 0.1 + 0.2, 1.0 / 3, 1e300, 5e-324, 9007199254740991.0,
                        9007199254740992.0, 1e15, 123456789012.5, -1e22}) {
    EXPECT_EQ(Value::Parse(Value(number).ToString()).number(), number) << Value(number).ToString();
    EXPECT_EQ(ValueFromJson(ToJson(Value(number))).number(), number);
  }
  EXPECT_EQ(Value(9007199254740991.0).ToString(), "9007199254740991");
  EXPECT_NE(Value(0.1 + 0.2), Value(0.3));
}

TEST(ValueTest, WhatIsNoNumberIsAWord) {
  for (const char* text : {"", "-", "+", "+-5", "--5", "inf", "nan", "-inf", "0x10", "1_000",
                           "1e400", "64 GB", "64x", "1.2.3", " 64", "1e", "True"}) {
    EXPECT_EQ(Value::Parse(text).word(), text);
    EXPECT_FALSE(Value::Parse(text).number()) << text;
  }
}

TEST(ValueTest, AQuotedNumberIsAWordAndDiffers) {
  Value quoted("64");
  EXPECT_EQ(quoted.word(), "64");
  EXPECT_FALSE(quoted.number());
  EXPECT_NE(quoted, Value(64));
}

TEST(ValueTest, TruthIsNeitherNumberNorWord) {
  EXPECT_EQ(Value::Parse("true"), Value(true));
  EXPECT_EQ(Value::Parse("false").truth(), false);
  EXPECT_EQ(Value(true).ToString(), "true");
  EXPECT_FALSE(Value(true).number());
  EXPECT_FALSE(Value(true).word());
  EXPECT_FALSE(Value(1).truth());
}

TEST(ValueTest, JsonKeepsTheKindAndTheOrder) {
  Values values = {{"z", 64}, {"a", 0.5}, {"m", "64"}, {"b", true}};
  EXPECT_EQ(Dump(ToJson(values)), R"({"z":64,"a":0.5,"m":"64","b":true})");
  EXPECT_EQ(ValuesFromJson(ToJson(values)), values);
  EXPECT_EQ(ValueFromJson(Json::parse("[1,2]")), Value("[1,2]"));
  EXPECT_TRUE(ValuesFromJson(Json::parse("[1,2]")).empty());
}

TEST(ValueTest, FindsByName) {
  Values values = {{"batch", 64}};
  ASSERT_NE(Find(values, "batch"), nullptr);
  EXPECT_EQ(*Find(values, "batch"), Value(64));
  EXPECT_EQ(Find(values, "image"), nullptr);
}

}  // namespace
}  // namespace trena

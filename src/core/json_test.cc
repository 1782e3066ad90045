// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace trena {
namespace {

TEST(JsonTest, ParsesOrSaysWhy) {
  EXPECT_EQ(ParseJson(R"({"b": 1, "a": [true, null]})").value().dump(),
            R"({"b":1,"a":[true,null]})");
  for (const char* text : {"", "{", "[1,]", "{\"a\": NaN}", "\"\xff\"", "1 2"}) {
    Result<Json> parsed = ParseJson(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(parsed.error().message().starts_with("not valid JSON: "));
  }
}

TEST(JsonTest, WhatIsWrongIsSaidInWordsOfOurs) {
  EXPECT_TRUE(
      ParseJson("{ broken").error().message().starts_with("not valid JSON: line 1, column 3: "));
  for (const std::string& text : {std::string("{ broken"), std::string("1e999"), std::string("["),
                                  "\"" + std::string(1 << 20, 'x')}) {
    const std::string message = ParseJson(text).error().message();
    EXPECT_EQ(message.find("exception"), std::string::npos) << message;
    EXPECT_LT(message.size(), 400u) << "it quotes all that was read";
  }
}

TEST(JsonTest, GetIsEmptyForMissingNullAndMistyped) {
  Json json = Json::parse(R"({"n": 2.5, "s": "text", "t": true, "z": null, "l": [1, 2]})");
  EXPECT_EQ(Get<double>(json, "n"), 2.5);
  EXPECT_EQ(Get<std::string>(json, "s"), "text");
  EXPECT_EQ(Get<bool>(json, "t"), true);
  EXPECT_EQ(Get<double>(json, "missing"), std::nullopt);
  EXPECT_EQ(Get<double>(json, "z"), std::nullopt);
  EXPECT_EQ(Get<double>(json, "s"), std::nullopt);
  EXPECT_EQ(Get<double>(json, "t"), std::nullopt);
  EXPECT_EQ(Get<double>(json, "l"), std::nullopt);
  EXPECT_EQ(Get<std::string>(json, "n"), std::nullopt);
  EXPECT_EQ(Get<bool>(json, "n"), std::nullopt);
  EXPECT_EQ(Get<double>(Json::array(), "n"), std::nullopt);
}

TEST(JsonTest, WhatIsNoNumberIsNull) {
  EXPECT_TRUE(OrNull(std::nullopt).is_null());
  EXPECT_TRUE(OrNull(std::nan("")).is_null());
  EXPECT_TRUE(OrNull(std::numeric_limits<double>::infinity()).is_null());
  EXPECT_EQ(Dump(OrNull(0.0)), "0.0");
}

TEST(JsonTest, DumpReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(Dump(Json("a\xff")), "\"a\uFFFD\"");
  EXPECT_EQ(Dump(Json{{"b", 1}, {"a", 2}}), R"({"b":1,"a":2})");
}

TEST(Json, NestedTooDeeplyIsRefusedNotWalked) {
  std::string deep(100000, '[');
  EXPECT_FALSE(ParseJson(deep + std::string(100000, ']')).ok());
  EXPECT_FALSE(ParseJson(deep).ok());
  EXPECT_TRUE(ParseJson(std::string(60, '[') + std::string(60, ']')).ok());
}

TEST(Json, AnIntegerThatDoesNotFitIsMissing) {
  Json json = ParseJson(R"({"huge": 1e300, "small": -7, "fraction": 2.5})").value();
  EXPECT_EQ(Get<int>(json, "huge"), std::nullopt);
  EXPECT_EQ(Get<uint64_t>(json, "small"), std::nullopt);
  EXPECT_EQ(Get<int>(json, "small"), -7);
  EXPECT_EQ(Get<double>(json, "huge"), 1e300);
}

}  // namespace
}  // namespace trena

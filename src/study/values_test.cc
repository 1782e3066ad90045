// SPDX-License-Identifier: Apache-2.0
#include "study/values.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

bool Takes(const char* name, const Value& value) {
  const KnownValue* known = FindKnownValue(name);
  EXPECT_NE(known, nullptr) << name;
  return known != nullptr && !Objection(*known, value);
}

TEST(ValuesTest, EachKindHasItsBounds) {
  EXPECT_TRUE(Takes("batch", 1) && Takes("batch", 1e9));
  EXPECT_FALSE(Takes("batch", 0) || Takes("batch", 1.5) || Takes("batch", 1e9 + 1));
  EXPECT_FALSE(Takes("batch", "64") || Takes("batch", true));
  EXPECT_TRUE(Takes("workers", 0));
  EXPECT_FALSE(Takes("workers", -1) || Takes("workers", 0.5));
  EXPECT_TRUE(Takes("learning_rate", 1e-9));
  EXPECT_FALSE(Takes("learning_rate", 0) || Takes("learning_rate", "fast"));
  EXPECT_TRUE(Takes("weight_decay", 0) && Takes("weight_decay", 5));
  EXPECT_FALSE(Takes("weight_decay", -1e-9));
  EXPECT_TRUE(Takes("momentum", 0) && Takes("momentum", 0.999));
  EXPECT_FALSE(Takes("momentum", 1) || Takes("momentum", -0.1));
  EXPECT_TRUE(Takes("network", "network1"));
  EXPECT_FALSE(Takes("network", 1) || Takes("network", ""));
}

TEST(ValuesTest, ItsOwnDefaultsAreAllowed) {
  for (const KnownValue& known : KnownValues()) {
    if (known.default_value == nullptr) continue;
    EXPECT_FALSE(Objection(known, Value::Parse(known.default_value))) << known.name;
    EXPECT_FALSE(known.required) << known.name;
  }
  EXPECT_EQ(KnownValueNames().size(), KnownValues().size());
  EXPECT_EQ(FindKnownValue("bacth"), nullptr);
}

TEST(ValuesTest, PlainNames) {
  EXPECT_TRUE(IsPlainName("learning_rate") && IsPlainName("_x2") &&
              IsPlainName(std::string(200, 'x')));
  for (const std::string& name : {std::string(), std::string("2x"), std::string("a b"),
                                  std::string("a-b"), std::string("é"), std::string(201, 'x')}) {
    EXPECT_FALSE(IsPlainName(name)) << name;
  }
}

TEST(ValuesTest, LevelsAreTheSameByTheirSpelling) {
  std::vector<Value> levels = {64, "word"};
  EXPECT_TRUE(HasLevel(levels, 64.0) && HasLevel(levels, "64") && HasLevel(levels, "word"));
  EXPECT_FALSE(HasLevel(levels, 65) || HasLevel({}, 64));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/text/fill.h"

#include <gtest/gtest.h>

#include <map>

namespace trena {
namespace {

std::string Filled(std::string_view text, const std::map<std::string, std::string>& values) {
  return Fill(text, [&](std::string_view name) {
    const auto found = values.find(std::string(name));
    return found == values.end() ? nullptr : &found->second;
  });
}

TEST(Fill, NamesAreReplacedWhereverTheyStand) {
  EXPECT_EQ(Filled("{a} of {b}, {a}", {{"a", "3"}, {"b", "24"}}), "3 of 24, 3");
  EXPECT_EQ(Filled("", {{"a", "3"}}), "");
  EXPECT_EQ(Filled("nothing", {}), "nothing");
}

TEST(Fill, WhatHasNoValueStays) {
  EXPECT_EQ(Filled("{a} {b}", {{"b", "1"}}), "{a} 1");
  EXPECT_EQ(Filled("open {a", {{"a", "1"}}), "open {a");
  EXPECT_EQ(Filled("[x] and [a", {}), "[x] and [a") << "no choice between two";
}

TEST(Fill, ValuesAreNotSearched) {
  EXPECT_EQ(Filled("{a} {b}", {{"a", "{b}"}, {"b", "[x|y]"}}), "{b} [x|y]");
}

TEST(Fill, OneOrManyByTheValueBefore) {
  const std::string_view text = "{n} [run|runs] of {m} [day|days]";
  EXPECT_EQ(Filled(text, {{"n", "1"}, {"m", "2"}}), "1 run of 2 days");
  EXPECT_EQ(Filled(text, {{"n", "0"}, {"m", "1"}}), "0 runs of 1 day");
  EXPECT_EQ(Filled("{n} a[|s]", {{"n", "1"}}), "1 a");
}

}  // namespace
}  // namespace trena

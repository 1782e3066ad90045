// SPDX-License-Identifier: Apache-2.0
#include "core/text/interned.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace trena {
namespace {

TEST(Interned, IsTheTextItWasMadeOf) {
  const Interned name("train_s");
  EXPECT_EQ(name.text(), "train_s");
  EXPECT_EQ(name, std::string("train_s"));
  EXPECT_NE(name, "train");
  EXPECT_EQ(fmt::format("{}", name), "train_s");
  EXPECT_TRUE(Interned().empty());
  EXPECT_FALSE(name.empty());
}

TEST(Interned, OneTextIsKeptOnce) {
  const std::string text = "a word too long for a string to hold within itself";
  EXPECT_EQ(&Interned(text).text(), &Interned(text.substr(0)).text());
  EXPECT_EQ(&Interned().text(), &Interned("").text());
  EXPECT_NE(Interned("a"), Interned("b"));
}

TEST(Interned, ComesInTheOrderOfItsLetters) {
  EXPECT_LT(Interned("wall_s"), Interned("x"));
  EXPECT_LT(Interned("b"), "ba");
  EXPECT_GT(Interned("b"), std::string("a"));
}

TEST(Interned, ThreadsGetTheSame) {
  std::vector<const std::string*> kept(8);
  std::vector<std::jthread> threads;
  for (auto& place : kept) {
    threads.emplace_back([&place] {
      for (int i = 0; i < 1000; ++i) place = &Interned("of threads " + std::to_string(i)).text();
    });
  }
  threads.clear();
  for (const std::string* text : kept) EXPECT_EQ(text, kept.front());
}

}  // namespace
}  // namespace trena

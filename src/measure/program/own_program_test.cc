// SPDX-License-Identifier: Apache-2.0
#include "measure/program/own_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace trena {
namespace {

class OwnProgramTest : public testing::Test {
 protected:
  OwnProgramTest() { unsetenv("PYTHONUNBUFFERED"); }
  ~OwnProgramTest() override { unsetenv("PYTHONUNBUFFERED"); }

  static std::vector<std::string> Unbuffered(bool at_once) {
    Variables variables = {{"OTHER", "kept"}};
    AddOwnProgramVariables(at_once, variables);
    EXPECT_EQ(variables.front(), (std::pair<std::string, std::string>("OTHER", "kept")));
    std::vector<std::string> values;
    for (const auto& [name, value] : variables) {
      if (name == "PYTHONUNBUFFERED") values.push_back(value);
    }
    return values;
  }
};

TEST_F(OwnProgramTest, PrintsAtOnceWhereItsOutputIsRead) {
  EXPECT_EQ(Unbuffered(true), std::vector<std::string>{"1"});
  EXPECT_TRUE(Unbuffered(false).empty());
}

TEST_F(OwnProgramTest, WhatThePersonSetStays) {
  for (const char* own : {"0", ""}) {
    setenv("PYTHONUNBUFFERED", own, 1);
    EXPECT_TRUE(Unbuffered(true).empty()) << "inherited as it is: \"" << own << '"';
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The table of commands. What each prints and refuses, without a process of its own, is in
// commands/*_test.cc; tests/ has them as a person calls them.
#include <gtest/gtest.h>

#include <set>

#include "cli/command.h"
#include "cli/test_workspace.h"
#include "core/text/text.h"

namespace trena {
namespace {

TEST(Commands, EachHasANameASummaryAndAnExampleOfItself) {
  std::set<std::string> names;
  for (const Command& command : Commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name << " is there twice";
    EXPECT_NE(std::string(command.summary), "");
    EXPECT_EQ(std::string(command.example).find("trena " + std::string(command.name)), 0u);
    EXPECT_NE(command.add == nullptr, command.add_program == nullptr)
        << command.name << ": one of the two makes its options";
  }
}

TEST(Commands, TheirExamplesAreWellFormed) {
  for (const Command& command : Commands()) {
    CLI::App app("", "trena");
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer("");
    Action action = command.add ? command.add(*sub) : command.add_program(*sub, {"true"});
    std::string line = std::string(command.example).substr(6);
    line = line.substr(0, line.find(" -- "));
    EXPECT_NO_THROW(app.parse(line)) << line;
    EXPECT_TRUE(static_cast<bool>(action));
  }
}

TEST(Commands, HelpFitsAScreenAndNamesEveryOption) {
  for (const Command& command : Commands()) {
    CLI::App app("", "trena");
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer("");
    Action action = command.add ? command.add(*sub) : command.add_program(*sub, {});
    for (const CLI::Option* option : sub->get_options()) {
      EXPECT_NE(option->get_description(), "") << command.name << " " << option->get_name();
    }
    for (const std::string& line : Split(sub->help(), '\n')) {
      EXPECT_LE(line.size(), 120u) << command.name << ": " << line;
    }
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Manners at the command line: help, version, misspellings, templates.
#include <gtest/gtest.h>

#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

const std::vector<std::string> kCommands = {"init",   "plan", "configure", "measure", "analyze",
                                            "report", "run",  "compare",   "doctor",  "monitor"};

TEST(CommandLine, HelpOfEveryCommandFitsAScreenAndHasAnExample) {
  Session session;
  for (const std::string& command : kCommands) {
    ProcessResult help = session.Trena({command, "--help"});
    EXPECT_EQ(help.exit_code, 0) << command;
    std::vector<std::string> lines = Split(Trim(help.output), '\n');
    EXPECT_LE(lines.size(), 40u) << command;
    for (const std::string& line : lines) EXPECT_LE(DisplayWidth(line), 100u) << line;
    EXPECT_NE(help.output.find("Example: trena " + command), std::string::npos) << help.output;
  }
}

TEST(CommandLine, HelpNamesEveryCommandAndTheExitCodes) {
  Session session;
  ProcessResult help = session.Trena({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const std::string& command : kCommands) {
    EXPECT_NE(help.output.find("\n  " + command), std::string::npos) << command;
  }
  EXPECT_NE(help.output.find("130 interrupted"), std::string::npos);
  EXPECT_LE(Split(help.output, '\n').size(), 40u);
}

TEST(CommandLine, VersionNamesCommitAndCompiler) {
  Session session;
  ProcessResult version = session.Trena({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(version.output.starts_with("trena 0.1.0 (commit ")) << version.output;
  EXPECT_NE(version.output.find("g++ "), std::string::npos) << version.output;
}

TEST(CommandLine, NoCommandShowsHelpAndIsAnError) {
  Session session;
  ProcessResult nothing = session.Trena({});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_NE(nothing.errors.find("Start with: trena init"), std::string::npos);
  EXPECT_EQ(nothing.output, "");
}

TEST(CommandLine, MisspeltCommandAndOptionGetASuggestion) {
  Session session;
  ProcessResult command = session.Trena({"mesure", "x.yaml"});
  EXPECT_EQ(command.exit_code, 2);
  EXPECT_NE(command.errors.find("did you mean `measure`?"), std::string::npos) << command.errors;
  ProcessResult option = session.Trena({"plan", "x.yaml", "--replicatons", "3"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_NE(option.errors.find("did you mean `--replications`?"), std::string::npos)
      << option.errors;
}

TEST(CommandLine, EveryTemplateIsWrittenOnceAndPlans) {
  Session session;
  for (const char* name : {"first", "methodology", "libraries", "accelerators", "command"}) {
    ProcessResult made = session.Trena({"init", "--template", name});
    EXPECT_EQ(made.exit_code, 0) << made.errors;
    std::string file = std::string(name) + ".yaml";
    std::string text = session.Read(file);
    EXPECT_NE(text.find("# "), std::string::npos) << "it is commented";
    ProcessResult plan = session.Trena({"plan", file});
    EXPECT_EQ(plan.exit_code, 0) << name << "\n" << plan.errors;
    ProcessResult again = session.Trena({"init", "--template", name});
    EXPECT_EQ(again.exit_code, 2) << "an existing file is never overwritten";
    EXPECT_EQ(session.Read(file), text);
  }
}

// Its networks, versions and settings are there; the photographs are the user's to bring.
TEST(CommandLine, TheLibrariesStudyLacksItsPhotographsAlone) {
  Session session;
  session.Trena({"init", "--template", "libraries"});
  const ProcessResult plan = session.Trena({"plan", "libraries.yaml"});
  const size_t at = plan.output.find("Cannot run:\n");
  ASSERT_NE(at, std::string::npos) << plan.output;
  std::vector<std::string> reasons;
  for (const std::string& line : Split(plan.output.substr(at + 12), '\n')) {
    if (line.empty()) break;
    // The line of the study and its caret; and a build need not have every runner.
    if (!Has(line, " | ") && !Has(line, "the runner of ")) reasons.push_back(line);
  }
  ASSERT_EQ(reasons.size(), 1u) << plan.output;
  EXPECT_TRUE(Has(reasons[0], "there is no folder ")) << reasons[0];
  EXPECT_TRUE(Has(reasons[0], "tench")) << reasons[0];
}

TEST(CommandLine, UnknownTemplateNamesTheNearest) {
  Session session;
  ProcessResult made = session.Trena({"init", "--template", "methodolgy"});
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_NE(made.errors.find("did you mean `methodology`?"), std::string::npos) << made.errors;
}

// The papers' numbering: framework, data set, image, network, the last fastest; CPU before GPU.
TEST(CommandLine, MethodologyPlansToThePapersScenarios) {
  Session session;
  session.Trena({"init", "--template", "methodology"});
  ProcessResult csv = session.Trena({"plan", "methodology.yaml", "--csv"});
  std::vector<std::string> lines = Split(csv.output, '\n');
  ASSERT_EQ(lines.size(), 242u) << "a header, 240 runs and the end of the last line";
  std::map<std::string, std::string> levels;
  for (size_t i = 1; i <= 240; ++i) {
    std::vector<std::string> cells = Split(lines[i], ',');
    ASSERT_EQ(cells.size(), 10u);
    EXPECT_EQ(cells[0], std::to_string(i));
    levels[cells[1]] = lines[i].substr(lines[i].find(cells[5]));
  }
  ASSERT_EQ(levels.size(), 48u);
  int number = 0;
  for (const char* environment : {"f4s_v2", "nc4as_t4_v3"}) {
    for (const char* framework : {"mxnet@1.9.1", "pytorch@2.2.0", "tensorflow@2.14.0"}) {
      for (const char* dataset : {"mnist", "cifar10"}) {
        for (const char* image : {"32", "64"}) {
          for (const char* network : {"network1", "network2"}) {
            std::string expected = Join({environment, framework, dataset, image, network}, ",");
            EXPECT_EQ(levels["C" + std::to_string(++number)], expected);
          }
        }
      }
    }
  }
}

TEST(CommandLine, OnlyNeverRenumbers) {
  Session session;
  session.Trena({"init", "--template", "methodology"});
  ProcessResult plan =
      session.Trena({"plan", "methodology.yaml", "--csv", "--only",
                     "environment == nc4as_t4_v3 and framework == tensorflow and image == 32"});
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  // C41 is the GPU's first TensorFlow scenario: 24 + 2·8 + 1.
  EXPECT_NE(plan.output.find(",C41,"), std::string::npos);
  EXPECT_EQ(plan.output.find(",C43,"), std::string::npos) << "C43 has image 64";
  EXPECT_EQ(Split(plan.output, '\n').size(), 22u) << "4 scenarios × 5, header, end";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(AnalyzeTable, AStudyAndATableExcludeEachOther) {
  const std::string study = "s.yaml";
  EXPECT_EQ(RunCommand("analyze", {}).error, "STUDY is required, or --table with a file");
  EXPECT_EQ(RunCommand("analyze", {study, "--table", "t.csv"}).error,
            "name a STUDY or a --table, not both");
  EXPECT_EQ(RunCommand("analyze", {study, "--plot", "x"}).error, "--plot goes with --table");
  EXPECT_EQ(RunCommand("analyze", {"--factors", "x"}).error, "--factors goes with --table");
  EXPECT_EQ(RunCommand("analyze", {"--table", "t.csv", "--price", "a=1USD/h"}).error,
            "--price goes with a STUDY");
  for (const auto& [option, value] : {std::pair("--replications", "3"), {"--out", "x"}}) {
    EXPECT_EQ(RunCommand("analyze", {"--table", "t.csv", option, value}).error,
              std::string(option) + " goes with a STUDY");
  }
  for (const auto& [option, value] : {std::pair("--only", "a == 1"), {"-P", "a=1"}}) {
    EXPECT_TRUE(Has(RunCommand("analyze", {"--table", "t.csv", option, value}).error,
                    {std::string(option) + " goes with a STUDY, whose scenarios it chooses"}));
  }
}

TEST(AnalyzeTable, ATableInThePlaceOfAStudyIsRecognised) {
  for (const char* command : {"analyze", "plan"}) {
    EXPECT_EQ(RunCommand(command, {"my bench.csv"}).error,
              "my bench.csv is a table, and no study; analyse it with: trena analyze --table 'my "
              "bench.csv' --response COLUMN");
  }
}

// Two levels, three rows each: 1, 2, 3 and 11, 12, 13.
TEST(AnalyzeTable, ATableWithTheSameModelOptions) {
  TestFolder folder;
  const std::string table =
      folder.Write("t.csv", "kind,\"s, total\"\na,1\na,2\na,3\nb,11\nb,12\nb,13\n").string();
  CommandEnd end = RunCommand("analyze", {"--table", table, "--response", "s, total", "--factors",
                                          "kind", "--same-within", "1%", "--json"});
  Result<Json> json = ParseJson(end.output);
  ASSERT_TRUE(json.ok()) << end.error << end.output;
  EXPECT_TRUE(end.code == kExitDone || end.code == kExitInconclusive);
  EXPECT_TRUE(Has(end.output, {"s, total", "kind"}));
  end = RunCommand("analyze",
                   {"--table", table, "--response", "s, total", "--contrast", "kind: a - nothing"});
  EXPECT_EQ(end.code, kExitInput);
  EXPECT_TRUE(Has(end.error, {"--contrast 'kind: a - nothing': "}));
  end = RunCommand("analyze", {"--table", table, "--factors", "a,\"b"});
  EXPECT_EQ(end.error, "`a,\"b`: a quote is not closed");
  end = RunCommand("analyze", {"--table", table, "--same-within", "much"});
  EXPECT_TRUE(Has(end.error, {"--same-within"}));
}

}  // namespace
}  // namespace trena

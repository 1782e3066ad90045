// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(ReportCommand, WritesWhatIsAskedFor) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd nothing = RunCommand("report", {study});
  EXPECT_EQ(nothing.code, kExitInput);
  EXPECT_TRUE(Has(nothing.error, {"nothing was measured yet; first: trena measure "}));
  ASSERT_EQ(RunCommand("measure", {study}).code, kExitDone);
  CommandEnd end = RunCommand("report", {study, "--format", "markdown,runs", "--json"});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_EQ(ParseJson(end.output).value()["files"],
            (Json{folder.path("s.trena/report.md").string(),
                  folder.path("s.trena/report.csv").string()}));
  end = RunCommand("report", {study, "--json"});
  EXPECT_EQ(
      ParseJson(end.output).value()["files"],
      (Json{folder.path("s.trena/report.html").string(), folder.path("s.trena/report.md").string(),
            folder.path("s.trena/report.csv").string()}))
      << "these where nothing is named";
  end = RunCommand("report", {study, "--format", "markdown", "--file", "-"});
  EXPECT_TRUE(Has(end.output, {"batch"}));
  EXPECT_EQ(RunCommand("report", {study, "--format", "markdwon"}).code, kExitInput);
  end = RunCommand("report", {study, "--figure-format", "svg"});
  EXPECT_EQ(end.error, "--figure-format needs --figures DIR");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"

namespace trena {
namespace {

TEST(InitCommand, WritesATemplateOnce) {
  TestFolder folder;
  const std::string file = (folder.path() / "mine.yaml").string();
  CommandEnd end = RunCommand("init", {"--template", "command", file});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_EQ(end.output, "Wrote " + file + ": a training script of your own.\nLook at it, then: " +
                            "trena plan " + file + "\n");
  EXPECT_EQ(ReadFile(file).value(), ReadFile(TRENA_SOURCE_DIR "/examples/command.yaml").value());
  end = RunCommand("init", {"--template", "command", file});
  EXPECT_EQ(end.error, file + " exists already; name another file");
  end = RunCommand("init", {"--template", "first", "-"});
  EXPECT_EQ(end.output, ReadFile(TRENA_SOURCE_DIR "/examples/first.yaml").value());
  end = RunCommand("init", {"--template", "frist"});
  EXPECT_EQ(end.code, kExitInput);
  EXPECT_TRUE(
      Has(end.error, {"there is no template `frist` (did you mean `first`?); there are: "}));
}

}  // namespace
}  // namespace trena

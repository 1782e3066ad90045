// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds, it is read or refused once with its place, in bounded time and memory.
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/test_fuzz.h"
#include "core/yaml.h"

namespace trena {
namespace {

std::vector<std::string> Examples() {
  std::vector<std::string> texts;
  for (const char* name : {"examples/first.yaml", "examples/own_script.yaml", "networks/lenet.yaml",
                           "runners/pytorch/runner.yaml"}) {
    texts.push_back(ReadFile(fs::path(TRENA_SOURCE_DIR) / name, kLargestYaml).value());
  }
  return texts;
}

const std::vector<std::string> kPieces = {"[",
                                          "]",
                                          "{",
                                          "}",
                                          ",",
                                          ": ",
                                          ":",
                                          "\n",
                                          "\n  ",
                                          "- ",
                                          "-",
                                          "? ",
                                          "?",
                                          "&a ",
                                          "*a",
                                          "!",
                                          "!!str ",
                                          "!<x>",
                                          "|",
                                          "> ",
                                          "\"",
                                          "'",
                                          "%",
                                          "%TAG ",
                                          "---",
                                          "...",
                                          "#",
                                          "a",
                                          "b: ",
                                          "c:\n",
                                          "  ",
                                          " ",
                                          "\t",
                                          "1",
                                          "~",
                                          "null",
                                          "\\",
                                          "\"\\u00",
                                          "\xc3\xa3",
                                          "\xff",
                                          "\xef\xbb\xbf",
                                          "@",
                                          "`",
                                          "\r",
                                          "<<: ",
                                          "=",
                                          "[1],",
                                          "{a: 1}",
                                          "%YAML 1.2\n",
                                          "0x1f",
                                          ".inf"};

TEST(YamlFuzz, EveryTextIsReadOrRefusedOnce) {
  size_t read = 0, refused = 0;
  FuzzedTexts(1, Examples(), kPieces).For(20, [&](const std::string& text) {
    Source source("f.yaml", text);
    const auto root = LoadYaml(source);
    ASSERT_EQ(source.diagnostics().size(), root ? 0u : 1u) << text;
    ++(root ? read : refused);
  });
  EXPECT_GT(read, 100u) << "texts that go further than the first check";
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace trena

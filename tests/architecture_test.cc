// SPDX-License-Identifier: Apache-2.0
// The pages for people who change trena: docs/architecture.md and CONTRIBUTING.md are right about
// the house. The drawing is the one that CMake makes of its targets, and every path that they name
// is there. A path with NAME in capitals stands for one to be made.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <set>

#include "core/files.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

const fs::path kSource = TRENA_SOURCE_DIR;

// `src/plan/x.{h,cc}` is two paths.
std::vector<std::string> Expand(const std::string& path) {
  static const RE2 braces(R"re(^(.*)\{([^{}]+)\}(.*)$)re");
  std::string before, list, after;
  if (!RE2::FullMatch(path, braces, &before, &list, &after)) return {path};
  std::vector<std::string> all;
  for (const std::string& choice : Split(list, ',')) all.push_back(before + choice + after);
  return all;
}

// Words between backticks or in a link that can only be paths: of a folder of the repository, or of
// a folder of src/ with an ending.
std::set<std::string> PathsIn(const std::string& text) {
  static const RE2 word(
      R"re((?:`|\]\()((?:src|runners|tests|docs|bench|cmake|schemas|examples|networks|web)/[^`)\s#]*|(?:core|stats|study|store|plan|configure|measure|analyze|report|cli)/[\w/{},.]+\.[\w{},.]+)(?:`|\)|#))re");
  std::set<std::string> paths;
  re2::StringPiece rest(text);
  std::string path;
  while (RE2::FindAndConsume(&rest, word, &path)) {
    for (const std::string& each : Expand(path)) paths.insert(each);
  }
  return paths;
}

bool IsThere(const fs::path& page, const std::string& path) {
  return fs::exists(kSource / path) || fs::exists(kSource / "src" / path) ||
         fs::exists(kSource / page.parent_path() / path);
}

TEST(Architecture, EveryPathNamedIsThere) {
  for (const char* page : {"CONTRIBUTING.md", "docs/architecture.md"}) {
    const std::set<std::string> paths = PathsIn(ReadFile(kSource / page).value());
    EXPECT_GT(paths.size(), 10u) << page;
    for (const std::string& path : paths) {
      if (path.find("NAME") != std::string::npos || path.find('*') != std::string::npos) continue;
      EXPECT_TRUE(IsThere(page, path)) << page << " names " << path << ", which is not there";
    }
  }
}

// The test of the test: what is wrong is found.
TEST(Architecture, APathThatIsNotThereIsFound) {
  const auto paths =
      PathsIn("see `src/plan/nothing.{h,cc}`, `core/result.h` and [it](docs/no.md#a)");
  EXPECT_EQ(paths, (std::set<std::string>{"src/plan/nothing.h", "src/plan/nothing.cc",
                                          "core/result.h", "docs/no.md"}));
  EXPECT_FALSE(IsThere("CONTRIBUTING.md", "src/plan/nothing.h"));
  EXPECT_TRUE(IsThere("CONTRIBUTING.md", "core/result.h"));
}

TEST(Architecture, TheDrawingIsOfTheTargets) {
  const std::string drawing = ReadFile(fs::path(TRENA_BUILD_DIR) / "architecture.mmd").value();
  const std::string page = ReadFile(kSource / "docs/architecture.md").value();
  EXPECT_NE(page.find("```mermaid\n" + drawing + "```\n"), std::string::npos)
      << "the drawing in docs/architecture.md is not of these folders; it should be:\n"
      << drawing;
}

// What comments of the sources cite is in the repository.
TEST(Architecture, CommentsCiteWhatIsHere) {
  static const RE2 cited(R"re((docs/[\w/.-]+\.md))re");
  static const RE2 elsewhere(R"re(\b(DESIGN|STYLE|HOUSE|FINDINGS)\.md|the seeds)re");
  size_t found = 0;
  for (const char* folder : {"src", "runners", "tests", "bench"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".h" && extension != ".py") continue;
      if (entry.path().filename() == "architecture_test.cc") continue;
      const std::string text = ReadFile(entry.path()).value();
      EXPECT_FALSE(RE2::PartialMatch(text, elsewhere)) << entry.path() << " cites what is not here";
      re2::StringPiece rest(text);
      std::string page;
      while (RE2::FindAndConsume(&rest, cited, &page)) {
        ++found;
        EXPECT_TRUE(fs::exists(kSource / page)) << entry.path() << " cites " << page;
      }
    }
  }
  EXPECT_GT(found, 20u);
}

// The sources that have `what`, but for tests.
std::set<std::string> SourcesWith(const RE2& what) {
  static const RE2 test(R"re((_test\.cc|/test_\w+\.h|_testing\.h|/testing\.h)$)re");
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    const std::string path = fs::relative(entry.path(), kSource / "src").string();
    if (!entry.is_regular_file() || RE2::PartialMatch(path, test)) continue;
    if (RE2::PartialMatch(ReadFile(entry.path()).value(), what)) found.insert(path);
  }
  return found;
}

// Answers are printed where it is known in the end whether they arrived, talk where it cannot end
// anything.
TEST(Architecture, OneDoorForAnswersAndOneForTalk) {
  static const RE2 printing(
      R"re(fmt::print\(|std::(cout|cerr|puts|printf|fprintf|fputs|putchar|fwrite)\b)re");
  EXPECT_EQ(SourcesWith(printing),
            (std::set<std::string>{"core/terminal/output.cc", "core/terminal/terminal.cc"}));
}

// A file that is opened elsewhere may be a pipe that is waited for, or a link that leads away. The
// kernel's own files, folders and /dev/null are none.
TEST(Architecture, OneDoorForFiles) {
  static const RE2 opening(R"re(std::i?fstream|\bfopen\(|Descriptor[ \w]*\(open\(|= open\()re");
  EXPECT_EQ(SourcesWith(opening),
            (std::set<std::string>{
                "core/open_file.cc", "core/files.cc", "core/process/memory_group.cc",
                "core/process/spawn.cc", "configure/install/environment_builder.cc",
                "measure/program/guards/disk_reserve.cc", "measure/record/held_folder.cc",
                "measure/sensors/kernel/cgroup.cc", "measure/sensors/kernel/kernel_file.cc",
                "measure/sensors/kernel/process_table.cc", "measure/sensors/kernel/process_tree.cc",
                "measure/turns/taking_turns.cc"}));
}

}  // namespace
}  // namespace trena

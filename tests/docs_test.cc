// SPDX-License-Identifier: Apache-2.0
// The documentation is run. A block of a page (the .md files above, docs and its folders) is tested
// when the line before it says so, and all blocks of a page share one folder:
//
//   <!-- test: file NAME -->   the block is written as NAME
//   <!-- test: images -->      the block lists paths, at each of which an image of its own is
//   written
//   <!-- test: source NAME --> the block is that file of the repository, which other tests run
//   <!-- test: study -->       the block is a study that plans
//   <!-- test: console -->     `$ trena …` lines are run; the lines below each are what it prints,
//                              where … stands for anything
//   <!-- test: limited console -->   the same, where a run's memory can be limited
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/files.h"
#include "core/process/memory_group.h"
#include "core/text/text.h"
#include "session.h"
#include "small_image.h"

namespace trena {
namespace {

struct Block {
  std::string kind;      // "console", "study", "file"
  std::string argument;  // of file
  std::string text;
  int line = 0;
};

std::vector<Block> TestedBlocks(const fs::path& page) {
  std::vector<Block> blocks;
  std::istringstream lines(ReadFile(page).value());
  std::string line, mark;
  bool inside = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("```")) {
      if (!inside && !mark.empty()) {
        size_t space = mark.find(' ');
        std::string argument = space == std::string::npos ? "" : mark.substr(space + 1);
        blocks.push_back({mark.substr(0, space), argument, "", number});
      }
      if (inside) mark.clear();
      inside = !inside;
    } else if (inside && !mark.empty()) {
      blocks.back().text += line + "\n";
    } else if (!inside && line.starts_with("<!-- test: ")) {
      mark = line.substr(11, line.find(" -->") - 11);
    }
  }
  return blocks;
}

// Whether `text` is `pattern`, in which … stands for any text.
bool Like(std::string_view text, std::string_view pattern) {
  static constexpr std::string_view kAnything = "…";
  size_t wild = pattern.find(kAnything);
  if (wild == std::string_view::npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, wild))) return false;
  std::string_view rest = pattern.substr(wild + kAnything.size());
  for (size_t at = wild; at <= text.size(); ++at) {
    if (Like(text.substr(at), rest)) return true;
  }
  return false;
}

// Splits as a shell would for the commands of our pages: words, single quotes, && is not known.
std::vector<std::string> Words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (char c : command + " ") {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      if (!word.empty()) words.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  return words;
}

void RunConsole(const Session& session, const Block& block, const std::string& page) {
  std::vector<std::string> lines = Split(block.text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("$ ")) continue;
    std::vector<std::string> words = Words(lines[i].substr(2));
    ASSERT_EQ(words[0], "trena") << page << ": only trena is run";
    std::string expected;
    size_t next = i + 1;
    for (; next < lines.size() && !lines[next].starts_with("$ "); ++next) {
      expected += lines[next] + "\n";
    }
    ProcessResult result = session.Trena({words.begin() + 1, words.end()});
    // Trailing blank lines of a block are layout.
    std::string shown = result.errors + result.output;
    EXPECT_TRUE(Like(Trim(shown), Trim(expected)))
        << page << ":" << block.line << ": " << lines[i] << "\nprinted\n"
        << shown << "\nbut the page says\n"
        << expected;
  }
}

class Docs : public testing::TestWithParam<std::string> {};

TEST_P(Docs, ExamplesWork) {
  fs::path page = fs::path(TRENA_SOURCE_DIR) / GetParam();
  Session session;
  int studies = 0;
  for (const Block& block : TestedBlocks(page)) {
    if (block.kind == "file") {
      session.Write(block.argument, block.text);
    } else if (block.kind == "images") {
      for (const std::string& path : Split(Trim(block.text), '\n')) WriteSmallImage(session, path);
    } else if (block.kind == "source") {
      EXPECT_EQ(block.text, ReadFile(fs::path(TRENA_SOURCE_DIR) / block.argument).value())
          << GetParam() << ":" << block.line;
    } else if (block.kind == "study") {
      std::string name = fmt::format("study{}.yaml", ++studies);
      session.Write(name, block.text);
      ProcessResult plan = session.Trena({"plan", name});
      EXPECT_EQ(plan.exit_code, 0) << GetParam() << ":" << block.line << "\n" << plan.errors;
    } else if (block.kind == "limited" && !CanLimitMemory().ok()) {
      continue;
    } else if (block.kind == "console" || block.kind == "limited") {
      RunConsole(session, block, GetParam());
    } else {
      ADD_FAILURE() << GetParam() << ":" << block.line << ": unknown test " << block.kind;
    }
  }
}

std::vector<std::string> Pages() {
  std::vector<std::string> pages = {"README.md", "CONTRIBUTING.md"};
  for (const std::string folder : {"docs", "docs/methods", "docs/studies"}) {
    for (const std::string& name : ListFolder(fs::path(TRENA_SOURCE_DIR) / folder).value()) {
      if (name.ends_with(".md")) pages.push_back(folder + "/" + name);
    }
  }
  return pages;
}

INSTANTIATE_TEST_SUITE_P(Pages, Docs, testing::ValuesIn(Pages()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

// The pages whose examples must be run are: a page that lost its marks would pass unseen.
TEST(Docs, ThePagesOfTheContractHaveTestedBlocks) {
  for (const char* page :
       {"docs/study-file.md", "docs/runner-protocol.md", "docs/run-folder.md",
        "docs/methods/designs.md", "docs/methods/cost.md", "docs/datasets.md",
        "docs/studies/methodology.md", "docs/report.md", "docs/fit.md", "CONTRIBUTING.md"}) {
    EXPECT_GE(TestedBlocks(fs::path(TRENA_SOURCE_DIR) / page).size(), 2u) << page;
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Every sentence of the program in both languages, as the sources of report/ and cli/ and the
// tables of metrics and warnings have them, for tests that look at all of them.
#pragma once

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/files.h"

namespace trena {

// Words of letters: a sign or a number is none, nor is a single letter.
inline size_t CountWords(const std::string& text) {
  static const RE2 word(R"re((\pL[\pL'-]+))re");
  re2::StringPiece rest(text);
  size_t count = 0;
  while (RE2::FindAndConsume(&rest, word)) ++count;
  return count;
}

// A pair in which either language has no word (escapes of a format) is no sentence.
inline std::vector<std::pair<std::string, std::string>> AllSentences() {
  static const RE2 pair(R"re(\{((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\})re");
  static const RE2 seam(R"re("\s*")re");
  std::vector<std::pair<std::string, std::string>> all;
  const std::string source = TRENA_SOURCE_DIR + std::string("/src");
  std::vector<std::string> paths = {source + "/study/metrics.cc", source + "/analyze/warnings.cc"};
  for (const char* folder : {"/report", "/cli"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source + folder)) {
      const std::string path = entry.path().string();
      if (path.ends_with("_test.cc") || !(path.ends_with(".cc") || path.ends_with(".h"))) continue;
      paths.push_back(path);
    }
  }
  for (const std::string& path : paths) {
    const std::string text = ReadFile(path).value();
    re2::StringPiece rest(text);
    std::string english, portuguese;
    while (RE2::FindAndConsume(&rest, pair, &english, &portuguese)) {
      for (std::string* language : {&english, &portuguese}) {
        RE2::GlobalReplace(language, seam, "");
        RE2::GlobalReplace(language, R"re(^"|"\s*$)re", "");
      }
      if (CountWords(english) == 0 || CountWords(portuguese) == 0) continue;
      all.emplace_back(english, portuguese);
    }
  }
  EXPECT_GT(all.size(), 500u) << "the sources were not found or are not written as expected";
  return all;
}

}  // namespace trena

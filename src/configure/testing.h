// SPDX-License-Identifier: Apache-2.0
// For tests: a fresh folder that is gone afterwards, and a look for words in a message.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "core/files.h"

namespace trena {

class TestFolder {
 public:
  TestFolder() : path_(MakeTemporaryFolder(testing::TempDir(), "trena-test-").value()) {}
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  const fs::path& path() const { return path_; }

  // Writes a file and gives its path.
  fs::path Write(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(WriteFile(path_ / name, text).ok());
    return path_ / name;
  }

 private:
  fs::path path_;
};

// Whether `text` holds all of `parts`; shows it when not.
inline testing::AssertionResult Has(const std::string& text,
                                    std::initializer_list<std::string> parts) {
  for (const std::string& part : parts) {
    if (text.find(part) == text.npos) {
      return testing::AssertionFailure() << "no \"" << part << "\" in:\n" << text;
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// For tests: a fresh folder that is gone afterwards, and a look for words in a message.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {

class TestFolder : public ScratchFolder {
 public:
  TestFolder() : ScratchFolder(MakeTemporaryFolder(testing::TempDir(), "trena-test-").value()) {}

  // Writes a file and gives its path.
  fs::path Write(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(WriteFile(path() / name, text).ok());
    return path() / name;
  }
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

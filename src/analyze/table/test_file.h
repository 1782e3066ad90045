// SPDX-License-Identifier: Apache-2.0
// A table in a file of its own, for tests of reading.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "analyze/table/reader.h"
#include "core/files.h"

namespace trena {

class TableFileTest : public testing::Test {
 protected:
  TableFileTest()
      : folder_(MakeTemporaryFolder(fs::temp_directory_path(), "trena-table-").value()) {}
  ~TableFileTest() override { fs::remove_all(folder_); }

  // Of the table `text`, with response y unless asked otherwise.
  Result<TableRead> Read(std::string_view text, TableRequest request = {},
                         size_t block_size = RowBlocks::kBlockSize) {
    request.path = (folder_ / "runs.csv").string();
    if (request.response.empty()) request.response = "y";
    std::ofstream(request.path, std::ios::binary) << text;
    return ReadTable(request, block_size);
  }

  TableRead Good(std::string_view text, const TableRequest& request = {},
                 size_t block_size = RowBlocks::kBlockSize) {
    auto read = Read(text, request, block_size);
    EXPECT_TRUE(read.ok()) << read.error().message();
    return read.ok() ? read.value() : TableRead{};
  }

  // What is said about a table that is refused.
  std::string Refused(std::string_view text, const TableRequest& request = {},
                      size_t block_size = RowBlocks::kBlockSize) {
    const auto read = Read(text, request, block_size);
    EXPECT_FALSE(read.ok());
    if (read.ok()) return "";
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
    return read.error().message();
  }

  fs::path folder_;
};

inline std::vector<std::string> FactorNames(const TableRead& read) {
  std::vector<std::string> names;
  for (const CellFactor& factor : read.cells.factors) names.push_back(factor.name);
  return names;
}

}  // namespace trena

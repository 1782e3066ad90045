// SPDX-License-Identifier: Apache-2.0
#include "core/table/row_blocks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/files.h"

namespace trena {
namespace {

class RowBlocksTest : public testing::Test {
 protected:
  RowBlocksTest()
      : folder_(MakeTemporaryFolder(fs::temp_directory_path(), "trena-blocks-").value()) {}
  ~RowBlocksTest() override { fs::remove_all(folder_); }

  std::unique_ptr<RowBlocks> Open(const std::string& text, size_t block_size) {
    const fs::path path = folder_ / "table";
    EXPECT_TRUE(WriteFile(path, text).ok());
    return RowBlocks::Open(path.string(), block_size).value();
  }

  std::vector<std::string> Read(const std::string& text, size_t block_size,
                                Quotes quotes = Quotes::kMayHoldNewlines) {
    auto blocks = Open(text, block_size);
    std::vector<std::string> all;
    RowBlock block;
    while (blocks->Next(block, quotes).value()) {
      EXPECT_EQ(block.index, all.size());
      all.emplace_back(block.text());
    }
    return all;
  }

  fs::path folder_;
};

using Texts = std::vector<std::string>;

TEST_F(RowBlocksTest, BlocksAreWholeRows) {
  EXPECT_EQ(Read("aa\nbb\ncc\n", 7), (Texts{"aa\nbb\n", "cc\n"}));
  EXPECT_EQ(Read("aa\nbb\ncc", 6), (Texts{"aa\nbb\n", "cc\n"})) << "the last newline is given";
  EXPECT_EQ(Read("", 8), Texts{});
}

TEST_F(RowBlocksTest, AQuotedNewlineEndsNothing) {
  EXPECT_EQ(Read("a\n\"b\nc\"\nd\n", 7), (Texts{"a\n", "\"b\nc\"\n", "d\n"}));
  EXPECT_EQ(Read("a\n\"b\nc\nd\n", 5, Quotes::kIgnored), (Texts{"a\n\"b\n", "c\nd\n"}));
}

TEST_F(RowBlocksTest, ByteOrderMarks) {
  EXPECT_EQ(Read("\xEF\xBB\xBF"
                 "a\n",
                 100),
            Texts{"a\n"});
  const fs::path path = folder_ / "utf16";
  ASSERT_TRUE(WriteFile(path, std::string_view("\xFF\xFE"
                                               "a\0",
                                               4))
                  .ok());
  const auto opened = RowBlocks::Open(path.string());
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message().find("UTF-16"), std::string::npos);
}

TEST_F(RowBlocksTest, ARowThatDoesNotFitIsAnError) {
  auto blocks = Open("a\n" + std::string(100, 'x') + "\nb\n", 32);
  RowBlock block;
  EXPECT_TRUE(blocks->Next(block, Quotes::kMayHoldNewlines).ok());
  const auto next = blocks->Next(block, Quotes::kMayHoldNewlines);
  ASSERT_FALSE(next.ok());
  EXPECT_NE(next.error().message().find("longer than 32 bytes"), std::string::npos);
}

TEST_F(RowBlocksTest, MissingFilesAndFoldersAreErrors) {
  EXPECT_FALSE(RowBlocks::Open((folder_ / "none").string()).ok());
  EXPECT_FALSE(RowBlocks::Open(folder_.string()).ok());
}

}  // namespace
}  // namespace trena

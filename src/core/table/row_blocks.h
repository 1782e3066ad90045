// SPDX-License-Identifier: Apache-2.0
// A file, or standard input, in blocks of whole rows: memory is bounded whatever the file's size,
// and blocks can be worked on at the same time. Where a block ends depends on the bytes alone,
// never on how they arrived or who asked, so what is computed by block is the same on every
// machine. Next may be called from any thread.
//
//   TRENA_ASSIGN(auto blocks, RowBlocks::Open("runs.csv"));
//   RowBlock block;
//   while (blocks->Next(block, Quotes::kMayHoldNewlines)…) Use(block.text());
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/open_file.h"
#include "core/result.h"
#include "core/table/byte_masks.h"

namespace trena {

// In CSV a quoted field may hold a newline; in JSON lines nothing can.
enum class Quotes { kMayHoldNewlines, kIgnored };

class RowBlock {
 public:
  size_t index = 0;  // from 0
  bool last = false;
  // Whole rows; the last byte is a newline. kMaskPadding bytes after it can be read.
  std::string_view text() const { return {bytes_.get(), size_}; }

 private:
  friend class RowBlocks;
  std::unique_ptr<char[]> bytes_;  // as large as a block, of which a small table touches little
  size_t room_ = 0;
  size_t size_ = 0;
};

class RowBlocks {
 public:
  // A row must fit into a block: the longest there may be.
  static constexpr size_t kBlockSize = size_t{1} << 20;

  // "-" is standard input, and a shell's <(…) is read too. A UTF-8 byte order mark is left out;
  // UTF-16 is an error.
  static Result<std::unique_ptr<RowBlocks>> Open(const std::string& path,
                                                 size_t block_size = kBlockSize);
  RowBlocks(const RowBlocks&) = delete;
  RowBlocks& operator=(const RowBlocks&) = delete;

  // The first bytes, up to kStartSize, to tell what they are. Only before the first Next.
  static constexpr size_t kStartSize = 4096;
  std::string_view start() const { return carry_; }

  // False at the end. A row that does not fit and what the system says are errors.
  Result<bool> Next(RowBlock& block, Quotes quotes);

 private:
  RowBlocks(Descriptor file, std::string name, size_t block_size)
      : file_(std::move(file)), name_(std::move(name)), block_size_(block_size) {}
  Result<size_t> ReadInto(char* bytes, size_t size);
  Status ReadStart();
  Status Fill(RowBlock& block);

  std::mutex mutex_;
  Descriptor file_;  // or standard input
  std::string name_;
  size_t block_size_;
  size_t next_index_ = 0;
  bool at_end_ = false;
  std::string carry_;  // the beginning of the next block's first row
};

}  // namespace trena

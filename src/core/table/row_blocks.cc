// SPDX-License-Identifier: Apache-2.0
#include "core/table/row_blocks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>

namespace trena {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kByteOrderMark16[] = {"\xFF\xFE", "\xFE\xFF"};

size_t CountQuotes(std::string_view text) {
  size_t count = 0;
  size_t i = 0;
  for (; i + 64 <= text.size(); i += 64) count += std::popcount(MaskOf(text.data() + i, '"'));
  return count + std::count(text.begin() + i, text.end(), '"');
}

// One past the last newline that ends a row: outside quotes, which come in pairs from the start.
std::optional<size_t> EndOfLastRow(std::string_view text, Quotes quotes) {
  bool inside = quotes == Quotes::kMayHoldNewlines && CountQuotes(text) % 2 == 1;
  for (size_t i = text.size(); i > 0; --i) {
    const char c = text[i - 1];
    if (c == '\n' && !inside) return i;
    if (c == '"' && quotes == Quotes::kMayHoldNewlines) inside = !inside;
  }
  return std::nullopt;
}

Error TooLong(const std::string& name, size_t limit) {
  return InputError(fmt::format(
      "{}: a row is longer than {} bytes, the most that is read as one; is a quote not closed, or "
      "is this no table?",
      name, limit));
}

}  // namespace

Result<std::unique_ptr<RowBlocks>> RowBlocks::Open(const std::string& path, size_t block_size) {
  const bool standard = path == "-";
  Descriptor file;
  if (!standard) {
    TRENA_ASSIGN(file, OpenToRead(path));
  }
  const std::string name = standard ? "standard input" : path;
  std::unique_ptr<RowBlocks> blocks(new RowBlocks(std::move(file), name, block_size));
  TRENA_CHECK(blocks->ReadStart());
  return blocks;
}

// As many bytes as there are, up to `size`: a pipe gives them in parts.
Result<size_t> RowBlocks::ReadInto(char* bytes, size_t size) {
  size_t done = 0;
  while (!at_end_ && done < size) {
    const ssize_t got = read(file_.ok() ? file_.number() : STDIN_FILENO, bytes + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", name_);
    if (got == 0) at_end_ = true;
    done += static_cast<size_t>(got);
  }
  return done;
}

Status RowBlocks::ReadStart() {
  carry_.resize(std::min(block_size_, kStartSize));
  TRENA_ASSIGN(const size_t size, ReadInto(carry_.data(), carry_.size()));
  carry_.resize(size);
  for (std::string_view mark : kByteOrderMark16) {
    if (carry_.starts_with(mark)) {
      return InputError(fmt::format("{} is in UTF-16; save it as UTF-8", name_));
    }
  }
  if (carry_.starts_with(kByteOrderMark)) carry_.erase(0, kByteOrderMark.size());
  return Done{};
}

// The carried beginning, then as much as is there, up to the size of a block.
Status RowBlocks::Fill(RowBlock& block) {
  const size_t room = block_size_ + 1 + kMaskPadding;
  if (block.room_ < room) block.bytes_ = std::make_unique_for_overwrite<char[]>(room);
  block.room_ = std::max(block.room_, room);
  std::memcpy(block.bytes_.get(), carry_.data(), carry_.size());
  const size_t carried = carry_.size();
  TRENA_ASSIGN(const size_t size, ReadInto(block.bytes_.get() + carried, block_size_ - carried));
  block.size_ = carried + size;
  return Done{};
}

Result<bool> RowBlocks::Next(RowBlock& block, Quotes quotes) {
  const std::lock_guard lock(mutex_);
  block.index = next_index_++;
  TRENA_CHECK(Fill(block));
  carry_.clear();
  if (block.size_ == 0) return false;
  if (at_end_) {
    if (block.text().back() != '\n') block.bytes_[block.size_++] = '\n';
  } else {
    const auto end = EndOfLastRow(block.text(), quotes);
    if (!end) return TooLong(name_, block_size_);
    carry_ = block.text().substr(*end);
    block.size_ = *end;
  }
  std::memset(block.bytes_.get() + block.size_, 0, kMaskPadding);
  block.last = at_end_;
  return true;
}

}  // namespace trena

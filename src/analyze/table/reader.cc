// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "analyze/table/merge.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr unsigned kMostThreads = 8;  // beyond, reading the file is what takes the time

// The first block is read by the caller, the others by whoever is free.
class TableReading {
 public:
  TableReading(RowBlocks& blocks, const TableLayout& layout, TableMerge& merge)
      : blocks_(blocks), layout_(layout), merge_(merge) {}

  void Take(const RowBlock& block) {
    const bool names = block.index == 0 && !layout_.format.json();
    Deliver(block.index, ReadPart(layout_, block.text(), names));
  }

  void Work() {
    RowBlock block;
    while (!stopped()) {
      const auto more = blocks_.Next(block, layout_.format.quotes());
      if (!more.ok()) return Deliver(block.index, more.error());
      if (!more.value()) return;
      Take(block);
    }
  }

  // The first error in the order of the rows.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool stopped() {
    const std::lock_guard lock(mutex_);
    return error_.has_value();
  }

  // Merges what has come in order; the rest waits for those before it.
  void Deliver(size_t index, Result<TablePart> part) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(part));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_;
         it = waiting_.erase(it), ++next_) {
      if (error_) continue;
      const Status merged =
          it->second.ok() ? merge_.Add(it->second.value()) : Status(InRow(it->second.error()));
      if (!merged.ok()) error_ = merged.error();
    }
  }

  Error InRow(const Error& error) const {
    return Error(fmt::format("{} (after row {})", error.message(), merge_.rows()), error.kind());
  }

  RowBlocks& blocks_;
  const TableLayout& layout_;
  TableMerge& merge_;
  std::mutex mutex_;
  std::map<size_t, Result<TablePart>> waiting_;
  size_t next_ = 0;
  std::optional<Error> error_;
};

Status CheckStart(const TableRequest& request, std::string_view start) {
  const std::string table = ForTerminal(TableName(request));
  const size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return InputError(fmt::format("{} is empty", table));
  if (start.find('\0') != std::string_view::npos) {
    return InputError(fmt::format("{} is no text: it has bytes of zero", table));
  }
  if (start[first] == '[') {
    return InputError(
        fmt::format("{} is a list in JSON; write one object a line instead (jq -c '.[]')", table));
  }
  return Done{};
}

unsigned ThreadsFor(const TableRequest& request, const RowBlock& first) {
  if (first.last) return 1;
  const unsigned wanted =
      request.threads > 0 ? request.threads : std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, kMostThreads);
}

}  // namespace

Result<TableRead> ReadTable(const TableRequest& request, size_t block_size) {
  TRENA_ASSIGN(auto blocks, RowBlocks::Open(request.path, block_size));
  TRENA_CHECK(CheckStart(request, blocks->start()));
  const TableFormat format = SniffFormat(blocks->start());
  RowBlock first;
  TRENA_CHECK(blocks->Next(first, format.quotes()));
  TRENA_ASSIGN(const TableLayout layout, LayOut(request, format, first.text()));
  TableMerge merge(request, layout);
  TableReading reading(*blocks, layout, merge);
  std::vector<std::thread> others;
  for (unsigned i = 1; i < ThreadsFor(request, first); ++i) {
    others.emplace_back([&] { reading.Work(); });
  }
  reading.Take(first);
  if (!first.last) reading.Work();
  for (std::thread& other : others) other.join();
  if (reading.error()) return *reading.error();
  return merge.Finish();
}

}  // namespace trena

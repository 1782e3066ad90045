// SPDX-License-Identifier: Apache-2.0
// The rows of a table in text: comma-separated values (RFC 4180: quoted fields, doubled quotes,
// newlines within quotes, CRLF or LF), tab-separated ones and those with semicolons.
//
//   DelimitedRows rows(block.text(), ',');
//   std::vector<std::string_view> fields;
//   while (rows.Next(fields) == RowState::kRow) Use(fields);
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace trena {

enum class RowState { kRow, kEnd, kBad };

// Bytes that can be read after the end of every field, so that it may be compared 16 at a time.
inline constexpr size_t kFieldPadding = 16;

class TableRows {
 public:
  virtual ~TableRows() = default;
  // The fields of the next row, valid until the next call. Empty lines are no rows. After kBad,
  // problem() says what is wrong, and the rows go on after it where they can.
  virtual RowState Next(std::vector<std::string_view>& fields) = 0;

  // Of the row that Next gave, counted from 1 within this text.
  size_t line() const { return line_; }
  const std::string& problem() const { return problem_; }
  // Lines in all, once kEnd was reached.
  size_t lines() const { return lines_; }

 protected:
  size_t line_ = 0;
  size_t lines_ = 0;
  std::string problem_;
};

class DelimitedRows final : public TableRows {
 public:
  // `text` ends in a newline and has kMaskPadding readable bytes after it, as a RowBlock has.
  DelimitedRows(std::string_view text, char separator);

  RowState Next(std::vector<std::string_view>& fields) override;

 private:
  const char* NextSpecial();
  void Seek(const char* place);
  RowState Bad(const char* why);
  const char* TakeQuoted(const char* open, std::vector<std::string_view>& fields);
  RowState TakeRow(std::vector<std::string_view>& fields);

  const char* place_;  // the beginning of the next field
  const char* end_;
  char separator_;
  const char* base_;   // of the 64 bytes that mask_ is about
  uint64_t mask_ = 0;  // their separators, newlines and quotes from place_ on
  std::deque<std::string> unescaped_;
};

}  // namespace trena

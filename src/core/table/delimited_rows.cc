// SPDX-License-Identifier: Apache-2.0
#include "core/table/delimited_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/table/byte_masks.h"

namespace trena {
namespace {

std::string Unescaped(std::string_view quoted) {
  std::string text;
  text.reserve(quoted.size() + kFieldPadding);
  for (size_t i = 0; i < quoted.size(); ++i) {
    text += quoted[i];
    if (quoted[i] == '"') ++i;
  }
  return text;
}

}  // namespace

DelimitedRows::DelimitedRows(std::string_view text, char separator)
    : place_(text.data()), end_(text.data() + text.size()), separator_(separator) {
  Seek(place_);
}

void DelimitedRows::Seek(const char* place) {
  place_ = place;
  base_ = place;
  mask_ = place < end_ ? MaskOf(place, separator_, '\n', '"') : 0;
}

// The next separator, newline or quote; the text's end when there is none.
const char* DelimitedRows::NextSpecial() {
  while (mask_ == 0) {
    base_ += 64;
    if (base_ >= end_) return end_;
    mask_ = MaskOf(base_, separator_, '\n', '"');
  }
  const char* found = base_ + std::countr_zero(mask_);
  mask_ &= mask_ - 1;
  return std::min(found, end_);
}

// Goes on at the next line.
RowState DelimitedRows::Bad(const char* why) {
  problem_ = why;
  const void* newline = std::memchr(place_, '\n', static_cast<size_t>(end_ - place_));
  ++lines_;
  Seek(newline == nullptr ? end_ : static_cast<const char*>(newline) + 1);
  return RowState::kBad;
}

// Takes the field from its opening quote on; what follows the closing one, or null.
const char* DelimitedRows::TakeQuoted(const char* open, std::vector<std::string_view>& fields) {
  bool doubled = false;
  const char* close = open + 1;
  while (true) {
    close = static_cast<const char*>(std::memchr(close, '"', static_cast<size_t>(end_ - close)));
    if (close == nullptr) return nullptr;
    if (close[1] != '"') break;
    doubled = true;
    close += 2;
  }
  const std::string_view inside(open + 1, static_cast<size_t>(close - open - 1));
  lines_ += static_cast<size_t>(std::count(inside.begin(), inside.end(), '\n'));
  if (doubled) unescaped_.push_back(Unescaped(inside));
  fields.push_back(doubled ? std::string_view(unescaped_.back()) : inside);
  const char* after = close + 1;
  if (*after == '\r' && after[1] == '\n') ++after;
  return after;
}

RowState DelimitedRows::TakeRow(std::vector<std::string_view>& fields) {
  while (true) {
    const char* special = NextSpecial();
    if (*special == '"') {
      if (special != place_) return Bad("a quote within a field that does not begin with one");
      special = TakeQuoted(special, fields);
      if (special == nullptr) return Bad("a quote is not closed");
      if (*special != separator_ && *special != '\n') {
        place_ = special;
        return Bad("text after the closing quote of a field");
      }
      Seek(special + 1);
      if (*special == '\n') return RowState::kRow;
      continue;
    }
    size_t size = static_cast<size_t>(special - place_);
    const bool ends = *special == '\n' || special == end_;
    if (ends && size > 0 && special[-1] == '\r') --size;
    fields.emplace_back(place_, size);
    place_ = special + 1;
    if (ends) return RowState::kRow;
  }
}

RowState DelimitedRows::Next(std::vector<std::string_view>& fields) {
  if (!unescaped_.empty()) unescaped_.clear();
  while (place_ < end_) {
    fields.clear();
    line_ = lines_ + 1;
    const char* start = place_;
    if (TakeRow(fields) == RowState::kBad) return RowState::kBad;
    ++lines_;
    const bool blank = fields.size() == 1 && fields[0].empty() && *start != '"';
    if (!blank) return RowState::kRow;
  }
  return RowState::kEnd;
}

}  // namespace trena

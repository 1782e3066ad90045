// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/level_index.h"

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kFirstBits = 5;

}  // namespace

LevelIndex::LevelIndex() : places_(size_t{1} << kFirstBits), shift_(64 - kFirstBits) {}

uint32_t LevelIndex::FindFurther(std::string_view spelling, const Words& words) {
  for (size_t at = HashOf(words) >> shift_;; at = (at + 1) & (places_.size() - 1)) {
    const Entry& entry = places_[at];
    if (entry.words.size == kUnused) return Add(spelling);
    if (entry.words == words && (words.size <= 16 || texts_[entry.text] == spelling)) {
      return entry.level;
    }
  }
}

void LevelIndex::Put(const Entry& entry) {
  size_t at = HashOf(entry.words) >> shift_;
  while (places_[at].words.size != kUnused) at = (at + 1) & (places_.size() - 1);
  places_[at] = entry;
}

void LevelIndex::Grow() {
  std::vector<Entry> before(places_.size() * 2);
  before.swap(places_);
  --shift_;
  for (const Entry& entry : before) {
    if (entry.words.size != kUnused) Put(entry);
  }
}

uint32_t LevelIndex::Add(std::string_view spelling) {
  const std::string_view trimmed = Trim(spelling);
  Entry entry{WordsOf(spelling), kEmpty, 0};
  if (trimmed.size() < spelling.size() && !trimmed.empty()) {
    entry.level = Find(trimmed);
  } else if (!trimmed.empty()) {
    entry.level = static_cast<uint32_t>(levels_.size());
    levels_.emplace_back(trimmed);
  }
  if (spelling.size() > 16) {
    entry.text = static_cast<uint32_t>(texts_.size());
    texts_.emplace_back(spelling);
  }
  if (++entries_ * 2 > places_.size()) Grow();
  Put(entry);
  return entry.level;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The levels of a factor as they are met in a table, numbered in order of first appearance. Made
// for being asked millions of times: short spellings are compared as two words, with no call.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace trena {

class LevelIndex {
 public:
  // Of a field with nothing in it but blanks.
  static constexpr uint32_t kEmpty = UINT32_MAX;

  LevelIndex();

  // The number of the level that is spelled so (blanks around it do not count), a new one if need
  // be. kFieldPadding bytes after `spelling` must be readable.
  uint32_t Find(std::string_view spelling) {
    const Words words = WordsOf(spelling);
    const Entry& entry = places_[HashOf(words) >> shift_];
    if (entry.words == words && words.size <= 16) [[likely]]
      return entry.level;
    return FindFurther(spelling, words);
  }

  const std::vector<std::string>& levels() const { return levels_; }

 private:
  static constexpr uint32_t kUnused = UINT32_MAX;

  // The first 16 bytes, and how many there are in all.
  struct Words {
    uint64_t first = 0;
    uint64_t second = 0;
    uint32_t size = kUnused;
    bool operator==(const Words&) const = default;
  };
  struct Entry {
    Words words;
    uint32_t level = 0;
    uint32_t text = 0;  // in texts_, of a spelling over 16 bytes
  };

  // The first `size` of 8 bytes, as they lie in memory; the others 0.
  static uint64_t Keep(const char* bytes, size_t size) {
    static constexpr std::array<char, 16> kKeep = {-1, -1, -1, -1, -1, -1, -1, -1};
    uint64_t word, mask;
    std::memcpy(&word, bytes, 8);
    std::memcpy(&mask, kKeep.data() + 8 - size, 8);
    return word & mask;
  }

  static Words WordsOf(std::string_view spelling) {
    const size_t size = spelling.size();
    const size_t first = size < 8 ? size : 8;
    const size_t second = size < 8 ? 0 : size < 16 ? size - 8 : 8;
    return {Keep(spelling.data(), first), Keep(spelling.data() + 8, second),
            static_cast<uint32_t>(size)};
  }

  // Multiplication by odd constants: the high bits depend on all of the bytes.
  static uint64_t HashOf(const Words& words) {
    return (words.first + words.size) * 0x9E3779B97F4A7C15u ^ words.second * 0xC2B2AE3D27D4EB4Fu;
  }

  uint32_t FindFurther(std::string_view spelling, const Words& words);
  uint32_t Add(std::string_view spelling);
  void Put(const Entry& entry);
  void Grow();

  std::vector<std::string> levels_;
  std::vector<std::string> texts_;
  std::vector<Entry> places_;
  int shift_;  // what of a hash is no place
  size_t entries_ = 0;
};

}  // namespace trena

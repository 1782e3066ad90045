// SPDX-License-Identifier: Apache-2.0
#include "configure/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <string_view>

namespace trena {
namespace {

constexpr std::string_view kWords[] = {
    "the ",  "of ",    "and ",     "to ",     "in ",        "that ",   "his ",       "whale ",
    "sea. ", "ship ",  "Ahab ",    "boat ",   "white ",     "call ",   "me ",        "harpoon ",
    "oil, ", "spout ", "Ishmael ", "sailed ", "homewards ", "deck.\n", "Nantucket ", "leviathan "};
constexpr int kWordCount = static_cast<int>(std::size(kWords));

// How many bytes the sequences are made of.
int64_t Used(int length, int count) { return int64_t{length} * count; }

}  // namespace

Result<std::vector<uint8_t>> ReadText(const fs::path& path, int64_t bytes) {
  TRENA_ASSIGN(const std::string text, ReadFile(path, static_cast<size_t>(bytes)));
  if (static_cast<int64_t>(text.size()) == bytes) {
    return std::vector<uint8_t>(text.begin(), text.end());
  }
  return Error(fmt::format("{} has {} bytes, not {}", path.string(), text.size(), bytes));
}

std::vector<uint8_t> SynthesizeText(int64_t bytes) {
  boost::random::mt19937_64 generator(1);
  boost::random::uniform_int_distribution<int> pick(0, kWordCount * kWordCount - 1);
  std::vector<uint8_t> text;
  while (static_cast<int64_t>(text.size()) < bytes) {
    // The smaller of two: word i comes up 2 · (24 − i) − 1 times in 24².
    const int both = pick(generator);
    const std::string_view word = kWords[std::min(both / kWordCount, both % kWordCount)];
    text.insert(text.end(), word.begin(), word.end());
  }
  text.resize(static_cast<size_t>(bytes));
  return text;
}

Array Sequences(std::span<const uint8_t> text, int length, int count) {
  const auto* first = text.data();
  return Array::Of<uint8_t>({count, length}, {first, first + Used(length, count)});
}

Array NextBytes(std::span<const uint8_t> text, int length, int count) {
  const auto* first = text.data() + 1;
  return Array::Of<int32_t>({count, length}, {first, first + Used(length, count)});
}

}  // namespace trena

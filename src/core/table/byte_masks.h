// SPDX-License-Identifier: Apache-2.0
// Where certain bytes are among the next 64, as one bit each: how a reader of large tables finds
// separators many at a time (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace trena {

// Bytes that must be readable after the end of a text that is searched by masks.
inline constexpr size_t kMaskPadding = 64;

// Bit i is set when text[i] is one of the bytes.
template <typename... Bytes>
uint64_t MaskOf(const char* text, Bytes... bytes) {
  uint64_t mask = 0;
#if defined(__SSE2__)
  for (int part = 0; part < 4; ++part) {
    const auto* address = reinterpret_cast<const __m128i*>(text + 16 * part);
    const __m128i sixteen = _mm_loadu_si128(address);
    __m128i found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(sixteen, _mm_set1_epi8(bytes)))), ...);
    mask |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(found))) << (16 * part);
  }
#else
  for (int i = 0; i < 64; ++i) {
    mask |= static_cast<uint64_t>(((text[i] == bytes) || ...)) << i;
  }
#endif
  return mask;
}

}  // namespace trena

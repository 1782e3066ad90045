// SPDX-License-Identifier: Apache-2.0
// NumPy's array file (.npy, version 1.0 of numpy.lib.format), as far as trena needs it: C order,
// little endian, uint8, int32 and float32. Every runner maps or reads these.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/result.h"

namespace trena {

static_assert(std::endian::native == std::endian::little, "the files hold numbers as they are");

struct NpyHeader {
  std::string type;  // "|u1", "<i4", "<f4"
  std::vector<int64_t> shape;
  size_t size = 0;  // bytes before the first number
};

template <typename T>
constexpr const char* NpyType() {
  static_assert(std::is_same_v<T, uint8_t> || std::is_same_v<T, int32_t> ||
                std::is_same_v<T, float>);
  if constexpr (std::is_same_v<T, uint8_t>) return "|u1";
  if constexpr (std::is_same_v<T, int32_t>) return "<i4";
  return "<f4";
}

// What stands before the numbers; its size is a multiple of 64, so that they are aligned.
std::string MakeNpyHeader(const std::string& type, const std::vector<int64_t>& shape);

// The header at the start of a file's bytes.
Result<NpyHeader> ReadNpyHeader(std::string_view bytes);

// A whole file. `numbers` has as many elements as the shape.
template <typename T>
std::string ToNpy(const std::vector<int64_t>& shape, const std::vector<T>& numbers) {
  std::string out = MakeNpyHeader(NpyType<T>(), shape);
  out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
  return out;
}

}  // namespace trena

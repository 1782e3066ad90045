// SPDX-License-Identifier: Apache-2.0
// Arrays in NumPy's .npy format: a strict header, then plain little-endian numbers in C order.
// Big ones are mapped, not read. What the header promises is checked against the file's size, so
// an index within shape() is always within the file. Fortran order, objects and other dtypes are
// refused.
//
//   TRENA_ASSIGN(MappedArray images, MappedArray::Open(folder / "train_images.npy"));
//   TRENA_ASSIGN(const uint8_t* pixels, images.Data<uint8_t>());
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/result.h"

namespace trena {

using Shape = std::vector<int64_t>;

// "[32, 3, 3, 3]".
std::string ToString(const Shape& shape);
// Product of the sizes; 1 for a scalar.
int64_t Count(const Shape& shape);

enum class DType { kUint8, kInt32, kInt64, kFloat32, kFloat64 };

size_t SizeOf(DType dtype);
// NumPy's name, "float32".
std::string ToString(DType dtype);

template <typename T>
constexpr DType DTypeOf() {
  if constexpr (std::is_same_v<T, uint8_t>) return DType::kUint8;
  if constexpr (std::is_same_v<T, int32_t>) return DType::kInt32;
  if constexpr (std::is_same_v<T, int64_t>) return DType::kInt64;
  if constexpr (std::is_same_v<T, float>) return DType::kFloat32;
  if constexpr (std::is_same_v<T, double>) return DType::kFloat64;
}

struct NpyHeader {
  DType dtype;
  Shape shape;
  size_t offset;  // of the first number
};

// Reads the header at the front of `file` and checks that exactly its numbers follow.
Result<NpyHeader> ParseNpy(std::string_view file);

// The bytes that go before the numbers, padded to a multiple of 64.
std::string NpyHeaderBytes(DType dtype, const Shape& shape);

// An array in memory.
struct Array {
  DType dtype;
  Shape shape;
  std::string bytes;

  template <typename T>
  static Array Of(Shape shape, const std::vector<T>& numbers) {
    const char* bytes = reinterpret_cast<const char*>(numbers.data());
    return {DTypeOf<T>(), std::move(shape), std::string(bytes, numbers.size() * sizeof(T))};
  }
  // Only when dtype is T's.
  template <typename T>
  const T* As() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

// A whole file.
std::string ToNpy(const Array& array);
Status WriteNpy(const std::filesystem::path& path, const Array& array);

// A .npy file mapped read-only, for the object's life.
class MappedArray {
 public:
  static Result<MappedArray> Open(const std::filesystem::path& path);
  MappedArray(MappedArray&& other) noexcept;
  MappedArray& operator=(MappedArray&&) = delete;
  ~MappedArray();

  const Shape& shape() const { return header_.shape; }
  DType dtype() const { return header_.dtype; }

  // The numbers, or an error when the file holds another dtype.
  template <typename T>
  Result<const T*> Data() const {
    if (header_.dtype != DTypeOf<T>()) return WrongType(DTypeOf<T>());
    return reinterpret_cast<const T*>(base_ + header_.offset);
  }
  // An error unless the array has this many dimensions.
  Status CheckRank(size_t rank) const;

 private:
  MappedArray(std::string name, char* base, size_t size, NpyHeader header)
      : name_(std::move(name)), base_(base), size_(size), header_(std::move(header)) {}
  Error WrongType(DType wanted) const;

  std::string name_;
  char* base_;
  size_t size_;
  NpyHeader header_;
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/npy.h"

#include <fmt/format.h>

#include <charconv>

#include "core/text.h"

namespace trena {
namespace {

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr size_t kPrelude = 10;  // the magic and two bytes of length
constexpr size_t kAlignment = 64;

// What stands between `before` and `after` in the header's dictionary.
Result<std::string_view> Between(std::string_view text, std::string_view before, char after) {
  size_t begin = text.find(before);
  size_t end = begin == text.npos ? text.npos : text.find(after, begin + before.size());
  if (end == text.npos) return Error("not a .npy file of version 1.0");
  return text.substr(begin + before.size(), end - begin - before.size());
}

Result<std::vector<int64_t>> ParseShape(std::string_view text) {
  std::vector<int64_t> shape;
  for (const std::string& part : Split(text, ',')) {
    std::string_view digits = Trim(part);
    if (digits.empty()) continue;  // "(3,)"
    int64_t size = 0;
    auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (problem != std::errc() || end != digits.data() + digits.size() || size < 0) {
      return Error(fmt::format("a .npy file of shape ({})", text));
    }
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

std::string MakeNpyHeader(const std::string& type, const std::vector<int64_t>& shape) {
  std::string sizes = fmt::format("{}", fmt::join(shape, ", "));
  if (shape.size() == 1) sizes += ",";
  std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, sizes);
  size_t unpadded = kPrelude + dictionary.size() + 1;
  dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  std::string out(kMagic);
  out += static_cast<char>(dictionary.size() & 0xff);
  out += static_cast<char>(dictionary.size() >> 8);
  return out + dictionary;
}

Result<NpyHeader> ReadNpyHeader(std::string_view bytes) {
  if (bytes.size() < kPrelude || bytes.substr(0, kMagic.size()) != kMagic) {
    return Error("not a .npy file of version 1.0");
  }
  size_t length = static_cast<uint8_t>(bytes[8]) + 256u * static_cast<uint8_t>(bytes[9]);
  if (bytes.size() < kPrelude + length) return Error("a .npy file that ends within its header");
  std::string_view dictionary = bytes.substr(kPrelude, length);
  TRENA_ASSIGN(std::string_view type, Between(dictionary, "'descr': '", '\''));
  TRENA_ASSIGN(std::string_view order, Between(dictionary, "'fortran_order': ", ','));
  if (order != "False") return Error("a .npy file in Fortran order");
  TRENA_ASSIGN(std::string_view sizes, Between(dictionary, "'shape': (", ')'));
  TRENA_ASSIGN(std::vector<int64_t> shape, ParseShape(sizes));
  return NpyHeader{std::string(type), std::move(shape), kPrelude + length};
}

}  // namespace trena

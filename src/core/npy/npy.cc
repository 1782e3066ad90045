// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npy.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "core/files.h"
#include "core/text/units.h"

namespace trena {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kAlignment = 64;
constexpr size_t kMaxRank = 32;  // NumPy's own limit

struct TypeRow {
  DType dtype;
  std::string_view descr;
  std::string_view name;
  size_t size;
};
constexpr std::array<TypeRow, 5> kTypes = {{{DType::kUint8, "|u1", "uint8", 1},
                                            {DType::kInt32, "<i4", "int32", 4},
                                            {DType::kInt64, "<i8", "int64", 8},
                                            {DType::kFloat32, "<f4", "float32", 4},
                                            {DType::kFloat64, "<f8", "float64", 8}}};

const TypeRow& Row(DType dtype) { return kTypes[static_cast<size_t>(dtype)]; }

// Reads the header's Python literal from front to back.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool Take(char wanted) {
    SkipSpace();
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool TakeWord(std::string_view word) {
    SkipSpace();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::string_view> TakeString() {
    if (!Take('\'')) return std::nullopt;
    size_t end = text_.find('\'');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view found = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return found;
  }
  std::optional<int64_t> TakeNumber() {
    SkipSpace();
    int64_t number = 0;
    auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    text_.remove_prefix(end - text_.data());
    return number;
  }
  bool AtEnd() {
    SkipSpace();
    return text_.empty();
  }

 private:
  void SkipSpace() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) {
      text_.remove_prefix(1);
    }
  }
  std::string_view text_;
};

std::optional<Shape> TakeShape(Scanner& scanner) {
  if (!scanner.Take('(')) return std::nullopt;
  Shape shape;
  while (!scanner.Take(')')) {
    std::optional<int64_t> size = scanner.TakeNumber();
    if (!size || shape.size() == kMaxRank) return std::nullopt;
    shape.push_back(*size);
    if (!scanner.Take(',')) {
      if (!scanner.Take(')')) return std::nullopt;
      break;
    }
  }
  return shape;
}

struct Fields {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran;
  std::optional<Shape> shape;
};

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
std::optional<Fields> ParseFields(std::string_view text) {
  Scanner scanner(text);
  Fields fields;
  if (!scanner.Take('{')) return std::nullopt;
  while (!scanner.Take('}')) {
    std::optional<std::string_view> key = scanner.TakeString();
    if (!key || !scanner.Take(':')) return std::nullopt;
    if (*key == "descr") {
      fields.descr = scanner.TakeString();
    } else if (*key == "fortran_order") {
      if (scanner.TakeWord("False")) fields.fortran = false;
      if (scanner.TakeWord("True")) fields.fortran = true;
    } else if (*key == "shape") {
      fields.shape = TakeShape(scanner);
    } else {
      return std::nullopt;
    }
    if (scanner.Take(',')) continue;
    if (!scanner.Take('}')) return std::nullopt;
    break;
  }
  if (!scanner.AtEnd() || !fields.descr || !fields.fortran || !fields.shape) return std::nullopt;
  return fields;
}

// Bytes of the numbers; empty when that does not fit a size.
std::optional<size_t> DataBytes(DType dtype, const Shape& shape) {
  size_t bytes = SizeOf(dtype);
  for (int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<size_t>(size), &bytes)) return std::nullopt;
  }
  if (bytes > static_cast<size_t>(std::numeric_limits<int64_t>::max())) return std::nullopt;
  return bytes;
}

// The literal between magic and numbers, and where the numbers start.
Result<std::pair<std::string_view, size_t>> FindLiteral(std::string_view file) {
  if (!file.starts_with(kMagic) || file.size() < 10) return InputError("not a .npy file");
  int version = static_cast<unsigned char>(file[6]);
  if ((version != 1 && version != 2) || file[7] != 0) {
    return InputError(".npy version is neither 1.0 nor 2.0");
  }
  size_t start = version == 1 ? 10 : 12;
  if (file.size() < start) return InputError("the .npy header is cut short");
  size_t length = 0;
  for (size_t i = start; i-- > 8;) length = length << 8 | static_cast<unsigned char>(file[i]);
  if (length > file.size() - start) return InputError("the .npy header is cut short");
  return std::pair(file.substr(start, length), start + length);
}

Error SystemError(const std::string& what, const std::string& name) {
  return Error(what + " " + name + ": " + std::strerror(errno));
}

// A file that is mapped takes no memory of its own but address space, which can be limited.
Error MapError(const std::string& name, size_t size) {
  if (errno != ENOMEM) return SystemError("cannot map", name);
  return Error("cannot map " + name + ": not enough memory, its " + ToString(Bytes{size}) +
               " are more than the address space has left: raise `ulimit -v`, or use fewer or "
               "smaller images");
}

}  // namespace

std::string ToString(const Shape& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

int64_t Count(const Shape& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  return count;
}

size_t SizeOf(DType dtype) { return Row(dtype).size; }

std::string ToString(DType dtype) { return std::string(Row(dtype).name); }

Result<NpyHeader> ParseNpy(std::string_view file) {
  TRENA_ASSIGN(auto literal, FindLiteral(file));
  std::optional<Fields> fields = ParseFields(literal.first);
  if (!fields) return InputError("the .npy header cannot be understood");
  if (*fields->fortran) return InputError("the array is in Fortran order; C order is needed");
  const TypeRow* row = nullptr;
  for (const TypeRow& candidate : kTypes) {
    if (candidate.descr == *fields->descr) row = &candidate;
  }
  if (!row) return InputError("dtype " + std::string(*fields->descr) + " is not supported");
  std::optional<size_t> bytes = DataBytes(row->dtype, *fields->shape);
  size_t rest = file.size() - literal.second;
  if (!bytes || *bytes != rest) {
    return InputError("the header promises " + ToString(row->dtype) + ToString(*fields->shape) +
                      " but " + std::to_string(rest) + " bytes follow");
  }
  return NpyHeader{row->dtype, *fields->shape, literal.second};
}

std::string NpyHeaderBytes(DType dtype, const Shape& shape) {
  std::string literal =
      "{'descr': '" + std::string(Row(dtype).descr) + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : shape) literal += std::to_string(size) + ", ";
  if (shape.size() > 1) literal.resize(literal.size() - 2);  // (3, 4) but (3,)
  if (shape.size() == 1) literal.resize(literal.size() - 1);
  literal += "), }";
  size_t used = 10 + literal.size() + 1;
  literal.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  literal += '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(literal.size() & 0xff);
  bytes += static_cast<char>(literal.size() >> 8);
  return bytes + literal;
}

std::string ToNpy(const Array& array) {
  return NpyHeaderBytes(array.dtype, array.shape) + array.bytes;
}

Status WriteNpy(const std::filesystem::path& path, const Array& array) {
  return WriteFile(path, ToNpy(array));
}

Result<MappedArray> MappedArray::Open(const std::filesystem::path& path) {
  std::string name = path.string();
  TRENA_ASSIGN(Descriptor file, OpenToRead(path));
  struct stat facts = {};
  if (fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size == 0) {
    return InputError(name + ": not a .npy file");
  }
  size_t size = static_cast<size_t>(facts.st_size);
  void* base = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (base == MAP_FAILED) return MapError(name, size);
  char* bytes = static_cast<char*>(base);
  Result<NpyHeader> header = ParseNpy({bytes, size});
  if (header.ok() && header.value().offset % SizeOf(header.value().dtype) != 0) {
    header = InputError("the numbers are not aligned");
  }
  if (!header.ok()) {
    munmap(base, size);
    return header.error().While(name);
  }
  return MappedArray(name, bytes, size, header.value());
}

MappedArray::MappedArray(MappedArray&& other) noexcept
    : name_(std::move(other.name_)),
      base_(std::exchange(other.base_, nullptr)),
      size_(other.size_),
      header_(std::move(other.header_)) {}

MappedArray::~MappedArray() {
  if (base_) munmap(base_, size_);
}

Status MappedArray::CheckRank(size_t rank) const {
  if (shape().size() == rank) return Done{};
  return InputError(name_ + ": has shape " + ToString(shape()) + ", expected " +
                    std::to_string(rank) + " dimensions");
}

Error MappedArray::WrongType(DType wanted) const {
  return InputError(name_ + ": holds " + ToString(dtype()) + ", expected " + ToString(wanted));
}

}  // namespace trena

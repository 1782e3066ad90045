// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npz.h"

#include <string_view>

#include "core/archive/archive.h"
#include "core/files.h"

namespace trena {
namespace {

constexpr std::string_view kSuffix = ".npy";
// No network of ours has a tensor, or in all, near this; a zip's directory can claim anything.
constexpr ArchiveLimits kLimits{
    .file_bytes = uint64_t{8} << 30, .total_bytes = uint64_t{16} << 30, .entries = 100'000};

Result<Array> ReadArray(ArchivedFile& file) {
  Result<NpyHeader> header = ParseNpy(file.bytes);
  if (!header.ok()) return header.error().While(file.path);
  file.bytes.erase(0, header.value().offset);  // in place: a tensor can be large
  return Array{header.value().dtype, header.value().shape, std::move(file.bytes)};
}

}  // namespace

Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path) {
  std::map<std::string, Array> arrays;
  TRENA_CHECK(ReadArchive(path, kLimits, [&](ArchivedFile file) -> Status {
    if (!file.path.ends_with(kSuffix)) return InputError("entry " + file.path + " is no .npy");
    TRENA_ASSIGN(Array array, ReadArray(file));
    file.path.resize(file.path.size() - kSuffix.size());
    arrays.emplace(std::move(file.path), std::move(array));
    return Done{};
  }));
  return arrays;
}

Result<std::string> ToNpz(const std::vector<std::pair<std::string, Array>>& arrays) {
  std::vector<ArchivedFile> files;
  for (const auto& [name, array] : arrays) {
    files.push_back({name + std::string(kSuffix), ToNpy(array)});
  }
  return ToArchive(ArchiveFormat::kZip, files);
}

Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays) {
  TRENA_ASSIGN(std::string bytes, ToNpz(arrays));
  return WriteFile(path, bytes);
}

}  // namespace trena

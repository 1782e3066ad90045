// SPDX-License-Identifier: Apache-2.0
#include "configure/npz.h"

#include <fmt/format.h>
#include <zip.h>

#include <memory>

#include "configure/npy.h"

namespace trena {
namespace {

// Noon of 1980-01-01 in MS-DOS's encoding. libzip passes it through local time; noon comes back
// unchanged in every time zone.
constexpr zip_uint16_t kTime = 12 << 11;
constexpr zip_uint16_t kDate = (1 << 5) | 1;

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using SourceHandle = std::unique_ptr<zip_source_t, FreeSource>;

struct DiscardArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using ArchiveHandle = std::unique_ptr<zip_t, DiscardArchive>;

Error ZipError(const char* doing, zip_error_t* problem) {
  return Error(
      fmt::format("cannot {} the archive of weights: {}", doing, zip_error_strerror(problem)));
}

// `bytes` must outlive the archive.
Status AddMember(zip_t* archive, const std::string& name, const std::string& bytes) {
  zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (source == nullptr) return ZipError("write to", zip_get_error(archive));
  zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return ZipError("write to", zip_get_error(archive));
  }
  auto member = static_cast<zip_uint64_t>(index);
  if (zip_set_file_compression(archive, member, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, member, kTime, kDate, 0) != 0) {
    return ZipError("write to", zip_get_error(archive));
  }
  return Done{};
}

Result<std::string> ReadBack(zip_source_t* source, zip_error_t* problem) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_source_stat(source, &facts) != 0 || zip_source_open(source) != 0) {
    return ZipError("read back", problem);
  }
  std::string bytes(facts.size, '\0');
  zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got != static_cast<zip_int64_t>(bytes.size())) return ZipError("read back", problem);
  return bytes;
}

}  // namespace

Result<std::string> ToNpz(const std::vector<NamedArray>& arrays) {
  zip_error_t problem;
  zip_error_init(&problem);
  SourceHandle memory(zip_source_buffer_create(nullptr, 0, 0, &problem));
  if (!memory) return ZipError("create", &problem);
  ArchiveHandle archive(zip_open_from_source(memory.get(), ZIP_TRUNCATE, &problem));
  if (!archive) return ZipError("create", &problem);
  zip_source_keep(memory.get());  // the archive owns one reference, we another
  std::vector<std::string> members;
  members.reserve(arrays.size());
  for (const NamedArray& array : arrays) {
    members.push_back(ToNpy(array.shape, array.numbers));
    TRENA_CHECK(AddMember(archive.get(), array.name + ".npy", members.back()));
  }
  if (zip_close(archive.get()) != 0) return ZipError("finish", zip_get_error(archive.get()));
  archive.release();  // closed: no longer ours
  return ReadBack(memory.get(), &problem);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/npz.h"

#include <fmt/format.h>
#include <zip.h>

#include <memory>
#include <string_view>

#include "core/files.h"

namespace trena {
namespace {

constexpr std::string_view kSuffix = ".npy";
// No network of ours has a tensor near this; a zip's directory can claim anything.
constexpr zip_uint64_t kMaxEntryBytes = zip_uint64_t{8} << 30;
// No clock in the bytes: noon of 1980-01-01 in MS-DOS's encoding. libzip passes it through local
// time; noon comes back unchanged in every time zone.
constexpr zip_uint16_t kTime = 12 << 11;
constexpr zip_uint16_t kDate = (1 << 5) | 1;

struct ZipCloser {
  void operator()(zip_t* zip) const { zip_discard(zip); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

Result<Zip> OpenZip(const std::filesystem::path& path) {
  int code = 0;
  Zip zip(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (zip) return zip;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  return InputError("cannot open " + path.string() + ": " + reason);
}

Result<std::string> ReadEntry(zip_t* zip, zip_uint64_t index, zip_uint64_t size) {
  if (size > kMaxEntryBytes) return InputError("an array claims more than 8 GiB");
  std::unique_ptr<zip_file_t, ZipCloser> file(zip_fopen_index(zip, index, 0));
  if (!file) return InputError(zip_strerror(zip));
  std::string bytes(size, '\0');
  zip_uint64_t done = 0;
  while (done < size) {
    zip_int64_t got = zip_fread(file.get(), bytes.data() + done, size - done);
    if (got <= 0) return InputError(zip_file_strerror(file.get()));
    done += got;
  }
  // The checksum is compared when the end is met.
  char beyond = 0;
  if (zip_fread(file.get(), &beyond, 1) != 0) return InputError(zip_file_strerror(file.get()));
  return bytes;
}

Result<std::pair<std::string, Array>> ReadArray(zip_t* zip, zip_uint64_t index) {
  zip_stat_t facts;
  if (zip_stat_index(zip, index, 0, &facts) != 0 || !(facts.valid & ZIP_STAT_SIZE) ||
      !(facts.valid & ZIP_STAT_NAME)) {
    return InputError("the zip's directory is broken");
  }
  std::string name = facts.name;
  if (!name.ends_with(kSuffix)) return InputError("entry " + name + " is no .npy");
  Result<std::string> file = ReadEntry(zip, index, facts.size);
  if (!file.ok()) return file.error().While(name);
  Result<NpyHeader> header = ParseNpy(file.value());
  if (!header.ok()) return header.error().While(name);
  Array array{header.value().dtype, header.value().shape,
              file.value().substr(header.value().offset)};
  return std::pair(name.substr(0, name.size() - kSuffix.size()), std::move(array));
}

Error ZipError(const char* doing, zip_error_t* problem) {
  return Error(
      fmt::format("cannot {} the archive of arrays: {}", doing, zip_error_strerror(problem)));
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

Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path) {
  TRENA_ASSIGN(Zip zip, OpenZip(path));
  std::map<std::string, Array> arrays;
  zip_int64_t count = zip_get_num_entries(zip.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    Result<std::pair<std::string, Array>> entry = ReadArray(zip.get(), i);
    if (!entry.ok()) return entry.error().While(path.string());
    if (!arrays.insert(std::move(entry).value()).second) {
      return InputError(path.string() + ": a name occurs twice");
    }
  }
  return arrays;
}

Result<std::string> ToNpz(const std::vector<std::pair<std::string, Array>>& arrays) {
  zip_error_t problem;
  zip_error_init(&problem);
  std::unique_ptr<zip_source_t, ZipCloser> memory(
      zip_source_buffer_create(nullptr, 0, 0, &problem));
  if (!memory) return ZipError("create", &problem);
  Zip archive(zip_open_from_source(memory.get(), ZIP_TRUNCATE, &problem));
  if (!archive) return ZipError("create", &problem);
  zip_source_keep(memory.get());  // the archive owns one reference, we another
  std::vector<std::string> members;
  members.reserve(arrays.size());  // libzip keeps pointers into it
  for (const auto& [name, array] : arrays) {
    members.push_back(ToNpy(array));
    TRENA_CHECK(AddMember(archive.get(), name + std::string(kSuffix), members.back()));
  }
  zip_t* open = archive.release();  // zip_close frees it, unless it fails
  if (zip_close(open) != 0) {
    archive.reset(open);
    return ZipError("finish", zip_get_error(open));
  }
  return ReadBack(memory.get(), &problem);
}

Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays) {
  TRENA_ASSIGN(std::string bytes, ToNpz(arrays));
  return WriteFile(path, bytes);
}

}  // namespace trena

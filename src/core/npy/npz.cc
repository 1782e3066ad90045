// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npz.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "core/files.h"
#include "core/npy/zip_library.h"

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
  const ZipLibrary* library;
  void operator()(zip_t* zip) const { library->discard(zip); }
  void operator()(zip_file_t* file) const { library->fclose(file); }
  void operator()(zip_source_t* source) const { library->source_free(source); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

Result<Zip> OpenZip(const ZipLibrary& library, const std::filesystem::path& path) {
  int code = 0;
  Zip zip(library.open(path.c_str(), ZIP_RDONLY, &code), {&library});
  if (zip) return zip;
  zip_error_t error;
  library.error_init_with_code(&error, code);
  std::string reason = library.error_strerror(&error);
  library.error_fini(&error);
  return InputError("cannot open " + path.string() + ": " + reason);
}

Result<std::string> ReadEntry(const ZipLibrary& library, zip_t* zip, zip_uint64_t index,
                              zip_uint64_t size) {
  if (size > kMaxEntryBytes) return InputError("an array claims more than 8 GiB");
  std::unique_ptr<zip_file_t, ZipCloser> file(library.fopen_index(zip, index, 0), {&library});
  if (!file) return InputError(library.strerror(zip));
  std::string bytes(size, '\0');
  zip_uint64_t done = 0;
  while (done < size) {
    zip_int64_t got = library.fread(file.get(), bytes.data() + done, size - done);
    if (got <= 0) return InputError(library.file_strerror(file.get()));
    done += got;
  }
  // The checksum is compared when the end is met.
  char beyond = 0;
  if (library.fread(file.get(), &beyond, 1) != 0) {
    return InputError(library.file_strerror(file.get()));
  }
  return bytes;
}

Result<std::pair<std::string, Array>> ReadArray(const ZipLibrary& library, zip_t* zip,
                                                zip_uint64_t index) {
  zip_stat_t facts;
  if (library.stat_index(zip, index, 0, &facts) != 0 || !(facts.valid & ZIP_STAT_SIZE) ||
      !(facts.valid & ZIP_STAT_NAME)) {
    return InputError("the zip's directory is broken");
  }
  std::string name = facts.name;
  if (!name.ends_with(kSuffix)) return InputError("entry " + name + " is no .npy");
  Result<std::string> file = ReadEntry(library, zip, index, facts.size);
  if (!file.ok()) return file.error().While(name);
  Result<NpyHeader> header = ParseNpy(file.value());
  if (!header.ok()) return header.error().While(name);
  Array array{header.value().dtype, header.value().shape,
              file.value().substr(header.value().offset)};
  return std::pair(name.substr(0, name.size() - kSuffix.size()), std::move(array));
}

Error ZipError(const ZipLibrary& library, const char* doing, zip_error_t* problem) {
  return Error(
      fmt::format("cannot {} the archive of arrays: {}", doing, library.error_strerror(problem)));
}

// `bytes` must outlive the archive.
Status AddMember(const ZipLibrary& library, zip_t* archive, const std::string& name,
                 const std::string& bytes) {
  const auto failed = [&] { return ZipError(library, "write to", library.get_error(archive)); };
  zip_source_t* source = library.source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (source == nullptr) return failed();
  zip_int64_t index = library.file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    library.source_free(source);
    return failed();
  }
  auto member = static_cast<zip_uint64_t>(index);
  if (library.set_file_compression(archive, member, ZIP_CM_STORE, 0) != 0 ||
      library.file_set_dostime(archive, member, kTime, kDate, 0) != 0) {
    return failed();
  }
  return Done{};
}

Result<std::string> ReadBack(const ZipLibrary& library, zip_source_t* source,
                             zip_error_t* problem) {
  zip_stat_t facts;
  library.stat_init(&facts);
  if (library.source_stat(source, &facts) != 0 || library.source_open(source) != 0) {
    return ZipError(library, "read back", problem);
  }
  std::string bytes(facts.size, '\0');
  zip_int64_t got = library.source_read(source, bytes.data(), bytes.size());
  library.source_close(source);
  if (got != static_cast<zip_int64_t>(bytes.size())) return ZipError(library, "read back", problem);
  return bytes;
}

}  // namespace

Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path) {
  TRENA_ASSIGN(const ZipLibrary* library, LoadZipLibrary());
  TRENA_ASSIGN(Zip zip, OpenZip(*library, path));
  std::map<std::string, Array> arrays;
  zip_int64_t count = library->get_num_entries(zip.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    Result<std::pair<std::string, Array>> entry = ReadArray(*library, zip.get(), i);
    if (!entry.ok()) return entry.error().While(path.string());
    if (!arrays.insert(std::move(entry).value()).second) {
      return InputError(path.string() + ": a name occurs twice");
    }
  }
  return arrays;
}

Result<std::string> ToNpz(const std::vector<std::pair<std::string, Array>>& arrays) {
  TRENA_ASSIGN(const ZipLibrary* library, LoadZipLibrary());
  zip_error_t problem;
  library->error_init(&problem);
  std::unique_ptr<zip_source_t, ZipCloser> memory(
      library->source_buffer_create(nullptr, 0, 0, &problem), {library});
  if (!memory) return ZipError(*library, "create", &problem);
  Zip archive(library->open_from_source(memory.get(), ZIP_TRUNCATE, &problem), {library});
  if (!archive) return ZipError(*library, "create", &problem);
  library->source_keep(memory.get());  // the archive owns one reference, we another
  std::vector<std::string> members;
  members.reserve(arrays.size());  // libzip keeps pointers into it
  for (const auto& [name, array] : arrays) {
    members.push_back(ToNpy(array));
    TRENA_CHECK(AddMember(*library, archive.get(), name + std::string(kSuffix), members.back()));
  }
  zip_t* open = archive.release();  // zip_close frees it, unless it fails
  if (library->close(open) != 0) {
    archive.reset(open);
    return ZipError(*library, "finish", library->get_error(open));
  }
  return ReadBack(*library, memory.get(), &problem);
}

Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays) {
  TRENA_ASSIGN(std::string bytes, ToNpz(arrays));
  return WriteFile(path, bytes);
}

}  // namespace trena

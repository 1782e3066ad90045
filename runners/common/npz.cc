// SPDX-License-Identifier: Apache-2.0
#include "runner_common/npz.h"

#include <zip.h>

#include <memory>
#include <string_view>

namespace trena {
namespace {

constexpr std::string_view kSuffix = ".npy";
// No network of ours has a tensor near this; a zip's directory can claim anything.
constexpr zip_uint64_t kMaxEntryBytes = zip_uint64_t{8} << 30;
constexpr zip_uint16_t kEarliestDosDate = 0x21;  // 1980-01-01: no clock in the bytes

struct ZipCloser {
  void operator()(zip_t* zip) const { zip_discard(zip); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Zip = std::unique_ptr<zip_t, ZipCloser>;

Result<Zip> OpenZip(const std::filesystem::path& path, int flags) {
  int code = 0;
  Zip zip(zip_open(path.c_str(), flags, &code));
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

// `file` must outlive the zip's closing.
Status AddEntry(zip_t* zip, const std::string& name, const std::string& file) {
  zip_source_t* source = zip_source_buffer(zip, file.data(), file.size(), 0);
  if (!source) return Error(zip_strerror(zip));
  zip_int64_t index = zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return Error(zip_strerror(zip));
  }
  if (zip_set_file_compression(zip, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(zip, index, 0, kEarliestDosDate, 0) != 0) {
    return Error(zip_strerror(zip));
  }
  return Done{};
}

}  // namespace

Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path) {
  TRENA_ASSIGN(Zip zip, OpenZip(path, ZIP_RDONLY));
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

Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays) {
  std::vector<std::string> files;
  files.reserve(arrays.size());  // zip keeps pointers into it
  TRENA_ASSIGN(Zip zip, OpenZip(path, ZIP_CREATE | ZIP_TRUNCATE));
  for (const auto& [name, array] : arrays) {
    files.push_back(NpyHeaderBytes(array.dtype, array.shape) + array.bytes);
    Status added = AddEntry(zip.get(), name + std::string(kSuffix), files.back());
    if (!added.ok()) return added.error().While(path.string());
  }
  if (zip_close(zip.get()) != 0) {
    return Error("cannot write " + path.string() + ": " + zip_strerror(zip.get()));
  }
  zip.release();  // zip_close has freed it
  return Done{};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/npy/zip_library.h"

#include <dlfcn.h>

#include <string>

namespace trena {
namespace {

// The library with all its functions, or the name of one that it lacks.
std::string FindFunctions(void* handle, ZipLibrary& library) {
  std::string lacking;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    if (function == nullptr) lacking = name;
  };
  find("zip_close", library.close);
  find("zip_discard", library.discard);
  find("zip_error_fini", library.error_fini);
  find("zip_error_init", library.error_init);
  find("zip_error_init_with_code", library.error_init_with_code);
  find("zip_error_strerror", library.error_strerror);
  find("zip_fclose", library.fclose);
  find("zip_file_add", library.file_add);
  find("zip_file_set_dostime", library.file_set_dostime);
  find("zip_file_strerror", library.file_strerror);
  find("zip_fopen_index", library.fopen_index);
  find("zip_fread", library.fread);
  find("zip_get_error", library.get_error);
  find("zip_get_num_entries", library.get_num_entries);
  find("zip_open", library.open);
  find("zip_open_from_source", library.open_from_source);
  find("zip_set_file_compression", library.set_file_compression);
  find("zip_source_buffer", library.source_buffer);
  find("zip_source_buffer_create", library.source_buffer_create);
  find("zip_source_close", library.source_close);
  find("zip_source_free", library.source_free);
  find("zip_source_keep", library.source_keep);
  find("zip_source_open", library.source_open);
  find("zip_source_read", library.source_read);
  find("zip_source_stat", library.source_stat);
  find("zip_stat_index", library.stat_index);
  find("zip_stat_init", library.stat_init);
  find("zip_strerror", library.strerror);
  return lacking;
}

Result<ZipLibrary> Load() {
  void* handle = nullptr;
  for (const char* name : {"libzip.so.4", "libzip.so.5"}) {
    if (handle == nullptr) handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  }
  if (handle == nullptr) {
    return Error("cannot load libzip, which reads and writes weights: install libzip4");
  }
  ZipLibrary library;
  const std::string lacking = FindFunctions(handle, library);
  if (!lacking.empty()) return Error("the libzip that is installed has no " + lacking);
  return library;
}

}  // namespace

Result<const ZipLibrary*> LoadZipLibrary() {
  static const Result<ZipLibrary> loaded = Load();
  if (!loaded.ok()) return loaded.error();
  return &loaded.value();
}

}  // namespace trena

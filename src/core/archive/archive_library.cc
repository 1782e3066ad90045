// SPDX-License-Identifier: Apache-2.0
#include "core/archive/archive_library.h"

#include <dlfcn.h>

#include <string>
#include <type_traits>

namespace trena {
namespace {

Result<ArchiveLibrary> Load() {
  void* handle = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    return Error("cannot load libarchive, which reads and writes weights: install libarchive13");
  }
  ArchiveLibrary library;
  std::string lacking;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    if (function == nullptr) lacking = name;
  };
#define TRENA_ARCHIVE_FIND(name) find(#name, library.name);
  TRENA_ARCHIVE_FUNCTIONS(TRENA_ARCHIVE_FIND)
#undef TRENA_ARCHIVE_FIND
  if (!lacking.empty()) return Error("the libarchive that is installed has no " + lacking);
  return library;
}

}  // namespace

Result<const ArchiveLibrary*> LoadArchiveLibrary() {
  static const Result<ArchiveLibrary> loaded = Load();
  if (!loaded.ok()) return loaded.error();
  return &loaded.value();
}

}  // namespace trena

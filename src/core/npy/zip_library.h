// SPDX-License-Identifier: Apache-2.0
// libzip, loaded when the first archive is opened: with the cryptography it depends on, it would
// take half of the time in which trena starts, and most commands never need it. For npz.cc.
//
//   TRENA_ASSIGN(const ZipLibrary* library, LoadZipLibrary());
//   library->discard(archive);
#pragma once

#include <zip.h>

#include "core/result.h"

namespace trena {

// Functions of libzip without their zip_.
struct ZipLibrary {
  decltype(&zip_close) close = nullptr;
  decltype(&zip_discard) discard = nullptr;
  decltype(&zip_error_fini) error_fini = nullptr;
  decltype(&zip_error_init) error_init = nullptr;
  decltype(&zip_error_init_with_code) error_init_with_code = nullptr;
  decltype(&zip_error_strerror) error_strerror = nullptr;
  decltype(&zip_fclose) fclose = nullptr;
  decltype(&zip_file_add) file_add = nullptr;
  decltype(&zip_file_set_dostime) file_set_dostime = nullptr;
  decltype(&zip_file_strerror) file_strerror = nullptr;
  decltype(&zip_fopen_index) fopen_index = nullptr;
  decltype(&zip_fread) fread = nullptr;
  decltype(&zip_get_error) get_error = nullptr;
  decltype(&zip_get_num_entries) get_num_entries = nullptr;
  decltype(&zip_open) open = nullptr;
  decltype(&zip_open_from_source) open_from_source = nullptr;
  decltype(&zip_set_file_compression) set_file_compression = nullptr;
  decltype(&zip_source_buffer) source_buffer = nullptr;
  decltype(&zip_source_buffer_create) source_buffer_create = nullptr;
  decltype(&zip_source_close) source_close = nullptr;
  decltype(&zip_source_free) source_free = nullptr;
  decltype(&zip_source_keep) source_keep = nullptr;
  decltype(&zip_source_open) source_open = nullptr;
  decltype(&zip_source_read) source_read = nullptr;
  decltype(&zip_source_stat) source_stat = nullptr;
  decltype(&zip_stat_index) stat_index = nullptr;
  decltype(&zip_stat_init) stat_init = nullptr;
  decltype(&zip_strerror) strerror = nullptr;
};

// Once in a process. Fails when it is not installed, or lacks a function.
Result<const ZipLibrary*> LoadZipLibrary();

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// libarchive, loaded when the first archive is opened. Linked, it would bring a dozen libraries
// into each start of trena and make it take more than twice as long; its static form cannot be
// linked without all of them either. For archive.cc.
//
//   TRENA_ASSIGN(const ArchiveLibrary* library, LoadArchiveLibrary());
//   archive* reader = library->archive_read_new();
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "core/result.h"

// The functions that are used, named once.
#define TRENA_ARCHIVE_FUNCTIONS(USE)            \
  USE(archive_entry_filetype)                   \
  USE(archive_entry_free)                       \
  USE(archive_entry_hardlink)                   \
  USE(archive_entry_new)                        \
  USE(archive_entry_pathname)                   \
  USE(archive_entry_set_filetype)               \
  USE(archive_entry_set_pathname)               \
  USE(archive_entry_set_perm)                   \
  USE(archive_entry_set_size)                   \
  USE(archive_entry_size)                       \
  USE(archive_entry_size_is_set)                \
  USE(archive_error_string)                     \
  USE(archive_filter_bytes)                     \
  USE(archive_format)                           \
  USE(archive_read_data)                        \
  USE(archive_read_data_skip)                   \
  USE(archive_read_free)                        \
  USE(archive_read_new)                         \
  USE(archive_read_next_header)                 \
  USE(archive_read_open_filename)               \
  USE(archive_read_support_filter_gzip)         \
  USE(archive_read_support_format_tar)          \
  USE(archive_read_support_format_zip_seekable) \
  USE(archive_write_close)                      \
  USE(archive_write_data)                       \
  USE(archive_write_free)                       \
  USE(archive_write_header)                     \
  USE(archive_write_new)                        \
  USE(archive_write_open)                       \
  USE(archive_write_set_bytes_per_block)        \
  USE(archive_write_set_format_pax_restricted)  \
  USE(archive_write_set_format_zip)             \
  USE(archive_write_zip_set_compression_store)

namespace trena {

struct ArchiveLibrary {
#define TRENA_ARCHIVE_MEMBER(name) decltype(&::name) name = nullptr;
  TRENA_ARCHIVE_FUNCTIONS(TRENA_ARCHIVE_MEMBER)
#undef TRENA_ARCHIVE_MEMBER
};

// Once in a process. Fails when it is not installed, or lacks a function.
Result<const ArchiveLibrary*> LoadArchiveLibrary();

}  // namespace trena

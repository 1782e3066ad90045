// SPDX-License-Identifier: Apache-2.0
// The door to archives (libarchive): zip, stored or deflated; tar, plain or in gzip. An archive may
// come from anywhere, so reading one believes nothing. Only files and folders are in it: links and
// devices are refused, and so are paths that are absolute or lead out of it. Sizes are counted
// while files are unpacked, whatever the archive claims. A checksum that is wrong, an end that is
// missing and a path that occurs twice are errors. Nothing is written to disk: a file of an archive
// is bytes.
//
//   TRENA_CHECK(ReadArchive("results.zip", {}, [&](ArchivedFile file) { return Keep(file); }));
//   TRENA_ASSIGN(std::string bytes, ToArchive(ArchiveFormat::kTar, {{"a/b.txt", "hello"}}));
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

// What is more than this is refused.
struct ArchiveLimits {
  uint64_t file_bytes = uint64_t{1} << 30;   // of one, unpacked
  uint64_t total_bytes = uint64_t{4} << 30;  // of all
  size_t entries = 10'000;                   // files and folders
};

struct ArchivedFile {
  std::string path;  // relative, with `/`
  std::string bytes;
};

using ArchivedFileListener = std::function<Status(ArchivedFile file)>;

// Hands on each file, in the archive's order; the first error ends it, also one of the listener's.
// Errors are the input's, and name the archive.
Status ReadArchive(const std::filesystem::path& path, const ArchiveLimits& limits,
                   const ArchivedFileListener& on_file);

// The paths of its files, in its order, by the same rules, with the sizes that it claims.
Result<std::vector<std::string>> ListArchive(const std::filesystem::path& path,
                                             const ArchiveLimits& limits = {});

enum class ArchiveFormat {
  kZip,  // stored, not deflated
  kTar,
};

// The bytes of an archive of the files, which ReadArchive can read if their paths are relative. No
// clock, no user and no time zone is in them: the same files always give the same.
Result<std::string> ToArchive(ArchiveFormat format, const std::vector<ArchivedFile>& files);

}  // namespace trena

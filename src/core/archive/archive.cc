// SPDX-License-Identifier: Apache-2.0
#include "core/archive/archive.h"

#include <fmt/format.h>
#include <locale.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "core/archive/archive_library.h"
#include "core/open_file.h"

namespace trena {
namespace {

constexpr size_t kBlock = size_t{1} << 16;
constexpr uint64_t kMostReserved = uint64_t{1} << 30;  // on the mere claim of an archive
constexpr size_t kHeaderBytes = 1024;                  // of a file, about
constexpr mode_t kPermissions = 0644;

// While it lives, this thread's names are UTF-8: libarchive converts those of an archive to the
// locale's, and in the plain one replaces what is not ASCII.
class Utf8Names {
 public:
  Utf8Names() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

// Of an entry: "a/b" for "./a/b" and for "a/b/"; empty for the folder of the archive itself.
Result<std::string> CheckedPath(std::string_view written) {
  if (written.starts_with('/')) return InputError(fmt::format("`{}` is absolute", written));
  std::string path;
  while (!written.empty()) {
    const size_t end = std::min(written.find('/'), written.size());
    const std::string_view part = written.substr(0, end);
    written.remove_prefix(std::min(end + 1, written.size()));
    if (part == "..") return InputError("a path leads out of it by `..`");
    if (part.empty() || part == ".") continue;
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

// An archive that is open for reading: from file to file, of which Bytes() are the last one's.
class Reader {
 public:
  Reader(const ArchiveLibrary& library, const ArchiveLimits& limits)
      : library_(library),
        limits_(limits),
        archive_(library.archive_read_new(), library.archive_read_free) {}

  Status Open(const std::filesystem::path& path) {
    const auto cannot = [&](const char* reason) {
      return InputError(fmt::format("cannot open {}: {}", path.string(), reason));
    };
    TRENA_CHECK(OpenToRead(path));
    library_.archive_read_support_format_zip_seekable(archive_.get());
    library_.archive_read_support_format_tar(archive_.get());
    library_.archive_read_support_filter_gzip(archive_.get());
    if (library_.archive_read_open_filename(archive_.get(), path.c_str(), kBlock) != ARCHIVE_OK) {
      return cannot(Problem().message().c_str());
    }
    return Done{};
  }

  // The next file's path; empty at the end.
  Result<std::optional<std::string>> Next() {
    while (true) {
      if (entry_ != nullptr && library_.archive_read_data_skip(archive_.get()) != ARCHIVE_OK) {
        return Problem();
      }
      const int64_t before = library_.archive_filter_bytes(archive_.get(), 0);
      const int state = library_.archive_read_next_header(archive_.get(), &entry_);
      if (state == ARCHIVE_EOF) {
        TRENA_CHECK(CheckEnd(before));
        return std::optional<std::string>();
      }
      // A warning is one of names or sizes that contradict each other.
      if (state != ARCHIVE_OK) return Problem();
      TRENA_ASSIGN(std::optional<std::string> path, CheckEntry());
      if (path) return path;
    }
  }

  Result<std::string> Bytes() {
    std::string bytes;
    bytes.reserve(std::min(ClaimedBytes().value_or(0), kMostReserved));
    char block[kBlock];
    while (true) {
      const la_ssize_t got = library_.archive_read_data(archive_.get(), block, sizeof block);
      if (got < 0) return Problem();
      if (got == 0) break;
      bytes.append(block, static_cast<size_t>(got));
      TRENA_CHECK(CheckSizes(bytes.size(), unpacked_ + bytes.size()));
    }
    unpacked_ += bytes.size();
    if (ClaimedBytes() != bytes.size()) return InputError("a file has not the size it claims");
    return bytes;
  }

 private:
  Error Problem() const {
    const char* reason = library_.archive_error_string(archive_.get());
    return InputError(reason == nullptr ? "it cannot be read" : reason);
  }

  // The path of an entry that is a file and may be read; empty for a folder.
  Result<std::optional<std::string>> CheckEntry() {
    if (++entries_ > limits_.entries) {
      return InputError(fmt::format("it has more than {} entries", limits_.entries));
    }
    const char* written = library_.archive_entry_pathname(entry_);
    if (written == nullptr) return InputError("an entry has no name that can be read");
    TRENA_ASSIGN(std::string path, CheckedPath(written));
    const auto kind = library_.archive_entry_filetype(entry_);
    if (library_.archive_entry_hardlink(entry_) != nullptr || kind == AE_IFLNK) {
      return InputError(fmt::format("`{}` is a link", path));
    }
    if (kind == AE_IFDIR) return std::optional<std::string>();
    if (kind != AE_IFREG || path.empty()) return InputError(fmt::format("`{}` is no file", path));
    claimed_ += ClaimedBytes().value_or(0);
    TRENA_CHECK(CheckSizes(ClaimedBytes().value_or(0), claimed_));
    if (!paths_.insert(path).second) return InputError(fmt::format("`{}` occurs twice", path));
    return std::optional(std::move(path));
  }

  std::optional<uint64_t> ClaimedBytes() const {
    if (library_.archive_entry_size_is_set(entry_) == 0) return std::nullopt;
    return static_cast<uint64_t>(std::max<int64_t>(0, library_.archive_entry_size(entry_)));
  }

  Status CheckSizes(uint64_t file, uint64_t total) const {
    if (file > limits_.file_bytes) {
      return InputError(fmt::format("a file has more than {} bytes", limits_.file_bytes));
    }
    if (total > limits_.total_bytes) {
      return InputError(fmt::format("its files have more than {} bytes", limits_.total_bytes));
    }
    return Done{};
  }

  // A tar ends in blocks of zeros; libarchive is content with one that just stops. `before`: where
  // the last entry ended.
  Status CheckEnd(int64_t before) const {
    const int base = library_.archive_format(archive_.get()) & ARCHIVE_FORMAT_BASE_MASK;
    const int64_t after = library_.archive_filter_bytes(archive_.get(), 0);
    if (base == ARCHIVE_FORMAT_TAR && after == before) return InputError("its end is missing");
    return Done{};
  }

  const ArchiveLibrary& library_;
  const ArchiveLimits& limits_;
  std::unique_ptr<archive, decltype(&archive_read_free)> archive_;
  archive_entry* entry_ = nullptr;  // libarchive's, until the next
  size_t entries_ = 0;
  uint64_t claimed_ = 0;   // bytes of all files so far
  uint64_t unpacked_ = 0;  // likewise
  std::set<std::string> paths_;
};

using FileVisitor = std::function<Status(Reader& reader, std::string path)>;

Status WalkOver(Reader& reader, const FileVisitor& visit) {
  while (true) {
    TRENA_ASSIGN(std::optional<std::string> file, reader.Next());
    if (!file) return Done{};
    TRENA_CHECK(visit(reader, *std::move(file)));
  }
}

Status WalkOver(const std::filesystem::path& path, const ArchiveLimits& limits,
                const FileVisitor& visit) {
  TRENA_ASSIGN(const ArchiveLibrary* library, LoadArchiveLibrary());
  const Utf8Names names;
  Reader reader(*library, limits);
  TRENA_CHECK(reader.Open(path));
  Status walked = WalkOver(reader, visit);
  return walked.ok() ? walked : walked.error().While(path.string());
}

// An archive that is being written, into a text.
class Writer {
 public:
  explicit Writer(const ArchiveLibrary& library)
      : library_(library),
        archive_(library.archive_write_new(), library.archive_write_free),
        entry_(library.archive_entry_new(), library.archive_entry_free) {}

  // The archive will have about `size` bytes.
  Status Open(ArchiveFormat format, size_t size) {
    bytes_.reserve(size);
    if (format == ArchiveFormat::kZip) {
      library_.archive_write_set_format_zip(archive_.get());
      library_.archive_write_zip_set_compression_store(archive_.get());
    } else {
      library_.archive_write_set_format_pax_restricted(archive_.get());
    }
    library_.archive_write_set_bytes_per_block(archive_.get(), 0);  // nothing after the end
    return Check(library_.archive_write_open(archive_.get(), &bytes_, nullptr, Append, nullptr));
  }

  Status Add(const ArchivedFile& file) {
    library_.archive_entry_set_pathname(entry_.get(), file.path.c_str());
    library_.archive_entry_set_filetype(entry_.get(), AE_IFREG);
    library_.archive_entry_set_perm(entry_.get(), kPermissions);
    library_.archive_entry_set_size(entry_.get(), static_cast<int64_t>(file.bytes.size()));
    TRENA_CHECK(Check(library_.archive_write_header(archive_.get(), entry_.get())));
    const la_ssize_t written =
        library_.archive_write_data(archive_.get(), file.bytes.data(), file.bytes.size());
    return Check(written == static_cast<la_ssize_t>(file.bytes.size()) ? ARCHIVE_OK
                                                                       : ARCHIVE_FATAL);
  }

  Result<std::string> Finish() {
    TRENA_CHECK(Check(library_.archive_write_close(archive_.get())));
    return std::move(bytes_);
  }

 private:
  static la_ssize_t Append(archive*, void* bytes, const void* more, size_t size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(more), size);
    return static_cast<la_ssize_t>(size);
  }

  Status Check(int state) const {
    if (state == ARCHIVE_OK) return Done{};
    const char* reason = library_.archive_error_string(archive_.get());
    return Error(fmt::format("cannot write an archive: {}",
                             reason == nullptr ? "not all was written" : reason));
  }

  const ArchiveLibrary& library_;
  std::string bytes_;  // outlives the archive, which writes its end when it is freed
  std::unique_ptr<archive, decltype(&archive_write_free)> archive_;
  std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry_;
};

}  // namespace

Status ReadArchive(const std::filesystem::path& path, const ArchiveLimits& limits,
                   const ArchivedFileListener& on_file) {
  return WalkOver(path, limits, [&](Reader& reader, std::string file) -> Status {
    Result<std::string> bytes = reader.Bytes();
    if (!bytes.ok()) return bytes.error().While(file);
    return on_file({std::move(file), std::move(bytes).value()});
  });
}

Result<std::vector<std::string>> ListArchive(const std::filesystem::path& path,
                                             const ArchiveLimits& limits) {
  std::vector<std::string> files;
  TRENA_CHECK(WalkOver(path, limits, [&](Reader&, std::string file) -> Status {
    files.push_back(std::move(file));
    return Done{};
  }));
  return files;
}

Result<std::string> ToArchive(ArchiveFormat format, const std::vector<ArchivedFile>& files) {
  TRENA_ASSIGN(const ArchiveLibrary* library, LoadArchiveLibrary());
  const Utf8Names names;
  Writer writer(*library);
  size_t size = 0;
  for (const ArchivedFile& file : files) size += file.bytes.size() + kHeaderBytes;
  TRENA_CHECK(writer.Open(format, size));
  for (const ArchivedFile& file : files) TRENA_CHECK(writer.Add(file));
  return writer.Finish();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The one place that opens files. A file is a regular file: a named pipe would be waited for, a
// device never ends, and where somebody else may have put something a link leads who knows where.
// Errors name the path and the reason; what a person can mend (a permission, a place that is not
// there) is an InputError, a disk that is full or fails is not.
//
//   TRENA_ASSIGN(Descriptor file, OpenToRead(path));                   // named by the person
//   TRENA_ASSIGN(Descriptor file, OpenToRead(path, Links::kRefuse));   // in a folder of results
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "core/process/descriptor.h"
#include "core/result.h"

namespace trena {

// "cannot open x.yaml: Permission denied", of errno or of `reason`. In the user's cache it names
// the way out of a permission that is missing.
Error FileError(const char* doing, const std::filesystem::path& path);
Error FileError(const char* doing, const std::filesystem::path& path, int reason);

// The same with the option that names another place, where that helps.
Error ElsewhereWith(const Error& error, const char* option);

// Whether a link in the last place of a path is followed.
enum class Links { kFollow, kRefuse };

// A pipe without a name, which a shell makes for <(…), is read as well where links are followed:
// its writer is there already.
Result<Descriptor> OpenToRead(const std::filesystem::path& path, Links links = Links::kFollow);

// Made where it is not there; its text is as it was. The first can be read as well.
Result<Descriptor> OpenToWrite(const std::filesystem::path& path);
Result<Descriptor> OpenToAppend(const std::filesystem::path& path);

// A file that nobody else has: whatever had its name is removed, and never written through.
Result<Descriptor> OpenNew(const std::filesystem::path& path, int flags = 0);

// A file for reading in a folder where a program that is not trusted may have put anything.
class RegularFile {
 public:
  explicit RegularFile(const std::filesystem::path& path);

  bool ok() const { return file_.ok(); }
  off_t size() const { return size_; }  // when it was opened
  // Where data begins at or after `offset`: holes hold nothing worth reading. The end if no more.
  off_t NextData(off_t offset) const;
  // As pread(2), beginning again where a signal came between.
  ssize_t ReadAt(off_t offset, char* buffer, size_t length) const;

 private:
  Descriptor file_;
  off_t size_ = 0;
};

}  // namespace trena

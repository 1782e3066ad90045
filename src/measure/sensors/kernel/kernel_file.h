// SPDX-License-Identifier: Apache-2.0
// A small file of the kernel (/proc, /sys) that is read again and again: opened once, read into one
// buffer, with no allocation after the first time. And a scanner over its text that never throws:
// what is no number is missing.
//
//   KernelFile file("/proc/stat");
//   Scanner text(file.Read());
//   if (text.Word() == "cpu") user = text.Number();
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/sensors/kernel/counter.h"

namespace trena {

// What a read of a full page brings at least, when no line is longer than half a page.
inline constexpr ssize_t kFullPage = 2048;

class KernelFile {
 public:
  explicit KernelFile(std::string path) : path_(std::move(path)) {}
  KernelFile(KernelFile&& other) noexcept;
  KernelFile& operator=(KernelFile&& other) noexcept;
  ~KernelFile() { Close(); }

  // The text as it is now, good until the next call; empty when it cannot be had. A file that was
  // not there is looked for again; one that failed is opened anew. At most 1 MiB.
  std::string_view Read();

  const std::string& path() const { return path_; }

 private:
  void Close();
  std::string path_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // Up to the next blank or the line's end; empty when the line has no more.
  std::string_view Word();
  // The next word as a number; missing when it is none. The word is passed over either way.
  std::optional<double> Number();
  // To the beginning of the next line; false when there is none.
  bool NextLine();

 private:
  std::string_view text_;
};

// Files of the kernel with one "name value" a line: meminfo, vmstat, a group's cpu.stat.

// values[i] is the number after names[i], the first of that name; missing when it is not there or
// is no number.
void ReadNamed(std::string_view text, std::span<const std::string_view> names,
               std::span<Reading> values);

}  // namespace trena

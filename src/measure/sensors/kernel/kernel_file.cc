// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/kernel_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace trena {
namespace {

constexpr size_t kFirstSize = 4096;
constexpr size_t kLargestKernelFile = size_t{1} << 20;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

KernelFile::KernelFile(KernelFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)) {}

KernelFile& KernelFile::operator=(KernelFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

void KernelFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

std::string_view KernelFile::Read() {
  if (descriptor_ < 0) descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return {};
  if (buffer_.empty()) buffer_.resize(kFirstSize);
  size_t size = 0;
  while (true) {
    ssize_t got =
        pread(descriptor_, buffer_.data() + size, buffer_.size() - size, static_cast<off_t>(size));
    if (got < 0) {
      Close();
      return {};
    }
    size += static_cast<size_t>(got);
    // The kernel gives long tables by pages, each of whole lines: a short read is the last, and
    // needs no other to tell.
    bool ended = got < kFullPage && size < buffer_.size();
    if (ended || size >= kLargestKernelFile) return {buffer_.data(), size};
    if (size == buffer_.size()) buffer_.resize(std::min(buffer_.size() * 4, kLargestKernelFile));
  }
}

std::string_view Scanner::Word() {
  size_t begin = 0;
  while (begin < text_.size() && IsBlank(text_[begin])) ++begin;
  size_t end = begin;
  while (end < text_.size() && !IsBlank(text_[end]) && text_[end] != '\n') ++end;
  std::string_view word = text_.substr(begin, end - begin);
  text_.remove_prefix(end);
  return word;
}

std::optional<double> Scanner::Number() {
  std::string_view word = Word();
  double value = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  bool whole = error == std::errc() && end == word.data() + word.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool Scanner::NextLine() {
  size_t end = text_.find('\n');
  text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
  return !text_.empty();
}

void ReadNamed(std::string_view text, std::span<const std::string_view> names,
               std::span<Reading> values) {
  std::fill(values.begin(), values.end(), std::nullopt);
  size_t left = names.size();
  Scanner lines(text);
  do {
    std::string_view word = lines.Word();
    auto name = std::find(names.begin(), names.end(), word);
    if (name == names.end()) continue;
    Reading& value = values[static_cast<size_t>(name - names.begin())];
    if (value) continue;  // a second line of that name
    value = lines.Number();
    if (value) --left;
  } while (left > 0 && lines.NextLine());
}

}  // namespace trena

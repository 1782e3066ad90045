// SPDX-License-Identifier: Apache-2.0
// How work on data tells of itself; either part may be empty.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace trena {

struct Report {
  std::function<void(int64_t done, int64_t total)> progress;
  std::function<void(const std::string& text)> note;

  void Note(const std::string& text) const {
    if (note) note(text);
  }
  void Progress(int64_t done, int64_t total) const {
    if (progress) progress(done, total);
  }
};

}  // namespace trena

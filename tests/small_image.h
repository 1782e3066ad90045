// SPDX-License-Identifier: Apache-2.0
// Images for tests, as small as an image can be.
#pragma once

#include <filesystem>
#include <string>

#include "session.h"

namespace trena {

// A BMP of 8 × 8 pixels, of the bytes of `what`.
inline std::string SmallImage(const std::string& what) {
  const std::string header(
      "BM\xF6\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x08\0\0\0\x08\0\0\0\x01\0\x18\0\0\0\0\0"
      "\xC0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
      54);
  std::string pixels;
  while (pixels.size() < 8 * 8 * 3) pixels += what;
  return header + pixels.substr(0, 8 * 8 * 3);
}

// Writes one into the session's folder, its path's folders too.
inline void WriteSmallImage(const Session& session, const std::string& path) {
  std::filesystem::create_directories((session.folder() / path).parent_path());
  session.Write(path, SmallImage(path));
}

}  // namespace trena

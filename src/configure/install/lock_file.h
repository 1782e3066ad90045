// SPDX-License-Identifier: Apache-2.0
// A lock file: every package of a framework at one version, with the hashes of its files, as `uv
// pip compile --generate-hashes` writes it. Only that is understood: an option, an address or a
// package without a hash is refused, so that a lock file can name packages and do nothing else.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

struct LockedPackage {
  std::string name;     // lower case, - for _ and .
  std::string version;  // exact
  std::string text;     // its lines in the file
};

struct LockFile {
  std::string sha256;  // of the file
  std::vector<LockedPackage> packages;
};

Result<LockFile> ReadLockFile(const fs::path& path);

// The packages without PyTorch itself and what only its build for NVIDIA needs.
std::vector<LockedPackage> WithoutCuda(const std::vector<LockedPackage>& packages);

}  // namespace trena

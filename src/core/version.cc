// SPDX-License-Identifier: Apache-2.0
#include "core/version.h"

#include <fmt/format.h>

#include "commit.h"  // written by cmake/commit.cmake

namespace trena {
namespace {

std::string Compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

std::string VersionNumber() { return TRENA_VERSION; }

std::string VersionText() {
  return fmt::format("{} (commit {}, {})", VersionNumber(), TRENA_COMMIT, Compiler());
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "runner_common/open_blas.h"

#include <dlfcn.h>

#include <filesystem>

namespace trena {
namespace {

template <typename Function>
Function* Loaded(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

// The file that a function comes from, links followed; empty when there is none.
std::filesystem::path FileOf(void* library, const char* name) {
  Dl_info info = {};
  void* function = dlsym(library, name);
  if (!function || dladdr(function, &info) == 0 || !info.dli_fname) return {};
  std::error_code ignored;
  std::filesystem::path path = std::filesystem::canonical(info.dli_fname, ignored);
  return path.empty() ? std::filesystem::path(info.dli_fname) : path;
}

}  // namespace

void DescribeOpenBlas(void* library, Json& facts) {
  facts["blas"] = nullptr;
  // The one that really serves matrix products.
  const std::filesystem::path products = FileOf(library, "sgemm_");
  facts["blas_library"] = products.empty() ? Json() : Json(products.string());
  auto* config = Loaded<const char*()>(library, "openblas_get_config");
  if (!config) return;
  // An OpenBLAS may be loaded and another BLAS be asked first. Debian's is two files of one folder.
  const auto folder = FileOf(library, "openblas_get_config").parent_path();
  if (!products.empty() && products.parent_path() != folder) return;
  facts["blas"] = config();
  if (auto* core = Loaded<const char*()>(library, "openblas_get_corename")) {
    facts["blas_kernel"] = core();
  }
  constexpr int kOpenMp = 2;
  if (auto* parallel = Loaded<int()>(library, "openblas_get_parallel")) {
    facts["blas_openmp"] = parallel() == kOpenMp;
  }
}

}  // namespace trena

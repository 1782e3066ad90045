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

// The file that really serves matrix products, links followed.
Json LibraryOf(void* library) {
  Dl_info info = {};
  void* product = dlsym(library, "sgemm_");
  if (!product || dladdr(product, &info) == 0 || !info.dli_fname) return nullptr;
  std::error_code ignored;
  std::filesystem::path path = std::filesystem::canonical(info.dli_fname, ignored);
  return path.empty() ? Json(info.dli_fname) : Json(path.string());
}

}  // namespace

void DescribeOpenBlas(void* library, Json& facts) {
  facts["blas"] = nullptr;
  facts["blas_library"] = LibraryOf(library);
  auto* config = Loaded<const char*()>(library, "openblas_get_config");
  if (!config) return;
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

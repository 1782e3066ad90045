// SPDX-License-Identifier: Apache-2.0
#include "libtorch/describe.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <torch/cuda.h>

#include <filesystem>

namespace trena {
namespace {

// A function of a library that libtorch has loaded; nullptr when it is not among them. Asked by
// name, because Debian lets the BLAS be exchanged after we are built.
template <typename Function>
Function* Loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

// The file that really serves matrix products, links followed.
Json BlasLibrary() {
  Dl_info info = {};
  void* product = dlsym(RTLD_DEFAULT, "sgemm_");
  if (!product || dladdr(product, &info) == 0 || !info.dli_fname) return nullptr;
  std::error_code ignored;
  std::filesystem::path path = std::filesystem::canonical(info.dli_fname, ignored);
  return path.empty() ? Json(info.dli_fname) : Json(path.string());
}

void DescribeBlas(Json& facts) {
  facts["blas"] = nullptr;
  facts["blas_library"] = BlasLibrary();
  auto* config = Loaded<const char*()>("openblas_get_config");
  if (!config) return;
  facts["blas"] = config();
  if (auto* core = Loaded<const char*()>("openblas_get_corename")) facts["blas_kernel"] = core();
  constexpr int kOpenMp = 2;
  if (auto* parallel = Loaded<int()>("openblas_get_parallel")) {
    facts["blas_openmp"] = parallel() == kOpenMp;
  }
}

Json MkldnnVersion() {
  struct Version {
    int major, minor, patch;
  };
  auto* version = Loaded<const Version*()>("dnnl_version");
  if (!at::hasMKLDNN() || !version) return nullptr;
  const Version* numbers = version();
  return std::to_string(numbers->major) + "." + std::to_string(numbers->minor) + "." +
         std::to_string(numbers->patch);
}

// The rest of the line after `key` in libtorch's own description of its build.
Json ConfigLine(const std::string& key) {
  std::string config = at::show_config();
  size_t start = config.find(key);
  if (start == std::string::npos) return nullptr;
  start += key.size();
  return config.substr(start, config.find('\n', start) - start);
}

}  // namespace

std::string TorchVersion() { return TRENA_TORCH_VERSION; }

Json DescribeTorch() {
  Json facts = {{"framework", "libtorch"}, {"version", TorchVersion()}};
  DescribeBlas(facts);
  facts["mkldnn"] = MkldnnVersion();
  facts["openmp"] = ConfigLine("OpenMP ");
  facts["cpu_capability"] = ConfigLine("CPU capability usage: ");
  facts["cuda"] = torch::cuda::is_available();
  facts["threads"] = at::get_num_threads();
  return facts;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "libtorch/describe.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <torch/cuda.h>

#include "runner_common/open_blas.h"

namespace trena {
namespace {

// A function of a library that libtorch has loaded; nullptr when it is not among them.
template <typename Function>
Function* Loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
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
  DescribeOpenBlas(RTLD_DEFAULT, facts);
  facts["mkldnn"] = MkldnnVersion();
  facts["openmp"] = ConfigLine("OpenMP ");
  facts["cpu_capability"] = ConfigLine("CPU capability usage: ");
  facts["cuda"] = torch::cuda::is_available();
  facts["threads"] = at::get_num_threads();
  return facts;
}

}  // namespace trena

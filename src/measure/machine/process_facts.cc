// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/process_facts.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

namespace trena {
namespace {

constexpr size_t kLongestValue = 400;

// Threads and their places, number libraries, devices, and the frameworks' own switches.
constexpr std::array kPrefixes = {
    "OMP_",    "KMP_",     "GOMP_",    "MKL_",   "OPENBLAS_", "GOTO_",   "BLIS_",
    "BLAS_",   "NUMEXPR_", "VECLIB_",  "DNNL_",  "ONEDNN_",   "CUDA_",   "CUDNN_",
    "CUBLAS_", "NCCL_",    "HIP_",     "ROCR_",  "HSA_",      "MIOPEN_", "TF_",
    "XLA_",    "JAX_",     "PYTORCH_", "TORCH_", "MXNET_",    "FLAGS_",  "MALLOC_"};
constexpr std::array kNames = {"LD_PRELOAD",           "LD_LIBRARY_PATH", "NVIDIA_VISIBLE_DEVICES",
                               "NVIDIA_TF32_OVERRIDE", "GLIBC_TUNABLES",  "GPU_DEVICE_ORDINAL",
                               "ATEN_CPU_CAPABILITY",  "PYTHONOPTIMIZE",  "PYTHONHASHSEED"};
// TF_VAR_ and TF_TOKEN_ are another program's (Terraform), and hold secrets.
constexpr std::array kSecrets = {"TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "_KEY", "TF_VAR_"};

bool IsKept(std::string_view name) {
  for (const char* secret : kSecrets) {
    if (name.find(secret) != std::string_view::npos) return false;
  }
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](const char* prefix) { return name.starts_with(prefix); });
}

// A path in it does not tell who the user is.
std::string WithoutHome(std::string value) {
  const char* home = std::getenv("HOME");
  const std::string folder = home == nullptr ? "" : home;
  if (folder.size() < 2) return value;
  for (size_t at = value.find(folder); at != std::string::npos; at = value.find(folder, at + 1)) {
    value.replace(at, folder.size(), "~");
  }
  return value;
}

struct LimitName {
  const char* name;
  __rlimit_resource_t resource;
};

constexpr std::array kLimits = {
    LimitName{"address_space", RLIMIT_AS},  LimitName{"data", RLIMIT_DATA},
    LimitName{"stack", RLIMIT_STACK},       LimitName{"locked_memory", RLIMIT_MEMLOCK},
    LimitName{"open_files", RLIMIT_NOFILE}, LimitName{"processes", RLIMIT_NPROC},
    LimitName{"file_size", RLIMIT_FSIZE},   LimitName{"cpu_seconds", RLIMIT_CPU}};

}  // namespace

Json VariableFacts(const char* const* variables) {
  Json facts = Json::object();
  for (; variables != nullptr && *variables != nullptr; ++variables) {
    const std::string_view text = *variables;
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || !IsKept(text.substr(0, equals))) continue;
    const std::string value = WithoutHome(std::string(text.substr(equals + 1)));
    facts[std::string(text.substr(0, equals))] = value.substr(0, kLongestValue);
  }
  return facts;
}

Json LimitFacts() {
  Json facts = Json::object();
  for (const LimitName& limit : kLimits) {
    rlimit now{};
    if (getrlimit(limit.resource, &now) != 0) continue;
    facts[limit.name] = now.rlim_cur == RLIM_INFINITY ? Json("unlimited")
                                                      : Json(static_cast<uint64_t>(now.rlim_cur));
  }
  return facts;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "caffe/library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runner_common/open_blas.h"
#include "runner_common/probe.h"
#include "runner_common/runner.h"

namespace trena {
namespace {

constexpr const char* kAgain = "run `trena configure` again";

constexpr const char* kUseGpu = "TrenaCaffeUseGpu";

// As Caffe's CHECK has it when malloc gives nothing.
constexpr const char* kNoMemory = "host allocation of size";

void EndWith(void* events, const char* message) {
  std::string text = message;
  bool memory = text.find(kNoMemory) != std::string::npos;
  static_cast<EventWriter*>(events)->Failure(memory ? "out_of_memory" : "failed", text);
  std::fflush(nullptr);
  _exit(memory ? kExitOutOfMemory : kExitFailed);
}

}  // namespace

Result<Caffe> Caffe::Load(const std::filesystem::path& path) {
  void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return Error(fmt::format("cannot load Caffe: {}; {}", dlerror(), kAgain));
  auto* find = reinterpret_cast<decltype(&TrenaCaffeLibrary)>(dlsym(handle, "TrenaCaffeLibrary"));
  if (!find) {
    return Error(fmt::format("{} is no library of trena's for Caffe; {}", path.string(), kAgain));
  }
  const TrenaCaffe* functions = find();
  if (functions->interface != TRENA_CAFFE_INTERFACE) {
    return Error(fmt::format("{} was compiled for another trena; {}", path.string(), kAgain));
  }
  return Caffe(handle, functions);
}

Status Caffe::Start(const std::string& device, EventWriter& events) const {
  auto* use_gpu = reinterpret_cast<decltype(&TrenaCaffeUseGpu)>(dlsym(handle_, kUseGpu));
  if (device == "cuda" && !use_gpu) {
    return InputError("device cuda is not available: this Caffe was built for the CPU only");
  }
  functions_->start(EndWith, &events);
  if (device == "cuda") use_gpu();
  return Done{};
}

int Caffe::Threads() const {
  auto* threads = reinterpret_cast<int (*)()>(dlsym(handle_, "openblas_get_num_threads"));
  return threads ? threads() : 1;
}

Json Caffe::Describe() const {
  Json facts = {{"framework", "caffe"}, {"version", "1.0"}, {"build", functions_->version()}};
  DescribeOpenBlas(handle_, facts);
  const char* kind = std::getenv("OPENBLAS_CORETYPE");
  facts["blas_coretype"] = kind ? Json(kind) : Json();
  facts["mkldnn"] = false;
  facts["cuda"] = dlsym(handle_, kUseGpu) != nullptr;
  facts["threads"] = Threads();
  return facts;
}

std::optional<WorkTime> Caffe::TimeGemm(int64_t size) const {
  using Gemm =
      void(int order, int left, int right, int m, int n, int k, float alpha, const float* a,
           int a_row, const float* b, int b_row, float beta, float* c, int c_row);
  auto* multiply = reinterpret_cast<Gemm*>(dlsym(handle_, "cblas_sgemm"));
  if (!multiply) return std::nullopt;
  constexpr int kRowMajor = 101, kAsItIs = 111;
  std::vector<float> a(static_cast<size_t>(size * size), 0.5f), b(a), c(a.size());
  int n = static_cast<int>(size);
  return TimeWork([&] {
    multiply(kRowMajor, kAsItIs, kAsItIs, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
  });
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// libcaffe, loaded: the library that `trena configure` compiled (library/caffe_library.h) and what
// comes with it. Thread variables must be set before, because its OpenBLAS reads them on loading.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "caffe/library/caffe_library.h"
#include "core/json.h"
#include "core/result.h"
#include "runner_common/events.h"
#include "runner_common/probe.h"

namespace trena {

class Caffe {
 public:
  static Result<Caffe> Load(const std::filesystem::path& path);

  const TrenaCaffe* operator->() const { return functions_; }
  // What Caffe says when it ends the process becomes an `error` event and the exit code. An
  // InputError for another device than it was built for.
  Status Start(const std::string& device, EventWriter& events) const;
  Json Describe() const;
  int Threads() const;
  // Of one product of square matrices by Caffe's BLAS; empty where that cannot be called.
  std::optional<WorkTime> TimeGemm(int64_t size) const;

 private:
  Caffe(void* handle, const TrenaCaffe* functions) : handle_(handle), functions_(functions) {}

  void* handle_;  // never closed: Caffe leaves threads and exit handlers behind
  const TrenaCaffe* functions_;
};

}  // namespace trena

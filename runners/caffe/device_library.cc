// SPDX-License-Identifier: Apache-2.0
// For tests: in the place of a libcaffe for one device, or with TRENA_FOR_GPU for both. It opens no
// network, and says for which device it should have.
#include "caffe/library/caffe_library.h"

namespace {

const char* device = "the CPU was asked for";
void (*on_fatal)(void*, const char*) = nullptr;
void* on_fatal_self = nullptr;

void Start(void (*fatal)(void*, const char*), void* self) {
  on_fatal = fatal;
  on_fatal_self = self;
}

const char* Version() {
  on_fatal(on_fatal_self, device);
  return "";
}

}  // namespace

#ifdef TRENA_FOR_GPU
void TrenaCaffeUseGpu(void) { device = "the GPU was asked for"; }
#endif

const TrenaCaffe* TrenaCaffeLibrary(void) {
  static TrenaCaffe library{};
  library.interface = TRENA_CAFFE_INTERFACE;
  library.start = Start;
  library.version = Version;
  return &library;
}

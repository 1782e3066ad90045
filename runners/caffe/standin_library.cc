// SPDX-License-Identifier: Apache-2.0
// For tests: a library that can be loaded in Caffe's place, takes a network and ends there.
#include "caffe/library/caffe_library.h"

namespace {

void (*end_with)(void* self, const char* message) = nullptr;
void* whose = nullptr;

}  // namespace

const TrenaCaffe* TrenaCaffeLibrary(void) {
  static TrenaCaffe library{};
  library.interface = TRENA_CAFFE_INTERFACE;
  library.start = [](void (*fatal)(void*, const char*), void* self) {
    end_with = fatal;
    whose = self;
  };
  library.version = [] { return "stand-in"; };
  library.open_solver = [](const char*) -> TrenaCaffeSolver* {
    end_with(whose, "this is no Caffe");
    return nullptr;
  };
  return &library;
}

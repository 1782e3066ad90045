// SPDX-License-Identifier: Apache-2.0
// For tests: what a trena of another time might have compiled.
#include "caffe/library/caffe_library.h"

const TrenaCaffe* TrenaCaffeLibrary(void) {
  static TrenaCaffe library{};
  library.interface = TRENA_CAFFE_INTERFACE + 1;
  return &library;
}

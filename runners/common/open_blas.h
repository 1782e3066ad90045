// SPDX-License-Identifier: Apache-2.0
// What a loaded OpenBLAS says of itself. Asked by name, because which BLAS serves a framework is
// often decided after we are built.
#pragma once

#include "core/json.h"

namespace trena {

// Adds `blas`, `blas_library`, `blas_kernel`, `blas_openmp`; null or left out where it is no
// OpenBLAS. `library` is a handle of dlopen, or RTLD_DEFAULT.
void DescribeOpenBlas(void* library, Json& facts);

}  // namespace trena

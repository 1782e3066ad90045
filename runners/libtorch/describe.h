// SPDX-License-Identifier: Apache-2.0
// What this libtorch is: version, and the libraries under it that decide how fast it is.
#pragma once

#include <string>

#include "core/json.h"

namespace trena {

std::string TorchVersion();
Json DescribeTorch();

}  // namespace trena

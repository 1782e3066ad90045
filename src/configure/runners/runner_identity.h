// SPDX-License-Identifier: Apache-2.0
// What makes a runner the one it is: its own files and what it is installed from. What was found
// out about a runner (verify, speed) is kept under this, so that another one is asked anew.
#pragma once

#include <string>

#include "configure/runners/runners.h"

namespace trena {

// "caffe@1.0".
std::string FullName(const Runner& runner);

// A SHA-256. The same whether its framework is installed at the moment or not.
std::string IdentityOf(const Runner& runner);

}  // namespace trena

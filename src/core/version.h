// SPDX-License-Identifier: Apache-2.0
// Which trena this is: it travels with every run.
#pragma once

#include <string>

namespace trena {

// "0.1.0".
std::string VersionNumber();
// "0.1.0 (commit 1a2b3c4, g++ 12.2.0)"; the commit ends in + where the tree had changes, and is
// "unknown" where it was built outside a repository.
std::string VersionText();

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Whether a process belongs to a run, asked from below: a few files however many processes the
// machine has.
#pragma once

#include <sys/types.h>

#include <string>

namespace trena {

// Whether `root` is above `pid`. False for a process that is gone, and for `root` itself.
bool IsDescendant(const std::string& proc, pid_t pid, pid_t root);

}  // namespace trena

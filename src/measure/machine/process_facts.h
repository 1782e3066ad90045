// SPDX-License-Identifier: Apache-2.0
// What a person's shell hands on to every run and changes its speed without a trace: variables of
// the libraries that train (threads, devices, switches) and limits. Variables are an allow-list: no
// others are looked at, and none whose name speaks of a secret. The home folder in them is ~.
#pragma once

#include "core/json.h"

namespace trena {

// {"OMP_NUM_THREADS": "4", …}, of NAME=VALUE strings that end with a null; empty where none is set.
Json VariableFacts(const char* const* variables);

// Of this process, soft ones: {"open_files": 1024, "address_space": "unlimited", …}.
Json LimitFacts();

}  // namespace trena

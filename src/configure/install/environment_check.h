// SPDX-License-Identifier: Apache-2.0
// Whether an environment is whole: asks its own Python for its packages and every file of theirs,
// and its runner to describe the framework, which loads it. Changes nothing, needs no network.
#pragma once

#include <map>
#include <string>

#include "configure/install/framework_environment.h"
#include "configure/install/tools.h"
#include "core/json.h"
#include "core/result.h"

namespace trena {

struct Contents {
  std::string python;  // 3.11.2
  Json packages;       // name: version
  Json broken;         // files of them that are missing or of another size, some of many
};

// An Error when the environment's Python does not work.
Result<Contents> LookInto(const fs::path& environment, Tools& tools);

// What a runner (WithEnvironment) says of its framework. An Error when it cannot load it.
Result<Json> Describe(const Runner& runner, Tools& tools);

// Why an environment is not whole; empty when it is. An Error only when interrupted.
Result<std::string> WhatIsBroken(const FrameworkEnvironment& environment, const Runner& runner,
                                 Tools& tools);

}  // namespace trena

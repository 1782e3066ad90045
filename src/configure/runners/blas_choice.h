// SPDX-License-Identifier: Apache-2.0
// `blas:` as a factor: which BLAS, or which of its kernels, a library multiplies matrices with,
// where it lets one choose. A runner.yaml names what there is to choose and the variable that
// chooses it; the runs get it. What was really used the runner says itself (`blas`, `blas_kernel`,
// `blas_library` of its start event).
//
//   blas: { openblas-haswell: OPENBLAS_CORETYPE=HASWELL }     in runner.yaml
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "configure/runners/speed.h"

namespace trena {

inline constexpr const char* kBlas = "blas";

struct BlasChoice {
  std::string word;  // as studies say it
  std::string variable;
  std::string value;  // a path: of the folder where the library is
};

// "VARIABLE=VALUE" as a choice; empty when it is not that.
std::optional<BlasChoice> ParseBlasChoice(const std::string& word, const std::string& setting);

// What its variable is set to: a folder comes before those that the user has there.
std::string VariableOf(const BlasChoice& choice);

// Null when it is not among them.
const BlasChoice* FindBlas(const std::vector<BlasChoice>& choices, const std::string& word);

// Why a run of this framework cannot have the BLAS asked for here; empty when it can. The list of
// what can be had is in it.
std::string BlasObstacle(const std::string& framework, const std::vector<BlasChoice>& choices,
                         const std::string& word, const SpeedSurroundings& around);

}  // namespace trena

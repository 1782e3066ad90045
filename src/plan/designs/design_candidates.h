// SPDX-License-Identifier: Apache-2.0
// The designs that a study's factors may have, each with what it tells (Jain 1991, chapters 16 to
// 19): what `trena plan --within` chooses from.
#pragma once

#include <string>
#include <vector>

#include "core/text/told.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

struct DesignCandidate {
  DesignOptions design;
  std::string written;  // without replications: "kind: fraction, resolution: IV"
  Told estimates, confounds;
  int tells = 0;  // how much, to compare candidates by
};

// Some of them may not exist for the study: then it cannot be planned with them.
std::vector<DesignCandidate> CandidatesFor(const Study& study);

// What it is in a plan: a fraction has a resolution of its own; where combinations are excluded, or
// are the same by computed values, a crossing tells less, and says so.
DesignCandidate AsPlanned(const Study& study, const Plan& plan, DesignCandidate candidate);

}  // namespace trena

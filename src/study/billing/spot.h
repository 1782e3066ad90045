// SPDX-License-Identifier: Apache-2.0
// How long a training occupies a machine that is taken away at times. Interruptions come at random,
// on average every M; each loses what was trained since the last checkpoint and costs a restart R,
// which may be interrupted too. A stretch of work s between checkpoints then takes, on average,
//
//   M · e^(R/M) · (e^(s/M) − 1)
//
// (Daly, Future Generation Computer Systems 22, 2006; writing checkpoints is part of the measured
// time). Without checkpoints the whole training is one stretch.
#pragma once

#include <optional>

#include "study/billing/billing.h"

namespace trena {

// Expected seconds of machine for `seconds` of work; missing when interruptions come so often that
// it would practically never end (a million times the work).
std::optional<double> ExpectedSpotSeconds(double seconds, const SpotTerms& terms);

}  // namespace trena

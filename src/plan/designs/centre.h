// SPDX-License-Identifier: Apache-2.0
// Centre points: runs in the middle of all levels, which show a curve that two levels cannot and
// repeat one scenario for an estimate of the noise (Box, Hunter & Hunter 2005, chapter 5).
#pragma once

#include "plan/designs/design.h"

namespace trena {

// Adds the `centre_points:` asked for, spread over the blocks. An error with its place where a
// level is a word or the middle cannot be (17.5 images).
Status AddCentrePoints(const DesignRequest& request, Design& design);

}  // namespace trena

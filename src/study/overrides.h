// SPDX-License-Identifier: Apache-2.0
// `-P name=value,value` and `--replications N` over what the file says.
#pragma once

#include "core/result.h"
#include "study/study_reader.h"

namespace trena {

// A factor's levels are replaced; a fixed value is replaced, and becomes a factor when several are
// given; a new name is added. InputError with a caret into the argument. What the file says of a
// name that is overridden is no longer a place to point to.
Status ApplyOverrides(const StudyOverrides& overrides, const KnownNames& known, Study& study,
                      Places& places);

}  // namespace trena

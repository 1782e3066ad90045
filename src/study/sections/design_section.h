// SPDX-License-Identifier: Apache-2.0
// The `design:` section: which kind, and its options. Which kinds there are and what each takes is
// in study/design_kinds.h; what a kind does with its options is in plan/designs/.
#pragma once

#include "core/source.h"
#include "core/yaml.h"
#include "study/study.h"

namespace trena {

void ReadDesign(Source& source, const YAML::Node& node, DesignOptions& design, Places& places);

// That the design speaks of factors and levels there are; once all of them are known.
void CheckDesign(Source& source, const Places& places, const Study& study);

}  // namespace trena

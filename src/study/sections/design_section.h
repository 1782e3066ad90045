// SPDX-License-Identifier: Apache-2.0
// The `design:` section: which kind, and the options each kind takes. One visible table; what a
// kind does with them is in plan/designs/design.h.
#pragma once

#include <string>
#include <vector>

#include "core/source.h"
#include "core/yaml.h"
#include "study/study.h"

namespace trena {

// The kinds a study may name, in the order they are documented.
const std::vector<std::string>& DesignNames();

void ReadDesign(Source& source, const YAML::Node& node, DesignOptions& design, Places& places);

// That the design speaks of factors and levels there are; once all of them are known.
void CheckDesign(Source& source, const Places& places, const Study& study);

}  // namespace trena

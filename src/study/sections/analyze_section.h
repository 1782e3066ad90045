// SPDX-License-Identifier: Apache-2.0
// What a study file says about the model of its analysis (docs/methods/analysis.md): covariates,
// terms, sums of squares, blocks, comparisons.
#pragma once

#include "core/source.h"
#include "core/yaml.h"
#include "study/sections/sections.h"
#include "study/study.h"

namespace trena {

// The fields of `analyze` that choose the model.
YamlFields ModelFields(Source& source, AnalyzeOptions& analyze, Places& places);

}  // namespace trena

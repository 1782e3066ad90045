// SPDX-License-Identifier: Apache-2.0
// What must hold between the sections of a study, checked once all of them are read.
#pragma once

#include "core/source.h"
#include "study/sections/sections.h"
#include "study/study_reader.h"

namespace trena {

void CheckStudy(Source& source, const Places& places, const KnownNames& known, const Study& study);

struct NameProblem {
  std::string message;
  std::string suggestion;
};

// What is wrong with a level or fixed value that names something: a framework, network or data set
// that is misspelt, an environment that the study does not describe.
std::optional<NameProblem> FindNameProblem(const std::string& name, const Value& level,
                                           const KnownNames& known, const Study& study);

// Adds the defaults of values.h for what the study does not say, so that they are recorded.
void FillDefaults(Study& study);

}  // namespace trena

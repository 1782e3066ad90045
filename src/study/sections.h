// SPDX-License-Identifier: Apache-2.0
// The sections of a study file, each read on its own into its part of the study. Problems go to the
// source; what could be read is kept, so that all problems are found in one pass.
#pragma once

#include <map>
#include <string>

#include "core/source.h"
#include "core/yaml.h"
#include "study/study.h"

namespace trena {

// Places of what later checks speak about: "factors.batch", "environments.f4s_v2", ….
using Places = std::map<std::string, Place>;

void ReadFactors(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadFixed(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadEnvironments(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadDesign(Source& source, const YAML::Node& node, DesignOptions& design);
void ReadMeasure(Source& source, const YAML::Node& node, MeasureOptions& measure);
void ReadAnalyze(Source& source, const YAML::Node& node, AnalyzeOptions& analyze);
void ReadReport(Source& source, const YAML::Node& node, ReportOptions& report, Places& places);
void ReadCommand(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadPatterns(Source& source, const YAML::Node& node, Study& study, Places& places);

// One value of a factor or of `fixed`, checked against what is known of its name.
std::optional<Value> ReadValue(Source& source, const YAML::Node& node, const std::string& name);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The sections of a study file, each read on its own into its part of the study. Problems go to the
// source; what could be read is kept, so that all problems are found in one pass.
#pragma once

#include <string>
#include <vector>

#include "core/source.h"
#include "core/yaml.h"
#include "study/study.h"

namespace trena {

void ReadFactors(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadFixed(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadEnvironments(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadTogether(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadMeasure(Source& source, const YAML::Node& node, MeasureOptions& measure);
void ReadAnalyze(Source& source, const YAML::Node& node, AnalyzeOptions& analyze, Places& places);
void ReadReport(Source& source, const YAML::Node& node, ReportOptions& report, Places& places);
void ReadCommand(Source& source, const YAML::Node& node, Study& study, Places& places);
void ReadPatterns(Source& source, const YAML::Node& node, Study& study, Places& places);

// A whole number between two bounds.
std::optional<double> ReadCount(Source& source, const YAML::Node& node, const char* what,
                                double least, double most);

// One of a few words.
void ReadChoice(Source& source, const YAML::Node& node, const char* what,
                const std::vector<std::string>& choices, std::string& target);

// One value of a factor or of `fixed`, checked against what is known of its name.
std::optional<Value> ReadValue(Source& source, const YAML::Node& node, const std::string& name);

}  // namespace trena

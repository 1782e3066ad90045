// SPDX-License-Identifier: Apache-2.0
// Pieces of the charts for papers.
#pragma once

#include <set>
#include <string>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/scenario_text.h"

namespace trena {

// Of Okabe and Ito's colours, told apart by colour-blind readers.
inline constexpr const char* kPaperVermillion = "#d55e00";

// Colour by the field "group", whose meaning is `title`.
inline Json PaperColours(const std::string& title) {
  const Json palette = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                        "#56b4e9", "#d55e00", "#999999"};
  return {{"field", "group"},
          {"type", "nominal"},
          {"title", title},
          {"sort", nullptr},
          {"scale", {{"range", palette}}},
          {"legend", {{"orient", "top"}}}};
}

// Only rows that have a number there.
inline Json PaperOnly(const char* field) {
  return Json::array({{{"filter", {{"field", field}, {"valid", true}}}}});
}

inline Json PaperHigh(Json spec, int height) {
  spec["height"] = height;
  return spec;
}

// The factor that colours tell apart: the first that varies and has at most seven levels. The
// environment has charts of its own.
inline std::string PaperFactor(const Analysis& analysis) {
  for (const std::string& factor : VaryingFactors(analysis)) {
    std::set<std::string> levels;
    for (const ScenarioAnalysis& scenario : analysis.scenarios) {
      if (const Value* level = Find(scenario.levels, factor)) levels.insert(level->ToString());
    }
    if (factor != "environment" && levels.size() <= 7) return factor;
  }
  return "";
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Pieces of a Vega-Lite specification that all charts are made of.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/words/metric_words.h"
#include "report/words/words.h"

namespace trena {

// Of Okabe and Ito's colours, told apart by colour-blind readers on white and on black.
inline constexpr const char* kBlue = "#0072b2";
inline constexpr const char* kOrange = "#e69f00";
inline constexpr const char* kVermillion = "#d55e00";
inline constexpr const char* kGrey = "#999999";
inline constexpr size_t kMostColours = 7;
inline constexpr int kPlotHeight = 320;
inline constexpr int kLowHeight = 180;

// An axis over numbers.
Json Quantitative(const std::string& field, const std::string& title, bool zero);
// An axis over names, in the order of the data.
Json Category(const std::string& field);
// The same channel at another field.
Json AtField(Json channel, const char* field);

// Colour and shape by the field "group", whose meaning is `title`; both say the same.
Json ColourByGroup(const std::string& title);
Json ShapeByGroup(const std::string& title);

// Only rows that have a number there.
Json Only(const char* field);
Json Tooltip(std::initializer_list<std::pair<const char*, std::string>> fields);
// A point for each row, filled, with a tooltip.
Json Points(Json encoding, Json tooltip);

// A chart as wide as its place, of layers over the same values.
Json Spec(Json values, Json layers, const std::string& description);
// As high as its categories need; of very many the rows are thin and some labels left out.
Json Rows(Json spec, size_t rows);
Json High(Json spec, int height);

// A chart whose texts can show nothing but themselves: controls and turns of writing are visible,
// and a text that no one could read is cut.
Json Visible(const Json& json);

// "What the marks are. Unit: s; n = 24 runs."
std::string WithCount(const std::string& caption, const std::string& unit, double runs,
                      const Words& words);

// "95".
std::string ConfidenceText(const Analysis& analysis, const Words& words);

// "C1  batch 64, network1".
std::string ScenarioLabel(const ScenarioAnalysis& scenario,
                          const std::vector<std::string>& factors);

bool AnyHas(const Analysis& analysis, const std::string& metric);
// Runs behind this metric, over all scenarios.
size_t RunsWith(const Analysis& analysis, const std::string& metric);

// The factor that colours tell apart: the first driver that is one, with few enough levels; never
// `but`. Empty where nothing varies.
std::string ColourFactor(const Analysis& analysis, const std::string& but = "");

// The axis of time since a run's start: in seconds, minutes or hours, as its length asks for.

struct TimeAxis {
  double scale = 1;  // seconds in its unit
  std::string title;

  TimeAxis(double seconds, const Words& words)
      : scale(seconds > 7200  ? 3600
              : seconds > 300 ? 60
                              : 1) {
    const char* unit = scale > 60 ? "h" : scale > 1 ? "min" : "s";
    title = words.Say({"time since the start ({unit})", "tempo desde o início ({unit})"},
                      {{"unit", unit}});
  }

  double At(double seconds) const { return seconds / scale; }

  // From the start to the last value, and no further.
  Json Encoding(const char* field) const {
    Json x = Quantitative(field, title, true);
    x["scale"] = {{"zero", true}, {"nice", false}, {"padding", 0}};
    return x;
  }
};

}  // namespace trena

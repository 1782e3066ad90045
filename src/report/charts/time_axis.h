// SPDX-License-Identifier: Apache-2.0
// The axis of time since a run's start: in seconds, minutes or hours, as its length asks for.
#pragma once

#include <string>

#include "core/json.h"
#include "report/charts/chart_parts.h"
#include "report/words/words.h"

namespace trena {

struct TimeAxis {
  double scale = 1;  // seconds in its unit
  std::string title;

  TimeAxis(double seconds, const Words& words)
      : scale(seconds > 7200  ? 3600
              : seconds > 300 ? 60
                              : 1) {
    const char* unit = scale > 60 ? "h" : scale > 1 ? "min" : "s";
    title = words.Say("time since the start ({unit})", {{"unit", unit}});
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

// SPDX-License-Identifier: Apache-2.0
// What drives a response, of a study and of a table alike. A term drives it when chance would
// rarely show as much, all terms judged together (analyze/model/stated_analysis.h, Evidence), and
// when it is at least kLeastShare of the variation. Curvature is a term like others, and is
// explained. Composed from the record; nothing is computed
// here.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

inline constexpr double kLeastShare = 1;  // percent of the variation

// The sentences, none where there are no terms. `significance` is what one p is held against;
// of `equal` factors something else is said.
std::vector<std::string> DriversInWords(const std::vector<Driver>& drivers,
                                        const std::string& metric, double significance,
                                        const Words& words,
                                        const std::vector<std::string>& equal = {});

}  // namespace trena

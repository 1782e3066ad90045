// SPDX-License-Identifier: Apache-2.0
// Other prices for what was measured: `--price nc4as_t4_v3=0.11USD/h`. The study file and the runs
// stay as they are; every report says that prices were given on the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/text/units.h"

namespace trena {

struct Study;

struct Repricing {
  std::string environment;
  std::optional<Price> before;  // the study file's
  Price now;
};

// Each argument is ENVIRONMENT=PRICE. An InputError with a caret for an environment that the study
// does not have or that is given twice, and for what is no price; then nothing is changed.
Status ApplyPrices(const std::vector<std::string>& arguments, Study& study);

}  // namespace trena

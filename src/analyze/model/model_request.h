// SPDX-License-Identifier: Apache-2.0
// Which analysis of a response is wanted, of a study and of a table alike: a plain record.
#pragma once

#include <string>
#include <vector>

#include "stats/model/comparisons.h"
#include "stats/model/model_choice.h"
#include "study/metrics.h"

namespace trena {

// A level of a factor, as they are written.
struct NamedLevel {
  std::string factor;
  std::string level;
};

struct ModelRequest {
  // "full", "main", "2way" or a formula (stats/model/model_terms.h). Empty: full, and where no
  // combination of levels was repeated with something left to judge by
  // (stats/model/model_choice.h).
  std::string terms = {};
  int ss_type = 2;
  std::string block = {};      // a factor that has a main effect and no interactions; empty: none
  bool in_turns = false;       // the runs of a block were measured at the same time
  std::string plot = {};       // a factor whose levels are whole plots; empty: none
  std::string curvature = {};  // a factor that tells the centre of a design from its corners
  double confidence = 0.95;
  bool log_scale = false;    // the response is a logarithm: differences are ratios
  MetricBounds bounds = {};  // what the response can be, where it is no logarithm
  Adjustment adjustment = Adjustment::kTukey;
  double same_within = 0.05;                // ratios from 1 ÷ 1.05 to 1.05 are the same
  std::vector<std::string> contrasts = {};  // "framework: pytorch - mxnet"
  std::vector<NamedLevel> baseline = {};    // what all others are compared with; none: nothing

  operator ModelDesign() const { return {terms, block, plot, curvature}; }
};

}  // namespace trena

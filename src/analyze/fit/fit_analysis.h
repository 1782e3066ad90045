// SPDX-License-Identifier: Apache-2.0
// What the short runs of `trena fit` tell: the largest level that fits of every combination, a line
// of memory against the level through all that fitted, what the network's layers say beside it, and
// what would fit into other memories. Pure functions of what was found.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "configure/networks/network_memory.h"
#include "core/text/units.h"
#include "core/value.h"
#include "measure/fit/fit_search.h"
#include "stats/laws/straight_line.h"

namespace trena {

struct ForetoldLevel {
  Bytes memory;
  ReachedAt at;               // real numbers: the largest level is the whole one below
  bool extrapolated = false;  // beyond the largest level that was measured
};

struct FitRow {
  Values others;  // of the factors that vary
  std::optional<Bytes> limit;
  std::optional<double> fits;      // the largest level that does
  std::optional<double> does_not;  // the next that was tried
  std::optional<double> least;     // bytes that the smallest level needs, where it does not fit
  std::optional<ForetoldLevel> foretold;  // at the limit
  std::string problem;
};

// Of combinations that differ by their limits only.
struct FitLine {
  Values others;
  std::vector<double> levels, bytes;  // of what fitted
  std::optional<StraightLine> line;   // missing with fewer than two levels
  // Bytes, by the network's layers; missing where these change with the level.
  std::optional<double> layers_fixed, layers_each;
  // Measured bytes of an image ÷ layers_each. Missing unless an image was seen to take memory: the
  // slope's interval is above 0, of real trainings that differ by the batch.
  std::optional<Coefficient> of_layers;
  bool simulated = false;               // some of it by a runner that trains nothing
  std::vector<ForetoldLevel> foretold;  // in the order of the memories asked for
};

struct FitAnalysis {
  std::string factor;
  std::vector<FitRow> rows;  // in the order of the series
  std::vector<FitLine> lines;
  std::vector<Bytes> memories;  // that were asked for
  size_t made = 0, already = 0;
  Seconds took;
  bool interrupted = false;
  bool each_is_an_image = false;  // the factor is the batch
  bool simulated = false;         // some of it by a runner that trains nothing
  bool stand_in = false;          // some of it on a machine that is not what it should be
};

// What the layers say of the scenarios of a line; empty where there is no network.
struct LayerMemory {
  double fixed = 0;
  double each = 0;
};
using LayersOf = std::function<std::optional<LayerMemory>(const Scenario& scenario)>;

FitAnalysis AnalyzeFits(const std::string& factor, const FitsFound& found,
                        const std::vector<Bytes>& memories, const LayersOf& layers);

}  // namespace trena

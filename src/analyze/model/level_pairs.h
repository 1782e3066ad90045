// SPDX-License-Identifier: Apache-2.0
// Levels of a factor compared in pairs, each by the error that its factor is judged by, with the
// verdict read from the interval of the ratio (stats/model/comparisons.h); and contrasts, written
//
//   framework: pytorch - 0.5 mxnet - 0.5 tensorflow
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stats/model/comparisons.h"

namespace trena {

struct StatedAnalysis;

// The same pair at one level of another factor.
struct SimplePair {
  uint32_t level = 0;
  PairComparison comparison;
};

struct LevelPair {
  uint32_t first = 0;  // levels of the factor: the second against the first
  uint32_t second = 0;
  PairComparison comparison;
  std::vector<SimplePair> simple = {};  // at the levels of FactorPairs::by
  // What it is at one level of `by` it is not at another (faster here, slower there), or its mean
  // over them hides it: the comparison alone would mislead.
  bool depends = false;
};

struct FactorPairs {
  size_t factor = 0;
  // The factor that it interacts with most, where that is told from chance. Not of whole plots.
  std::optional<size_t> by = {};
  std::vector<LevelPair> pairs;
};

struct StatedContrast {
  std::string text;     // as it was written
  std::string problem;  // why it cannot be computed; empty: it was
  ContrastEstimate estimate;
};

// Of each treatment whose means the model has, and that has no more levels than a person compares.
std::vector<FactorPairs> CompareLevels(const StatedAnalysis& stated);

std::vector<StatedContrast> EstimateContrasts(const StatedAnalysis& stated);

// The means of a factor and the error that they are judged by: the model, or of whole plots the
// stratum that has them. Missing where nothing has.
std::optional<ModelAnalysis> ModelOf(const StatedAnalysis& stated, size_t factor);

// A level as it is written, or without its version: pytorch for pytorch@2.2.0.
std::optional<uint32_t> FindLevel(const CellFactor& factor, const std::string& written);

}  // namespace trena

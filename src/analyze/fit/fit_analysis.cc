// SPDX-License-Identifier: Apache-2.0
#include "analyze/fit/fit_analysis.h"

#include <algorithm>
#include <array>

namespace trena {
namespace {

std::optional<ForetoldLevel> Foretell(const FitLine& line, Bytes memory) {
  if (!line.line) return std::nullopt;
  const auto at = Reaches(*line.line, static_cast<double>(memory.value));
  if (!at) return std::nullopt;
  return ForetoldLevel{memory, *at, at->x > line.line->x_most};
}

void AddPoints(const FitFound& found, FitLine& line) {
  for (size_t i = 0; i < found.runs.size(); ++i) {
    const auto& run = found.runs[i];
    if (!run || !run->fits || !run->memory) continue;
    line.levels.push_back(found.series.levels[i]);
    line.bytes.push_back(*run->memory);
    line.simulated = line.simulated || run->simulated;
  }
  if (found.need && found.need->fits && found.need->memory) {
    line.levels.push_back(found.series.levels[0]);
    line.bytes.push_back(*found.need->memory);
  }
}

// What the layers take is of one scenario: none where the network moves in step with the level.
bool SameLayers(const FitSeries& series) {
  const auto same = [&](const char* name) {
    const Value* first = Find(series.scenarios.front()->values, name);
    const Value* last = Find(series.scenarios.back()->values, name);
    return first == nullptr || last == nullptr ? first == last : *first == *last;
  };
  constexpr std::array<const char*, 6> kMatters = {"network",   "image",     "dataset",
                                                   "precision", "optimizer", "momentum"};
  return std::all_of(kMatters.begin(), kMatters.end(), same);
}

size_t LineOf(const FitFound& found, const LayersOf& layers, std::vector<FitLine>& lines) {
  const Values others = WithoutLimit(found.series.others);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].others == others) return i;
  }
  FitLine line;
  line.others = others;
  const auto told = SameLayers(found.series) ? layers(*found.series.scenarios[0]) : std::nullopt;
  if (told) {
    line.layers_fixed = told->fixed;
    line.layers_each = told->each;
  }
  lines.push_back(std::move(line));
  return lines.size() - 1;
}

// What it was held to: its own limit, or what the machine had.
std::optional<Bytes> LimitOfRuns(const FitFound& found) {
  if (const auto own = found.series.scenarios[0]->memory_limit()) return own;
  for (const auto& run : found.runs) {
    if (run && !run->fits) return run->held_to;
  }
  return std::nullopt;
}

FitRow RowOf(const FitFound& found, const FitLine& line) {
  const std::vector<double>& levels = found.series.levels;
  FitRow row;
  row.others = found.series.others;
  row.limit = LimitOfRuns(found);
  if (found.largest.fits) row.fits = levels[*found.largest.fits];
  if (found.largest.does_not) row.does_not = levels[*found.largest.does_not];
  if (!row.fits && found.need) row.least = found.need->memory;
  row.problem = found.problem;
  if (row.limit) row.foretold = Foretell(line, *row.limit);
  return row;
}

void FitBytes(FitLine& line) {
  auto fitted = FitStraightLine(line.levels, line.bytes);
  if (fitted.ok()) line.line = std::move(fitted).value();
}

// Of a batch: the level is then as many images.
std::optional<Coefficient> OfLayers(const FitLine& line) {
  if (line.simulated || !line.line || line.layers_each.value_or(0) <= 0) return std::nullopt;
  const Coefficient& slope = line.line->slope;
  if (!slope.low || !slope.high || *slope.low <= 0) return std::nullopt;
  Coefficient ratio;
  ratio.value = slope.value / *line.layers_each;
  ratio.low = *slope.low / *line.layers_each;
  ratio.high = *slope.high / *line.layers_each;
  return ratio;
}

}  // namespace

FitAnalysis AnalyzeFits(const std::string& factor, const FitsFound& found,
                        const std::vector<Bytes>& memories, const LayersOf& layers) {
  FitAnalysis analysis;
  analysis.factor = factor;
  analysis.memories = memories;
  analysis.each_is_an_image = factor == "batch";
  analysis.made = found.made;
  analysis.already = found.already;
  analysis.took = found.took;
  analysis.interrupted = found.interrupted;
  for (const FitFound& one : found.series) {
    for (const auto& run : one.runs) {
      analysis.simulated = analysis.simulated || (run && run->simulated);
      analysis.stand_in = analysis.stand_in || (run && !run->stand_in.empty());
    }
  }
  std::vector<size_t> line_of;
  for (const FitFound& one : found.series) {
    line_of.push_back(LineOf(one, layers, analysis.lines));
    AddPoints(one, analysis.lines[line_of.back()]);
  }
  for (FitLine& line : analysis.lines) {
    FitBytes(line);
    if (analysis.each_is_an_image) line.of_layers = OfLayers(line);
    for (const Bytes memory : memories) {
      if (const auto level = Foretell(line, memory)) line.foretold.push_back(*level);
    }
  }
  for (size_t i = 0; i < found.series.size(); ++i) {
    analysis.rows.push_back(RowOf(found.series[i], analysis.lines[line_of[i]]));
  }
  return analysis;
}

}  // namespace trena

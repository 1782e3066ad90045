// SPDX-License-Identifier: Apache-2.0
#include "analyze/fit/fit_analysis.h"

#include <algorithm>

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
  }
  if (found.need && found.need->fits && found.need->memory) {
    line.levels.push_back(found.series.levels[0]);
    line.bytes.push_back(*found.need->memory);
  }
}

size_t LineOf(const FitFound& found, const LayersOf& layers, std::vector<FitLine>& lines) {
  const Values others = WithoutLimit(found.series.others);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].others == others) return i;
  }
  FitLine line;
  line.others = others;
  if (const auto told = layers(*found.series.scenarios[0])) {
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

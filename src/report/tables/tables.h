// SPDX-License-Identifier: Apache-2.0
// The tables of a report, once for all formats: what is in each cell, in the reader's language.
// Text is as it came, not yet made safe: that is the work of the format that draws it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

struct TableCell {
  std::string text;
  std::optional<double> sort;  // what a number is ordered by
  bool number = false;         // to the right
};

struct TableColumn {
  std::string title;
  bool number = false;
  bool bar = false;  // cells are percentages, drawn as bars of 0 to 100 by `sort`
  bool key = false;  // repeated where a wide table is drawn in parts

  static TableColumn Key(std::string title) { return {.title = std::move(title), .key = true}; }
  static TableColumn KeyNumber(std::string title) {
    return {.title = std::move(title), .number = true, .key = true};
  }
  static TableColumn Number(std::string title) {
    return {.title = std::move(title), .number = true};
  }
  static TableColumn Bar() { return {.title = "", .bar = true}; }
};

struct ReportTable {
  std::string title;
  std::string note;  // what a reader must know to read it
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> rows;
};

// Levels, n, and each metric as mean ± half-width of its interval.
ReportTable ScenarioTable(const Analysis& analysis, const Words& words);

// Terms by percent of variation, largest first, at most `most_terms` of them; then the residuals.
ReportTable VariationTable(const Analysis& analysis, const Words& words, size_t most_terms);

// Effects of `order` factors (1: main effects, 2: interactions) with their intervals.
ReportTable EffectTable(const Analysis& analysis, const Words& words, size_t order);

// What drives the metrics other than the response.
ReportTable OtherResponsesTable(const Analysis& analysis, const Words& words);

// How like the reference each framework trains.
ReportTable VerificationTable(const Analysis& analysis, const Words& words);

// Every attempt that did not end well, and why.
ReportTable FailureTable(const Analysis& analysis, const Words& words);

// The largest batch that fitted, of every combination; no rows where every run did.
ReportTable LargestBatchTable(const Analysis& analysis, const Words& words);

// Every attempt.
ReportTable RunTable(const Analysis& analysis, const Words& words);

}  // namespace trena

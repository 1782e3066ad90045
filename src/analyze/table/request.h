// SPDX-License-Identifier: Apache-2.0
// What a person asks of a table, and the table as it was read: plain records.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/text/number_text.h"
#include "stats/model/cells.h"

namespace trena {

struct TableRequest {
  std::string path;  // "-": standard input
  std::string response;
  std::vector<std::string> factors;  // none: found (docs/methods/finding-factors.md)
  std::vector<std::string> covariates;
  std::string block;    // a factor too, whatever its name and values; empty: none
  std::string plot;     // a factor too: whole plots; empty: none
  std::string outcome;  // column that says which runs ended well; empty: found
  DecimalMark decimal_mark = DecimalMark::kPoint;
  bool log = false;      // the response's natural logarithm is analysed
  unsigned threads = 0;  // 0: as many as there are CPUs; changes nothing but the time
};

// Whether the column is the block or the plot.
inline bool IsOfDesign(const TableRequest& request, const std::string& column) {
  return column == request.block || column == request.plot;
}

// As it is called in what is said to a person.
inline std::string TableName(const TableRequest& request) {
  return request.path == "-" ? "standard input" : request.path;
}

// Why a column is no factor where factors are found.
enum class LeftOut {
  kConstant,
  kTooManyLevels,
  kEmptyFields,
  kIdentifier,  // by its name: id, run, replication, seed, order…
  kTimestamp,
  kMeasured,  // by its name: a metric
  kSameAs,    // goes one to one with `detail`
  kLabel,     // names the combination of the other factors
};

struct LeftOutColumn {
  std::string name;
  LeftOut why = LeftOut::kConstant;
  std::string detail{};
};

// Levels of a factor that differ only in case or blanks: PyTorch, Pytorch.
struct SimilarLevels {
  std::string factor;
  std::vector<std::string> levels;
};

struct TableRead {
  Cells cells;
  Observations observations;  // none where there are too many to be looked at one by one
  std::string format;         // "csv", "tsv", "csv with semicolons", "json lines"
  bool factors_found = false;
  std::vector<LeftOutColumn> left_out;   // only where factors are found
  std::string outcome_column;            // empty: none
  size_t rows = 0;                       // of data
  size_t used = 0;                       // in `cells`
  size_t missing = 0;                    // ended well but without a response
  std::map<std::string, size_t> not_ok;  // rows left out, by outcome as it is written
  std::vector<SimilarLevels> similar;
};

}  // namespace trena

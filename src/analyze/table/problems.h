// SPDX-License-Identifier: Apache-2.0
// What is wrong with the rows of a table, counted by kind with the first few places, so that a
// person sees all of it at once:
//
//   runs.csv: text where a number should be, in 2 rows
//     row 3 (line 4), column `time_s`: `fast`
//     row 9 (line 10), column `time_s`: `12..5`
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace trena {

enum class ProblemKind {
  kBrokenRow,     // text: what is wrong
  kFieldCount,    // text: how many there are
  kText,          // where a number should be
  kDecimalComma,  // where a number with a point should be
  kThousands,
  kNotFinite,
  kTooLarge,
  kNotPositive,  // and its logarithm is wanted
  kEmptyLevel,
  kUnknownOutcome,
  kCount  // how many kinds there are
};

struct TableProblem {
  size_t row = 0;   // of data, from 1
  size_t line = 0;  // of the file, from 1
  size_t column = 0;
  std::string text{};
};

class TableProblems {
 public:
  void Add(ProblemKind kind, const TableProblem& problem);
  // Those of the rows that follow `rows` rows in `lines` lines.
  void Append(const TableProblems& later, size_t rows, size_t lines);

  bool any() const { return total_ > 0; }
  size_t count(ProblemKind kind) const { return kinds_[static_cast<size_t>(kind)].count; }

  // Only when there are any.
  Error ToError(const std::string& path, const std::vector<std::string>& columns) const;

 private:
  struct Kind {
    size_t count = 0;
    std::vector<TableProblem> first;
  };
  std::array<Kind, static_cast<size_t>(ProblemKind::kCount)> kinds_;
  size_t total_ = 0;
};

}  // namespace trena

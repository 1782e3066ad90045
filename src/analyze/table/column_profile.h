// SPDX-License-Identifier: Apache-2.0
// What the first rows of a table show about a column: how many different values, whether they are
// numbers, moments, outcomes; and what its name says. The rule by which factors are found stands on
// this (docs/methods/finding-factors.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/table/level_index.h"
#include "analyze/table/request.h"

namespace trena {

// What a column that says how runs ended is made of, told by its name.
enum class OutcomeKind {
  kNone,      // any other column
  kWords,     // outcome, status, state, result…: ok, FAIL, crashed, True
  kSuccess,   // success, passed…: True, yes, 1
  kFailure,   // failed, crashed…: True is a failure
  kExitCode,  // exit_code, returncode…: 0 is well; or words
};
OutcomeKind OutcomeKindOf(std::string_view column);

class ColumnProfile {
 public:
  // More different values than any factor that is found may have; they are counted no further.
  static constexpr size_t kMostLevels = 100;
  // Of a column of numbers.
  static constexpr size_t kMostNumberLevels = 10;

  ColumnProfile(std::string name, DecimalMark mark);

  void Add(std::string_view field);

  const std::string& name() const { return name_; }
  bool all_numbers() const { return numbers_ + empty_ == rows_ && numbers_ > 0; }
  // The name is that of an outcome and every value a known one.
  bool is_outcome() const;
  // Why it is no factor, as far as these rows tell; empty: it may be one.
  std::optional<LeftOut> WhyNoFactor() const;

 private:
  // What one value is.
  struct Facts {
    bool missing = false;
    bool number = false;
    bool moment = false;
    bool outcome = false;
  };
  Facts FactsOf(std::string_view field) const;

  std::string name_;
  DecimalMark mark_;
  OutcomeKind outcome_kind_;
  LevelIndex levels_;
  std::vector<Facts> facts_;  // of each level
  size_t rows_ = 0;
  size_t empty_ = 0;
  size_t numbers_ = 0;
  size_t moments_ = 0;
  size_t outcomes_ = 0;
};

// Whether a run with this outcome ended well; empty for a value that is not known.
std::optional<bool> EndedWell(std::string_view outcome, OutcomeKind kind = OutcomeKind::kWords);

}  // namespace trena

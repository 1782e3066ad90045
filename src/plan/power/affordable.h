// SPDX-License-Identifier: Apache-2.0
// What the money buys: the designs of a study's factors that fit into an amount of money or of
// time, each with as many replications as fit, what it estimates, what it confounds, and the
// smallest effect it would find; and which of them to take.
//
// The recommended one tells most among those that repeat their runs: of orthogonal designs with as
// many runs in all the sharpness is the same (every run counts for every factor), so the one that
// confounds least is the best for the money (Jain 1991, chapters 16 and 19).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/text/told.h"
#include "core/text/units.h"
#include "plan/forecast/noise_level.h"
#include "plan/forecast/time_sum.h"
#include "plan/plan.h"
#include "store/run.h"

namespace trena {

// Money or time; one of them.
struct SpendingLimit {
  std::optional<Money> money;
  std::optional<Seconds> time;
};

// "20USD", "3h".
Result<SpendingLimit> ParseLimit(const std::string& text);
std::string ToString(const SpendingLimit& limit);
// The limit in the currency that the study's prices are compared in; an InputError where there is
// none.
Result<SpendingLimit> LimitFor(const Study& study, const SpendingLimit& limit);

struct AffordableDesign {
  std::string kind;      // "fraction"
  std::string written;   // "{ kind: fraction, resolution: IV, replications: 3 }"
  size_t runs_each = 0;  // of one replication
  int replications = 0;
  size_t runs = 0;          // in all
  size_t runs_to_make = 0;  // without those that are there
  size_t runs_at_mean = 0;  // of those to make: nothing tells their time, they take the mean
  Seconds time;             // of the runs to make
  std::optional<Money> money;
  Told estimates;                  // "main effects and two-factor interactions"
  Told confounds;                  // "two-factor with three-factor interactions"; empty: nothing
  int tells = 0;                   // how much, to compare designs by
  std::optional<double> smallest;  // effect it would find of every factor, part of the mean
  Told why_none;                   // where that is missing: "it repeats nothing, so …"
  bool search_stopped = false;     // of an optimal one, before it was done

  // An effect of this size, if one is asked for.
  bool Finds(const std::optional<double>& effect) const {
    return effect && smallest && *smallest <= *effect;
  }
};

struct Affordable {
  SpendingLimit limit;
  NoiseLevel noise;
  std::optional<double> detect;              // an effect that was asked for
  std::vector<AffordableDesign> designs;     // that fit; those that tell most first
  std::optional<size_t> recommended;         // of them
  std::optional<AffordableDesign> cheapest;  // of all, where none fits
};

struct AffordableRequest {
  const Study* study = nullptr;
  const FrameworkVersions* versions = nullptr;
  const std::vector<RunRecord>* runs = nullptr;
  SpendingLimit limit;
  std::optional<double> noise{};       // given by a person
  std::optional<Seconds> run_takes{};  // where nothing was measured yet
  std::optional<double> detect{};      // an effect that the recommended one should find
  const Plan* plan = nullptr;          // the study's own, where it is made already
  ForetoldTimes pilots{};
  // As PlanOptions has it.
  std::function<bool(const SearchProgress&)> progress{};
};

// An InputError where nothing says how long a run takes, prices are missing, or are in a currency
// that cannot be compared with the limit's.
Result<Affordable> FindAffordable(const AffordableRequest& request);

// The recommendation and why, or what the cheapest costs.
Told Describe(const Affordable& affordable);

Json ToJson(const Affordable& affordable);

}  // namespace trena

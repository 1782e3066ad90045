// SPDX-License-Identifier: Apache-2.0
// The one record that analysis makes and every report draws. Plain data, free of any language and
// of any form: numbers, names, codes. Whatever is said to a person about a study is computed here
// or composed in report/ from what is here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyze/cost/bill.h"
#include "analyze/cost/break_even.h"
#include "analyze/cost/target.h"
#include "analyze/largest_batch.h"
#include "analyze/model/stated_analysis.h"
#include "analyze/noise/bottlenecks.h"
#include "analyze/noise/equal_trainings.h"
#include "analyze/noise/factor_scaling.h"
#include "analyze/noise/machine_speed.h"
#include "analyze/noise/run_series.h"
#include "configure/verify/verify_rows.h"
#include "core/text/units.h"
#include "core/value.h"
#include "stats/summary.h"
#include "store/run.h"

namespace trena {

// One metric of one scenario over its replications, with the values it came from.
struct MetricAnalysis {
  Summary summary;                     // n, mean, sd, low, high, …
  std::vector<double> values;          // one per run that has it, in the order of replication
  std::vector<Interned> folders = {};  // of those runs
};

struct ScenarioAnalysis {
  std::string id;
  std::string key;
  Values levels;
  std::string environment;
  std::optional<Price> price;
  std::map<std::string, MetricAnalysis> metrics;  // by name, with cost
  std::map<Outcome, int> outcomes;                // of the runs analysed (last attempts)
  int planned = 0;                                // replications the plan asks for
  int skipped = 0;                                // of them, not to be made: skipped_after
  std::string skipped_after;  // scenario with a smaller batch that ran out of memory
  bool stand_in = false;
};

// Allocation of variation, F tests and effects of one response.
struct ResponseAnalysis {
  std::string metric;
  std::string unit;                          // "s", "USD", "%" …; empty for a pure number
  std::vector<std::string> factors;          // with more than one level; those of the design last
  std::vector<std::vector<Value>> levels;    // of each of `factors`
  std::optional<StatedAnalysis> stated;      // empty when it cannot be computed
  std::string why_not;                       // then: a code of the closed list in warnings.h
  std::vector<std::string> why_not_details;  // and what it is about
  std::string scale = "raw";                 // or "log", the natural one: effects are of ln(metric)
  std::vector<std::string> left_out = {};    // factors with a single level measured
  std::vector<std::string> no_covariates = {};  // asked for, and missing in some run
};

// A percentage with the factor (or term) it belongs to, largest first.
struct Driver {
  std::string term;
  double percent = 0;
  std::optional<double> p;
  Evidence evidence = Evidence::kUntested;
  bool curvature = false;  // the centre of a design against its corners
};

// Something a reader must know. The codes are a closed list (warnings.h) with text per language.
struct Warning {
  std::string code;
  std::vector<std::string> arguments;
};

// What would do most for the verdict: what is missing, then what failed, then more replications.
struct NextStep {
  enum class Kind { kNone, kMeasure, kRetry, kReplicate };
  Kind kind = Kind::kNone;
  int replications = 0;  // in all, for kReplicate
  bool operator==(const NextStep&) const = default;
};

enum class Verdict { kValid, kValidWithReservations, kInconclusive, kInvalid };
std::string ToString(Verdict verdict);

// What one unit of a currency is worth in that of the analysis, and of which day that is.
struct ExchangeRate {
  std::string currency;
  double rate = 0;
  std::optional<std::string> date;
};

struct CostAnalysis {
  std::string currency;                     // of all amounts; empty when nothing has a price
  std::optional<double> spent;              // by every attempt, with all its charges, and pilot
  std::optional<double> budget;             // in `currency`
  std::optional<std::string> cheapest;      // scenario with the least mean cost
  std::vector<std::string> not_told_apart;  // scenarios that may be as cheap (least.h)
  std::vector<std::string> without_price;   // environments
  std::vector<ExchangeRate> rates = {};     // that amounts were converted by
  std::vector<Repricing> repriced = {};     // prices of the command line
  BillAnalysis bill = {};
  std::optional<std::string> cheapest_bill = {};  // scenario with the least mean bill
  std::vector<BreakEven> break_evens = {};
  std::vector<std::string> pareto = {};    // scenarios that none beats in both time and cost
  std::optional<Money> given_budget = {};  // as the study has it, where that is another currency
};

struct Analysis {
  std::string study;
  std::string question;
  std::string path;              // of the study file, as given
  std::string response;          // metric analysed
  std::string time = "train_s";  // wall_s where no runner tells its training time
  int round = 1;                 // of the study (plan/rounds.h)
  std::string repeat_command;    // how to repeat it; empty: trena run PATH
  double confidence = 0.95;
  std::vector<ScenarioAnalysis> scenarios;
  ResponseAnalysis main;
  std::vector<ResponseAnalysis> others;
  Values baseline;                     // as it was named; what the responses have of it is theirs
  std::vector<Driver> drivers;         // of the main response, largest first, without residuals
  std::optional<std::string> fastest;  // scenario with the least mean train_s
  std::vector<std::string> fastest_not_told_apart;  // scenarios that may be as fast
  CostAnalysis cost;
  std::vector<RunRecord> runs;                // every attempt, in order of folder name
  std::vector<MachineSpeed> machine_speed;    // over the study, per environment
  std::vector<EqualTrainings> equal;          // scenarios that were measured under two labels
  BottleneckAnalysis limits;                  // what limits each run
  std::optional<TargetAnalysis> target;       // time and cost to an accuracy, where asked for
  std::vector<FactorScaling> scaling;         // with factors that are numbers
  std::vector<LargestBatch> largest_batches;  // where some run was out of memory
  SeriesAnalysis series;                      // over time, where reports asked for them
  Verification verification;                  // of the frameworks against the reference
  int planned_runs = 0;
  int finished_runs = 0;
  int disturbed_runs = 0;  // of those that ended well, by any rule of find_noise.h
  std::vector<std::string> pending_environments;
  std::vector<std::string> set_aside;  // run folders that could not be read, and why
  std::vector<Warning> warnings;
  Verdict verdict = Verdict::kInconclusive;
  std::vector<std::string> verdict_reasons;  // codes of warnings.h; none when it answers
  std::vector<Warning> reservations;         // codes of warnings.h, the gravest first
  NextStep next;
  std::string next_command;  // `next` as it is typed; empty when nothing is left to do
};

}  // namespace trena

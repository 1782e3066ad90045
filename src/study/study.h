// SPDX-License-Identifier: Apache-2.0
// What a person wants to know, as read from a study file: the question, the factors and their
// levels, what stays fixed, the environments with their prices, the design and the budget. Plain
// data, already checked; reading and its errors are in study_reader.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/expression/expression.h"
#include "core/source.h"
#include "core/text/units.h"
#include "core/value.h"
#include "study/billing/billing.h"
#include "study/billing/repricing.h"
#include "study/maps/named_map.h"
#include "study/sections/output_patterns.h"

namespace trena {

struct Factor {
  std::string name;
  std::vector<Value> levels;
};

// A place to run, as it should be. The machine that really runs may differ: then it is a stand-in.
struct Environment {
  std::string name;
  std::string device = "cpu";
  std::optional<int> vcpus;
  std::optional<Bytes> memory;
  std::optional<std::string> gpu;
  std::optional<std::string> machine;  // pairs the CPU and the GPU of one host
  std::optional<Price> price;          // missing: cost is missing, and said to be
  Billing billing = {};                // what is charged beside price × time
};

// `replications: {at_least: 5, at_most: 20, until: 2 %}`: more runs of a scenario until its mean is
// known well enough (docs/methods/stopping.md).
struct StopRule {
  int at_most = 0;
  double half_width = 0;  // of the interval of the mean, as a part of the mean
};

// What of it a design takes is in design_section.h; the designs themselves are in
// plan/designs/design.h.
struct DesignOptions {
  std::string kind = "full";
  int replications = 3;          // with a stop rule: at least
  std::optional<StopRule> stop;  // empty: exactly so many replications
  bool random_order = true;
  std::optional<Seconds> turn;  // order: in_turns; the runs of a block take turns of this length
  uint64_t seed = 1;
  int blocks = 1;         // of each replication
  int centre_points = 0;  // in each replication
  int same_twice = 0;     // scenarios, the first ones, that are measured under two labels
  std::vector<std::string> hard_to_change;
  std::map<std::string, std::vector<Value>> levels;  // the two of a factor with more
  Values base;                                       // where one factor at a time starts from
  std::optional<int> resolution;
  std::optional<int> runs;
  std::vector<std::string> generators;  // "E = ABCD"
  bool two_way = false;                 // the model of `optimal`: with two-factor interactions
  std::optional<int> sweeps;            // of the search for `optimal`; empty: until it settles
};

struct MeasureOptions {
  Seconds sample_every{1};
  std::optional<Seconds> timeout;
  std::optional<Seconds> hang_after;    // no sign of life for so long; missing: never
  std::optional<Seconds> thrash_after;  // of nothing but swapping; missing: never
  Bytes largest_output{1'000'000'000};  // of a run's events and logs together
  bool skip_larger_after_oom = false;
  std::string detail = "epoch";
  bool yardstick = true;  // the machine's speed before and after every run that trains
};

struct AnalyzeOptions {
  std::string response = "train_s";
  std::string scale = "raw";
  std::optional<double> target_accuracy;  // 0–1: time and cost until it is reached
  std::string model;  // full, main, 2way or a formula; empty: what the design was made for
  int ss_type = 2;
  std::string block;                    // "replication": each is a block; empty: as planned
  std::vector<std::string> covariates;  // yardstick, order, or metrics
  double same_within = 0.05;            // levels whose ratio is nearer to 1 are the same
  std::string adjust = "tukey";         // or holm: of comparisons, for their number
  std::vector<std::string> contrasts;   // "framework: pytorch - mxnet"
  Values baseline;                      // what all others are compared with; none: nothing
};

struct ReportOptions {
  std::optional<std::string> currency;
  std::map<std::string, double> rates;            // one unit of that currency in `currency`
  std::optional<std::string> rate_date;           // of all rates but those with their own
  std::map<std::string, std::string> rate_dates;  // by currency
  std::string language = "en";
};

// A value that is computed from others: `learning_rate: = 0.01 * batch / 128`.
struct Computed {
  std::string name;
  std::optional<size_t> level;  // of the factor; empty: a fixed value
  Value written;                // "= 0.01 * batch / 128"
  Expression expression;
  std::string place;  // of StudyFile::places
};

// Places of what later checks speak about: "factors.batch", "environments.f4s_v2", ….
using Places = std::map<std::string, Place>;

// The file a study came from, so that what only shows when it is planned is still shown there.
struct StudyFile {
  std::string name, text;
  Places places;
};

struct Study {
  std::filesystem::path path;
  std::string name;
  std::string question;
  std::vector<Factor> factors;
  std::vector<std::vector<std::string>> together;  // factors that move in step
  Values fixed;                                    // with the defaults of what was not said
  std::vector<Computed> computed;                  // each after what it needs
  std::set<std::string> defaults;                  // of the fixed, those that were not said
  std::string solver;                              // a file of Caffe's that gives defaults
  std::vector<NamedMap> maps;                      // behind levels and fixed values that are maps
  std::vector<Environment> environments;
  std::vector<Expression> exclude;
  std::vector<Expression> only;
  DesignOptions design;
  MeasureOptions measure;
  AnalyzeOptions analyze;
  ReportOptions report;
  std::optional<Money> budget;
  std::optional<Money> invoice;      // what was really paid for all runs
  std::vector<Repricing> repriced;   // by the command line
  std::vector<std::string> command;  // of `framework: command`, a template
  OutputPatterns patterns;           // over what the command prints
  std::string hash;                  // SHA-256 of the file's text
  std::shared_ptr<const StudyFile> file;
  std::optional<Seconds> deadline;  // of the calendar, since 1970

  const Factor* factor(const std::string& name) const;
  const Environment* environment(const std::string& name) const;
  // Where its results are kept: first.yaml → first.trena beside it.
  std::filesystem::path results_folder() const;
  // An InputError with file, line and caret at one of the file's places ("design.kind"), or, where
  // the command line put something else, in words alone.
  Error ErrorAt(const std::string& place, const std::string& message,
                const std::string& suggestion = "") const;
};

// The name under which a study without environments runs: this machine, no price.
inline constexpr const char* kThisMachine = "this machine";

}  // namespace trena

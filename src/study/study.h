// SPDX-License-Identifier: Apache-2.0
// What a person wants to know, as read from a study file: the question, the factors and their
// levels, what stays fixed, the environments with their prices, the design and the budget. Plain
// data, already checked; reading and its errors are in study_reader.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/expression.h"
#include "core/units.h"
#include "core/value.h"
#include "study/output_patterns.h"

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
};

struct DesignOptions {
  std::string kind = "full";
  int replications = 3;
  bool random_order = true;
  uint64_t seed = 1;
};

struct MeasureOptions {
  Seconds sample_every{1};
  std::optional<Seconds> timeout;
  std::optional<Seconds> hang_after;         // no sign of life for so long; missing: never
  std::optional<Seconds> thrash_after{300};  // of nothing but swapping; missing: never
  Bytes largest_output{1'000'000'000};       // of a run's events and logs together
  bool skip_larger_after_oom = false;
  std::string detail = "epoch";
  bool yardstick = true;  // the machine's speed before and after every run that trains
};

struct AnalyzeOptions {
  std::string response = "train_s";
  std::string scale = "raw";
};

struct ReportOptions {
  std::optional<std::string> currency;
  std::map<std::string, double> rates;  // one unit of that currency in `currency`
  std::optional<std::string> rate_date;
  std::string language = "en";
};

struct Study {
  std::filesystem::path path;
  std::string name;
  std::string question;
  std::vector<Factor> factors;
  Values fixed;  // with the defaults of what was not said
  std::vector<Environment> environments;
  std::vector<Expression> exclude;
  std::vector<Expression> only;
  DesignOptions design;
  MeasureOptions measure;
  AnalyzeOptions analyze;
  ReportOptions report;
  std::optional<Money> budget;
  std::vector<std::string> command;  // of `framework: command`, a template
  OutputPatterns patterns;           // over what the command prints
  std::string hash;                  // SHA-256 of the file's text

  const Factor* factor(const std::string& name) const;
  const Environment* environment(const std::string& name) const;
  // Where its results are kept: first.yaml → first.trena beside it.
  std::filesystem::path results_folder() const;
};

// The name under which a study without environments runs: this machine, no price.
inline constexpr const char* kThisMachine = "this machine";

}  // namespace trena

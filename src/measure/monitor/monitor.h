// SPDX-License-Identifier: Apache-2.0
// Any program measured with no study: started as the person would have started it, or one that is
// running already. What is seen goes into a folder like a run's (docs/monitor.md).
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/process/signals.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/program/epoch_outlook.h"
#include "measure/program/output_relay.h"
#include "measure/record/samples.h"
#include "store/event_file.h"
#include "store/run.h"
#include "study/sections/output_patterns.h"

namespace trena {

struct MonitorRequest {
  std::vector<std::string> command;  // the program and its arguments; no shell
  std::optional<pid_t> pid;          // instead of a command: a process to look at
  fs::path folder;                   // must not be there yet
  Seconds every{1};
  std::optional<Price> price;
  OutputPatterns patterns;
  std::string trena_version;
  int replication = 1;        // of a command that is run several times
  std::optional<int> epochs;  // that it will train, where the person says so; else as it prints
};

// What the line at the terminal is made of; a reading that is not there is missing.
struct MonitorState {
  double elapsed = 0;
  Reading cpu_pct, memory_bytes, gpu_pct;
  std::optional<Money> cost;
  std::optional<int> epoch;
  std::optional<double> loss;
  std::optional<EpochOutlook> outlook = {};  // where it is known how many epochs there will be
  std::optional<Money> whole_cost = {};      // of all of it
};

struct MonitorListener {
  std::function<void(const MonitorState&)> running;  // about twice a second
  PassOn pass;                                       // what the program prints
};

// The whole record of one program; the summary, the page and the JSON only draw it.
struct Monitored {
  RunRecord record;
  std::optional<pid_t> pid;
  std::optional<Price> price;
  std::optional<Money> cost;     // price × duration
  std::optional<int> exit_code;  // 128 + signal when one ended it; missing for a process looked at
  int start_error = 0;           // errno: it could not be started, and nothing else is known
  double begin = 0;              // CLOCK_MONOTONIC
  double end = 0;
  std::optional<Bytes> memory;  // what it could use
  int cpus = 1;
  std::vector<std::string> columns;
  std::vector<Sample> samples;
  std::vector<EpochEvent> epochs;
};

// Ctrl-C is the program's; other signals are passed on to it. The folder holds everything but the
// page when it returns; when the program could not be started there is none.
Result<Monitored> Monitor(const MonitorRequest& request, SignalWatch& signals,
                          const MonitorListener& listener);

}  // namespace trena

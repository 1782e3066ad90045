// SPDX-License-Identifier: Apache-2.0
// Which scenarios, how often, in which order. The same study and seed give the same plan on any
// machine. A design (design.h) chooses the scenarios; the order (order.h) is random within each
// block, and unless the study asks for more, each replication is one: every scenario runs once
// before any is repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/text/told.h"
#include "plan/designs/design.h"
#include "study/scenario.h"
#include "study/study.h"

namespace trena {

struct PlannedRun {
  size_t scenario = 0;  // index into Plan::scenarios
  int replication = 1;  // from 1
  int block = 1;        // from 1 over the whole plan
  int plot = 1;         // whole plot, from 1 over the whole plan; 1 where nothing is hard to change
};

struct Plan {
  std::string design;  // "full"
  uint64_t seed = 0;
  int replications = 0;
  bool random_order = true;
  size_t crossing = 0;  // scenarios of the full crossing, before exclude and only
  std::string study_hash;
  Values fixed;                // the study's, as written
  Json maps = Json::object();  // behind levels that are maps: checksum by value and name
  std::vector<std::string> hard_to_change;
  size_t plots = 0;    // whole plots; 0 where nothing is hard to change
  std::string centre;  // the scenario that is the design's centre; empty without centre points
  std::optional<int> resolution;       // of a fraction
  std::optional<bool> search_stopped;  // of a design that was searched for
  Json details = Json::object();       // for programs: these members, aliases, …
  std::vector<Told> notes;             // what it can and cannot tell, in sentences
  std::vector<Scenario> scenarios;
  std::vector<PlannedRun> runs;  // in order

  const Scenario* scenario(const std::string& key) const;
  const Scenario* called(const std::string& id) const;
};

struct PlanOptions {
  std::optional<Expression> only;  // --only, beside the study's own
  // Called now and then while a design is searched for; false stops with the best so far.
  std::function<bool(const SearchProgress&)> progress;
  KeptSearches kept;  // searches that were made before
};

// Of scenarios or levels, in a sentence.
inline constexpr size_t kMostNamed = 5;
// More runs than this are counted, never listed, and refused with the number.
inline constexpr size_t kMostRuns = 2'000'000;

// Whether some scenario has the levels of the study's baseline; of no baseline, any.
bool HasBaseline(const Study& study, const Plan& plan);

// An InputError where nothing is left to run, or more than can be listed; or where the study's
// baseline is not planned, unless a part of the plan was asked for.
Result<Plan> MakePlan(const Study& study, const FrameworkVersions& versions,
                      const PlanOptions& options = {});

}  // namespace trena

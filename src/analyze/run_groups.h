// SPDX-License-Identifier: Apache-2.0
// Which run belongs to which scenario, by key. Every attempt is billed; of each replication the
// last attempt counts, and it is analysed once its outcome is final.
#pragma once

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "store/run.h"

namespace trena {

struct ScenarioRuns {
  const Scenario* scenario = nullptr;
  std::string environment;
  using Replications = boost::container::flat_set<int>;
  using Attempts = boost::container::flat_map<int, const RunRecord*>;
  Replications planned;  // and those that count beyond the plan
  Attempts last;         // of each replication, final or not

  // Last attempts with a final outcome, in the order of replication.
  std::vector<const RunRecord*> Finished() const;
  // Those of them that ended well.
  std::vector<const RunRecord*> Ok() const;
  // Planned replications whose last attempt is final.
  size_t PlannedFinished() const;
};

// Points into the plan and the runs it was made from.
struct RunGroups {
  std::vector<ScenarioRuns> scenarios;     // as in the plan
  std::vector<const RunRecord*> attempts;  // of those scenarios, in order of folder name
  size_t foreign = 0;                      // runs of no scenario of the plan
  size_t extra = 0;                        // last attempts of incomplete extra replications

  std::vector<const RunRecord*> Finished() const;
  std::set<std::string> Environments() const;
};

// A replication beyond the plan's (measured earlier with more of them) counts once every scenario
// has finished it: half a block would leave the design unbalanced.
RunGroups GroupRuns(const Plan& plan, const std::vector<RunRecord>& runs);

// Environments of the plan that are not this machine's: not a CPU, and never tried.
std::vector<std::string> PendingEnvironments(const Study& study, const RunGroups& groups);

}  // namespace trena

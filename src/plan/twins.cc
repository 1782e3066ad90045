// SPDX-License-Identifier: Apache-2.0
#include "plan/twins.h"

#include <algorithm>
#include <map>

#include "core/sha256.h"
#include "plan/random.h"

namespace trena {
namespace {

constexpr uint64_t kTwinSeed = 0x7477696e;  // so that twins draw nothing from the others' order

Scenario TwinOf(const Study& study, const Scenario& scenario) {
  Scenario twin = scenario;
  twin.id += "b";
  twin.twin_of = scenario.id;
  twin.key = Sha256(CanonicalScenario(study, twin));
  return twin;
}

bool IsTwin(const Scenario& scenario) { return !scenario.twin_of.empty(); }

// The runs of one block, or of one plot of it.
class Part {
 public:
  Part(const Plan& plan, const std::map<size_t, size_t>& twins) : plan_(plan), twins_(twins) {}

  void Add(const PlannedRun& run) { runs_.push_back(run); }

  bool GoesOnWith(const PlannedRun& run) const {
    return !runs_.empty() && runs_.back().block == run.block && runs_.back().plot == run.plot;
  }

  void End(Random& random, std::vector<PlannedRun>& out) {
    const std::vector<PlannedRun> own = runs_;
    for (const PlannedRun& run : own) {
      const auto twin = twins_.find(run.scenario);
      if (twin == twins_.end()) continue;
      PlannedRun again = run;
      again.scenario = twin->second;
      runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(PlaceOf(run, random)), again);
    }
    out.insert(out.end(), runs_.begin(), runs_.end());
    runs_.clear();
  }

 private:
  size_t PlaceOf(const PlannedRun& run, Random& random) const {
    if (plan_.random_order) return Below(random, runs_.size() + 1);
    const auto same = std::find_if(runs_.begin(), runs_.end(), [&](const PlannedRun& other) {
      return other.scenario == run.scenario && other.replication == run.replication;
    });
    return static_cast<size_t>(same - runs_.begin()) + 1;
  }

  const Plan& plan_;
  const std::map<size_t, size_t>& twins_;
  std::vector<PlannedRun> runs_;
};

}  // namespace

void AddTwins(const Study& study, const std::vector<size_t>& scenarios, Plan& plan) {
  std::map<size_t, size_t> twins;
  for (size_t scenario : scenarios) {
    twins.emplace(scenario, plan.scenarios.size());
    plan.scenarios.push_back(TwinOf(study, plan.scenarios[scenario]));
  }
  if (twins.empty()) return;
  Random random(study.design.seed ^ kTwinSeed);
  std::vector<PlannedRun> runs;
  Part part(plan, twins);
  for (const PlannedRun& run : plan.runs) {
    if (!part.GoesOnWith(run)) part.End(random, runs);
    part.Add(run);
  }
  part.End(random, runs);
  plan.runs = std::move(runs);
}

bool HasTwins(const Plan& plan) { return !plan.scenarios.empty() && IsTwin(plan.scenarios.back()); }

WithoutTwins::WithoutTwins(const Plan& plan) : plan_(plan) {
  if (!HasTwins(plan)) return;
  copy_ = plan;
  std::erase_if(copy_->runs,
                [&](const PlannedRun& run) { return IsTwin(plan.scenarios[run.scenario]); });
  std::erase_if(copy_->scenarios, IsTwin);
}

}  // namespace trena

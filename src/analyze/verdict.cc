// SPDX-License-Identifier: Apache-2.0
#include "analyze/verdict.h"

#include <algorithm>
#include <limits>

#include "analyze/metrics.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

// From here on quartiles and a verdict on normality are given (docs/methods/analysis.md).
constexpr int kGoodReplications = 5;
// With so many, what cannot be told apart is alike for most purposes.
constexpr int kManyReplications = 10;

int PendingRuns(const Analysis& analysis) {
  const auto& pending = analysis.pending_environments;
  int runs = 0;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const auto it = std::find(pending.begin(), pending.end(), scenario.environment);
    if (it != pending.end()) runs += scenario.planned;
  }
  return runs;
}

size_t ValuesOfResponse(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  const MetricAnalysis* metric = FindMetric(scenario, analysis.response);
  return metric == nullptr ? 0 : metric->values.size();
}

int RunsOf(const ScenarioAnalysis& scenario, Outcome outcome) {
  const auto it = scenario.outcomes.find(outcome);
  return it == scenario.outcomes.end() ? 0 : it->second;
}

// Whether a scenario has no value of the response and runs that ended so.
bool AnyWithout(const Analysis& analysis, Outcome outcome) {
  return std::any_of(
      analysis.scenarios.begin(), analysis.scenarios.end(), [&](const ScenarioAnalysis& scenario) {
        return ValuesOfResponse(scenario, analysis) == 0 && RunsOf(scenario, outcome) > 0;
      });
}

// Values are there, and the analysis that was asked for is not.
bool CannotCompute(const Analysis& analysis) {
  const std::string& why_not = analysis.main.why_not;
  return why_not == why_not::kNotComputable || why_not == why_not::kNotPositive;
}

// Designs that plan each scenario once (fractions, Latin squares) are judged by what their model
// leaves over, or by Lenth's pseudo standard error.
bool JudgedWithoutReplications(const Analysis& analysis) {
  return analysis.main.stated && ErrorDegreesOf(analysis.main.stated->model) > 0 &&
         std::all_of(analysis.scenarios.begin(), analysis.scenarios.end(),
                     [](const ScenarioAnalysis& s) { return s.planned == 1; });
}

bool AnyUnreplicated(const Analysis& analysis) {
  if (JudgedWithoutReplications(analysis)) return false;
  return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(),
                     [&](const ScenarioAnalysis& s) { return ValuesOfResponse(s, analysis) == 1; });
}

// Planned, or measured beyond the plan.
int Replications(const Analysis& analysis) {
  int made = 0;
  for (const ScenarioAnalysis& s : analysis.scenarios) {
    made = std::max({made, s.planned, static_cast<int>(ValuesOfResponse(s, analysis))});
  }
  return made;
}

int MoreReplications(const Analysis& analysis) {
  const int made = Replications(analysis);
  return made < kGoodReplications ? kGoodReplications : 2 * made;
}

// Whether the fastest or the cheapest may be another one, and more runs would help: scenarios that
// do not end well would be measured again too.
bool Undecided(const Analysis& analysis) {
  const bool all_ok = std::all_of(
      analysis.scenarios.begin(), analysis.scenarios.end(), [](const ScenarioAnalysis& scenario) {
        return scenario.outcomes.size() == 1 && scenario.outcomes.contains(Outcome::kOk);
      });
  const bool apart =
      analysis.fastest_not_told_apart.empty() && analysis.cost.not_told_apart.empty();
  return all_ok && !apart && Replications(analysis) < kManyReplications;
}

// An effect, or the proof that there is none.
bool AnyAnswer(const Analysis& analysis) {
  return AnyEffect(analysis) || (analysis.main.stated && ProvenEqual(*analysis.main.stated));
}

const char* ReservationOf(const Warning& warning) {
  const WarningRow* row = FindWarning(warning.code);
  return row == nullptr || row->reservation == nullptr ? "" : row->reservation;
}

// With, of each warning that stands for it, its first argument: how much, or where. Of failed
// checks, which are of many kinds, with their codes.
void AddOfWarnings(const Analysis& analysis, std::string_view code, std::vector<Warning>& found) {
  Warning with{std::string(code), {}};
  for (const Warning& warning : analysis.warnings) {
    if (ReservationOf(warning) != code) continue;
    if (code == reservation::kFailedChecks) {
      with.arguments.push_back(warning.code);
    } else if (!warning.arguments.empty()) {
      with.arguments.push_back(warning.arguments.front());
    }
  }
  if (!with.arguments.empty()) found.push_back(std::move(with));
}

// What they tell is not this machine's.
bool AllSimulated(const Analysis& analysis) {
  return !analysis.runs.empty() && std::all_of(analysis.runs.begin(), analysis.runs.end(),
                                               [](const RunRecord& run) { return run.simulated; });
}

// A reservation where so many are at least that share.
std::optional<Warning> ShareOf(const char* code, int64_t count, int64_t of, double least) {
  if (count == 0 || static_cast<double>(count) < least * static_cast<double>(of)) {
    return std::nullopt;
  }
  return Warning{code, {std::to_string(count), std::to_string(of)}};
}

bool IsInvalid(const std::vector<std::string>& reasons) {
  return std::any_of(reasons.begin(), reasons.end(), [](const std::string& reason) {
    return reason == verdict_reason::kNothingMeasured || reason == verdict_reason::kMostlyFailed;
  });
}

}  // namespace

std::string ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return "valid";
    case Verdict::kValidWithReservations:
      return "valid_with_reservations";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kInvalid:
      break;
  }
  return "invalid";
}

int CountRuns(const Analysis& analysis, Outcome outcome) {
  int count = 0;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) count += RunsOf(scenario, outcome);
  return count;
}

int MissingRuns(const Analysis& analysis) {
  int skipped = 0;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) skipped += scenario.skipped;
  return analysis.planned_runs - analysis.finished_runs - skipped - PendingRuns(analysis);
}

bool AnyEffect(const Analysis& analysis) {
  const auto& stated = analysis.main.stated;
  if (!stated) return true;
  const bool exact = stated->model.no_test == NoTest::kNoResidualVariation;
  if (!exact && !AnyTest(*stated)) return true;
  return std::any_of(stated->model.rows.begin(), stated->model.rows.end(),
                     [&](const AnovaRow& row) { return IsEffect(*stated, row); });
}

std::optional<size_t> TooFewReplications(const Analysis& analysis) {
  size_t fewest = std::numeric_limits<size_t>::max();
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (const size_t values = ValuesOfResponse(scenario, analysis); values > 0) {
      fewest = std::min(fewest, values);
    }
  }
  const auto& stated = analysis.main.stated;
  const bool weak = !stated || stated->model.residual_df < kFewDegrees;
  // Nothing was repeated, and effects were taken for chance without knowing that they are.
  const bool assumed = stated && (stated->model.pseudo_error || stated->choice.without_highest);
  return (fewest == 2 && weak) || (fewest == 1 && assumed) ? std::optional(fewest) : std::nullopt;
}

int LostRuns(const Analysis& analysis) {
  size_t values = 0;
  for (const ScenarioAnalysis& s : analysis.scenarios) values += ValuesOfResponse(s, analysis);
  const int without = std::max(0, CountRuns(analysis, Outcome::kOk) - static_cast<int>(values));
  return CountRuns(analysis, Outcome::kFailed) + CountRuns(analysis, Outcome::kTimedOut) + without;
}

std::optional<Warning> ShareLost(int64_t lost, int64_t of) {
  return ShareOf(reservation::kShareLost, lost, of, kLostShare);
}

std::vector<Warning> FindReservations(const Analysis& analysis) {
  std::vector<Warning> found;
  AddOfWarnings(analysis, reservation::kStandIn, found);
  AddOfWarnings(analysis, reservation::kHandicap, found);
  AddOfWarnings(analysis, reservation::kFailedChecks, found);
  const auto add = [&](std::optional<Warning> share) {
    if (share) found.push_back(std::move(*share));
  };
  add(ShareLost(LostRuns(analysis), analysis.finished_runs));
  if (!AllSimulated(analysis)) {
    add(ShareOf(reservation::kDisturbedRuns, analysis.disturbed_runs,
                CountRuns(analysis, Outcome::kOk), kDisturbedShare));
    AddOfWarnings(analysis, reservation::kMachineSpeed, found);
  }
  AddOfWarnings(analysis, reservation::kDrift, found);
  if (const auto few = TooFewReplications(analysis)) {
    found.push_back({reservation::kFewReplications, {std::to_string(*few)}});
  }
  return found;
}

Judgement Judge(const Analysis& analysis) {
  const int ok = CountRuns(analysis, Outcome::kOk);
  const int bad = CountRuns(analysis, Outcome::kFailed) + CountRuns(analysis, Outcome::kTimedOut);
  const int good = ok + CountRuns(analysis, Outcome::kOutOfMemory);
  Judgement judgement;
  const auto add_if = [&](bool applies, const char* reason) {
    if (applies) judgement.reasons.push_back(reason);
  };
  add_if(ok == 0, verdict_reason::kNothingMeasured);
  add_if(bad > good, verdict_reason::kMostlyFailed);
  add_if(MissingRuns(analysis) > 0, verdict_reason::kMissingRuns);
  add_if(!analysis.pending_environments.empty(), verdict_reason::kPendingEnvironments);
  add_if(AnyWithout(analysis, Outcome::kFailed), verdict_reason::kFailedRuns);
  add_if(CountRuns(analysis, Outcome::kTimedOut) > 0, verdict_reason::kTimedOut);
  add_if(AnyWithout(analysis, Outcome::kOk), verdict_reason::kNoResponse);
  add_if(CannotCompute(analysis), verdict_reason::kNotComputed);
  add_if(AnyUnreplicated(analysis), verdict_reason::kNoReplication);
  add_if(!AnyAnswer(analysis), verdict_reason::kNoEffect);
  judgement.reservations = FindReservations(analysis);
  if (judgement.reasons.empty()) {
    judgement.verdict =
        judgement.reservations.empty() ? Verdict::kValid : Verdict::kValidWithReservations;
  }
  if (IsInvalid(judgement.reasons)) judgement.verdict = Verdict::kInvalid;
  return judgement;
}

NextStep FindNextStep(const Analysis& analysis) {
  using Kind = NextStep::Kind;
  if (MissingRuns(analysis) > 0) return {Kind::kMeasure};
  if (CountRuns(analysis, Outcome::kFailed) > 0) return {Kind::kRetry};
  if (AnyUnreplicated(analysis) || !AnyAnswer(analysis)) {
    return {Kind::kReplicate, MoreReplications(analysis)};
  }
  if (Undecided(analysis)) {
    return {Kind::kReplicate, MoreReplications(analysis)};
  }
  return {};
}

}  // namespace trena

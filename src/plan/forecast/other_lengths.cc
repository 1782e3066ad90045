// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/other_lengths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/sha256.h"

namespace trena {
namespace {

// Lengths are looked for one by one; nobody measures more of them.
constexpr size_t kMostLengths = 16;
// Between the clocks of runner and trena.
constexpr double kClockSlack = 1.001;

Values ValuesOf(const RunRecord& run) {
  Values values = run.levels;
  values.insert(values.end(), run.fixed->begin(), run.fixed->end());
  return values;
}

std::optional<double> Positive(const Value* value) {
  auto number = value != nullptr ? value->number() : std::nullopt;
  return number && *number > 0 ? number : std::nullopt;
}

double SecondsOfPhase(const RunRecord& run, const std::string& name) {
  for (const Phase& phase : run.phases) {
    if (phase.name == name) return phase.seconds;
  }
  return 0;
}

// A partial batch is dropped.
std::optional<double> StepsOf(const RunLength& length) {
  if (!length.images || !length.batch) return length.images;
  const double steps = std::floor(*length.images / *length.batch);
  return steps > 0 ? std::optional(steps) : std::nullopt;
}

double Evaluations(const RunLength& length) {
  return length.evaluates_epochs ? length.epochs.value_or(1) : 1;
}

// Seconds of an epoch's steps after the warm-up: of the later epochs, or where
// there is one only, of its later steps.
std::optional<double> SteadyEpoch(const RunRecord& run, const RunLength& length) {
  const auto train = run.metric("train_s");
  if (!train || !length.epochs) return std::nullopt;
  if (*length.epochs > 1) {
    const auto first = run.metric("first_epoch_s");
    if (!first) return std::nullopt;
    return (*train - *first) / (*length.epochs - 1);
  }
  const auto first_step = run.metric("first_step_s");
  const auto steps = StepsOf(length);
  if (!first_step || !length.batch || !steps || !(*steps > 1)) return train;
  return (*train - *first_step) / (*steps - 1) * *steps;
}

// Of a program of the person's own: from the end of an epoch to that of the
// next, whatever it does beside training. What its images are, only it knows.
std::optional<RunPace> OwnPace(const RunRecord& run, const RunLength& length) {
  const auto period = run.metric("epoch_period_s");
  const bool all_told = length.epochs && run.metric("epochs_told") == length.epochs;
  if (!period || !all_told) return std::nullopt;
  return RunPace{*run.metric("wall_s"), *period * *length.epochs, 0, false};
}

// How many times the steps of a run; missing where the lengths do not tell.
std::optional<double> TimesLonger(const RunPace& pace, const RunLength& from, const RunLength& to) {
  if (from.epochs.has_value() != to.epochs.has_value()) return std::nullopt;
  const double epochs = from.epochs ? *to.epochs / *from.epochs : 1;
  if (from.images == to.images) return epochs;
  const auto before = StepsOf(from), after = StepsOf(to);
  if (!pace.by_images || !before || !after) return std::nullopt;
  return epochs * *after / *before;
}

// How far one length is from another, either way.
double Distance(const RunLength& from, const RunLength& to) {
  const auto times = TimesLonger({}, from, to);
  return times ? std::abs(std::log(*times)) : std::numeric_limits<double>::infinity();
}

// The error of a pilot is that of its steps, and weighs as much as they do.
std::optional<TimeEstimate> OfPilot(TimeEstimate pilot, const RunLength& from,
                                    const RunLength& to) {
  const auto then = AtLength({pilot.seconds, pilot.steady_s, pilot.evaluate_s}, from, to);
  if (!then) return std::nullopt;
  const double before = pilot.steady_s / pilot.seconds, after = then->steady_s / then->wall_s;
  if (pilot.own) *pilot.own *= std::max(1.0, after / before);
  pilot.source = TimeSource::kOtherLength;
  pilot.seconds = then->wall_s;
  pilot.steady_s = then->steady_s;
  pilot.evaluate_s = then->evaluate_s;
  return pilot;
}

// Whole runs as they would have been, of one scenario.
struct Foretold {
  TimeEstimate estimate;
  double squares = 0;  // of logarithms about their mean
  double df = 0;
};

std::optional<Foretold> OfRuns(const std::vector<RunPace>& runs, const RunLength& from,
                               const RunLength& to) {
  const auto n = static_cast<double>(runs.size());
  Foretold told;
  TimeEstimate& estimate = told.estimate;
  estimate.source = TimeSource::kOtherLength;
  estimate.n = runs.size();
  std::vector<double> logarithms;
  double mean = 0;
  for (const RunPace& run : runs) {
    const auto then = AtLength(run, from, to);
    if (!then) return std::nullopt;
    logarithms.push_back(std::log(then->wall_s));
    mean += logarithms.back() / n;
    estimate.seconds += then->wall_s / n;
    estimate.steady_s += then->steady_s / n;
    estimate.evaluate_s += then->evaluate_s / n;
  }
  for (double x : logarithms) told.squares += (x - mean) * (x - mean);
  told.df = n - 1;
  return told;
}

}  // namespace

bool IsLength(const std::string& name) { return name == "epochs" || name == "images"; }

RunLength LengthOf(const Values& values) {
  const Value* evaluate = Find(values, "evaluate");
  return {Positive(Find(values, "epochs")), Positive(Find(values, "images")),
          Positive(Find(values, "batch")), evaluate != nullptr && evaluate->ToString() == "epoch"};
}

Values LengthValues(const Values& values) {
  Values length;
  for (const auto& named : values) {
    if (IsLength(named.first)) length.push_back(named);
  }
  std::sort(length.begin(), length.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return length;
}

std::optional<RunPace> PaceOf(const RunRecord& run) {
  const auto wall = run.metric("wall_s");
  if (run.outcome != Outcome::kOk || !wall || !(*wall > 0)) return std::nullopt;
  const RunLength length = LengthOf(ValuesOf(run));
  if (run.framework == "command") return OwnPace(run, length);
  const auto epoch = SteadyEpoch(run, length);
  if (!epoch || !(*epoch > 0)) return std::nullopt;
  const RunPace pace{*wall, *epoch * *length.epochs, SecondsOfPhase(run, "evaluate")};
  // A script's seconds are not lived through.
  return pace.steady_s <= kClockSlack * *wall ? std::optional(pace) : std::nullopt;
}

std::optional<RunPace> AtLength(const RunPace& pace, const RunLength& from, const RunLength& to) {
  const auto times = TimesLonger(pace, from, to);
  if (!times) return std::nullopt;
  RunPace then = pace;
  then.steady_s *= *times;
  then.evaluate_s *= Evaluations(to) / Evaluations(from);
  then.wall_s += then.steady_s - pace.steady_s + then.evaluate_s - pace.evaluate_s;
  return then.wall_s > 0 ? std::optional(then) : std::nullopt;
}

OtherLengths::OtherLengths(const Study& study, const ForetoldTimes& told) : study_(study) {
  for (const auto& [key, length] : told.lengths) {
    auto estimate = told.by_key.find(key);
    if (estimate == told.by_key.end() || !(estimate->second.steady_s > 0)) continue;
    AddLength(length);
    by_key_[key].pilot = estimate->second;
  }
}

void OtherLengths::Add(const RunRecord& run) {
  const auto pace = PaceOf(run);
  if (!pace) return;
  Known& known = by_key_[run.key];
  if (known.runs.empty()) AddLength(LengthValues(ValuesOf(run)));
  known.runs.push_back(*pace);
}

void OtherLengths::AddLength(const Values& length) {
  const bool known = std::find(lengths_.begin(), lengths_.end(), length) != lengths_.end();
  if (!known && lengths_.size() < kMostLengths) lengths_.push_back(length);
}

Scenario OtherLengths::At(const Scenario& scenario, const Values& length) const {
  Scenario other = scenario;
  std::erase_if(other.values, [](const auto& named) { return IsLength(named.first); });
  other.values.insert(other.values.end(), length.begin(), length.end());
  other.key = Sha256(CanonicalScenario(study_, other));
  return other;
}

OtherLengths::Nearest OtherLengths::FindNearest(const Scenario& scenario) const {
  const RunLength to = LengthOf(scenario.values);
  Nearest best;
  double nearest = std::numeric_limits<double>::infinity();
  for (const Values& length : lengths_) {
    const Scenario other = At(scenario, length);
    auto found = by_key_.find(other.key);
    if (found == by_key_.end()) continue;
    const bool measured = !found->second.runs.empty();
    const bool best_measured = best.known != nullptr && !best.known->runs.empty();
    const RunLength from = LengthOf(other.values);
    const double distance = Distance(from, to);
    const bool better = measured != best_measured ? measured : distance < nearest;
    if (!better && best.known != nullptr) continue;
    best = {&found->second, from};
    nearest = distance;
  }
  return best;
}

LengthsTold OtherLengths::Tell(const std::vector<const Scenario*>& scenarios) const {
  LengthsTold told;
  told.estimates.resize(scenarios.size());
  double squares = 0, df = 0;
  std::unordered_set<const Known*> counted;
  for (size_t i = 0; i < scenarios.size() && !lengths_.empty(); ++i) {
    const Nearest near = FindNearest(*scenarios[i]);
    if (near.known == nullptr) continue;
    const RunLength to = LengthOf(scenarios[i]->values);
    if (near.known->runs.empty()) {
      told.estimates[i] = OfPilot(*near.known->pilot, near.length, to);
      continue;
    }
    const auto foretold = OfRuns(near.known->runs, near.length, to);
    if (!foretold) continue;
    told.estimates[i] = foretold->estimate;
    squares += foretold->squares;
    df += foretold->df;
    // The same runs may tell of several scenarios, and are no more for it.
    if (counted.insert(near.known).second) told.df += foretold->df;
  }
  if (told.df == 0) return told;
  const double deviation = std::sqrt(squares / df);
  for (auto& estimate : told.estimates) {
    if (!estimate || estimate->own || estimate->processes > 0) continue;  // a pilot's
    estimate->noise = deviation;
    estimate->own = deviation / std::sqrt(static_cast<double>(estimate->n));
  }
  return told;
}

}  // namespace trena

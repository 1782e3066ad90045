// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include "cli/plan_text.h"
#include "core/text/text.h"
#include "stats/summary.h"

namespace trena {
namespace {

std::string Head(const MeasureState& state) {
  return fmt::format("[{}/{}] {} {}", state.position, state.planned, state.scenario->id,
                     ForTerminal(Describe(state.scenario->levels)));
}

// "3.41 ± 0.08 s (n = 3)" of the replications so far; nothing when there are none.
std::string Estimate(const Summary& summary) {
  if (!summary.mean) return "";
  if (!summary.high) return fmt::format(" · {:.2f} s (n = {})", *summary.mean, summary.n);
  return fmt::format(" · {:.2f} ± {:.2f} s (n = {})", *summary.mean, *summary.high - *summary.mean,
                     summary.n);
}

// " [3 min 12 s, 3 min 28 s]" where the forecast of the rest has an interval.
std::string Within(const MeasureState& state) {
  if (!state.rest || !state.rest->low || !state.rest->high) return "";
  auto left = [&](double seconds) { return Seconds{std::max(0.0, seconds - state.elapsed)}; };
  return fmt::format(" [{}, {}]", ToString(left(*state.rest->low)),
                     ToString(left(*state.rest->high)));
}

std::string Left(const MeasureState& state) {
  std::string out;
  if (state.time_left) {
    double left = std::max(0.0, state.time_left->value - state.elapsed);
    const std::string mean =
        state.runs_at_mean > 0 ? fmt::format(" ({} at the mean)", Runs(state.runs_at_mean)) : "";
    out += fmt::format(" · about {}{} left{}", ToString(Seconds{left}), Within(state), mean);
  }
  if (!state.spent) return out;
  std::string spent = (state.spent_is_least ? "at least " : "") + ToString(*state.spent);
  out += state.budget ? fmt::format(" · {} of {}", spent, ToString(*state.budget))
                      : fmt::format(" · {} spent", spent);
  return out;
}

}  // namespace

std::string RunningLine(const MeasureState& state) {
  return fmt::format("{} · run {}: {:.0f} s so far{}{}", Head(state), state.replication,
                     state.elapsed, Estimate(state.times), Left(state));
}

std::string FinishedLine(const MeasureState& state, const RunRecord& run) {
  if (run.outcome != Outcome::kOk) {
    return fmt::format("{} · run {}: {} ({})", Head(state), state.replication,
                       ToString(run.outcome), ForTerminal(run.reason));
  }
  auto seconds = run.metric("train_s") ? run.metric("train_s") : run.metric("wall_s");
  MeasureState after = state;
  after.elapsed = 0;
  return fmt::format("{} · run {}: {:.2f} s{}{}", Head(state), state.replication,
                     seconds.value_or(0), state.times.n > 1 ? Estimate(state.times) : "",
                     Left(after));
}

}  // namespace trena

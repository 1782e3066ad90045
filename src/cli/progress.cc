// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include "cli/talk.h"
#include "core/text/text.h"
#include "report/words/cause_words.h"
#include "stats/summary.h"

namespace trena {
namespace {

std::string Head(const MeasureState& state) {
  const std::string levels = ForTerminal(Describe(state.scenario->levels));
  return fmt::format("[{}/{}] {}{}{}", state.position, state.planned, state.scenario->id,
                     levels.empty() ? "" : " ", levels);
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

// " (3 runs at the mean)" where nothing better is known of some of the rest.
std::string AtMean(const MeasureState& state) {
  if (state.runs_at_mean == 0) return "";
  return Talk().Say(
      {" ({count} [run|runs] at the mean)", " ({count} [execução|execuções] pela média)"},
      {{"count", std::to_string(state.runs_at_mean)}});
}

std::string Left(const MeasureState& state) {
  std::string out;
  if (state.time_left) {
    double left = std::max(0.0, state.time_left->value - state.elapsed);
    out += Talk().Say({" · about {time} left{mean}", " · faltam cerca de {time}{mean}"},
                      {{"time", ToString(Seconds{left}) + Within(state)}, {"mean", AtMean(state)}});
  }
  if (!state.spent) return out;
  std::string spent = ToString(*state.spent);
  if (state.spent_is_least) {
    spent = Talk().Say({"at least {amount}", "pelo menos {amount}"}, {{"amount", spent}});
  }
  out += state.budget ? Talk().Say({" · {spent} of {budget}", " · {spent} de {budget}"},
                                   {{"spent", spent}, {"budget", ToString(*state.budget)}})
                      : Talk().Say({" · {spent} spent", " · {spent} gastos"}, {{"spent", spent}});
  return out;
}

std::string Ended(const MeasureState& state, const std::string& how) {
  return Talk().Say(
      {"{head} · run {run}: {how}", "{head} · execução {run}: {how}"},
      {{"head", Head(state)}, {"run", std::to_string(state.replication)}, {"how", how}});
}

}  // namespace

std::string RunningLine(const MeasureState& state) {
  return Talk().Say({"{head} · run {run}: {seconds} s so far{estimate}{left}",
                     "{head} · execução {run}: {seconds} s até agora{estimate}{left}"},
                    {{"head", Head(state)},
                     {"run", std::to_string(state.replication)},
                     {"seconds", fmt::format("{:.0f}", state.elapsed)},
                     {"estimate", Estimate(state.times)},
                     {"left", Left(state)}});
}

std::string FinishedLine(const MeasureState& state, const RunRecord& run) {
  if (run.outcome != Outcome::kOk) {
    return Ended(state,
                 fmt::format("{} ({})", OutcomeWord(run.outcome, Talk()), ForTerminal(run.reason)));
  }
  auto seconds = run.metric("train_s") ? run.metric("train_s") : run.metric("wall_s");
  MeasureState after = state;
  after.elapsed = 0;
  return Ended(state, fmt::format("{:.2f} s{}{}", seconds.value_or(0),
                                  state.times.n > 1 ? Estimate(state.times) : "", Left(after)));
}

}  // namespace trena

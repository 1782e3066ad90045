// SPDX-License-Identifier: Apache-2.0
// trena duel: which of two programs is faster, and by how much.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analyze/duel/duel_verdict.h"
#include "cli/command.h"
#include "cli/parse_option.h"
#include "cli/study_options.h"
#include "core/clock.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "measure/duel/duel.h"
#include "report/duel/duel_report.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr Seconds kShortestTurn{0.02};
constexpr Seconds kLongestTurn{60};

struct DuelOptions {
  std::string a, b;
  std::optional<std::string> within, at_most, turn;
  bool json = false;
};

struct DuelLimits {
  double within = 0.01;
  Seconds at_most{300};
  Seconds turn{0.2};
};

Result<DuelLimits> LimitsOf(const DuelOptions& options) {
  DuelLimits limits;
  TRENA_CHECK(ParseOption("--within", options.within, ParsePercent, limits.within));
  TRENA_CHECK(ParseOption("--for", options.at_most, ParseSeconds, limits.at_most));
  TRENA_CHECK(ParseOption("--turn", options.turn, ParseSeconds, limits.turn));
  if (limits.turn < kShortestTurn || limits.turn > kLongestTurn) {
    return InputError(fmt::format("--turn must be from {} to {}", ToString(kShortestTurn),
                                  ToString(kLongestTurn)));
  }
  if (limits.at_most.value <= 0) return InputError("--for must be above 0");
  return limits;
}

// The rounds that were finished.
class Rounds {
 public:
  void Add(const DuelTimes& times, double ended_s) {
    logs_.push_back(std::log(times.b_s / times.a_s));
    a_.push_back(times.a_s);
    b_.push_back(times.b_s);
    each_.push_back({times.a_s, times.b_s, ended_s});
  }
  // What a round takes, at most.
  double longest() const { return longest_; }
  void Took(double seconds) { longest_ = std::max(longest_, seconds); }

  ShownDuel Show(const DuelLimits& limits) const {
    ShownDuel duel;
    duel.judgement = JudgeDuel(logs_, limits.within);
    duel.within = limits.within;
    duel.turn_s = limits.turn.value;
    duel.a_s = Summarize(a_).median.value_or(0);
    duel.b_s = Summarize(b_).median.value_or(0);
    duel.each = each_;
    return duel;
  }

 private:
  std::vector<double> logs_, a_, b_;
  std::vector<ShownRound> each_;
  double longest_ = 0;
};

Result<int> RunDuel(const DuelOptions& options, const std::string& language) {
  TRENA_ASSIGN(const DuelLimits limits, LimitsOf(options));
  TRENA_ASSIGN(std::vector<std::string> a, SplitCommand(options.a));
  TRENA_ASSIGN(std::vector<std::string> b, SplitCommand(options.b));
  Random random(std::random_device{}());
  Duel duel(std::move(a), std::move(b), limits.turn, random);
  const Words words(LanguageFromCode(language));
  Terminal talk(stderr);
  SignalWatch signals;
  Rounds rounds;
  const double began = MonotonicNow();
  const double latest = began + limits.at_most.value;
  ShownDuel shown = rounds.Show(limits);
  while (!shown.judgement.decided && MonotonicNow() + rounds.longest() < latest) {
    const double round_began = MonotonicNow();
    talk.Progress(DuelProgress(shown, latest - round_began, words));
    const Result<DuelRound> round = duel.Next(latest, signals);
    talk.ClearProgress();
    if (!round.ok()) return round.error();
    if (round.value().interruption != 0) return kExitInterrupted;
    if (!round.value().times) break;
    rounds.Add(*round.value().times, MonotonicNow() - began);
    rounds.Took(MonotonicNow() - round_began);
    shown = rounds.Show(limits);
  }
  shown.in_turns = duel.in_turns();
  shown.whole_s = MonotonicNow() - began;
  if (options.json) PrintText(Dump(DuelJson(shown)) + "\n");
  if (!options.json) {
    for (const std::string& line : DuelInWords(shown, words)) PrintText(line + "\n");
  }
  return shown.judgement.verdict == DuelVerdict::kCannotTell ? kExitInconclusive : kExitDone;
}

}  // namespace

Action AddDuel(CLI::App& app) {
  auto options = std::make_shared<DuelOptions>();
  app.add_option("A", options->a, "a command, in one word: 'python3 old.py'")->required();
  app.add_option("B", options->b, "another")->required();
  app.add_option("--within", options->within, "how narrow the ratio must be known (default: 1%)")
      ->type_name("PERCENT");
  app.add_option("--for", options->at_most, "at most so long (default: 5min)")->type_name("TIME");
  app.add_option("--turn", options->turn, "length of a turn (default: 200ms)")->type_name("TIME");
  app.add_flag("--json", options->json, "the ratio, its interval and the verdict as JSON");
  auto language = AddLanguage(app, "en");
  return [options, language] { return RunDuel(*options, *language); };
}

}  // namespace trena

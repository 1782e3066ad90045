// SPDX-License-Identifier: Apache-2.0
#include "measure/duel/duel.h"

#include <fmt/format.h>
#include <wordexp.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr double kFewestTurns = 4;  // of a program that takes turns
constexpr const char* kSides[] = {"A", "B"};

std::string WhyNoWords(int reason) {
  switch (reason) {
    case WRDE_CMDSUB:
      return "it asks for another command's output, which only a shell can give";
    case WRDE_BADCHAR:
      return "it has | & ; < > ( ) { } or a new line outside of quotes, which only a shell "
             "understands";
    case WRDE_BADVAL:
      return "it names a variable that is not set";
    case WRDE_SYNTAX:
      return "a quote is open, or a variable is misspelt";
    default:
      return "there is no memory for it";
  }
}

}  // namespace

Result<std::vector<std::string>> SplitCommand(const std::string& text) {
  wordexp_t words{};
  const int reason = wordexp(text.c_str(), &words, WRDE_NOCMD | WRDE_UNDEF);
  if (reason != 0) {
    return InputError(
        fmt::format("`{}` cannot be split into words: {}; quote it, or start a "
                    "shell yourself: \"sh -c '…'\"",
                    ForTerminal(text), WhyNoWords(reason)));
  }
  const std::unique_ptr<wordexp_t, void (*)(wordexp_t*)> freed(&words, wordfree);
  std::vector<std::string> split(words.we_wordv, words.we_wordv + words.we_wordc);
  if (split.empty() || split[0].empty()) return InputError("a command is empty");
  return split;
}

Duel::Duel(std::vector<std::string> a, std::vector<std::string> b, Seconds turn, Random& random)
    : commands_{std::move(a), std::move(b)}, turn_(turn), random_(random) {}

Result<TurnsEnd> Duel::Run(const std::vector<size_t>& which, double latest, SignalWatch& signals) {
  TurnsRequest request;
  for (const size_t program : which) request.commands.push_back(commands_[program]);
  request.turn = turn_;
  request.latest = latest;
  TRENA_ASSIGN(TurnsEnd end, RunInTurns(request, random_, signals));
  TRENA_CHECK(CheckEnds(which, end));
  return end;
}

Status Duel::CheckEnds(const std::vector<size_t>& which, const TurnsEnd& end) const {
  for (size_t i = 0; i < end.programs.size(); ++i) {
    const ProgramEnd& program = end.programs[i].end;
    const std::string name =
        fmt::format("{} ({})", kSides[which[i]], ForTerminal(Join(commands_[which[i]], " ")));
    if (program.start_error != 0) {
      return InputError(
          fmt::format("{} cannot be started: {}", name, std::strerror(program.start_error)));
    }
    if (program.signal != 0) {
      return Error(fmt::format("{} was ended by signal {}: how long that took says nothing", name,
                               program.signal));
    }
    if (program.exit_code != 0) {
      return Error(fmt::format("{} ended with exit code {}: how long that took says nothing", name,
                               program.exit_code));
    }
  }
  return Done{};
}

Result<DuelRound> Duel::Next(double latest, SignalWatch& signals) {
  if (!in_turns_) return Whole(latest, signals);
  TRENA_ASSIGN(const TurnsEnd end, Run({0, 1}, latest, signals));
  if (end.programs.empty()) return DuelRound{std::nullopt, end.interruption};
  const DuelTimes times{end.programs[0].own_s, end.programs[1].own_s};
  if (std::min(times.a_s, times.b_s) >= kFewestTurns * turn_.value) return DuelRound{times, 0};
  in_turns_ = false;
  return Whole(latest, signals);
}

Result<DuelRound> Duel::Whole(double latest, SignalWatch& signals) {
  double sums[2] = {};
  for (const size_t program : {0, 1, 1, 0}) {
    TRENA_ASSIGN(const TurnsEnd end, Run({program}, latest, signals));
    if (end.programs.empty()) return DuelRound{std::nullopt, end.interruption};
    sums[program] += end.programs[0].own_s;
  }
  return DuelRound{DuelTimes{sums[0] / 2, sums[1] / 2}, 0};
}

}  // namespace trena

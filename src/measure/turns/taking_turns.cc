// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/taking_turns.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/clock.h"
#include "measure/turns/frozen_tree.h"

namespace trena {
namespace {

// One of the programs: not started, running, standing still, or ended.
class Player {
 public:
  explicit Player(const std::vector<std::string>& command) : command_(command) {}

  // Begins its turn. `lines` are those to the supervisors of others: held open by one more process,
  // they would not tell of our end.
  Status Go(const std::vector<int>& lines) {
    ++result_.turns;
    if (program_) {
      result_.own_s -= MonotonicNow() - stopped_;
      Thaw(program_->root());
      return Done{};
    }
    SupervisedOptions options;
    options.arguments = command_;
    options.ours = lines;
    options.output_to = open("/dev/null", O_WRONLY | O_CLOEXEC);
    options.errors_to = open("/dev/null", O_WRONLY | O_CLOEXEC);
    TRENA_ASSIGN(Supervised program, Supervised::Start(options));
    program_.emplace(std::move(program));
    return Done{};
  }

  // Ends its turn.
  Status Stop() {
    if (!Freeze(program_->root())) {
      return Error(fmt::format("{} did not stand still for the other's turn", command_[0]));
    }
    stopped_ = MonotonicNow();
    return Done{};
  }

  bool TakeEnd() {
    const std::optional<ProgramEnd> end = program_->TakeEnd();
    if (!end) return false;
    result_.end = *end;
    result_.own_s += end->ended - end->started;
    ended_ = true;
    return true;
  }

  // Stopped ones too.
  void Kill() {
    if (program_ && !ended_) program_->Kill();
  }

  bool started() const { return program_.has_value(); }
  bool ended() const { return ended_; }
  int descriptor() const { return program_->descriptor(); }
  const TurnsEnd::Program& result() const { return result_; }

 private:
  const std::vector<std::string>& command_;
  std::optional<Supervised> program_;
  TurnsEnd::Program result_;
  double stopped_ = 0;
  bool ended_ = false;
};

class Turns {
 public:
  Turns(const TurnsRequest& request, Random& random, SignalWatch& signals)
      : request_(request), random_(random), signals_(signals) {
    players_.reserve(request.commands.size());
    for (const auto& command : request.commands) players_.emplace_back(command);
  }

  Result<TurnsEnd> Run() {
    while (!Playing().empty() && !Over()) TRENA_CHECK(Round());
    for (Player& player : players_) {
      if (Over()) player.Kill();
      if (!Over()) end_.programs.push_back(player.result());
    }
    return std::move(end_);
  }

 private:
  bool Over() const { return end_.late || end_.interruption != 0; }

  std::vector<size_t> Playing() const {
    std::vector<size_t> playing;
    for (size_t i = 0; i < players_.size(); ++i) {
      if (!players_[i].ended()) playing.push_back(i);
    }
    return playing;
  }

  Status Round() {
    std::vector<size_t> order = Playing();
    Shuffle(order, random_);
    for (const size_t i : order) {
      if (Over()) break;
      Player& player = players_[i];
      TRENA_CHECK(player.Go(Lines()));
      const bool alone = Playing().size() == 1;
      WaitFor(player, alone ? std::numeric_limits<double>::infinity()
                            : MonotonicNow() + request_.turn.value);
      if (!player.ended() && !Over()) TRENA_CHECK(player.Stop());
    }
    return Done{};
  }

  std::vector<int> Lines() const {
    std::vector<int> lines;
    for (const Player& player : players_) {
      if (player.started()) lines.push_back(player.descriptor());
    }
    return lines;
  }

  // Until its turn is over, it ends, or we are to end.
  void WaitFor(Player& player, double turn_ends) {
    const double until = std::min(turn_ends, request_.latest);
    while (true) {
      const double left = until - MonotonicNow();
      if (left <= 0) break;
      pollfd waiting[2] = {{player.descriptor(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}};
      const double whole = std::floor(left);
      const timespec time{static_cast<time_t>(std::min(whole, 1e6)),
                          static_cast<long>((left - whole) * 1e9)};
      ppoll(waiting, 2, &time, nullptr);
      end_.interruption = signals_.Take();
      if (end_.interruption != 0) return;
      if (waiting[0].revents != 0 && player.TakeEnd()) return;
    }
    end_.late = MonotonicNow() >= request_.latest;
  }

  const TurnsRequest& request_;
  Random& random_;
  SignalWatch& signals_;
  std::vector<Player> players_;
  TurnsEnd end_;
};

}  // namespace

Result<TurnsEnd> RunInTurns(const TurnsRequest& request, Random& random, SignalWatch& signals) {
  return Turns(request, random, signals).Run();
}

}  // namespace trena

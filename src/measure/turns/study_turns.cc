// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/study_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "core/clock.h"
#include "measure/machine/machine.h"
#include "measure/turns/turn_shares.h"

namespace trena {
namespace {

// Of the machine's memory: with less than the one no run is started, with less than the other those
// that have begun do not go on together.
constexpr double kKeptFree = 0.1;
constexpr double kShort = 0.05;

std::optional<double> AvailableHere() {
  return Get<double>(ReadMoment(), "available_memory_bytes");
}

struct TurnPlayer {
  std::optional<RunUnderWay> run;  // while it lives
  RunTick tick;
  double memory = 0;  // that it was seen to take, at the ends of its turns
  bool frozen = false;
  bool ended = false;
};

class BlockTurns {
 public:
  BlockTurns(const std::vector<TurnRequest>& requests, const ResultsFolder& results,
             RunResources& resources, Random& random, SignalWatch& signals,
             const TurnListener& listener)
      : requests_(requests),
        results_(results),
        resources_(resources),
        random_(random),
        signals_(signals),
        listener_(listener),
        available_(listener.available ? listener.available : AvailableHere),
        players_(requests.size()),
        shares_(SecondsOf(requests), requests.at(0).run.study->design.turn->value, random) {}

  Result<bool> Run() {
    for (std::vector<size_t> playing = Playing(); !playing.empty(); playing = Playing()) {
      std::vector<size_t> order = shares_.Round(playing);
      Shuffle(order, random_);
      const std::optional<size_t> alone = OneToFinishAlone();
      if (alone) order = {*alone};
      for (const size_t i : order) {
        TRENA_ASSIGN(const bool stop, Turn(i, alone || playing.size() == 1));
        if (stop) {
          TRENA_CHECK(EndAll());
          return true;
        }
      }
    }
    return false;
  }

 private:
  static std::vector<std::optional<double>> SecondsOf(const std::vector<TurnRequest>& requests) {
    std::vector<std::optional<double>> seconds;
    for (const TurnRequest& request : requests) seconds.push_back(request.seconds);
    return seconds;
  }

  std::vector<size_t> Playing() const {
    std::vector<size_t> playing;
    for (size_t i = 0; i < players_.size(); ++i) {
      if (!players_[i].ended) playing.push_back(i);
    }
    return playing;
  }

  size_t Living() const {
    return static_cast<size_t>(std::count_if(players_.begin(), players_.end(),
                                             [](const auto& one) { return one.run.has_value(); }));
  }

  std::vector<int> Lines() const {
    std::vector<int> lines;
    for (const TurnPlayer& one : players_) {
      if (one.run) lines.push_back(one.run->descriptor());
    }
    return lines;
  }

  // Where all of them together take too much: the one that took most, since its end gives most
  // back. The others stand still, and take no more.
  std::optional<size_t> OneToFinishAlone() const {
    const auto& memory = requests_[0].run.machine->memory;
    const auto now = available_();
    if (Living() < 2 || !memory || !now) return std::nullopt;
    if (!IsShort(*now, static_cast<double>(memory->value))) return std::nullopt;
    const auto most = std::max_element(players_.begin(), players_.end(),
                                       [](const TurnPlayer& a, const TurnPlayer& b) {
                                         return (a.run ? a.memory : -1) < (b.run ? b.memory : -1);
                                       });
    return static_cast<size_t>(most - players_.begin());
  }

  // Where the machine does not tell, there is.
  bool HasRoomFor(size_t i) {
    const auto& memory = requests_[i].run.machine->memory;
    const auto now = available_();
    if (Living() == 0 || !memory || !now || !at_first_) return true;
    MemoryRoom room{static_cast<double>(memory->value), *at_first_, *now, {}};
    for (size_t other = 0; other < players_.size(); ++other) {
      if (!players_[other].run) continue;
      room.met.push_back(std::max(requests_[other].memory.value_or(0), players_[other].memory));
    }
    return HasRoom(room, requests_[i].memory);
  }

  // Whether a signal came for us.
  Result<bool> Turn(size_t i, bool alone) {
    TurnPlayer& player = players_[i];
    if (!player.run) {
      if (signals_.Take() != 0) return true;
      if (!HasRoomFor(i)) return false;
      player.tick = listener_.begins(i);
      TRENA_ASSIGN(RunUnderWay run, RunUnderWay::Begin(requests_[i].run, results_, resources_,
                                                       signals_, player.tick, Lines()));
      player.run.emplace(std::move(run));
    }
    if (player.frozen) TRENA_CHECK(player.run->Thaw());
    player.frozen = false;
    const double turn = requests_[i].run.study->design.turn->value;
    const double began = MonotonicNow();
    const auto end =
        player.run->Until(alone ? std::numeric_limits<double>::infinity() : began + turn);
    shares_.Took(i, MonotonicNow() - began);
    if (end) return End(i, *end);
    if (player.run->interrupted()) return true;
    if (player.run->Freeze()) {
      player.frozen = true;
      player.memory = std::max(player.memory, player.run->memory().value_or(0));
      return false;
    }
    return Error(
        fmt::format("{} did not stand still for the others' turns: it runs as somebody "
                    "else, or the kernel holds it; measure with `order: random`",
                    requests_[i].run.scenario->id));
  }

  Result<bool> End(size_t i, const ProgramEnd& end) {
    TRENA_ASSIGN(MeasuredRun measured, players_[i].run->End(end));
    players_[i].ended = true;
    players_[i].run.reset();
    TRENA_CHECK(listener_.ended(i, measured));
    return measured.stop;
  }

  // All at once from here on: none is measured any more.
  Status EndAll() {
    for (TurnPlayer& one : players_) {
      if (!one.run) continue;
      if (one.frozen) TRENA_CHECK(one.run->Thaw());
      one.frozen = false;
      if (!one.run->interrupted()) one.run->Interrupt();
    }
    for (size_t i = 0; i < players_.size(); ++i) {
      if (!players_[i].run) continue;
      const auto end = players_[i].run->Until(std::numeric_limits<double>::infinity());
      TRENA_ASSIGN([[maybe_unused]] const bool stop, End(i, *end));
    }
    return Done{};
  }

  const std::vector<TurnRequest>& requests_;
  const ResultsFolder& results_;
  RunResources& resources_;
  Random& random_;
  SignalWatch& signals_;
  const TurnListener& listener_;
  AvailableMemory available_;
  std::vector<TurnPlayer> players_;
  TurnShares shares_;
  std::optional<double> at_first_ = available_();
};

}  // namespace

bool HasRoom(const MemoryRoom& room, std::optional<double> needed) {
  const double largest = room.met.empty() ? 0 : *std::max_element(room.met.begin(), room.met.end());
  const double promised = std::accumulate(room.met.begin(), room.met.end(), 0.0);
  const double free = std::min(room.now, room.at_first - promised);
  return free - needed.value_or(largest) >= kKeptFree * room.total;
}

bool IsShort(double available, double total) { return available < kShort * total; }

Result<bool> MeasureInTurns(const std::vector<TurnRequest>& requests, const ResultsFolder& results,
                            RunResources& resources, Random& random, SignalWatch& signals,
                            const TurnListener& listener) {
  return BlockTurns(requests, results, resources, random, signals, listener).Run();
}

}  // namespace trena

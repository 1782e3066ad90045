// SPDX-License-Identifier: Apache-2.0
// Swap thrashing: pages come back from swap all the time, and for at least nine tenths of it some
// process of the machine stands still waiting for memory (the kernel's pressure stall information).
// A run that lives so for the stated time does not fit into memory, even if the kernel lets it
// live.
#include <fmt/format.h>

#include "measure/program/guards/guard.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "store/cause.h"

namespace trena {
namespace {

constexpr double kLookEvery = 1;         // seconds
constexpr double kStalledShare = 0.9;    // of the time
constexpr double kPagesPerSecond = 100;  // from swap: fewer are no thrashing
constexpr double kMicroseconds = 1e-6;

class SwapGuard : public Guard {
 public:
  SwapGuard(const GuardContext& context, double patience)
      : patience_(patience),
        pressure_(context.proc + "/pressure/memory"),
        statistics_(context.proc + "/vmstat") {}

  std::optional<GuardObjection> Look(double now) override {
    if (last_ && now - last_->t < kLookEvery) return std::nullopt;
    std::optional<Counts> reading = Read(now);
    bool thrashing = reading && last_ && IsThrashing(*last_, *reading);
    if (!thrashing) since_ = now;
    last_ = reading;
    if (now - since_ < patience_) return std::nullopt;
    return GuardObjection{cause::kSwapThrashing,
                          fmt::format("for {} it did little but wait for memory from swap",
                                      ToString(Seconds{patience_}))};
  }

 private:
  struct Counts {
    double t = 0;
    double stalled_s = 0;
    double pages_in = 0;
  };

  static bool IsThrashing(const Counts& before, const Counts& after) {
    double span = after.t - before.t;
    return after.stalled_s - before.stalled_s >= kStalledShare * span &&
           after.pages_in - before.pages_in >= kPagesPerSecond * span;
  }

  // Missing where one of the two cannot be had.
  std::optional<Counts> Read(double now) {
    Counts counts{now};
    std::optional<double> stalled = Stalled();
    std::optional<double> pages = PagesIn();
    if (!stalled || !pages) return std::nullopt;
    counts.stalled_s = *stalled;
    counts.pages_in = *pages;
    return counts;
  }

  // "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345": microseconds.
  std::optional<double> Stalled() {
    Scanner text(pressure_.Read());
    do {
      if (text.Word() != "some") continue;
      for (std::string_view word = text.Word(); !word.empty(); word = text.Word()) {
        constexpr std::string_view kTotal = "total=";
        if (!word.starts_with(kTotal)) continue;
        auto microseconds = Scanner(word.substr(kTotal.size())).Number();
        return microseconds ? std::optional(*microseconds * kMicroseconds) : std::nullopt;
      }
    } while (text.NextLine());
    return std::nullopt;
  }

  std::optional<double> PagesIn() {
    Scanner text(statistics_.Read());
    do {
      if (text.Word() == "pswpin") return text.Number();
    } while (text.NextLine());
    return std::nullopt;
  }

  double patience_;
  KernelFile pressure_;
  KernelFile statistics_;
  std::optional<Counts> last_;
  double since_ = 0;
};

bool HasSwap(const std::string& proc) {
  KernelFile file(proc + "/meminfo");
  Scanner text(file.Read());
  do {
    if (text.Word() == "SwapTotal:") return text.Number().value_or(0) > 0;
  } while (text.NextLine());
  return false;
}

}  // namespace

std::unique_ptr<Guard> MakeSwapGuard(const GuardContext& context) {
  if (!context.options->thrash_after || !HasSwap(context.proc)) return nullptr;
  return std::make_unique<SwapGuard>(context, context.options->thrash_after->value);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A run hangs when for the stated time it wrote nothing, used less than 1 % of that time of CPU,
// and was never found ready to run: a first step that compiles for minutes works, one that waits
// for a lock does not, and one that gets no CPU from others is only slow. Where the CPU time cannot
// be read nothing is known, and nothing is ended.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cmath>

#include "measure/program/guards/guard.h"
#include "measure/sensors/kernel/process_tree.h"
#include "store/cause.h"

namespace trena {
namespace {

constexpr double kIdleShare = 0.01;   // threads that only poll use less
constexpr double kLooksPerSpan = 10;  // the tree is read so rarely that it costs nothing

class HangGuard : public Guard {
 public:
  HangGuard(const GuardContext& context, double patience)
      : patience_(patience), root_(context.root), outputs_(OutputsOf(context.folder)) {}

  std::optional<GuardObjection> Look(double now) override {
    if (now < next_look_) return std::nullopt;
    next_look_ = now + patience_ / kLooksPerSpan;
    uint64_t written = Written();
    bool runnable = false;
    std::optional<double> cpu = TreeCpu(runnable);
    bool alive = !seen_ || runnable || written != written_ || !cpu || !cpu_ ||
                 std::abs(*cpu - *cpu_) >= kIdleShare * patience_;
    if (alive) {
      seen_ = true;
      since_ = now;
      written_ = written;
      cpu_ = cpu;
    }
    if (now - since_ < patience_) return std::nullopt;
    return GuardObjection{cause::kHang, fmt::format("no event, no output and no CPU time for {}",
                                                    ToString(Seconds{patience_}))};
  }

 private:
  // Changes with every write, also to a file that stays as large as it is.
  uint64_t Written() const {
    uint64_t sum = 0;
    for (const auto& path : outputs_) {
      struct stat facts{};
      if (lstat(path.c_str(), &facts) != 0) continue;
      sum += static_cast<uint64_t>(facts.st_size) + static_cast<uint64_t>(facts.st_mtim.tv_nsec) +
             static_cast<uint64_t>(facts.st_mtim.tv_sec) * 1'000'000'000;
    }
    return sum;
  }

  // Of the whole tree, and whether one of it runs or would if it could.
  std::optional<double> TreeCpu(bool& runnable) const {
    auto supervisor = ReadProcessUse(root_);
    if (!supervisor) return std::nullopt;
    double cpu = supervisor->children_cpu_s;
    for (pid_t pid : Descendants(root_)) {
      auto use = ReadProcessUse(pid);
      if (!use) continue;
      cpu += use->cpu_s + use->children_cpu_s;
      runnable = runnable || use->state == 'R';
    }
    return cpu;
  }

  double patience_;
  pid_t root_;
  std::vector<std::filesystem::path> outputs_;
  double next_look_ = 0;
  bool seen_ = false;
  double since_ = 0;
  uint64_t written_ = 0;
  std::optional<double> cpu_;
};

}  // namespace

std::unique_ptr<Guard> MakeHangGuard(const GuardContext& context) {
  if (!context.options->hang_after) return nullptr;
  return std::make_unique<HangGuard>(context, context.options->hang_after->value);
}

}  // namespace trena

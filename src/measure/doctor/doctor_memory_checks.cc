// SPDX-License-Identifier: Apache-2.0
// Checks of memory, disks, and of what can be read while a run lives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/files.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "measure/doctor/doctor_checks.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr double kGigabyte = 1e9;
constexpr double kLeastMemory = 1 * kGigabyte;
constexpr double kLeastMemoryShare = 0.10;
constexpr double kMostSwapShare = 0.10;  // of memory
constexpr double kLeastDisk = 1 * kGigabyte;
constexpr double kLittleDisk = 5 * kGigabyte;
constexpr double kMostPressure = 10;  // percent of ten seconds
constexpr double kLittleRange = 0.05;
constexpr double kMostRange = 0.10;
constexpr size_t kFewestMemoryReadings = 3;

std::string Shown(double bytes) { return ToString(Bytes{static_cast<uint64_t>(bytes)}); }

// Largest over smallest, less 1.
std::optional<double> Range(const std::vector<double>& rates) {
  Summary summary = Summarize(rates);
  if (rates.size() < kFewestMemoryReadings || !summary.min || *summary.min <= 0)
    return std::nullopt;
  return *summary.max / *summary.min - 1;
}

// The first folder that exists on the way up: where a new one would be.
fs::path Existing(fs::path path) {
  std::error_code ignored;
  path = fs::absolute(path, ignored);
  while (!fs::exists(path, ignored) && path.has_relative_path()) path = path.parent_path();
  return path;
}

}  // namespace

std::optional<double> MemoryLine(const DoctorView& view, const std::string& name) {
  const std::string text = DoctorFact(view, "proc/meminfo");
  Scanner lines(text);
  do {
    if (lines.Word() != name + ":") continue;
    auto kibibytes = lines.Number();
    return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
  } while (lines.NextLine());
  return std::nullopt;
}

Found CheckMemory(const DoctorView& view) {
  auto total = MemoryLine(view, "MemTotal");
  auto available = MemoryLine(view, "MemAvailable");
  if (!total || !available || *total <= 0) return std::nullopt;
  const std::string seen = fmt::format("{} of {} available", Shown(*available), Shown(*total));
  if (*available >= kLeastMemory && *available >= kLeastMemoryShare * *total) {
    return Finding{FindingLevel::kGood, seen};
  }
  return Finding{FindingLevel::kBad, seen, "A training may end for want of memory, or swap.",
                 "Free memory before the study."};
}

Found CheckSwap(const DoctorView& view) {
  auto total = MemoryLine(view, "SwapTotal");
  auto free = MemoryLine(view, "SwapFree");
  auto memory = MemoryLine(view, "MemTotal");
  if (!total || !free || !memory) return std::nullopt;
  double used = *total - *free;
  if (used <= 0) return Finding{FindingLevel::kGood, "none in use"};
  bool much = used > kMostSwapShare * *memory;
  return Finding{much ? FindingLevel::kBad : FindingLevel::kNote, Shown(used) + " in use",
                 "Memory was short; what is on disk comes back in the middle of a run.",
                 "Free memory, then turn swap off and on (swapoff -a, swapon -a)."};
}

Found CheckHugePages(const DoctorView& view) {
  std::string text = DoctorFact(view, "sys/kernel/mm/transparent_hugepage/enabled");
  size_t open = text.find('[');
  size_t close = text.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  std::string mode = text.substr(open + 1, close - open - 1);
  if (mode != "never") return Finding{FindingLevel::kGood, mode};
  return Finding{FindingLevel::kNote, mode,
                 "Large arrays take more time to reach without large pages.",
                 "Set it to madvise or always, alike on all machines compared."};
}

Found CheckDisk(const DoctorView& view) {
  std::vector<std::string> parts;
  std::optional<double> least;
  for (const auto& [use, path] : view.folders) {
    std::error_code error;
    fs::space_info space = fs::space(Existing(path), error);
    if (error) continue;
    auto available = static_cast<double>(space.available);
    least = std::min(least.value_or(available), available);
    parts.push_back(fmt::format("{} for {}", Shown(available), use));
  }
  if (!least) return std::nullopt;
  const std::string seen = Join(parts, ", ");
  if (*least >= kLittleDisk) return Finding{FindingLevel::kGood, seen};
  return Finding{*least < kLeastDisk ? FindingLevel::kBad : FindingLevel::kNote, seen,
                 "Frameworks, data and results need room: some gigabytes each framework.",
                 "Make room, or choose another place with TRENA_CACHE and --out."};
}

Found CheckPressure(const DoctorView& view) {
  bool known = false;
  for (const char* resource : {"cpu", "memory", "io"}) {
    const std::string text = DoctorFact(view, fmt::format("proc/pressure/{}", resource));
    size_t at = text.find("avg10=");
    if (!text.starts_with("some ") || at == std::string::npos) continue;
    auto percent = Scanner(std::string_view(text).substr(at + 6)).Number();
    known = known || percent.has_value();
    if (!percent || *percent <= kMostPressure) continue;
    return Finding{
        FindingLevel::kBad,
        fmt::format("programs waited for {} {:.0f}% of the last ten seconds", resource, *percent),
        "They will wait while the study runs, too.",
        "Stop what needs it; see `busy` and `memory`."};
  }
  if (known) return Finding{FindingLevel::kGood, "no one waits"};
  return Finding{FindingLevel::kNote, "the kernel does not tell",
                 "Waiting for CPU, memory or disk cannot be seen during runs.",
                 "Start the kernel with psi=1 where it is built in."};
}

Found CheckEnergy(const DoctorView& view) {
  auto names = ListFolder(fs::path(view.root) / "sys/class/powercap");
  bool there = false;
  for (const std::string& name : names.ok() ? names.value() : std::vector<std::string>{}) {
    if (!name.starts_with("intel-rapl")) continue;
    there = true;
    if (DoctorNumber(view, "sys/class/powercap/" + name + "/energy_uj")) {
      return Finding{FindingLevel::kGood, "of the processor, by RAPL"};
    }
  }
  if (there) {
    return Finding{FindingLevel::kNote, "there, but not readable by this user",
                   "Runs will have no energy of the processor.",
                   "Let your group read /sys/class/powercap/*/energy_uj."};
  }
  return Finding{FindingLevel::kNote, "no counter", "Runs will have no energy of the processor.",
                 "Nothing can be done on most virtual machines."};
}

Found CheckGpu(const DoctorView& view) {
  std::error_code ignored;
  bool device = fs::exists(fs::path(view.root) / "dev/nvidiactl", ignored);
  if (view.nvml) return Finding{FindingLevel::kGood, "by NVML"};
  if (!device) return Finding{FindingLevel::kGood, "no NVIDIA GPU"};
  return Finding{FindingLevel::kNote, "a GPU, but no libnvidia-ml.so.1",
                 "Runs on it will have no figures of the GPU.",
                 "Install the library that belongs to the driver."};
}

Found CheckYardstick(const DoctorView& view) {
  auto compute = Range(view.compute);
  auto memory = Range(view.memory);
  if (!compute || !memory) return std::nullopt;
  double range = std::max(*compute, *memory);
  const std::string seen =
      fmt::format("{} readings range over {:.1f}% (compute) and {:.1f}% (memory)",
                  view.compute.size(), 100 * *compute, 100 * *memory);
  if (range <= kLittleRange) return Finding{FindingLevel::kGood, seen};
  return Finding{range > kMostRange ? FindingLevel::kBad : FindingLevel::kNote, seen,
                 "The same work takes different times within seconds: so will a training.",
                 "Find what else runs; on a shared host, measure more replications."};
}

}  // namespace trena

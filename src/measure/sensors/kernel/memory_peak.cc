// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/memory_peak.h"

#include <algorithm>
#include <array>

#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {

void MemoryPeak::Take(pid_t process, std::string_view status) {
  constexpr double kKilobyte = 1024;
  constexpr std::array<std::string_view, 4> kNames = {
      "VmHWM:", "RssFile:", "RssAnon:", "RssShmem:"};
  std::array<Reading, 4> values;
  ReadNamed(status, kNames, values);
  const auto [with_files, files, anonymous, shared] = values;
  if (!with_files || !files || !anonymous) return;
  Peak& peak = peaks_[process];
  double own = *anonymous + shared.value_or(0);
  // Files that were dropped since would else count as its own.
  if (*with_files * kKilobyte > peak.with_files) own = std::max(own, *with_files - *files);
  peak.with_files = *with_files * kKilobyte;
  peak.own = std::max(peak.own, own * kKilobyte);
}

void MemoryPeak::Look(pid_t root) {
  for (const pid_t pid : Descendants(root)) {
    KernelFile status(proc_ + "/" + std::to_string(pid) + "/status");
    Take(pid, status.Read());
  }
}

std::optional<double> MemoryPeak::bytes() const {
  if (peaks_.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [process, peak] : peaks_) sum += peak.own;
  return sum;
}

}  // namespace trena

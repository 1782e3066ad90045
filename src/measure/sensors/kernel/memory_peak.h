// SPDX-License-Identifier: Apache-2.0
// The most memory that a tree of processes has, but for the files that they map: libraries and
// data, which the kernel drops where memory is short. The kernel itself keeps the peak of each
// process (VmHWM), so that nothing between two looks is missed; files are told of it by what is
// mapped at the look that first sees a new peak.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trena {

class MemoryPeak {
 public:
  explicit MemoryPeak(std::string proc = "/proc") : proc_(std::move(proc)) {}

  // Adds what the descendants of `root` have had so far.
  void Look(pid_t root);
  // Adds what one process has had, by the text of its /proc/PID/status.
  void Take(pid_t process, std::string_view status);

  // Bytes, of all processes together; missing before the first look that saw one.
  std::optional<double> bytes() const;

 private:
  struct Peak {
    double with_files = 0;
    double own = 0;
  };
  std::string proc_;
  std::map<pid_t, Peak> peaks_;
};

}  // namespace trena

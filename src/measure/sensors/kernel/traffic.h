// SPDX-License-Identifier: Apache-2.0
// Bytes that go in and out of the machine, summed over its devices, each byte once: a partition, a
// RAID, a loop device, a bridge and the loopback only pass on what a device below them counts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measure/sensors/kernel/counter.h"

namespace trena {

class Traffic {
 public:
  // Before the devices of one reading are added.
  void Begin();
  void Add(Reading in, Reading out);
  // Appends what went in and out per second since the last reading, in bytes: the counters times
  // `unit`. Both are missing when a device came or went meanwhile.
  void End(double now, double unit, std::vector<Reading>& out);

 private:
  struct Way {
    Reading sum;
    Counter counter;
  };
  Way in_, out_;
  size_t devices_ = 0;
  size_t devices_before_ = 0;
};

// Names in a folder of sysfs (block, class/net) behind which is a device and not only software.
std::vector<std::string> RealDevices(const std::string& folder);

}  // namespace trena

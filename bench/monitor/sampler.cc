// SPDX-License-Identifier: Apache-2.0
// trena's sampler, once a second until it is killed.
//   monitor_sampler SAMPLES_CSV ROOT SENSORS [UNIFIED CPU]   folders of the group, "" for
//   none
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "core/clock.h"
#include "core/text/text.h"
#include "measure/record/samples.h"
#include "measure/sensors/kernel/cgroup.h"

int main(int argc, char** argv) {
  if (argc != 4 && argc != 6) return 2;
  trena::Machine machine = trena::ReadMachine();
  trena::SensorContext context{std::atoi(argv[2]), &machine};
  std::optional<trena::RunGroup> group;
  if (argc == 6) group.emplace(trena::GroupFolders{argv[4], argv[5], ""});
  if (group) context.group = &*group;
  std::vector<std::string> sensors;
  if (*argv[3] != 0) sensors = trena::Split(argv[3], ',');
  auto sampler = trena::Sampler::Open(argv[1], context, sensors);
  if (!sampler.ok()) {
    fmt::print(stderr, "{}\n", sampler.error().message());
    return 1;
  }
  double next = trena::MonotonicNow();
  while (true) {
    sampler.value().Take(trena::MonotonicNow());
    next += 1;
    double left = next - trena::MonotonicNow();
    if (left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/visible_cpus.h"

#include <sched.h>

namespace trena {

std::vector<int> VisibleCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

std::vector<int> UsableCpus() {
  std::vector<int> cpus = VisibleCpus();
  return cpus.empty() ? std::vector<int>{0} : cpus;
}

void StayOn(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

std::vector<int> SpreadOver(const std::vector<int>& cpus, size_t most) {
  if (cpus.size() <= most) return cpus;
  std::vector<int> chosen;
  for (size_t i = 0; i < most; ++i) chosen.push_back(cpus[i * cpus.size() / most]);
  return chosen;
}

}  // namespace trena

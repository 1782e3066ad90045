// SPDX-License-Identifier: Apache-2.0
// What the kernel counts to a supervisor of the programs it waited for. One that served earlier
// runs begins the next with this much: not the run's.
#pragma once

namespace trena {

struct RootUse {
  double cpu_s = 0;
  double read_bytes = 0;
  double written_bytes = 0;
};

}  // namespace trena

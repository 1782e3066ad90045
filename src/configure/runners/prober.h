// SPDX-License-Identifier: Apache-2.0
// Times the frameworks of a study on this machine, once each: what was found is kept in the cache
// (CACHE/speed), by runner, CPU and number of CPUs, so that the best of all that were ever
// installed here is known. A framework whose slowness is mended by a variable alone gets it in all
// its runs when that helped (workaround.h), and the record says so.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "configure/runners/speed.h"
#include "configure/runners/workaround.h"
#include "core/result.h"

namespace trena {

// Told which framework is being timed.
using ProbeProgress = std::function<void(const std::string& framework)>;

class Prober {
 public:
  Prober(const Configuration& configuration, fs::path cache, SpeedSurroundings around)
      : configuration_(configuration),
        cache_(std::move(cache)),
        around_(std::move(around)),
        workarounds_(cache_, around_) {}

  // Of the frameworks that these scenarios use here; simulated ones and commands have none, nor has
  // a runner that does not know mode `probe`. `again`: what is known is timed anew.
  Result<std::vector<Speed>> Run(const std::vector<const Scenario*>& scenarios, bool again,
                                 const ProbeProgress& progress);
  // All that is known of this machine; and what is known of these scenarios' frameworks.
  std::vector<Speed> Known() const;
  std::vector<Speed> Known(const std::vector<const Scenario*>& scenarios) const;
  // Those of these scenarios' frameworks that nobody has looked at on this CPU: their runs may be
  // handicapped.
  std::vector<std::string> NeverTimed(const std::vector<const Scenario*>& scenarios) const;

 private:
  struct Asked {
    Runner runner;
    std::string device;
  };
  std::vector<Asked> ToAsk(const std::vector<const Scenario*>& scenarios) const;
  // The record of one, if it was timed as its runs are now.
  std::optional<Speed> Recorded(const Asked& asked) const;
  Result<Speed> Time(const Runner& runner, const std::string& device);
  Result<Speed> TimeAndMend(const Asked& asked);
  // What is known to mend it is not tried out again.
  Result<Speed> TimeMended(const Asked& asked, Workaround workaround);

  const Configuration& configuration_;
  fs::path cache_;
  SpeedSurroundings around_;
  Workarounds workarounds_;
};

}  // namespace trena

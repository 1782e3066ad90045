// SPDX-License-Identifier: Apache-2.0
// The variables that mend frameworks on this CPU (speed.h), kept in CACHE/speed/workarounds by
// installation and CPU alone: what was found in one shell holds in another, with other variables or
// fewer CPUs. What the user has set is never overruled.
#pragma once

#include <optional>
#include <string>

#include "configure/runners/runners.h"
#include "configure/runners/speed.h"
#include "core/files.h"
#include "core/result.h"

namespace trena {

class Workarounds {
 public:
  Workarounds(const fs::path& cache, SpeedSurroundings around)
      : folder_(cache / "speed" / "mendings"), around_(std::move(around)) {}

  // Whether this CPU was ever looked at with this installation, or need not be: the user chose.
  bool Known(const Runner& runner, const std::string& device) const;
  // What its runs get here.
  std::optional<Workaround> Find(const Runner& runner, const std::string& device) const;
  // What the last look found; nothing where there is nothing to mend. Where the user chose, nothing
  // was looked at, and what is on record stays.
  Status Keep(const Runner& runner, const std::string& device,
              const std::optional<Workaround>& workaround) const;

 private:
  bool UserChose() const {
    return around_.variables.contains(kCoreType) || around_.variables.contains(kMklCpu);
  }
  fs::path PathOf(const Runner& runner, const std::string& device) const;
  std::string Cpu() const;
  std::optional<Json> Read(const Runner& runner, const std::string& device) const;

  fs::path folder_;
  SpeedSurroundings around_;
};

// With the variable set.
Runner With(const Workaround& workaround, const Runner& runner);

// The runner as its runs start it here: with what mends it, if anything, and the record of that.
Runner WithWorkaround(const Runner& runner, const std::string& device,
                      const Workarounds& workarounds);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Why a GPU's clocks are not at their highest, as NVML's bits say it ("clocks event reasons").
#pragma once

#include <array>
#include <cstdint>

namespace trena {

struct ThrottleReason {
  uint64_t bit;
  const char* name;
  bool slows;  // under load: a power limit or heat, not idleness or a setting
};

constexpr std::array<ThrottleReason, 9> kThrottleReasons = {{
    {0x001, "idle", false},
    {0x002, "application_clocks", false},
    {0x004, "power_cap", true},
    {0x008, "hardware_slowdown", true},
    {0x010, "sync_boost", false},
    {0x020, "software_thermal", true},
    {0x040, "hardware_thermal", true},
    {0x080, "power_brake", true},
    {0x100, "display_clocks", false},
}};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The checks of doctor.h's table, and what they share.
#pragma once

#include <optional>
#include <string>

#include "measure/doctor/doctor.h"

namespace trena {

// A small file below the root, trimmed; empty when it cannot be read.
std::string DoctorFact(const DoctorView& view, const std::string& path);
// Its first number.
std::optional<double> DoctorNumber(const DoctorView& view, const std::string& path);
// Bytes of a line of /proc/meminfo.
std::optional<double> MemoryLine(const DoctorView& view, const std::string& name);

// Share of all CPUs' time that was not idle, without steal; missing when it is not known.
std::optional<double> BusyShare(const DoctorView& view);
// CPUs that the control group's quota allows; missing without one.
std::optional<double> QuotaCpus(const DoctorView& view);

using Found = std::optional<Finding>;
Found CheckBusy(const DoctorView& view);
Found CheckLoad(const DoctorView& view);
Found CheckSteal(const DoctorView& view);
Found CheckQuota(const DoctorView& view);
Found CheckVirtual(const DoctorView& view);
Found CheckSiblings(const DoctorView& view);
Found CheckGovernor(const DoctorView& view);
Found CheckTurbo(const DoctorView& view);
Found CheckThrottle(const DoctorView& view);
Found CheckBattery(const DoctorView& view);
Found CheckClock(const DoctorView& view);
Found CheckSpinning(const DoctorView& view);
Found CheckMemory(const DoctorView& view);
Found CheckSwap(const DoctorView& view);
Found CheckHugePages(const DoctorView& view);
Found CheckDisk(const DoctorView& view);
Found CheckPressure(const DoctorView& view);
Found CheckEnergy(const DoctorView& view);
Found CheckGpu(const DoctorView& view);
Found CheckYardstick(const DoctorView& view);
Found CheckEqual(const DoctorView& view);

}  // namespace trena

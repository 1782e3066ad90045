// SPDX-License-Identifier: Apache-2.0
// A stand-in for NVIDIA's management library, for tests on machines without a GPU. It answers from
// a file that $TRENA_NVML_STANDIN names, read anew at every call so that a test can change it:
//
//   devices 2                 how many it says there are (by default as many as are described)
//   driver 550.54             shown as "550.54 (stand-in)"
//   0 pct 80                  of device 0: pct, total, used (bytes), milliwatts, millijoules,
//   0 celsius 61              celsius, sm_mhz, mem_mhz, bits; uuid, name
//   0 steady_milliwatts 9000  its energy grows by so much, by the clock
//   0 process 4242 1000       process 4242 holds 1000 bytes on it and uses 7 % of it
//   0 process 4242 1000 7
//   0 process =trena-fake 1   every process of that name
//   0 fails milliwatts        that reading ends with NVML_ERROR_UNKNOWN; also handle, processes,
//   fails init                process_use; and the library does not start
//   lies 4294967295           lists have so many entries, it says, and writes none
//   wants 100                 lists need room for so many entries, it says (and for more each time)
//
// What is not described is not supported. Built twice: the second one (STANDIN_OLD) lacks the
// functions that old drivers lack.
#include <dirent.h>
#include <time.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "measure/sensors/nvml/nvml_types.h"

namespace {

using trena::nvml::ClockType;
using trena::nvml::Device;
using trena::nvml::Memory;
using trena::nvml::ProcessInfo;
using trena::nvml::Return;
using trena::nvml::TemperatureSensor;
using trena::nvml::Utilization;

constexpr Return kUnknown = static_cast<Return>(999);

std::vector<std::vector<std::string>> Script() {
  std::vector<std::vector<std::string>> lines;
  const char* path = std::getenv("TRENA_NVML_STANDIN");
  std::ifstream file(path != nullptr ? path : "");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<std::string> parts;
    for (std::string word; words >> word;) parts.push_back(word);
    if (!parts.empty()) lines.push_back(parts);
  }
  return lines;
}

std::optional<std::string> Find(const std::string& first, const std::string& second = "") {
  for (const auto& line : Script()) {
    if (second.empty() && line.size() == 2 && line[0] == first) return line[1];
    if (line.size() == 3 && line[0] == first && line[1] == second) return line[2];
  }
  return std::nullopt;
}

// Handles are numbers from 1.
std::string Name(Device device) { return std::to_string(reinterpret_cast<uintptr_t>(device) - 1); }

bool Fails(Device device, const std::string& what) {
  for (const auto& line : Script()) {
    if (line.size() == 3 && line[0] == Name(device) && line[1] == "fails" && line[2] == what) {
      return true;
    }
  }
  return false;
}

template <typename Number>
Return Answer(Device device, const std::string& what, Number* out) {
  if (Fails(device, what)) return kUnknown;
  auto text = Find(Name(device), what);
  if (!text) return trena::nvml::kNotSupported;
  *out = static_cast<Number>(std::strtoull(text->c_str(), nullptr, 10));
  return trena::nvml::kSuccess;
}

Return Text(const std::optional<std::string>& text, char* out, unsigned size) {
  if (!text) return trena::nvml::kNotSupported;
  // No zero at the end when there is no room for it, as a careless library would.
  std::strncpy(out, text->c_str(), size);
  return trena::nvml::kSuccess;
}

std::vector<unsigned> ProcessesNamed(const std::string& name) {
  std::vector<unsigned> found;
  DIR* folder = opendir("/proc");
  while (dirent* entry = folder != nullptr ? readdir(folder) : nullptr) {
    std::string line;
    std::getline(std::ifstream(std::string("/proc/") + entry->d_name + "/comm"), line);
    if (line == name) found.push_back(std::strtoul(entry->d_name, nullptr, 10));
  }
  if (folder != nullptr) closedir(folder);
  return found;
}

struct Process {
  unsigned pid = 0;
  unsigned long long memory = 0;
  std::optional<unsigned> percent;
};

std::vector<Process> ProcessesOn(Device device) {
  std::vector<Process> processes;
  for (const auto& line : Script()) {
    if (line.size() < 4 || line[0] != Name(device) || line[1] != "process") continue;
    Process process;
    process.memory = std::strtoull(line[3].c_str(), nullptr, 10);
    if (line.size() > 4) process.percent = std::strtoul(line[4].c_str(), nullptr, 10);
    std::vector<unsigned> pids = {
        static_cast<unsigned>(std::strtoul(line[2].c_str(), nullptr, 10))};
    if (line[2][0] == '=') pids = ProcessesNamed(line[2].substr(1));
    for (unsigned pid : pids) {
      process.pid = pid;
      processes.push_back(process);
    }
  }
  return processes;
}

// Fills a list as NVML does, or lies about it.
template <typename Entry>
Return List(const std::vector<Entry>& entries, Entry* out, unsigned* count) {
  if (auto lie = Find("lies")) {
    *count = static_cast<unsigned>(std::strtoul(lie->c_str(), nullptr, 10));
    return trena::nvml::kSuccess;
  }
  auto wanted = Find("wants");
  bool wants = wanted && *count < std::strtoul(wanted->c_str(), nullptr, 10);
  if (wants || *count < entries.size()) {
    *count = wants ? *count + 1 : static_cast<unsigned>(entries.size());
    return trena::nvml::kInsufficientSize;
  }
  for (size_t i = 0; i < entries.size(); ++i) out[i] = entries[i];
  *count = static_cast<unsigned>(entries.size());
  return trena::nvml::kSuccess;
}

Return Processes(Device device, unsigned* count, ProcessInfo* out) {
  if (Fails(device, "processes")) return kUnknown;
  std::vector<ProcessInfo> entries;
  for (const Process& process : ProcessesOn(device)) {
    entries.push_back({process.pid, process.memory, ~0u, ~0u});
  }
  return List(entries, out, count);
}

[[maybe_unused]] unsigned long long Microseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace

extern "C" {

Return nvmlInit_v2() { return Find("fails") == "init" ? kUnknown : trena::nvml::kSuccess; }
Return nvmlShutdown() { return trena::nvml::kSuccess; }

Return nvmlSystemGetDriverVersion(char* out, unsigned size) {
  return Text(Find("driver").value_or("0") + " (stand-in)", out, size);
}

Return nvmlDeviceGetCount_v2(unsigned* count) {
  unsigned described = 0;
  for (const auto& line : Script()) {
    if (line[0] == std::to_string(described)) ++described;
  }
  *count = described;
  if (auto devices = Find("devices")) *count = std::strtoul(devices->c_str(), nullptr, 10);
  return trena::nvml::kSuccess;
}

Return nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
  *device = reinterpret_cast<Device>(static_cast<uintptr_t>(index) + 1);
  return Fails(*device, "handle") ? kUnknown : trena::nvml::kSuccess;
}

Return nvmlDeviceGetName(Device device, char* out, unsigned size) {
  return Text(Find(Name(device), "name"), out, size);
}

Return nvmlDeviceGetUUID(Device device, char* out, unsigned size) {
  return Text(Find(Name(device), "uuid"), out, size);
}

Return nvmlDeviceGetMemoryInfo(Device device, Memory* memory) {
  Return total = Answer(device, "total", &memory->total);
  return total == trena::nvml::kSuccess ? Answer(device, "used", &memory->used) : total;
}

Return nvmlDeviceGetUtilizationRates(Device device, Utilization* use) {
  return Answer(device, "pct", &use->gpu);
}

Return nvmlDeviceGetPowerUsage(Device device, unsigned* out) {
  return Answer(device, "milliwatts", out);
}

Return nvmlDeviceGetTemperature(Device device, TemperatureSensor, unsigned* out) {
  return Answer(device, "celsius", out);
}

Return nvmlDeviceGetClockInfo(Device device, ClockType clock, unsigned* out) {
  return Answer(device, clock == trena::nvml::kSmClock ? "sm_mhz" : "mem_mhz", out);
}

Return nvmlDeviceGetCurrentClocksThrottleReasons(Device device, unsigned long long* out) {
  return Answer(device, "bits", out);
}

Return nvmlDeviceGetComputeRunningProcesses_v2(Device device, unsigned* count, ProcessInfo* out) {
  return Processes(device, count, out);
}

#ifndef STANDIN_OLD
Return nvmlDeviceGetTotalEnergyConsumption(Device device, unsigned long long* out) {
  auto steady = Find(Name(device), "steady_milliwatts");
  if (!steady) return Answer(device, "millijoules", out);
  *out = std::strtoull(steady->c_str(), nullptr, 10) * Microseconds() / 1'000'000;
  return trena::nvml::kSuccess;
}

Return nvmlDeviceGetCurrentClocksEventReasons(Device device, unsigned long long* out) {
  return Answer(device, "bits", out);
}

Return nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned* count, ProcessInfo* out) {
  return Processes(device, count, out);
}

Return nvmlDeviceGetProcessUtilization(Device device, trena::nvml::ProcessUtilization* out,
                                       unsigned* count, unsigned long long since) {
  if (Fails(device, "process_use")) return kUnknown;
  std::vector<trena::nvml::ProcessUtilization> entries;
  for (const Process& process : ProcessesOn(device)) {
    if (process.percent) entries.push_back({process.pid, since + 1, *process.percent, 0, 0, 0});
  }
  if (entries.empty() && !Find("lies")) return trena::nvml::kNotFound;
  return List(entries, out, count);
}
#endif

}  // extern "C"

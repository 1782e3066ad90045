// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/nvml/nvml.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace trena {
namespace {

using nvml::Return;

constexpr unsigned kMostDevices = 32;
constexpr unsigned kMostProcesses = 1024;
constexpr unsigned kFirstProcesses = 64;
constexpr int kTries = 4;  // of a list that grows while it is read
constexpr unsigned kTextSize = 96;
// Room for what an entry may be in a driver whose list has more fields than the documented one (as
// that of driver 530 had): too large a list is not written past our buffer's end.
constexpr size_t kEntryRoom = 64;

// What cannot be: readings above are rubbish, not records.
constexpr double kMostWatts = 10'000;
constexpr double kMostCelsius = 250;
constexpr double kMostClockMhz = 100'000;

template <typename Function>
void Find(void* library, std::initializer_list<const char*> names, Function& function) {
  for (const char* name : names) {
    if (function == nullptr) function = reinterpret_cast<Function>(dlsym(library, name));
  }
}

nvml::Functions FindFunctions(void* library) {
  nvml::Functions f{};
  Find(library, {"nvmlInit_v2"}, f.init);
  Find(library, {"nvmlShutdown"}, f.shutdown);
  Find(library, {"nvmlSystemGetDriverVersion"}, f.driver_version);
  Find(library, {"nvmlDeviceGetCount_v2"}, f.count);
  Find(library, {"nvmlDeviceGetHandleByIndex_v2"}, f.handle);
  Find(library, {"nvmlDeviceGetName"}, f.name);
  Find(library, {"nvmlDeviceGetUUID"}, f.uuid);
  Find(library, {"nvmlDeviceGetMemoryInfo"}, f.memory);
  Find(library, {"nvmlDeviceGetUtilizationRates"}, f.utilization);
  Find(library, {"nvmlDeviceGetPowerUsage"}, f.power);
  Find(library, {"nvmlDeviceGetTotalEnergyConsumption"}, f.energy);
  Find(library, {"nvmlDeviceGetTemperature"}, f.temperature);
  Find(library, {"nvmlDeviceGetClockInfo"}, f.clock);
  Find(library,
       {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"},
       f.throttle_reasons);
  // The one without a version fills a shorter entry: it is not used.
  Find(library,
       {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"},
       f.processes);
  Find(library, {"nvmlDeviceGetProcessUtilization"}, f.process_utilization);
  return f;
}

// A text that the library writes, printable and bounded whatever it wrote.
template <typename Write>
std::string ReadText(Write write) {
  std::array<char, size_t{2} * kTextSize> buffer{};
  if (write(buffer.data(), kTextSize) != nvml::kSuccess) return "";
  std::string text(buffer.data(), strnlen(buffer.data(), kTextSize));
  std::erase_if(text, [](unsigned char c) { return c < ' ' || c > '~'; });
  return text;
}

Reading AtMost(double value, double most) { return value <= most ? Reading(value) : std::nullopt; }

// Calls `read` with room for more entries while it says that there are more. Gives how many it
// wrote; one that claims more than there was room for is not believed at all.
template <typename Entry, typename Read>
std::optional<unsigned> ReadList(std::vector<char>& buffer, Read read) {
  unsigned room = std::max<unsigned>(kFirstProcesses, buffer.size() / kEntryRoom);
  for (int i = 0; i < kTries; ++i) {
    room = std::min(room, kMostProcesses);
    buffer.resize(room * kEntryRoom);
    unsigned count = room;
    Return result = read(reinterpret_cast<Entry*>(buffer.data()), &count);
    if (result == nvml::kSuccess) return count <= room ? std::optional(count) : std::nullopt;
    if (result != nvml::kInsufficientSize || room == kMostProcesses) return std::nullopt;
    room = std::max(count < kMostProcesses ? count : kMostProcesses, room * 2);
  }
  return std::nullopt;
}

template <typename Entry>
Entry EntryAt(const std::vector<char>& buffer, size_t index) {
  Entry entry;
  std::memcpy(&entry, buffer.data() + index * sizeof(Entry), sizeof(Entry));
  return entry;
}

}  // namespace

std::string NvmlLibrary() {
  const char* named = std::getenv("TRENA_NVML");
  return named != nullptr ? named : "libnvidia-ml.so.1";
}

Nvml::Nvml(void* library) : library_(library), functions_(FindFunctions(library)) {}

Nvml::~Nvml() {
  if (begun_ && functions_.shutdown != nullptr) functions_.shutdown();
  dlclose(library_);
}

Result<std::shared_ptr<Nvml>> Nvml::Open(const std::string& library) {
  if (library.empty()) return Error("NVML is not wanted");
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error("no NVML: " + std::string(dlerror()));
  std::shared_ptr<Nvml> nvml(new Nvml(handle));
  TRENA_CHECK(nvml->FindDevices());
  return nvml;
}

Status Nvml::FindDevices() {
  const nvml::Functions& f = functions_;
  if (f.init == nullptr || f.count == nullptr || f.handle == nullptr) {
    return Error("NVML lacks functions that all others need");
  }
  Return result = f.init();
  if (result != nvml::kSuccess) {
    return Error("NVML does not start: error " + std::to_string(result));
  }
  begun_ = true;
  if (f.driver_version != nullptr) driver_ = ReadText(f.driver_version);
  unsigned count = 0;
  if (f.count(&count) != nvml::kSuccess) count = 0;
  for (unsigned i = 0; i < std::min(count, kMostDevices); ++i) AddDevice(i);
  if (handles_.empty()) return Error("NVML finds no device");
  return Done{};
}

// One that fails keeps its number, which CUDA_VISIBLE_DEVICES may name, and has no readings.
void Nvml::AddDevice(unsigned index) {
  nvml::Device device = nullptr;
  if (functions_.handle(index, &device) != nvml::kSuccess) device = nullptr;
  handles_.push_back(device);
  GpuFacts& facts = facts_.emplace_back();
  if (device == nullptr) return;
  auto text = [&](auto read) {
    if (read == nullptr) return std::string();
    return ReadText([&](char* out, unsigned size) { return read(device, out, size); });
  };
  facts.name = text(functions_.name);
  facts.uuid = text(functions_.uuid);
  if (auto memory = Memory(index)) facts.memory = Bytes{static_cast<uint64_t>(memory->total)};
}

bool Nvml::simulated() const { return driver_.find("stand-in") != std::string::npos; }

Reading Nvml::Utilisation(size_t device) const {
  nvml::Utilization use{};
  if (!Ask(functions_.utilization, device, &use)) return std::nullopt;
  return AtMost(use.gpu, 100);
}

std::optional<GpuMemory> Nvml::Memory(size_t device) const {
  nvml::Memory memory{};
  if (!Ask(functions_.memory, device, &memory)) return std::nullopt;
  if (memory.total == 0 || memory.used > memory.total) return std::nullopt;
  return GpuMemory{static_cast<double>(memory.total), static_cast<double>(memory.used)};
}

Reading Nvml::Watts(size_t device) const {
  unsigned milliwatts = 0;
  if (!Ask(functions_.power, device, &milliwatts)) return std::nullopt;
  return AtMost(milliwatts / 1000.0, kMostWatts);
}

Reading Nvml::Joules(size_t device) const {
  unsigned long long millijoules = 0;
  if (!Ask(functions_.energy, device, &millijoules)) return std::nullopt;
  if (millijoules == nvml::kNotAvailable) return std::nullopt;
  return static_cast<double>(millijoules) / 1000;
}

Reading Nvml::Celsius(size_t device) const {
  unsigned celsius = 0;
  if (!Ask(functions_.temperature, device, nvml::kGpuTemperature, &celsius)) return std::nullopt;
  return AtMost(celsius, kMostCelsius);
}

Reading Nvml::Mhz(size_t device, nvml::ClockType clock) const {
  unsigned mhz = 0;
  if (!Ask(functions_.clock, device, clock, &mhz)) return std::nullopt;
  return AtMost(mhz, kMostClockMhz);
}

Reading Nvml::SmMhz(size_t device) const { return Mhz(device, nvml::kSmClock); }

Reading Nvml::MemoryMhz(size_t device) const { return Mhz(device, nvml::kMemoryClock); }

std::optional<uint64_t> Nvml::ThrottleBits(size_t device) const {
  unsigned long long bits = 0;
  if (!Ask(functions_.throttle_reasons, device, &bits)) return std::nullopt;
  return bits;
}

bool Nvml::Processes(size_t device, std::vector<GpuProcess>& out) {
  out.clear();
  if (functions_.processes == nullptr || handles_[device] == nullptr) return false;
  auto count = ReadList<nvml::ProcessInfo>(buffer_, [&](auto* entries, unsigned* size) {
    return functions_.processes(handles_[device], size, entries);
  });
  if (!count) return false;
  for (size_t i = 0; i < *count; ++i) {
    auto entry = EntryAt<nvml::ProcessInfo>(buffer_, i);
    Reading bytes = static_cast<double>(entry.used_memory);
    if (entry.used_memory == nvml::kNotAvailable) bytes.reset();
    out.push_back({static_cast<pid_t>(entry.pid), bytes});
  }
  return true;
}

bool Nvml::ProcessUse(size_t device, uint64_t& since, std::vector<GpuProcessUse>& out) {
  out.clear();
  if (functions_.process_utilization == nullptr || handles_[device] == nullptr) return false;
  auto count = ReadList<nvml::ProcessUtilization>(buffer_, [&](auto* entries, unsigned* size) {
    return functions_.process_utilization(handles_[device], entries, size, since);
  });
  if (!count) return false;
  for (size_t i = 0; i < *count; ++i) {
    auto entry = EntryAt<nvml::ProcessUtilization>(buffer_, i);
    since = std::max<uint64_t>(since, entry.timestamp);
    Reading percent = AtMost(entry.sm, 100);
    if (percent) out.push_back({static_cast<pid_t>(entry.pid), *percent});
  }
  return true;
}

}  // namespace trena

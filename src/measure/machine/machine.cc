// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "core/files.h"
#include "core/text/text.h"
#include "measure/machine/process_facts.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/visible_cpus.h"

namespace trena {
namespace {

constexpr size_t kLargestFact = size_t{4} << 20;
// A virtual machine shows a little less memory than it is sold with.
constexpr double kMemoryTolerance = 0.15;
// A cgroup of version 1 without a limit shows the largest multiple of a page below 2^63.
constexpr double kNoLimit = 9e18;
// What decides which kernels a framework can use.
const std::set<std::string> kVectorFlags = {
    "sse4_2",   "avx",      "avx2",        "fma",         "f16c",        "avx512f",
    "avx512bw", "avx512vl", "avx512_vnni", "avx512_bf16", "avx512_fp16", "avx_vnni",
    "amx_tile", "amx_int8", "amx_bf16",    "asimd",       "sve",         "hypervisor"};

std::string ReadFact(const std::string& root, const std::string& path) {
  auto text = ReadFile(fs::path(root) / path, kLargestFact);
  return text.ok() ? text.value() : "";
}

// "key : value" or "key=value" lines, the first of each key.
std::map<std::string, std::string> KeyValues(const std::string& text, char separator) {
  std::map<std::string, std::string> out;
  for (const std::string& line : Split(text, '\n')) {
    size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    out.emplace(Trim(std::string_view(line).substr(0, at)),
                Trim(std::string_view(line).substr(at + 1)));
  }
  return out;
}

std::optional<double> FirstNumber(const std::string& text) {
  std::istringstream stream(text);
  double number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

// The least of total memory and the cgroup limits that can be read (v2, then v1).
std::optional<Bytes> UsableMemory(const std::string& root, std::optional<double> total) {
  for (const char* path :
       {"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    auto limit = FirstNumber(ReadFact(root, path));
    if (limit && *limit > 0 && *limit < total.value_or(kNoLimit)) total = limit;
  }
  return total ? std::optional(Bytes{static_cast<uint64_t>(*total)}) : std::nullopt;
}

// Of the whole machine, visible to us or not; null where the kernel lists none.
Json OnlineCpus(const std::string& root) {
  int count = 0;
  for (const std::string& line : Split(ReadFact(root, "proc/cpuinfo"), '\n')) {
    if (line.starts_with("processor")) ++count;
  }
  return count > 0 ? Json(count) : Json();
}

Json CpuFacts(const std::string& root, int visible) {
  std::string text = ReadFact(root, "proc/cpuinfo");
  auto facts = KeyValues(text, ':');
  Json flags = Json::array();
  std::string all = facts.contains("flags") ? facts["flags"] : facts["Features"];
  for (const std::string& flag : Split(all, ' ')) {
    if (kVectorFlags.contains(flag)) flags.push_back(flag);
  }
  auto or_null = [&](const char* key) { return facts.contains(key) ? Json(facts[key]) : Json(); };
  return {{"model", or_null("model name")},
          {"vendor", or_null("vendor_id")},
          {"family", or_null("cpu family")},
          {"model_number", or_null("model")},
          {"stepping", or_null("stepping")},
          {"mhz", OrNull(FirstNumber(facts["cpu MHz"]))},
          {"cache", or_null("cache size")},
          {"flags", flags},
          {"visible", visible}};
}

// How we seem to be contained, by signs that the common engines leave.
Json Container(const std::string& root) {
  std::error_code ignored;
  if (fs::exists(fs::path(root) / ".dockerenv", ignored)) return "docker";
  if (fs::exists(fs::path(root) / "run/.containerenv", ignored)) return "podman";
  std::string groups = ReadFact(root, "proc/1/cgroup");
  for (const char* sign : {"docker", "kubepods", "lxc", "containerd"}) {
    if (groups.find(sign) != std::string::npos) return sign;
  }
  return nullptr;
}

Json KernelFacts() {
  utsname name{};
  if (uname(&name) != 0) return nullptr;
  return {{"system", name.sysname}, {"release", name.release}, {"architecture", name.machine}};
}

Json Governor(const std::string& root) {
  std::string text = ReadFact(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  return text.empty() ? Json() : Json(std::string(Trim(text)));
}

Json GpuFactsOf(const Nvml& gpus) {
  Json facts = {{"driver", gpus.driver().empty() ? Json() : Json(gpus.driver())}};
  if (gpus.simulated()) facts["simulated"] = true;
  for (size_t i = 0; i < gpus.devices().size(); ++i) {
    const GpuFacts& device = gpus.devices()[i];
    facts[std::to_string(i)] = {
        {"name", device.name.empty() ? Json() : Json(device.name)},
        {"uuid", device.uuid.empty() ? Json() : Json(device.uuid)},
        {"memory_bytes", device.memory ? Json(device.memory->value) : Json()}};
  }
  return facts;
}

// What the GPUs here are, when none of them is the one that is wanted.
std::optional<std::string> OtherGpus(const std::string& wanted, const Nvml& gpus) {
  auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return text;
  };
  std::set<std::string> names;
  for (const GpuFacts& device : gpus.devices()) {
    if (device.name.empty() || lower(device.name).find(lower(wanted)) != std::string::npos)
      return std::nullopt;
    names.insert(device.name);
  }
  return Join({names.begin(), names.end()}, ", ");
}

}  // namespace

Machine ReadMachine(const std::string& root, const std::string& nvml) {
  Machine machine;
  Result<std::shared_ptr<Nvml>> gpus = Nvml::Open(nvml);
  if (gpus.ok()) machine.gpus = gpus.value();
  machine.cpus = std::max(1, static_cast<int>(VisibleCpus().size()));
  auto memory = KeyValues(ReadFact(root, "proc/meminfo"), ':');
  auto total = FirstNumber(memory["MemTotal"]);
  if (total) *total *= 1024;
  machine.memory = UsableMemory(root, total);
  machine.boot_id = Trim(ReadFact(root, "proc/sys/kernel/random/boot_id"));
  auto os = KeyValues(ReadFact(root, "etc/os-release"), '=');
  std::string pretty = os["PRETTY_NAME"];
  std::erase(pretty, '"');
  machine.facts = {{"cpu", CpuFacts(root, machine.cpus)},
                   {"memory_bytes", total ? Json(static_cast<uint64_t>(*total)) : Json()},
                   {"usable_memory_bytes", machine.memory ? Json(machine.memory->value) : Json()},
                   {"kernel", KernelFacts()},
                   {"os", pretty.empty() ? Json() : Json(pretty)},
                   {"container", Container(root)},
                   {"governor", Governor(root)},
                   {"gpus", machine.gpus ? GpuFactsOf(*machine.gpus) : Json()}};
  machine.facts["cpu"]["online"] = OnlineCpus(root);
  machine.facts["variables"] = VariableFacts(environ);
  machine.facts["limits"] = LimitFacts();
  return machine;
}

std::string MachineName(const Machine& machine) {
  const Json& facts = machine.facts;
  Json name = {{"cpus", machine.cpus}};
  for (const char* field : {"memory_bytes", "gpus"}) {
    if (facts.contains(field)) name[field] = facts[field];
  }
  if (facts.contains("cpu") && facts["cpu"].contains("model")) name["cpu"] = facts["cpu"]["model"];
  return Dump(name);
}

Json ReadMoment(const std::string& root) {
  KernelFile averages(root + "/proc/loadavg");
  Scanner average(averages.Read());
  std::array<Reading, 3> loads;
  for (Reading& load : loads) load = average.Number();
  Json load = Json::array();
  for (const Reading& value : loads) {
    if (loads[2]) load.push_back(OrNull(value));
  }
  constexpr std::array<std::string_view, 1> kName = {"MemAvailable:"};
  std::array<Reading, 1> memory;
  KernelFile kilobytes(root + "/proc/meminfo");
  ReadNamed(kilobytes.Read(), kName, memory);
  Reading available = memory[0];
  return {{"load", load},
          {"available_memory_bytes",
           available ? Json(static_cast<uint64_t>(*available * 1024)) : Json()}};
}

std::vector<std::string> Differences(const Environment& environment, const Machine& machine) {
  std::vector<std::string> out;
  if (environment.vcpus && *environment.vcpus != machine.cpus) {
    out.push_back(fmt::format("{} CPUs instead of {}", machine.cpus, *environment.vcpus));
  }
  if (environment.memory && machine.memory) {
    auto wanted = static_cast<double>(environment.memory->value);
    auto here = static_cast<double>(machine.memory->value);
    if (std::abs(here - wanted) > kMemoryTolerance * wanted) {
      out.push_back(fmt::format("{} of memory instead of {}", ToString(*machine.memory),
                                ToString(*environment.memory)));
    }
  }
  if (machine.gpus && machine.gpus->simulated()) out.emplace_back("a stand-in for the GPUs");
  if (machine.gpus && environment.device == "cuda" && environment.gpu) {
    if (auto others = OtherGpus(*environment.gpu, *machine.gpus)) {
      out.push_back(fmt::format("{} instead of {}", *others, *environment.gpu));
    }
  }
  return out;
}

bool IsHere(const Environment& environment, const std::string& root, const std::string& nvml) {
  std::error_code ignored;
  if (environment.device == "cuda") {
    return fs::exists(fs::path(root) / "dev/nvidiactl", ignored) || Nvml::Open(nvml).ok();
  }
  if (environment.device == "tpu") {
    return fs::exists(fs::path(root) / "dev/accel0", ignored) ||
           fs::exists(fs::path(root) / "dev/vfio/0", ignored);
  }
  return true;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Energy of the CPU packages and of memory as the processor counts it (RAPL), of the whole machine:
// the counters know nothing of processes.
#include <algorithm>
#include <filesystem>

#include "core/files.h"
#include "core/text/text.h"
#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr double kMicrojoule = 1e-6;
constexpr size_t kMostDomains = 64;
constexpr size_t kLargest = 4096;

struct Domain {
  KernelFile file;
  Total energy;  // microjoules since the run began
};

// The domains of one kind, summed.
class Domains {
 public:
  void Add(KernelFile file, Reading range) { domains_.push_back({std::move(file), Total(range)}); }

  // Appends watts since the last reading and joules since the first. A sum that lacks a part would
  // be too small: it is missing.
  void Read(double now, std::vector<Reading>& out) {
    Reading sum = domains_.empty() ? std::nullopt : Reading(0);
    for (Domain& domain : domains_) {
      Reading energy = domain.energy.Since(Scanner(domain.file.Read()).Number());
      if (sum) sum = energy ? Reading(*sum + *energy) : std::nullopt;
    }
    if (sum) *sum *= kMicrojoule;
    out.push_back(power_.Rate(now, sum));
    out.push_back(sum);
  }

  void Forget() {
    for (Domain& domain : domains_) domain.energy.Forget();
    power_.Forget();
  }

 private:
  std::vector<Domain> domains_;
  Counter power_;
};

std::string ReadLine(const fs::path& path) {
  auto text = ReadFile(path, kLargest);
  return std::string(Trim(text.ok() ? text.value() : ""));
}

class EnergySensor : public Sensor {
 public:
  // intel-rapl:0 is a package (AMD's too), intel-rapl:0:1 a part of it. intel-rapl-mmio:0 is the
  // same package seen another way, and psys holds all of them: neither is added.
  explicit EnergySensor(const SensorContext& context) {
    std::error_code error;
    size_t count = 0;
    fs::directory_iterator it(context.sys + "/class/powercap", error), end;
    for (; !error && it != end && count < kMostDomains; it.increment(error), ++count) {
      const fs::path& folder = it->path();
      if (!folder.filename().string().starts_with("intel-rapl:")) continue;
      std::string name = ReadLine(folder / "name");
      KernelFile file(folder / "energy_uj");
      // Only root may read it on most machines.
      if (!Scanner(file.Read()).Number()) continue;
      std::string range_text = ReadLine(folder / "max_energy_range_uj");
      Reading range = Scanner(range_text).Number();
      if (name.starts_with("package-")) {
        packages_.Add(std::move(file), range);
      } else if (name == "dram") {
        memory_.Add(std::move(file), range);
      }
    }
  }

  std::vector<std::string> Columns() const override {
    return {"cpu_power_w", "cpu_energy_j", "dram_power_w", "dram_energy_j"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    packages_.Read(now, out);
    memory_.Read(now, out);
  }

  bool ServesAnotherRun() override {
    packages_.Forget();
    memory_.Forget();
    return true;
  }

 private:
  Domains packages_;
  Domains memory_;
};

}  // namespace

std::unique_ptr<Sensor> MakeEnergySensor(const SensorContext& context) {
  return std::make_unique<EnergySensor>(context);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/doctor/doctor.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/clock.h"
#include "core/files.h"
#include "core/text/text.h"
#include "measure/doctor/doctor_checks.h"
#include "measure/machine/machine.h"
#include "measure/machine/yardstick.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/visible_cpus.h"
#include "measure/sensors/nvml/nvml.h"
#include "store/equal_pairs.h"

namespace trena {
namespace {

constexpr size_t kFewestReadings = 3;  // of the yardstick, to tell a range
constexpr size_t kLargestSetting = size_t{1} << 20;

double Ticks() { return static_cast<double>(std::max(1L, sysconf(_SC_CLK_TCK))); }

// The line "cpu" of /proc/stat: user nice system idle iowait irq softirq steal.
void ReadCpuTimes(const std::string& text, MachineMoment& moment) {
  Scanner line(text);
  if (line.Word() != "cpu") return;
  double part[8] = {};
  for (double& value : part) {
    auto number = line.Number();
    if (!number || *number < 0) return;
    value = *number / Ticks();
  }
  double total = 0;
  for (double value : part) total += value;
  moment.total = total;
  moment.idle = part[3] + part[4];
  moment.steal = part[7];
}

// "PID (name) state …": the name may hold anything, so it ends at the last parenthesis. User and
// system time are the 12th and 13th word after it.
std::optional<ProcessTime> ParseStat(const std::string& text) {
  size_t open = text.find('(');
  size_t close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  Scanner rest(std::string_view(text).substr(close + 1));
  for (int i = 0; i < 11; ++i) rest.Word();
  auto user = rest.Number();
  auto system = rest.Number();
  if (!user || !system) return std::nullopt;
  return ProcessTime{text.substr(open + 1, close - open - 1), (*user + *system) / Ticks()};
}

std::string ReadFact(const std::filesystem::path& path) {
  auto text = ReadFile(path, kLargestSetting);
  return text.ok() ? std::string(Trim(text.value())) : "";
}

}  // namespace

const char* ToString(FindingLevel level) {
  switch (level) {
    case FindingLevel::kGood:
      return "good";
    case FindingLevel::kNote:
      return "note";
    case FindingLevel::kBad:
      return "bad";
  }
  return "";
}

std::string DoctorFact(const DoctorView& view, const std::string& path) {
  return ReadFact(fs::path(view.root) / path);
}

std::optional<double> DoctorNumber(const DoctorView& view, const std::string& path) {
  const std::string text = DoctorFact(view, path);
  return Scanner(text).Number();
}

MachineMoment ReadMachineMoment(const std::string& root, double now) {
  MachineMoment moment;
  moment.t = now;
  const fs::path proc = fs::path(root) / "proc";
  ReadCpuTimes(ReadFact(proc / "stat"), moment);
  auto names = ListFolder(proc);
  if (!names.ok()) return moment;
  for (const std::string& name : names.value()) {
    pid_t pid = 0;
    auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    if (auto time = ParseStat(ReadFact(proc / name / "stat"))) moment.processes[pid] = *time;
  }
  return moment;
}

DoctorView LookAround(const DoctorOptions& options) {
  DoctorView view;
  view.cpus = VisibleCpus();
  view.self = getpid();
  view.folders = options.folders;
  view.nvml = Nvml::Open(NvmlLibrary()).ok();
  if (!options.cache.empty()) {
    for (const EqualPair& pair : LoadEqualPairs(options.cache, MachineName(ReadMachine()))) {
      ++view.equal_pairs;
      if (pair.false_alarm) ++view.false_alarms;
    }
  }
  for (const char* name : kWaitVariables) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    if (value != nullptr && *value != '\0') view.variables[name] = value;
  }
  view.before = ReadMachineMoment(view.root, MonotonicNow());
  std::this_thread::sleep_for(std::chrono::duration<double>(options.watch_seconds));
  view.after = ReadMachineMoment(view.root, MonotonicNow());
  const double end = MonotonicNow() + options.yardstick_seconds;
  while (MonotonicNow() < end || view.compute.size() < kFewestReadings) {
    YardstickReading reading = ReadYardstick();
    view.compute.push_back(reading.compute.median());
    view.memory.push_back(reading.memory.median());
  }
  return view;
}

const std::vector<DoctorCheck>& DoctorChecks() {
  static const std::vector<DoctorCheck> checks = {
      {"busy", "do other programs use the CPUs now?", CheckBusy},
      {"load", "how many tasks wanted a CPU in the last minute?", CheckLoad},
      {"steal", "does the host give our CPUs to others?", CheckSteal},
      {"quota", "may we use all the CPUs that we see?", CheckQuota},
      {"virtual", "is the machine shared with neighbours we cannot see?", CheckVirtual},
      {"siblings", "do two of our CPUs share a core?", CheckSiblings},
      {"governor", "does the kernel change the frequency?", CheckGovernor},
      {"turbo", "does heat change the frequency?", CheckTurbo},
      {"throttle", "was the processor slowed down by heat?", CheckThrottle},
      {"battery", "does it run on battery?", CheckBattery},
      {"clock", "is reading the clock quick?", CheckClock},
      {"spinning", "will waiting threads burn CPU time of a shared machine?", CheckSpinning},
      {"memory", "is there memory for a training?", CheckMemory},
      {"swap", "is memory on disk?", CheckSwap},
      {"huge_pages", "may programs have large pages?", CheckHugePages},
      {"disk", "is there room for data and results?", CheckDisk},
      {"pressure", "does the kernel tell who waits, and does anyone?", CheckPressure},
      {"energy", "can energy be read?", CheckEnergy},
      {"gpu", "can NVIDIA GPUs be watched?", CheckGpu},
      {"yardstick", "does the same work take the same time?", CheckYardstick},
      {"equal", "how often did equal trainings seem to differ here?", CheckEqual},
  };
  return checks;
}

std::vector<Finding> Examine(const DoctorView& view) {
  std::vector<Finding> findings;
  for (const DoctorCheck& check : DoctorChecks()) {
    Found found = check.look(view);
    if (!found) continue;
    found->check = check.name;
    findings.push_back(std::move(*found));
  }
  return findings;
}

Json ToJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"check", finding.check},
                    {"level", ToString(finding.level)},
                    {"seen", finding.seen.english},
                    {"why", finding.why.english},
                    {"advice", finding.advice.english}});
  }
  return list;
}

}  // namespace trena

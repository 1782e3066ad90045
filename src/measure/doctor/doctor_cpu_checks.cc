// SPDX-License-Identifier: Apache-2.0
// Checks of the processor: who else uses it, and how fast it may run.
#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/files.h"
#include "core/text/text.h"
#include "measure/doctor/doctor_checks.h"
#include "measure/sensors/kernel/kernel_file.h"

namespace trena {
namespace {

constexpr double kMostBusy = 0.05;      // of all CPUs
constexpr double kNamedProcess = 0.02;  // of one CPU
constexpr size_t kMostNames = 3;
constexpr double kMostSteal = 0.01;
constexpr double kMostLoad = 0.5;  // tasks per CPU

// The busiest others: "cc1plus 187%, python3 12%", of one CPU, those of one name together.
std::string BusiestOthers(const DoctorView& view) {
  const double seconds = view.after.t - view.before.t;
  std::map<std::string, double> shares;
  for (const auto& [pid, process] : view.after.processes) {
    if (pid == view.self || seconds <= 0) continue;
    auto earlier = view.before.processes.find(pid);
    double since = earlier != view.before.processes.end() ? earlier->second.cpu_s : 0;
    shares[process.name] += (process.cpu_s - since) / seconds;
  }
  std::vector<std::pair<double, std::string>> busy;
  for (const auto& [name, share] : shares) {
    if (share >= kNamedProcess) busy.emplace_back(share, name);
  }
  std::sort(busy.rbegin(), busy.rend());
  busy.resize(std::min(busy.size(), kMostNames));
  std::vector<std::string> parts;
  for (const auto& [share, name] : busy) {
    parts.push_back(fmt::format("{} {:.0f}%", name, 100 * share));
  }
  return Join(parts, ", ");
}

// A thread that spins for about a millisecond sleeps soon: loops of GNU's OpenMP, milliseconds of
// LLVM's and Intel's. By themselves they do 300,000 and 200.
constexpr double kFewLoops = 25'000, kFewMilliseconds = 1;

// "20", "300k", "100us": a number and its unit, in the variable's own unit; missing for a word.
std::optional<double> InUnits(const std::string& text, const std::map<std::string, double>& units) {
  double number = 0;
  const char* last = text.data() + text.size();
  auto [end, error] = std::from_chars(text.data(), last, number);
  auto unit = units.find(std::string(end, last));
  if (error != std::errc() || unit == units.end()) return std::nullopt;
  return number * unit->second;
}

// Whether a variable makes OpenMP's threads sleep soon, and not spin, while they wait.
bool SoonSleeps(const std::string& name, const std::string& value) {
  if (name == "GOMP_SPINCOUNT") {
    auto loops = InUnits(value, {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}});
    return loops && *loops <= kFewLoops;
  }
  if (name == "KMP_BLOCKTIME") {
    auto milliseconds = InUnits(value, {{"", 1}, {"us", 1e-3}, {"ms", 1}, {"s", 1e3}});
    return milliseconds && *milliseconds <= kFewMilliseconds;
  }
  return strcasecmp(value.c_str(), "passive") == 0;
}

std::string CpuFolder(int cpu) { return fmt::format("sys/devices/system/cpu/cpu{}/", cpu); }

// CPUs of a list like "0,4" or "0-1".
std::set<int> ParseCpuList(const std::string& text) {
  std::set<int> cpus;
  for (const std::string& part : Split(text, ',')) {
    auto ends = Split(part, '-');
    auto first = Scanner(ends[0]).Number();
    auto last = Scanner(ends.back()).Number();
    if (!first || !last || *last - *first > 4096) continue;
    for (int cpu = static_cast<int>(*first); cpu <= static_cast<int>(*last); ++cpu) {
      cpus.insert(cpu);
    }
  }
  return cpus;
}

bool IsVirtual(const DoctorView& view) {
  for (const std::string& line : Split(DoctorFact(view, "proc/cpuinfo"), '\n')) {
    if (line.starts_with("flags") && (line + " ").find(" hypervisor ") != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<double> BusyShare(const DoctorView& view) {
  if (!view.before.total || !view.after.total) return std::nullopt;
  double total = *view.after.total - *view.before.total;
  if (total <= 0) return std::nullopt;
  double idle = *view.after.idle - *view.before.idle;
  double steal = *view.after.steal - *view.before.steal;
  return std::clamp((total - idle - steal) / total, 0.0, 1.0);
}

// Version 2's cpu.max of our group and those above it, else version 1's.
std::optional<double> QuotaCpus(const DoctorView& view) {
  std::optional<double> least;
  std::string path;
  for (const std::string& line : Split(DoctorFact(view, "proc/self/cgroup"), '\n')) {
    if (line.starts_with("0::/")) path = line.substr(4);
  }
  while (true) {
    const std::string text =
        DoctorFact(view, "sys/fs/cgroup/" + (path.empty() ? "" : path + "/") + "cpu.max");
    Scanner words(text);
    auto quota = words.Number();
    auto period = words.Number();
    if (quota && period && *period > 0) {
      least = std::min(least.value_or(*quota / *period), *quota / *period);
    }
    if (path.empty() || path.find("..") != std::string::npos) break;
    path = path.find('/') == std::string::npos ? "" : path.substr(0, path.rfind('/'));
  }
  auto quota = DoctorNumber(view, "sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  auto period = DoctorNumber(view, "sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (!least && quota && period && *quota > 0 && *period > 0) least = *quota / *period;
  return least;
}

Found CheckBusy(const DoctorView& view) {
  auto share = BusyShare(view);
  if (!share) return std::nullopt;
  const std::string who = BusiestOthers(view);
  const Told seen = Tell(
      {"{share}% of the CPUs' time is used{who}", "{share}% do tempo das CPUs está em uso{who}"},
      {{"share", Decimal(fmt::format("{:.1f}", 100 * *share))},
       {"who", who.empty() ? "" : ": " + who}});
  if (*share <= kMostBusy) return Finding{FindingLevel::kGood, seen};
  return Finding{
      FindingLevel::kBad, seen,
      Tell({"Other programs take time and caches from the training.",
            "Outros programas tomam tempo e caches do treinamento."}),
      Tell({"Stop them, or wait until they have ended.", "Encerre-os, ou espere que terminem."})};
}

Found CheckLoad(const DoctorView& view) {
  auto load = DoctorNumber(view, "proc/loadavg");
  if (!load || view.cpus.empty()) return std::nullopt;
  const Told seen = Tell({"{load} tasks on {cpus} CPUs in the last minute",
                          "{load} tarefas em {cpus} CPUs no último minuto"},
                         {{"load", Decimal(fmt::format("{:.2f}", *load))},
                          {"cpus", std::to_string(view.cpus.size())}});
  if (*load <= kMostLoad * static_cast<double>(view.cpus.size())) {
    return Finding{FindingLevel::kGood, seen};
  }
  return Finding{
      FindingLevel::kNote, seen,
      Tell({"The machine was busy a moment ago.", "A máquina estava ocupada há um momento."}),
      Tell({"See that it stays quiet while the study runs.",
            "Cuide que fique quieta enquanto o estudo roda."})};
}

Found CheckSteal(const DoctorView& view) {
  if (!view.before.total || !view.after.total) return std::nullopt;
  double total = *view.after.total - *view.before.total;
  if (total <= 0) return std::nullopt;
  double share = std::max(0.0, *view.after.steal - *view.before.steal) / total;
  const Told seen = Tell({"{share}% of the CPUs' time", "{share}% do tempo das CPUs"},
                         {{"share", Decimal(fmt::format("{:.1f}", 100 * share))}});
  if (share <= kMostSteal) return Finding{FindingLevel::kGood, seen};
  return Finding{FindingLevel::kBad, seen,
                 Tell({"The host gives these CPUs to other virtual machines while ours waits.",
                       "O hospedeiro dá estas CPUs a outras máquinas virtuais enquanto a nossa "
                       "espera."}),
                 Tell({"Measure at another time, or on CPUs of one's own.",
                       "Meça em outro momento, ou em CPUs só suas."})};
}

Found CheckQuota(const DoctorView& view) {
  auto quota = QuotaCpus(view);
  const auto visible = static_cast<double>(view.cpus.size());
  if (!quota) {
    return Finding{FindingLevel::kGood, Tell({"no CPU quota", "sem cota de CPU"})};
  }
  const Told seen = Tell({"{quota} CPUs of {cpus} visible", "{quota} CPUs de {cpus} visíveis"},
                         {{"quota", Decimal(fmt::format("{:.3g}", *quota))},
                          {"cpus", std::to_string(view.cpus.size())}});
  if (*quota >= visible) return Finding{FindingLevel::kGood, seen};
  return Finding{FindingLevel::kBad, seen,
                 Tell({"Frameworks start a thread for every CPU they see; the quota then stops "
                       "them all in turns.",
                       "As bibliotecas iniciam uma thread por CPU que veem; a cota então para "
                       "todas, por turnos."}),
                 Tell({"Raise the quota, or show the container only as many CPUs (taskset, "
                       "cpuset).",
                       "Aumente a cota, ou mostre ao contêiner só tantas CPUs (taskset, "
                       "cpuset)."})};
}

Found CheckVirtual(const DoctorView& view) {
  if (DoctorFact(view, "proc/cpuinfo").empty()) return std::nullopt;
  if (!IsVirtual(view)) {
    return Finding{FindingLevel::kGood, Tell({"a machine of its own", "uma máquina própria"})};
  }
  return Finding{
      FindingLevel::kNote, Tell({"a virtual machine", "uma máquina virtual"}),
      Tell({"Neighbours on the host slow caches and cores without a trace in load or steal.",
            "Vizinhos no hospedeiro atrasam caches e núcleos sem deixar rastro em carga ou "
            "\"steal\"."}),
      Tell({"Leave the yardstick on, keep the order random, measure five or more replications.",
            "Deixe a medida de referência ligada, mantenha a ordem aleatória, meça cinco ou mais "
            "repetições."})};
}

Found CheckSiblings(const DoctorView& view) {
  std::set<int> visible(view.cpus.begin(), view.cpus.end());
  bool known = false;
  for (int cpu : view.cpus) {
    const std::string list = DoctorFact(view, CpuFolder(cpu) + "topology/thread_siblings_list");
    known = known || !list.empty();
    for (int sibling : ParseCpuList(list)) {
      if (sibling == cpu || !visible.contains(sibling)) continue;
      return Finding{FindingLevel::kNote,
                     Tell({"CPUs {cpu} and {sibling} are one core",
                           "as CPUs {cpu} e {sibling} são um só núcleo"},
                          {{"cpu", std::to_string(cpu)}, {"sibling", std::to_string(sibling)}}),
                     Tell({"Two threads on one core share its units: 2 CPUs do the work of little "
                           "more than one.",
                           "Duas threads em um núcleo dividem suas unidades: 2 CPUs fazem o "
                           "trabalho de pouco mais que uma."}),
                     Tell({"Say in the study's `vcpus` what is meant; compare machines core by "
                           "core.",
                           "Diga em `vcpus` do estudo o que se quer; compare máquinas núcleo a "
                           "núcleo."})};
    }
  }
  if (!known) return std::nullopt;
  return Finding{FindingLevel::kGood,
                 Tell({"{cpus} CPUs, a core each", "{cpus} CPUs, um núcleo cada"},
                      {{"cpus", std::to_string(view.cpus.size())}})};
}

Found CheckGovernor(const DoctorView& view) {
  std::set<std::string> governors;
  for (int cpu : view.cpus) {
    std::string governor = DoctorFact(view, CpuFolder(cpu) + "cpufreq/scaling_governor");
    if (!governor.empty()) governors.insert(governor);
  }
  if (governors.empty()) return std::nullopt;
  const std::string seen = Join({governors.begin(), governors.end()}, ", ");
  if (governors == std::set<std::string>{"performance"}) return Finding{FindingLevel::kGood, seen};
  return Finding{FindingLevel::kNote, seen,
                 Tell({"The frequency follows the load: a run begins slower than it goes on.",
                       "A frequência segue a carga: uma execução começa mais lenta do que "
                       "prossegue."}),
                 Tell({"Set it to performance: cpupower frequency-set --governor performance",
                       "Passe para performance: cpupower frequency-set --governor performance"})};
}

Found CheckTurbo(const DoctorView& view) {
  auto off = DoctorNumber(view, "sys/devices/system/cpu/intel_pstate/no_turbo");
  auto boost = DoctorNumber(view, "sys/devices/system/cpu/cpufreq/boost");
  if (!off && !boost) return std::nullopt;
  if (off ? *off != 0 : *boost == 0) {
    return Finding{FindingLevel::kGood, Tell({"off", "desligado"})};
  }
  return Finding{FindingLevel::kNote, Tell({"on", "ligado"}),
                 Tell({"The frequency depends on heat and on how many cores are busy.",
                       "A frequência depende do calor e de quantos núcleos estão ocupados."}),
                 Tell({"Turn it off for comparisons; leave it on to know what training costs in "
                       "use.",
                       "Desligue para comparar; deixe ligado para saber o que o treinamento custa "
                       "em uso."})};
}

Found CheckThrottle(const DoctorView& view) {
  double most = 0;
  bool known = false;
  for (int cpu : view.cpus) {
    for (const char* kind : {"core", "package"}) {
      auto count = DoctorNumber(
          view, CpuFolder(cpu) + fmt::format("thermal_throttle/{}_throttle_count", kind));
      known = known || count.has_value();
      most = std::max(most, count.value_or(0));
    }
  }
  if (!known) return std::nullopt;
  const Told seen = Tell(
      {"{count} times since the machine started", "{count} vezes desde que a máquina foi ligada"},
      {{"count", fmt::format("{:.0f}", most)}});
  if (most == 0) return Finding{FindingLevel::kGood, seen};
  return Finding{FindingLevel::kNote, seen,
                 Tell({"Heat has lowered the frequency before, and may again.",
                       "O calor já baixou a frequência, e pode baixar de novo."}),
                 Tell({"Cool the machine; look for warnings of throttling after the study.",
                       "Resfrie a máquina; procure avisos de redução de frequência depois do "
                       "estudo."})};
}

Found CheckBattery(const DoctorView& view) {
  const std::string folder = "sys/class/power_supply/";
  auto names = ListFolder(fs::path(view.root) / folder);
  std::optional<bool> mains;
  for (const std::string& name : names.ok() ? names.value() : std::vector<std::string>{}) {
    if (DoctorFact(view, folder + name + "/type") != "Mains") continue;
    mains = mains.value_or(false) || DoctorNumber(view, folder + name + "/online").value_or(0) > 0;
  }
  if (!mains) return std::nullopt;
  if (*mains) {
    return Finding{FindingLevel::kGood, Tell({"no, on mains", "não, na tomada"})};
  }
  return Finding{FindingLevel::kBad, Tell({"yes", "sim"}),
                 Tell({"Firmware lowers the frequency to save power.",
                       "O firmware baixa a frequência para poupar energia."}),
                 Tell({"Plug it in.", "Ligue-a na tomada."})};
}

Found CheckClock(const DoctorView& view) {
  std::string source =
      DoctorFact(view, "sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (source.empty()) return std::nullopt;
  const std::set<std::string> quick = {"tsc", "kvm-clock", "arch_sys_counter",
                                       "hyperv_clocksource_tsc_page"};
  if (quick.contains(source)) return Finding{FindingLevel::kGood, source};
  return Finding{FindingLevel::kNote, source,
                 Tell({"Reading this clock enters the kernel; frameworks do it at every step.",
                       "Ler este relógio entra no kernel; as bibliotecas o fazem a cada passo."}),
                 Tell({"Choose tsc where the kernel offers it (available_clocksource).",
                       "Escolha tsc onde o kernel o oferece (available_clocksource)."})};
}

Found CheckSpinning(const DoctorView& view) {
  auto quota = QuotaCpus(view);
  bool shared = BusyShare(view).value_or(0) > kMostBusy ||
                (quota && *quota < static_cast<double>(view.cpus.size()));
  if (!shared) return std::nullopt;
  std::string spins;
  for (const auto& [name, value] : view.variables) {
    if (!SoonSleeps(name, value)) spins = name + "=" + value;
  }
  if (spins.empty() && !view.variables.empty()) return std::nullopt;
  const Told instead =
      spins.empty() ? Told() : Tell({" instead of {set}", " em vez de {set}"}, {{"set", spins}});
  return Finding{FindingLevel::kNote,
                 Tell({"OpenMP's threads spin while they wait{set}, and the CPUs are shared",
                       "as threads do OpenMP giram enquanto esperam{set}, e as CPUs são "
                       "divididas"},
                      {{"set", spins.empty() ? "" : " (" + spins + ")"}}),
                 Tell({"A spinning thread burns the time that the slow one needs: runs get slower "
                       "and vary more.",
                       "Uma thread que gira gasta o tempo de que a lenta precisa: as execuções "
                       "ficam mais lentas e variam mais."}),
                 Tell({"Make the machine quiet; else set OMP_WAIT_POLICY=passive{instead} for all "
                       "runs alike.",
                       "Deixe a máquina quieta; senão use OMP_WAIT_POLICY=passive{instead}, igual "
                       "em todas as execuções."},
                      {{"instead", instead}})};
}

}  // namespace trena

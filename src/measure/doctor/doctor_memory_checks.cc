// SPDX-License-Identifier: Apache-2.0
// Checks of memory, disks, and of what can be read while a run lives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/files.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "measure/doctor/doctor_checks.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr double kGigabyte = 1e9;
constexpr double kLeastMemory = 1 * kGigabyte;
constexpr double kLeastMemoryShare = 0.10;
constexpr double kMostSwapShare = 0.10;  // of memory
constexpr double kLeastDisk = 1 * kGigabyte;
constexpr double kLittleDisk = 5 * kGigabyte;
constexpr double kMostPressure = 10;  // percent of ten seconds
constexpr double kLittleRange = 0.05;
constexpr double kMostRange = 0.10;
constexpr size_t kFewestMemoryReadings = 3;

Told Shown(double bytes) { return Decimal(ToString(Bytes{static_cast<uint64_t>(bytes)})); }

constexpr Sentence kNoEnergy{"Runs will have no energy of the processor.",
                             "As execuções não terão a energia do processador."};

// Largest over smallest, less 1.
std::optional<double> Range(const std::vector<double>& rates) {
  Summary summary = Summarize(rates);
  if (rates.size() < kFewestMemoryReadings || !summary.min || *summary.min <= 0)
    return std::nullopt;
  return *summary.max / *summary.min - 1;
}

// The first folder that exists on the way up: where a new one would be.
fs::path Existing(fs::path path) {
  std::error_code ignored;
  path = fs::absolute(path, ignored);
  while (!fs::exists(path, ignored) && path.has_relative_path()) path = path.parent_path();
  return path;
}

}  // namespace

std::optional<double> MemoryLine(const DoctorView& view, const std::string& name) {
  const std::string text = DoctorFact(view, "proc/meminfo");
  Scanner lines(text);
  do {
    if (lines.Word() != name + ":") continue;
    auto kibibytes = lines.Number();
    return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
  } while (lines.NextLine());
  return std::nullopt;
}

Found CheckMemory(const DoctorView& view) {
  auto total = MemoryLine(view, "MemTotal");
  auto available = MemoryLine(view, "MemAvailable");
  if (!total || !available || *total <= 0) return std::nullopt;
  const Told seen = Tell({"{free} of {all} available", "{free} de {all} disponíveis"},
                         {{"free", Shown(*available)}, {"all", Shown(*total)}});
  if (*available >= kLeastMemory && *available >= kLeastMemoryShare * *total) {
    return Finding{FindingLevel::kGood, seen};
  }
  return Finding{FindingLevel::kBad, seen,
                 Tell({"A training may end for want of memory, or swap.",
                       "Um treinamento pode acabar por falta de memória, ou usar swap."}),
                 Tell({"Free memory before the study.", "Libere memória antes do estudo."})};
}

Found CheckSwap(const DoctorView& view) {
  auto total = MemoryLine(view, "SwapTotal");
  auto free = MemoryLine(view, "SwapFree");
  auto memory = MemoryLine(view, "MemTotal");
  if (!total || !free || !memory) return std::nullopt;
  double used = *total - *free;
  if (used <= 0) {
    return Finding{FindingLevel::kGood, Tell({"none in use", "nada em uso"})};
  }
  bool much = used > kMostSwapShare * *memory;
  return Finding{much ? FindingLevel::kBad : FindingLevel::kNote,
                 Tell({"{used} in use", "{used} em uso"}, {{"used", Shown(used)}}),
                 Tell({"Memory was short; what is on disk comes back in the middle of a run.",
                       "Faltou memória; o que está em disco volta no meio de uma execução."}),
                 Tell({"Free memory, then turn swap off and on (swapoff -a, swapon -a).",
                       "Libere memória, depois desligue e ligue o swap (swapoff -a, swapon "
                       "-a)."})};
}

Found CheckHugePages(const DoctorView& view) {
  std::string text = DoctorFact(view, "sys/kernel/mm/transparent_hugepage/enabled");
  size_t open = text.find('[');
  size_t close = text.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  std::string mode = text.substr(open + 1, close - open - 1);
  if (mode != "never") return Finding{FindingLevel::kGood, mode};
  return Finding{FindingLevel::kNote, mode,
                 Tell({"Large arrays take more time to reach without large pages.",
                       "Sem páginas grandes leva mais tempo alcançar vetores grandes."}),
                 Tell({"Set it to madvise or always, alike on all machines compared.",
                       "Passe para madvise ou always, igual em todas as máquinas comparadas."})};
}

Found CheckDisk(const DoctorView& view) {
  Told seen;
  std::optional<double> least;
  for (const auto& [use, path] : view.folders) {
    std::error_code error;
    fs::space_info space = fs::space(Existing(path), error);
    if (error) continue;
    auto available = static_cast<double>(space.available);
    least = std::min(least.value_or(available), available);
    seen =
        Tell({"{before}{room} for {use}", "{before}{room} para {use}"},
             {{"before", seen.empty() ? Told() : Tell({"{seen}, ", "{seen}, "}, {{"seen", seen}})},
              {"room", Shown(available)},
              {"use", use}});
  }
  if (!least) return std::nullopt;
  if (*least >= kLittleDisk) return Finding{FindingLevel::kGood, seen};
  return Finding{*least < kLeastDisk ? FindingLevel::kBad : FindingLevel::kNote, seen,
                 Tell({"Frameworks, data and results need room: some gigabytes each framework.",
                       "Bibliotecas, dados e resultados precisam de espaço: alguns gigabytes por "
                       "biblioteca."}),
                 Tell({"Make room, or choose another place with TRENA_CACHE and --out.",
                       "Libere espaço, ou escolha outro lugar com TRENA_CACHE e --out."})};
}

Found CheckPressure(const DoctorView& view) {
  bool known = false;
  for (const char* resource : {"cpu", "memory", "io"}) {
    const std::string text = DoctorFact(view, fmt::format("proc/pressure/{}", resource));
    size_t at = text.find("avg10=");
    if (!text.starts_with("some ") || at == std::string::npos) continue;
    auto percent = Scanner(std::string_view(text).substr(at + 6)).Number();
    known = known || percent.has_value();
    if (!percent || *percent <= kMostPressure) continue;
    return Finding{FindingLevel::kBad,
                   Tell({"programs waited for {resource} {percent}% of the last ten seconds",
                         "programas esperaram por {resource} {percent}% dos últimos dez segundos"},
                        {{"resource", resource}, {"percent", fmt::format("{:.0f}", *percent)}}),
                   Tell({"They will wait while the study runs, too.",
                         "Vão esperar também enquanto o estudo roda."}),
                   Tell({"Stop what needs it; see `busy` and `memory`.",
                         "Encerre o que precisa disso; veja `busy` e `memory`."})};
  }
  if (known) return Finding{FindingLevel::kGood, Tell({"no one waits", "ninguém espera"})};
  return Finding{FindingLevel::kNote, Tell({"the kernel does not tell", "o kernel não diz"}),
                 Tell({"Waiting for CPU, memory or disk cannot be seen during runs.",
                       "Não se vê, durante as execuções, a espera por CPU, memória ou disco."}),
                 Tell({"Start the kernel with psi=1 where it is built in.",
                       "Inicie o kernel com psi=1 onde ele o traz."})};
}

Found CheckEnergy(const DoctorView& view) {
  auto names = ListFolder(fs::path(view.root) / "sys/class/powercap");
  bool there = false;
  for (const std::string& name : names.ok() ? names.value() : std::vector<std::string>{}) {
    if (!name.starts_with("intel-rapl")) continue;
    there = true;
    if (DoctorNumber(view, "sys/class/powercap/" + name + "/energy_uj")) {
      return Finding{FindingLevel::kGood,
                     Tell({"of the processor, by RAPL", "do processador, por RAPL"})};
    }
  }
  if (there) {
    return Finding{
        FindingLevel::kNote,
        Tell({"there, but not readable by this user", "há, mas este usuário não pode ler"}),
        Tell(kNoEnergy),
        Tell({"Let your group read /sys/class/powercap/*/energy_uj.",
              "Deixe seu grupo ler /sys/class/powercap/*/energy_uj."})};
  }
  return Finding{FindingLevel::kNote, Tell({"no counter", "sem contador"}), Tell(kNoEnergy),
                 Tell({"Nothing can be done on most virtual machines.",
                       "Na maioria das máquinas virtuais nada se pode fazer."})};
}

Found CheckGpu(const DoctorView& view) {
  std::error_code ignored;
  bool device = fs::exists(fs::path(view.root) / "dev/nvidiactl", ignored);
  if (view.nvml) return Finding{FindingLevel::kGood, Tell({"by NVML", "por NVML"})};
  if (!device) return Finding{FindingLevel::kGood, Tell({"no NVIDIA GPU", "sem GPU da NVIDIA"})};
  return Finding{FindingLevel::kNote,
                 Tell({"a GPU, but no libnvidia-ml.so.1", "uma GPU, mas sem libnvidia-ml.so.1"}),
                 Tell({"Runs on it will have no figures of the GPU.",
                       "As execuções nela não terão números da GPU."}),
                 Tell({"Install the library that belongs to the driver.",
                       "Instale a biblioteca que acompanha o driver."})};
}

Found CheckYardstick(const DoctorView& view) {
  auto compute = Range(view.compute);
  auto memory = Range(view.memory);
  if (!compute || !memory) return std::nullopt;
  double range = std::max(*compute, *memory);
  const Told seen = Tell({"{count} readings range over {compute}% (compute) and {memory}% (memory)",
                          "{count} leituras variam {compute}% (cálculo) e {memory}% (memória)"},
                         {{"count", std::to_string(view.compute.size())},
                          {"compute", Decimal(fmt::format("{:.1f}", 100 * *compute))},
                          {"memory", Decimal(fmt::format("{:.1f}", 100 * *memory))}});
  if (range <= kLittleRange) return Finding{FindingLevel::kGood, seen};
  return Finding{range > kMostRange ? FindingLevel::kBad : FindingLevel::kNote, seen,
                 Tell({"The same work takes different times within seconds: so will a training.",
                       "O mesmo trabalho leva tempos diferentes em segundos: um treinamento "
                       "também levará."}),
                 Tell({"Find what else runs; on a shared host, measure more replications.",
                       "Descubra o que mais roda; em hospedeiro dividido, meça mais "
                       "repetições."})};
}

// Intervals of 95 % leave the truth out once in twenty.
Found CheckEqual(const DoctorView& view) {
  if (view.equal_pairs == 0) return std::nullopt;
  constexpr double kRate = 0.05;
  constexpr double kSurprising = 0.05;
  const Told seen = Tell(
      {"{alarms} of {pairs} [pair|pairs] of equal trainings seemed to differ (by chance: one "
       "in 20)",
       "{alarms} de {pairs} [par|pares] de treinamentos iguais pareceram diferir (por acaso: "
       "um em 20)"},
      {{"alarms", std::to_string(view.false_alarms)}, {"pairs", std::to_string(view.equal_pairs)}});
  const auto chance = BinomialTail(view.false_alarms, view.equal_pairs, kRate);
  if (!chance || *chance >= kSurprising) return Finding{FindingLevel::kGood, seen};
  return Finding{
      FindingLevel::kNote, seen,
      Tell({"More than chance: intervals measured here are too narrow, and differences may be of "
            "the machine's moods.",
            "Mais do que o acaso: os intervalos medidos aqui são estreitos demais, e diferenças "
            "podem ser do humor da máquina."}),
      Tell({"Measure in turns (`order: in_turns`), or more replications in random order.",
            "Meça em turnos (`order: in_turns`), ou mais repetições em ordem aleatória."})};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/metrics.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace trena {
namespace {

using enum MetricKind;
using enum MetricSource;
using enum ColumnFigure;

constexpr MetricBounds kShare{0, 1};
constexpr MetricBounds kPercents{0, 100};
// A number may be squared and summed and stays one.
constexpr double kLargest = 1e100;
constexpr MetricBounds kAnyNumber{-kLargest, kLargest};
constexpr MetricBounds kNotNegative{0, kLargest};
constexpr MetricBounds kPositive{0, kLargest, true};
// A hundred years, as where people write times (core/text/units.h).
constexpr double kLongest = 36'500 * 86'400.0;
constexpr MetricBounds kTime{0, kLongest};
constexpr MetricBounds kTimeAboveZero{0, kLongest, true};
constexpr MetricBounds kTimeEitherWay{-kLongest, kLongest};
constexpr MetricBounds kTemperature{-273.15, 1'000};  // °C

constexpr KnownMetric kMetrics[] = {
    {.name = "train_s",
     .kind = kSeconds,
     .bounds = kTimeAboveZero,
     .source = kEvents,
     .response = true,
     .explained = true,
     .scenario_column = 1,
     .words = MetricWords{{"training", "treino"},
                          {"training time", "tempo de treinamento"},
                          {"the training time", "o tempo de treinamento"}}},
    {.name = "wall_s",
     .kind = kSeconds,
     .bounds = kTimeAboveZero,
     .source = kTrena,
     .response = true,
     .explained = true,
     .scenario_column = 12,
     .words = MetricWords{{"whole run", "execução inteira"},
                          {"time of the whole run", "tempo da execução inteira"},
                          {"the time of the whole run", "o tempo da execução inteira"}}},
    {.name = "image_s",
     .kind = kSeconds,
     .bounds = kTimeAboveZero,
     .source = kEvents,
     .response = true,
     .explained = true,
     .words = MetricWords{{"per image", "por imagem"},
                          {"time per image", "tempo por imagem"},
                          {"the time per image", "o tempo por imagem"}}},
    {.name = "images_per_s",
     .kind = kImagesPerSecond,
     .bounds = kPositive,
     .source = kEvents,
     .response = true,
     .scenario_column = 2,
     .words =
         MetricWords{
             {"speed", "velocidade"}, {"speed", "velocidade"}, {"the speed", "a velocidade"}}},
    {.name = "tokens_per_s",
     .kind = kTokensPerSecond,
     .bounds = kPositive,
     .source = kEvents,
     .response = true,
     .scenario_column = 3,
     .words =
         MetricWords{
             {"speed", "velocidade"}, {"speed", "velocidade"}, {"the speed", "a velocidade"}}},
    {.name = "accuracy",
     .kind = kFraction,
     .bounds = kShare,
     .source = kEvents,
     .response = true,
     .explained = true,
     .scenario_column = 5,
     .words =
         MetricWords{
             {"accuracy", "acurácia"}, {"accuracy", "acurácia"}, {"the accuracy", "a acurácia"}}},
    {.name = "cpu_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"cpu_pct", kMean},
     .response = true,
     .explained = true,
     .scenario_column = 6,
     .use = "cpu",
     .words = MetricWords{{"CPU", "CPU"},
                          {"use of the CPU", "uso da CPU"},
                          {"the use of the CPU", "o uso da CPU"}}},
    {.name = "mem_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"mem_pct", kMean},
     .response = true,
     .explained = true,
     .scenario_column = 7,
     .use = "memory",
     .words = MetricWords{{"memory", "memória"},
                          {"use of memory", "uso de memória"},
                          {"the use of memory", "o uso de memória"}}},
    {.name = "gpu_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_pct", kMean},
     .response = true,
     .explained = true,
     .scenario_column = 8,
     .use = "gpu",
     .words = MetricWords{{"GPU", "GPU"},
                          {"use of the GPU", "uso da GPU"},
                          {"the use of the GPU", "o uso da GPU"}}},
    {.name = "gpu_mem_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_mem_pct", kMean},
     .response = true,
     .explained = true,
     .scenario_column = 9,
     .use = "gpu-memory",
     .words = MetricWords{{"GPU memory", "memória da GPU"},
                          {"use of the GPU's memory", "uso da memória da GPU"},
                          {"the use of the GPU's memory", "o uso da memória da GPU"}}},
    {.name = "cost",
     .kind = kMoney,
     .bounds = kNotNegative,
     .source = kPrices,
     .response = true,
     .explained = true,
     .scenario_column = 4,
     .words = MetricWords{{"cost", "custo"},
                          {"cost of a training", "custo de um treinamento"},
                          {"the cost of a training", "o custo de um treinamento"}}},
    {.name = "bill",
     .kind = kMoney,
     .bounds = kNotNegative,
     .source = kPrices,
     .response = true,
     .words = MetricWords{{"bill", "conta"},
                          {"bill of the whole run", "conta da execução inteira"},
                          {"the bill of the whole run", "a conta da execução inteira"}}},
    {.name = "first_step_s",
     .kind = kSeconds,
     .bounds = kTime,
     .source = kEvents,
     .response = true},
    {.name = "cpu_energy_j",
     .kind = kJoules,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"cpu_energy_j", kEnergy},
     .response = true,
     .scenario_column = 10,
     .words = MetricWords{{"CPU energy", "energia da CPU"},
                          {"energy of the machine's CPU", "energia da CPU da máquina"},
                          {"the energy of the machine's CPU", "a energia da CPU da máquina"}}},
    {.name = "gpu_energy_j",
     .kind = kJoules,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"gpu_energy_j", kEnergy},
     .response = true,
     .scenario_column = 11,
     .words = MetricWords{{"GPU energy", "energia da GPU"},
                          {"energy of the GPU", "energia da GPU"},
                          {"the energy of the GPU", "a energia da GPU"}}},
    {.name = "cpu_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"cpu_pct", kMost},
     .words = MetricWords{{"CPU, peak", "CPU, pico"},
                          {"peak use of the CPU", "pico de uso da CPU"},
                          {"the peak use of the CPU", "o pico de uso da CPU"}}},
    {.name = "mem_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"mem_pct", kMost},
     .words = MetricWords{{"memory, peak", "memória, pico"},
                          {"peak use of memory", "pico de uso de memória"},
                          {"the peak use of memory", "o pico de uso de memória"}}},
    {.name = "gpu_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_pct", kMost},
     .words = MetricWords{{"GPU, peak", "GPU, pico"},
                          {"peak use of the GPU", "pico de uso da GPU"},
                          {"the peak use of the GPU", "o pico de uso da GPU"}}},
    {.name = "gpu_mem_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_mem_pct", kMost},
     .words = MetricWords{{"GPU memory, peak", "memória da GPU, pico"},
                          {"peak use of the GPU's memory", "pico de uso da memória da GPU"},
                          {"the peak use of the GPU's memory", "o pico de uso da memória da GPU"}}},
    {.name = "loss", .kind = kNumber, .bounds = kAnyNumber, .source = kEvents},
    {.name = "first_epoch_s", .kind = kSeconds, .bounds = kTime, .source = kEvents},
    {.name = "later_epoch_s", .kind = kSeconds, .bounds = kTime, .source = kEvents},
    {.name = "later_epoch_mad_s", .kind = kSeconds, .bounds = kTime, .source = kEvents},
    {.name = "epoch_period_s", .kind = kSeconds, .bounds = kTime, .source = kEvents},
    {.name = "epochs_told", .kind = kNumber, .bounds = kNotNegative, .source = kEvents},
    {.name = "peak_memory_bytes", .kind = kBytes, .bounds = kNotNegative, .source = kEvents},
    {.name = "cpu_s", .kind = kSeconds, .bounds = kTime, .source = kTrena},
    {.name = "monitor_cpu_s", .kind = kSeconds, .bounds = kTime, .source = kTrena},
    {.name = "clock_step_s", .kind = kSeconds, .bounds = kTimeEitherWay, .source = kTrena},
    {.name = "yardstick", .kind = kNumber, .bounds = kPositive, .source = kTrena},
    {.name = "yardstick_compute", .kind = kNumber, .bounds = kPositive, .source = kTrena},
    {.name = "yardstick_memory", .kind = kNumber, .bounds = kPositive, .source = kTrena},
    {.name = "host_cpu_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_cpu_pct", kMean}},
    {.name = "host_cpu_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_cpu_pct", kMost}},
    {.name = "host_steal_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_steal_pct", kMean}},
    {.name = "host_steal_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_steal_pct", kMost}},
    {.name = "host_iowait_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_iowait_pct", kMean}},
    {.name = "host_mem_pct_max",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"host_mem_pct", kMost}},
    {.name = "host_swap_bytes_max",
     .kind = kBytes,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_swap_bytes", kMost}},
    {.name = "host_major_faults_per_s",
     .kind = kPerSecond,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_major_faults_per_s", kMean}},
    {.name = "host_disk_read_bytes_per_s",
     .kind = kBytesPerSecond,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_disk_read_bytes_per_s", kMean}},
    {.name = "host_disk_write_bytes_per_s",
     .kind = kBytesPerSecond,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_disk_write_bytes_per_s", kMean}},
    {.name = "host_net_receive_bytes_per_s",
     .kind = kBytesPerSecond,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_net_receive_bytes_per_s", kMean}},
    {.name = "host_net_transmit_bytes_per_s",
     .kind = kBytesPerSecond,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"host_net_transmit_bytes_per_s", kMean}},
    {.name = "pressure_cpu_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"pressure_cpu_pct", kMean}},
    {.name = "pressure_memory_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"pressure_memory_pct", kMean}},
    {.name = "pressure_io_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"pressure_io_pct", kMean}},
    {.name = "cpu_mhz",
     .kind = kMegahertz,
     .bounds = kPositive,
     .source = kSamples,
     .column = MetricColumn{"cpu_mhz", kMean}},
    {.name = "thermal_throttles",
     .kind = kNumber,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"thermal_throttles", kCount}},
    {.name = "cgroup_throttled_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"cgroup_throttled_pct", kMean}},
    {.name = "cpu_power_w",
     .kind = kWatts,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"cpu_power_w", kMean}},
    {.name = "dram_energy_j",
     .kind = kJoules,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"dram_energy_j", kEnergy}},
    {.name = "gpu_run_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_run_pct", kMean}},
    {.name = "gpu_run_mem_bytes_max",
     .kind = kBytes,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"gpu_run_mem_bytes", kMost}},
    {.name = "gpu_other_processes_max",
     .kind = kNumber,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"gpu_other_processes", kMost}},
    {.name = "gpu_power_w",
     .kind = kWatts,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"gpu_power_w", kMean}},
    {.name = "gpu_power_w_max",
     .kind = kWatts,
     .bounds = kNotNegative,
     .source = kSamples,
     .column = MetricColumn{"gpu_power_w", kMost}},
    {.name = "gpu_temp_c_max",
     .kind = kCelsius,
     .bounds = kTemperature,
     .source = kSamples,
     .column = MetricColumn{"gpu_temp_c", kMost}},
    {.name = "gpu_throttled_pct",
     .kind = kPercent,
     .bounds = kPercents,
     .source = kSamples,
     .column = MetricColumn{"gpu_throttle_bits", kThrottle}},
};

struct NameEnding {
  std::string_view ending;
  MetricKind kind;
};

// The first that fits; `_max` may follow those that a mean has.
constexpr NameEnding kWholeEndings[] = {
    {"_bytes_per_s", kBytesPerSecond}, {"_per_s", kPerSecond}, {"_s", kSeconds}};
constexpr NameEnding kEndings[] = {{"_pct", kPercent}, {"_bytes", kBytes},   {"_j", kJoules},
                                   {"_w", kWatts},     {"_mhz", kMegahertz}, {"_c", kCelsius}};

MetricKind KindByEnding(std::string_view name) {
  for (const NameEnding& row : kWholeEndings) {
    if (name.ends_with(row.ending)) return row.kind;
  }
  if (name.ends_with("_max")) name.remove_suffix(4);
  for (const NameEnding& row : kEndings) {
    if (name.ends_with(row.ending)) return row.kind;
  }
  return kNumber;
}

}  // namespace

bool MetricBounds::Hold(double value) const {
  if (least && (above_least ? !(value > *least) : !(value >= *least))) return false;
  return !most || value <= *most;
}

std::span<const KnownMetric> KnownMetrics() { return kMetrics; }

const KnownMetric* FindKnownMetric(std::string_view name) {
  static const std::map<std::string_view, const KnownMetric*> by_name = [] {
    std::map<std::string_view, const KnownMetric*> all;
    for (const KnownMetric& metric : kMetrics) all.emplace(metric.name, &metric);
    return all;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

bool CanBe(Interned metric, double value) {
  thread_local std::unordered_map<Interned, const MetricBounds*> found;
  const auto [bounds, is_new] = found.try_emplace(metric);
  if (is_new) {
    const KnownMetric* known = FindKnownMetric(metric.text());
    bounds->second = known != nullptr ? &known->bounds : &kAnyNumber;
  }
  return bounds->second->Hold(value);
}

const std::vector<std::string>& ResponseMetrics() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const KnownMetric& metric : kMetrics) {
      if (metric.response) all.emplace_back(metric.name);
    }
    return all;
  }();
  return names;
}

const std::vector<const KnownMetric*>& ScenarioMetrics() {
  static const std::vector<const KnownMetric*> metrics = [] {
    std::vector<const KnownMetric*> all;
    for (const KnownMetric& metric : kMetrics) {
      if (metric.scenario_column > 0) all.push_back(&metric);
    }
    std::sort(all.begin(), all.end(), [](const KnownMetric* a, const KnownMetric* b) {
      return a->scenario_column < b->scenario_column;
    });
    return all;
  }();
  return metrics;
}

const std::vector<std::string_view>& UseMetrics() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const KnownMetric& metric : kMetrics) {
      if (metric.use != nullptr) all.emplace_back(metric.name);
    }
    return all;
  }();
  return names;
}

MetricKind KindOf(std::string_view metric) {
  const KnownMetric* known = FindKnownMetric(metric);
  return known != nullptr ? known->kind : KindByEnding(metric);
}

std::string UnitOf(std::string_view metric, const std::string& currency) {
  switch (KindOf(metric)) {
    case kSeconds:
      return "s";
    case kImagesPerSecond:
    case kTokensPerSecond:
    case kPerSecond:
      return "1/s";
    case kBytesPerSecond:
      return "bytes/s";
    case kPercent:
      return "%";
    case kMoney:
      return currency;
    case kJoules:
      return "J";
    case kWatts:
      return "W";
    case kBytes:
      return "bytes";
    case kMegahertz:
      return "MHz";
    case kCelsius:
      return "°C";
    case kFraction:
    case kNumber:
      break;
  }
  return "";
}

}  // namespace trena

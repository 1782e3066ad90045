// SPDX-License-Identifier: Apache-2.0
#include "measure/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace trena {
namespace {

constexpr size_t kNoSensor = static_cast<size_t>(-1);
constexpr std::array<const char*, 4> kFirstColumns = {"cpu_pct", "mem_pct", "gpu_pct",
                                                      "gpu_mem_pct"};

// The seeds' four first, then the rest as the sensors give it.
std::vector<std::string> ColumnOrder(const std::vector<std::string>& given) {
  std::vector<std::string> columns(kFirstColumns.begin(), kFirstColumns.end());
  for (const std::string& name : given) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  }
  return columns;
}

}  // namespace

Result<Sampler> Sampler::Open(const std::filesystem::path& path, const SensorContext& context) {
  Sampler sampler;
  std::vector<std::string> given;
  for (const SensorKind& kind : SensorKinds()) {
    sampler.sensors_.push_back(kind.make(context));
    for (const std::string& name : sampler.sensors_.back()->Columns()) given.push_back(name);
  }
  sampler.columns_ = ColumnOrder(given);
  for (const std::string& name : sampler.columns_) {
    auto found = std::find(given.begin(), given.end(), name);
    bool there = found != given.end();
    sampler.order_.push_back(there ? static_cast<size_t>(found - given.begin()) : kNoSensor);
  }
  sampler.file_.open(path);
  std::string header;
  for (size_t i = 0; i < sampler.columns_.size(); ++i) {
    header += (i > 0 ? "," : "") + sampler.columns_[i];
    if (i + 1 == kFirstColumns.size()) header += ",t";
  }
  sampler.file_ << header << "\n" << std::flush;
  if (!sampler.file_) return Error("cannot write " + path.string());
  return sampler;
}

void Sampler::Take(double now) {
  std::vector<Reading> given;
  for (auto& sensor : sensors_) sensor->Read(now, given);
  Sample sample{now, {}};
  std::string row;
  for (size_t i = 0; i < order_.size(); ++i) {
    Reading reading = order_[i] == kNoSensor ? std::nullopt : given[order_[i]];
    sample.readings.push_back(reading);
    if (i > 0) row += ',';
    if (reading) row += fmt::format("{:.10g}", *reading);
    if (i + 1 == kFirstColumns.size()) row += fmt::format(",{:.6f}", now);
  }
  file_ << row << "\n" << std::flush;
  samples_.push_back(std::move(sample));
}

}  // namespace trena

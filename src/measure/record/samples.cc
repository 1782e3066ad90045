// SPDX-License-Identifier: Apache-2.0
#include "measure/record/samples.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "core/open_file.h"
#include "measure/sensors/kernel/process_table.h"
#include "measure/sensors/sensors.h"
#include "study/metrics.h"

namespace trena {
namespace {

constexpr size_t kNoSensor = static_cast<size_t>(-1);

}  // namespace

Result<Sampler> Sampler::Open(const std::filesystem::path& path, const SensorContext& context,
                              const std::vector<std::string>& sensors) {
  Sampler sampler(context.pool);
  SensorContext shared = context;
  shared.processes = ProcessesOf(context);
  sampler.columns_.assign(UseMetrics().begin(), UseMetrics().end());
  sampler.order_.assign(UseMetrics().size(), kNoSensor);
  size_t given = 0;
  for (const SensorKind& kind : SensorKinds()) {
    bool wanted =
        sensors.empty() || std::find(sensors.begin(), sensors.end(), kind.name) != sensors.end();
    if (!wanted) continue;
    auto sensor = context.pool != nullptr ? context.pool->Take(kind, shared) : kind.make(shared);
    for (std::string& name : sensor->Columns()) sampler.AddColumn(std::move(name), given++);
    sampler.sensors_.push_back({&kind, std::move(sensor)});
  }
  // The program runs already, and what it may have put there is not ours.
  TRENA_ASSIGN(sampler.file_, OpenNew(path, O_APPEND));
  std::string header;
  for (size_t i = 0; i < sampler.columns_.size(); ++i) {
    header += (i > 0 ? "," : "") + sampler.columns_[i];
    if (i + 1 == UseMetrics().size()) header += ",t";
  }
  // It may have filled the disk, too: its end is still to be told.
  if (!sampler.Append(header + "\n")) ++sampler.unwritten_;
  return sampler;
}

// The seeds' four come first, then the rest as the sensors give it.
void Sampler::AddColumn(std::string name, size_t given) {
  auto first = std::find(UseMetrics().begin(), UseMetrics().end(), name);
  if (first != UseMetrics().end()) {
    order_[static_cast<size_t>(first - UseMetrics().begin())] = given;
    return;
  }
  columns_.push_back(std::move(name));
  order_.push_back(given);
}

Sampler::~Sampler() {
  if (pool_ == nullptr) return;
  for (Used& used : sensors_) pool_->GiveBack(*used.kind, std::move(used.sensor));
}

void Sampler::Take(double now) {
  given_.clear();
  for (Used& used : sensors_) used.sensor->Read(now, given_);
  Sample sample{now, {}};
  sample.readings.reserve(order_.size());
  row_.clear();
  auto out = std::back_inserter(row_);
  for (size_t i = 0; i < order_.size(); ++i) {
    Reading reading = order_[i] == kNoSensor ? std::nullopt : given_[order_[i]];
    sample.readings.push_back(reading);
    if (i > 0) row_ += ',';
    if (reading) fmt::format_to(out, "{:.10g}", *reading);
    if (i + 1 == UseMetrics().size()) fmt::format_to(out, ",{:.6f}", now);
  }
  row_ += '\n';
  if (!Append(row_)) ++unwritten_;
  samples_.push_back(std::move(sample));
}

void Sampler::Skip(double now) {
  given_.clear();
  for (Used& used : sensors_) {
    used.sensor->Charge(false);
    used.sensor->Read(now, given_);
    used.sensor->Charge(true);
  }
}

bool Sampler::Append(const std::string& text) {
  ssize_t written = write(file_.number(), text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) {
    size_ += written;
    return true;
  }
  // Half a row is none.
  int reason = written < 0 ? errno : ENOSPC;
  if (written > 0 && ftruncate(file_.number(), size_) != 0) reason = errno;
  errno = reason;
  return false;
}

}  // namespace trena

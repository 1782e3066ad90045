// SPDX-License-Identifier: Apache-2.0
// The series of a run: samples.csv as it is written while the run lives. The seeds' four
// percentages are the first columns; an empty cell is a missing reading.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/process/descriptor.h"
#include "core/result.h"
#include "measure/sensors/sensor.h"
#include "store/sample_file.h"

namespace trena {

class Sampler {
 public:
  // Creates the file with its header. All sensors, or those of these names.
  static Result<Sampler> Open(const std::filesystem::path& path, const SensorContext& context,
                              const std::vector<std::string>& sensors = {});

  Sampler(Sampler&&) = default;
  Sampler& operator=(Sampler&&) = delete;
  ~Sampler();

  // Reads every sensor and appends a row by one write: the file has whole rows at every instant.
  void Take(double now);
  // Nothing is written; what was counted since the last sample is not the run's.
  void Skip(double now);

  // Rows that could not be written, the disk being full; samples() has them all the same.
  size_t unwritten() const { return unwritten_; }

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  struct Used {
    const SensorKind* kind;
    std::unique_ptr<Sensor> sensor;
  };

  explicit Sampler(SensorPool* pool) : pool_(pool) {}
  void AddColumn(std::string name, size_t given);
  bool Append(const std::string& text);

  SensorPool* pool_;  // where sensors come from and go back to; may be null
  std::vector<Used> sensors_;
  std::vector<size_t> order_;  // column i is reading order_[i] of the sensors; none: kNoSensor
  std::vector<std::string> columns_;
  std::vector<Sample> samples_;
  std::vector<Reading> given_;
  std::string row_;
  Descriptor file_;
  off_t size_ = 0;
  size_t unwritten_ = 0;
};

}  // namespace trena

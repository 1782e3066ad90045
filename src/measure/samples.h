// SPDX-License-Identifier: Apache-2.0
// The series of a run: samples.csv as it is written while the run lives. The seeds' four
// percentages are the first columns; an empty cell is a missing reading.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "measure/sensor.h"

namespace trena {

struct Sample {
  double t = 0;
  std::vector<Reading> readings;  // as Samples::columns()
};

class Sampler {
 public:
  // Creates the file with its header.
  static Result<Sampler> Open(const std::filesystem::path& path, const SensorContext& context);

  // Reads every sensor and appends a row.
  void Take(double now);

  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<std::unique_ptr<Sensor>> sensors_;
  std::vector<size_t> order_;  // column i is reading order_[i] of the sensors; none: kNoSensor
  std::vector<std::string> columns_;
  std::vector<Sample> samples_;
  std::ofstream file_;
};

}  // namespace trena

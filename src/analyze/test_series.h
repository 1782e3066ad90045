// SPDX-License-Identifier: Apache-2.0
// The samples of testdata/limits as the metrics of a run, and a sweep that has them.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analyze/test_study.h"
#include "core/files.h"
#include "core/text/text.h"
#include "measure/record/series_metrics.h"

namespace trena {

// Of a samples.csv from `begin` on.
inline std::map<std::string, double> RecordedMetrics(const std::string& name, double begin = 0) {
  const fs::path path = fs::path(TRENA_SOURCE_DIR) / "src/analyze/testdata/limits" / name;
  std::istringstream lines(ReadFile(path).value());
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> columns = Split(line, ',');
  const auto t =
      static_cast<size_t>(std::find(columns.begin(), columns.end(), "t") - columns.begin());
  std::vector<Sample> samples;
  while (std::getline(lines, line)) {
    Sample sample;
    for (const std::string& cell : Split(line, ',')) {
      sample.readings.push_back(cell.empty() ? Reading() : Reading(std::stod(cell)));
    }
    sample.t = *sample.readings[t];
    samples.push_back(std::move(sample));
  }
  return SeriesMetrics(columns, samples, {begin, samples.back().t});
}

// GoogLeNet on lsc5 (seed 002): four times as long per image at batch 256, the last that runs. Two
// runs of each batch tell the jump from the bend that the start of every batch makes. `last` and
// `before` are what the machine's sensors told of them.
inline TestStudy SweepThatJumps(const std::map<std::string, double>& last,
                                const std::map<std::string, double>& before) {
  TestStudy test = CrossingOf({{"batch", {1, 2, 4, 8, 16, 32, 64, 128, 256}}}, 2);
  for (size_t i = 0; i < 18; ++i) {
    const bool is_last = i / 2 == 8;
    const double batch = std::pow(2, i / 2);
    // A wiggle that no law explains and that is the same in every test.
    const double wiggle = 1 + 0.01 * std::sin(1.0 + 2.4 * static_cast<double>(i));
    const double image_s = (0.2 + 0.3 / batch) * (is_last ? 4 : 1) * wiggle;
    RunRecord& run = test.AddRun(i / 2, static_cast<int>(i % 2) + 1, 256 * image_s);
    run.metrics["image_s"] = image_s;
    run.AddMetrics(is_last ? last : before);
  }
  return test;
}

}  // namespace trena

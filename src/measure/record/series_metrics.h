// SPDX-License-Identifier: Apache-2.0
// The figures of a run over its training, from its samples. Which columns give which figures is in
// the table of study/metrics.cc; docs/methods/sensors.md says what they mean. A name's ending is
// its unit: _pct, _w, _j, _bytes, _per_s, _mhz, _c; _max is the largest reading.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/record/samples.h"
#include "store/event_file.h"

namespace trena {

// A window of time, CLOCK_MONOTONIC.
struct Window {
  double begin = 0;
  double end = 0;
};

// Means are weighted by time: a sample stands for the time since the one before. Energies are what
// was used within the window: of two readings around its edge, the share of time. A figure with no
// reading to it is absent; so is an energy of which the readings cover too little.
std::map<std::string, double> SeriesMetrics(const std::vector<std::string>& columns,
                                            const std::vector<Sample>& samples, Window window);

// How the first epoch of a run stands beside the later ones: the figures that the rule of warm-up
// (analyze/noise/find_noise.h) is applied to.

// `first_epoch_s`; `later_epoch_s`, the median of the others, and, of three or more of them,
// `later_epoch_mad_s`, the median of their distances from it. Without an epoch, or with one whose
// seconds are not known, nothing.
std::map<std::string, double> EpochMetrics(const std::vector<EpochEvent>& epochs);

// What a forecast of more of them needs: `epochs_told`, how many there were, and of two or more
// `epoch_period_s`, the mean time from the end of one to the end of the next, with all that the
// program does between.
std::map<std::string, double> EpochPeriod(const std::vector<EpochEvent>& epochs);

}  // namespace trena

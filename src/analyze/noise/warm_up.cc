// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/warm_up.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

constexpr double kDeviationOfMad = 1.4826;  // of a normal distribution

std::optional<double> EpochExcess(const RunRecord& run) {
  auto first = run.metric("first_epoch_s");
  auto later = run.metric("later_epoch_s");
  auto mad = run.metric("later_epoch_mad_s");
  if (!first || !later || !mad) return std::nullopt;
  double limit = std::max(kWarmUpDeviations * kDeviationOfMad * *mad, kWarmUpLeast * *later);
  return *first - *later > limit ? *first - *later : 0;
}

std::optional<double> Steps(const RunRecord& run) {
  auto rate = run.metric("images_per_s");
  auto train = run.metric("train_s");
  const Value* batch = Find(run.levels, "batch");
  if (batch == nullptr) batch = Find(run.fixed, "batch");
  if (!rate || !train || batch == nullptr) return std::nullopt;
  const double size = batch->number().value_or(0);
  if (size <= 0) return std::nullopt;
  return std::round(*rate * *train / size);
}

std::optional<double> StepExcess(const RunRecord& run) {
  auto first = run.metric("first_step_s");
  auto steps = Steps(run);
  if (!first || !steps || *steps < kFewestSteps) return std::nullopt;
  double later = (*run.metric("train_s") - *first) / (*steps - 1);
  if (later <= 0) return std::nullopt;
  return *first > kWarmUpSteps * later ? *first - later : 0;
}

}  // namespace

std::optional<double> WarmUpSeconds(const RunRecord& run) {
  auto epoch = EpochExcess(run);
  auto step = StepExcess(run);
  if (!epoch || !step) return epoch ? epoch : step;
  return std::max(*epoch, *step);  // the first step is in the first epoch
}

}  // namespace trena

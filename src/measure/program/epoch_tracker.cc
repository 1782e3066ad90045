// SPDX-License-Identifier: Apache-2.0
#include "measure/program/epoch_tracker.h"

namespace trena {

std::optional<Json> EpochTracker::Take(const LineTold& told, double t) {
  Keep(told);
  if (told.begins) begin_ = t;
  if (!told.ends) return std::nullopt;
  ++count_;
  Json event = {{"event", "epoch"}, {"t", t}};
  event["epoch"] = values_.epoch ? static_cast<int>(*values_.epoch) : count_;
  if (auto seconds = SecondsUntil(t)) event["seconds"] = *seconds;
  if (begin_ && !values_.seconds) event["begin"] = *begin_;  // the seconds are ours
  if (values_.loss || values_.no_loss) event["loss"] = OrNull(values_.loss);
  if (values_.accuracy) event["accuracy"] = *values_.accuracy;
  if (values_.images) event["images"] = *values_.images;
  event["from"] = "output";
  values_ = {};
  begin_ = t;
  return event;
}

// The last value told of each kind counts.
void EpochTracker::Keep(const LineTold& told) {
  if (told.epoch) values_.epoch = told.epoch;
  if (told.accuracy) values_.accuracy = told.accuracy;
  if (told.seconds) values_.seconds = told.seconds;
  if (told.images) values_.images = told.images;
  if (!told.loss && !told.no_loss) return;
  values_.loss = told.loss;
  values_.no_loss = told.no_loss;
}

std::optional<double> EpochTracker::SecondsUntil(double t) const {
  if (values_.seconds) return values_.seconds;
  return begin_ ? std::optional(t - *begin_) : std::nullopt;
}

}  // namespace trena

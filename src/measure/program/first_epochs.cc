// SPDX-License-Identifier: Apache-2.0
#include "measure/program/first_epochs.h"

#include "configure/values_used.h"
#include "plan/forecast/other_lengths.h"

namespace trena {

Scenario WithFewerEpochs(const Study& study, const Scenario& scenario) {
  Scenario fewer = scenario;
  const auto epochs = LengthOf(scenario.values).epochs;
  if (!epochs || *epochs <= kFirstEpochs || !CommandUses(study, "epochs")) return fewer;
  for (Values* values : {&fewer.values, &fewer.levels}) {
    for (auto& [name, value] : *values) {
      if (name == "epochs") value = Value(static_cast<double>(kFirstEpochs));
    }
  }
  return fewer;
}

bool FirstEpochsWatch::SeenEnough(double elapsed, double now) {
  tail_.Read();
  epochs_.See(tail_.epoch(), now);
  const int seen = epochs_.count;
  return seen > kFirstEpochs || (seen >= kFewestFirstEpochs && elapsed > longest_.value);
}

}  // namespace trena

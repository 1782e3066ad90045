// SPDX-License-Identifier: Apache-2.0
#include "measure/program/epoch_outlook.h"

#include <algorithm>

namespace trena {

void EpochsSoFar::See(const std::optional<int>& epoch, double now) {
  if (!epoch || (count > 0 && *epoch <= done)) return;
  if (count == 0) first_end = now;
  count += count == 0 ? 1 : *epoch - done;  // more than one may have ended since the last look
  done = *epoch;
  last_end = now;
}

std::optional<EpochOutlook> FindOutlook(const EpochsSoFar& so_far, double epochs, double elapsed,
                                        double now) {
  const bool tells = so_far.count > 1 && so_far.last_end > so_far.first_end;
  if (!tells || so_far.done >= epochs) return std::nullopt;
  const double period = (so_far.last_end - so_far.first_end) / (so_far.count - 1);
  const double left = std::max(0.0, (epochs - so_far.done) * period - (now - so_far.last_end));
  return EpochOutlook{so_far.done, epochs, left, elapsed + left};
}

}  // namespace trena

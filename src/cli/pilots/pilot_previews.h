// SPDX-License-Identifier: Apache-2.0
// What the pilots in a results folder tell a plan, a measurement and a bill.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/previews.h"
#include "measure/pilots/pilots.h"

namespace trena {

class PilotPreviews : public Previews {
 public:
  PilotPreviews(const Workspace& workspace, KnownPilots known)
      : workspace_(workspace), known_(std::move(known)) {}

  ForetoldTimes Told() const override;
  std::vector<PaidTime> Paid() const override;
  std::map<std::string, double> Memory() const override;
  // { "pilots": […] }, of those whose scenarios are in the plan.
  Json ToJson() const override;
  // What was piloted, how it was chosen, and what each told.
  std::string Text(bool all) const override;
  std::string Hint(const PriceTag& tag, const std::string& command) const override;

 private:
  const Workspace& workspace_;
  KnownPilots known_;
};

std::unique_ptr<Previews> FindPilotPreviews(const Workspace& workspace);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// `bill:`, `spot:` and `reserved:` of an environment in a study file.
#pragma once

#include <string>

#include "core/source.h"
#include "core/yaml.h"
#include "study/billing/billing.h"

namespace trena {

// { unit: 1min, minimum: 10min, setup: 5min, idle: 2min, disk: 0.01 USD/h, data: 0.05 USD }
void ReadBill(Source& source, const YAML::Node& node, Billing& billing);
// { interrupted_every: 20h, checkpoint_every: 10min, restart: 3min }
void ReadSpot(Source& source, const YAML::Node& node, Billing& billing);
// { used: 60 % }
void ReadReserved(Source& source, const YAML::Node& node, Billing& billing);

}  // namespace trena

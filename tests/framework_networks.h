// SPDX-License-Identifier: Apache-2.0
// The networks that trena brings, and two that have every layer and setting between them, equal to
// the reference and trained in one framework. What each study took is printed.
#pragma once

#include <string>

#include "session.h"

namespace trena {

// networks/ at the smallest images that leave a pixel, with batches of a few.
void ExpectNetworks(Session& session, const std::string& framework);

// Every layer and setting that the framework can, by every policy of the learning rate and by both
// optimizers; the hinge loss.
void ExpectEveryLayer(Session& session, const std::string& framework);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// An environment's name as it is shown: the study's own word, or in the reader's language where the
// study has no environments (in words that stand after a preposition, too). What programs read
// keeps kThisMachine.
#pragma once

#include <string>

#include "report/words/words.h"
#include "study/study.h"

namespace trena {

inline std::string PlaceName(const std::string& environment, const Words& words) {
  if (environment != kThisMachine) return environment;
  return words.Say({kThisMachine, "máquina local"});
}

}  // namespace trena

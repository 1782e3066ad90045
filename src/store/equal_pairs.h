// SPDX-License-Identifier: Apache-2.0
// What equal trainings differed by on this machine, over all its studies: a small file for each
// pair of labels in equal/ of the user's cache, written when a study was measured and over again
// when it is measured further. `trena doctor` counts the false alarms.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

struct EqualPair {
  std::string machine;  // what tells machines apart
  std::string results;  // the results folder, whole
  int round = 1;
  std::string key;           // of the twin
  bool false_alarm = false;  // they seemed to differ
};

Status KeepEqualPair(const fs::path& cache, const EqualPair& pair);

// Those of a machine. A file that is none of ours is passed over.
std::vector<EqualPair> LoadEqualPairs(const fs::path& cache, const std::string& machine);

}  // namespace trena

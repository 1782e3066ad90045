// SPDX-License-Identifier: Apache-2.0
#include "study/study.h"

namespace trena {

const Factor* Study::factor(const std::string& name) const {
  for (const Factor& factor : factors) {
    if (factor.name == name) return &factor;
  }
  return nullptr;
}

const Environment* Study::environment(const std::string& name) const {
  for (const Environment& environment : environments) {
    if (environment.name == name) return &environment;
  }
  return nullptr;
}

std::filesystem::path Study::results_folder() const {
  std::filesystem::path folder = path;
  return folder.replace_extension(".trena");
}

}  // namespace trena

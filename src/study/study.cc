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

Error Study::ErrorAt(const std::string& place, const std::string& message,
                     const std::string& suggestion) const {
  if (!file) return InputError(suggestion.empty() ? message : message + "; " + suggestion);
  auto found = file->places.find(place);
  Source source(file->name, file->text);
  source.Add(found != file->places.end() ? found->second : Place{}, message, suggestion);
  return source.ToError();
}

std::filesystem::path Study::results_folder() const {
  std::filesystem::path folder = path;
  return folder.replace_extension(".trena");
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The studies of examples/, carried inside the program for `trena init`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trena {

struct StudyTemplate {
  const char* name;
  const char* meaning;
  std::string_view text;
};

const std::vector<StudyTemplate>& StudyTemplates();
const StudyTemplate* FindTemplate(const std::string& name);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/blas_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

// Why not here; empty when it can be had. A kernel for vectors that the CPU lacks would end the run
// by an illegal instruction.
std::string WhyNotHere(const BlasChoice& choice, const SpeedSurroundings& around) {
  std::error_code ignored;
  if (choice.value.starts_with('/') && !fs::is_directory(choice.value, ignored)) {
    return fmt::format("{} is not installed", choice.value);
  }
  const bool kernels = choice.variable == kCoreType;
  return kernels && VectorsOfKernel(choice.value) > around.vectors
             ? "this CPU lacks the instructions of its kernels"
             : "";
}

}  // namespace

std::optional<BlasChoice> ParseBlasChoice(const std::string& word, const std::string& setting) {
  const size_t equals = setting.find('=');
  if (word.empty() || equals == 0 || equals == std::string::npos || equals + 1 == setting.size()) {
    return std::nullopt;
  }
  return BlasChoice{word, setting.substr(0, equals), setting.substr(equals + 1)};
}

std::string VariableOf(const BlasChoice& choice) {
  const char* users = std::getenv(choice.variable.c_str());
  const bool folder = choice.value.starts_with('/');
  return folder && users != nullptr && *users != '\0' ? choice.value + ":" + users : choice.value;
}

const BlasChoice* FindBlas(const std::vector<BlasChoice>& choices, const std::string& word) {
  auto found = std::find_if(choices.begin(), choices.end(),
                            [&](const BlasChoice& choice) { return choice.word == word; });
  return found != choices.end() ? &*found : nullptr;
}

std::string BlasObstacle(const std::string& framework, const std::vector<BlasChoice>& choices,
                         const std::string& word, const SpeedSurroundings& around) {
  if (word.empty()) return "";
  if (choices.empty()) {
    return fmt::format("blas {} is not possible with {}: it lets nobody choose", word, framework);
  }
  const BlasChoice* choice = FindBlas(choices, word);
  const std::string why = choice != nullptr ? WhyNotHere(*choice, around) : "it is not known";
  if (why.empty()) return "";
  std::vector<std::string> here;
  for (const BlasChoice& one : choices) {
    if (WhyNotHere(one, around).empty()) here.push_back(one.word);
  }
  return fmt::format("blas {} is not possible with {}: {}; there are {}", word, framework, why,
                     here.empty() ? "none here" : Join(here, ", "));
}

}  // namespace trena

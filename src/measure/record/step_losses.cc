// SPDX-License-Identifier: Apache-2.0
#include "measure/record/step_losses.h"

#include <cmath>
#include <string_view>

#include "core/files.h"
#include "core/json.h"
#include "measure/record/events.h"

namespace trena {
namespace {

// Events of other kinds, most of a file's lines elsewhere, are not parsed.
bool MayBeStep(std::string_view line) {
  return line.size() <= kLongestEvent && line.find("\"step\"") != std::string_view::npos;
}

}  // namespace

std::vector<StepLoss> ReadStepLosses(const std::filesystem::path& events) {
  std::vector<StepLoss> losses;
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(events, error))) return losses;
  Result<std::string> text = ReadFile(events);
  if (!text.ok()) return losses;
  std::string_view rest = text.value();
  double iteration = 0;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!MayBeStep(line)) continue;
    Result<Json> event = ParseJson(line);
    if (!event.ok() || Get<std::string>(event.value(), "event") != "step") continue;
    ++iteration;
    const auto loss = Get<double>(event.value(), "loss");
    if (loss && std::isfinite(*loss)) losses.push_back({iteration, *loss});
  }
  return losses;
}

}  // namespace trena

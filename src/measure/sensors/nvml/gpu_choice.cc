// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/nvml/gpu_choice.h"

#include <algorithm>
#include <charconv>

#include "core/text/text.h"

namespace trena {
namespace {

std::optional<size_t> ByIndex(std::string_view text, size_t count) {
  size_t index = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && index < count ? std::optional(index) : std::nullopt;
}

std::optional<size_t> ByUuid(std::string_view text, const std::vector<GpuFacts>& devices) {
  if (!text.starts_with("GPU-")) return std::nullopt;
  std::optional<size_t> found;
  for (size_t i = 0; i < devices.size(); ++i) {
    if (!devices[i].uuid.starts_with(text)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace

std::vector<size_t> NamedDevices(const std::string& list, const std::vector<GpuFacts>& devices) {
  std::vector<size_t> named;
  for (const std::string& part : Split(list, ',')) {
    std::string_view entry = Trim(part);
    auto device = ByIndex(entry, devices.size());
    if (!device) device = ByUuid(entry, devices);
    if (!device) break;
    if (std::find(named.begin(), named.end(), *device) == named.end()) named.push_back(*device);
  }
  return named;
}

GpuChoice::GpuChoice(const std::vector<GpuFacts>& devices,
                     const std::optional<std::string>& visible, bool for_cuda)
    : seen_(devices.size()), assumed_(devices.size()) {
  if (visible) {
    for (size_t device : NamedDevices(*visible, devices)) assumed_[device] = true;
  } else if (for_cuda && devices.size() == 1) {
    assumed_[0] = true;
  }
}

void GpuChoice::See(size_t device) {
  seen_[device] = true;
  seen_any_ = true;
}

}  // namespace trena

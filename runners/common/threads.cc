// SPDX-License-Identifier: Apache-2.0
#include "runner_common/threads.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace trena {

std::optional<int> ThreadsFor(const Scenario& scenario) {
  if (!scenario.threads) return std::nullopt;
  const auto asked = static_cast<int>(*scenario.threads);
  const char* set = std::getenv("OMP_THREAD_LIMIT");
  std::string_view text = set != nullptr ? set : "";
  int limit = 0;
  std::from_chars(text.data(), text.data() + text.size(), limit);
  return limit > 0 ? std::min(asked, limit) : asked;
}

}  // namespace trena

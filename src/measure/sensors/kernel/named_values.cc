// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/named_values.h"

#include <algorithm>

#include "measure/sensors/kernel/kernel_file.h"

namespace trena {

void ReadNamed(std::string_view text, std::span<const std::string_view> names,
               std::span<Reading> values) {
  std::fill(values.begin(), values.end(), std::nullopt);
  size_t left = names.size();
  Scanner lines(text);
  do {
    std::string_view word = lines.Word();
    auto name = std::find(names.begin(), names.end(), word);
    if (name == names.end()) continue;
    Reading& value = values[static_cast<size_t>(name - names.begin())];
    if (!value) value = lines.Number();
    if (value) --left;
  } while (left > 0 && lines.NextLine());
}

}  // namespace trena

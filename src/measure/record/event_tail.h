// SPDX-License-Identifier: Apache-2.0
// The last epoch in an event file that still grows: for the line a person watches, nothing else.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "core/json.h"

namespace trena {

class EventTail {
 public:
  explicit EventTail(const std::filesystem::path& path) : file_(path, std::ios::binary) {}

  // Reads what came since the last call, a bounded part at a time.
  void Read();

  std::optional<int> epoch() const { return epoch_; }
  std::optional<double> loss() const { return loss_; }

 private:
  void TakeLine();

  std::ifstream file_;
  std::string line_;
  std::optional<int> epoch_;
  std::optional<double> loss_;
};

}  // namespace trena

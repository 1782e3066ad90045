// SPDX-License-Identifier: Apache-2.0
// What the name of a log says of its run: train_{network}_{mode}_{batch}.log. Of several ways to
// read a name the one with the longest first part is taken, so that inception_v1 is a network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"

namespace re2 {
class RE2;
}

namespace trena {

class LogName {
 public:
  // An InputError with a caret for a pattern without a {name}, or with a wrong one.
  static Result<LogName> Parse(const std::string& pattern);

  // The parts of a file's name, as they stand there; empty where it is another.
  std::optional<std::vector<std::string>> Match(const std::string& file) const;

  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace trena

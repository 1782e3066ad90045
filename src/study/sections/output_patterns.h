// SPDX-License-Identifier: Apache-2.0
// Regular expressions over what a program prints, by which a training that knows nothing of trena
// tells its epochs (docs/own-script.md). They are RE2's: their time is linear in the line's length,
// whatever the expression. Nothing is guessed: without patterns no line means anything.
//
//   OutputPatterns patterns;
//   patterns.Add("epoch", "epoch (?P<epoch>\\d+) loss (?P<loss>\\S+)");
//   if (auto told = patterns.Match(line)) …
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace re2 {
class RE2;
}

namespace trena {

// What is wrong with a pattern, and where in its text.
struct PatternProblem {
  size_t offset = 0;
  size_t length = 1;
  std::string message;
  std::string suggestion;  // may be empty
};

// What one line of output told.
struct LineTold {
  bool begins = false;  // an epoch begins here
  bool ends = false;    // an epoch ends here
  std::optional<double> epoch, loss, accuracy, seconds, images;
  bool no_loss = false;  // a loss was printed that is no number: nan, inf
};

class OutputPatterns {
 public:
  // What a pattern can be for: "begin", "epoch", "loss", "accuracy", "seconds", "images".
  static const std::vector<std::string>& Purposes();

  // `epoch` ends an epoch; its groups named as the purposes give values. `begin` begins one. The
  // others give their value by a group of their name, or by their first group. The problem, or
  // nothing when it was added.
  std::optional<PatternProblem> Add(const std::string& purpose, const std::string& text);

  // What the line tells; empty when no pattern matches it. Escape sequences of a terminal in the
  // line are passed over.
  std::optional<LineTold> Match(std::string_view line) const;

  bool empty() const { return patterns_.empty(); }
  // Purposes and texts as they were added.
  std::vector<std::pair<std::string, std::string>> Texts() const;

 private:
  struct Pattern {
    std::string purpose;
    std::shared_ptr<const re2::RE2> expression;
    std::vector<std::pair<std::string, int>> groups;  // purpose and group of each value
  };
  std::vector<Pattern> patterns_;
};

// The pattern of a command line's option; what is wrong is shown with a caret under the place.
Result<OutputPatterns> ParseEpochPattern(const std::string& option, const std::string& text);

}  // namespace trena

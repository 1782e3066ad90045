// SPDX-License-Identifier: Apache-2.0
#include "measure/program/printed_epochs.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace trena {
namespace {

constexpr int kMostEpochs = 1'000'000;
constexpr size_t kLongestSearched = 500;  // bytes of a line: what matters stands at its beginning

// Cheaper than an expression, and nearly every line is none.
bool MayTellEpochs(std::string_view line) {
  const auto letter = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  };
  constexpr std::string_view kPart = "po";  // of epoch and época
  return std::search(line.begin(), line.end(), kPart.begin(), kPart.end(), letter) != line.end();
}

// Colours are no part of what is said.
std::string WithoutColours(std::string_view line) {
  static const RE2 colour("\x1b\\[[0-9;]*[A-Za-z]");
  std::string plain(line.substr(0, kLongestSearched));
  RE2::GlobalReplace(&plain, colour, "");
  return plain;
}

struct PrintedEpoch {
  int epoch = 0;
  int in_all = 0;
  std::string rest;  // of the line
};

std::optional<PrintedEpoch> FindEpoch(const std::string& line) {
  static const RE2 form(
      R"re((?i)^(.*?)(?:^|[^\pL\d_])(?:epoch|época|epoca)s?\s*[:#=]?\s*[\[(]?\s*(\d{1,7})\s*(?:/|\s(?:of|de)\s)\s*(\d{1,7})([^\d./].*|[./]?)$)re");
  // What speaks of an epoch that was, or of one that will be.
  static const RE2 other(
      "(?i)resum|restor|load|checkpoint|sav(?:ed|ing)|best|stop|from|until|retom");
  PrintedEpoch found;
  std::string before;
  if (!RE2::FullMatch(line, form, &before, &found.epoch, &found.in_all, &found.rest)) {
    return std::nullopt;
  }
  if (RE2::PartialMatch(before, other)) return std::nullopt;
  if (found.in_all < 1 || found.in_all > kMostEpochs || found.epoch > found.in_all) {
    return std::nullopt;
  }
  return found;
}

// A line that goes on with values is printed when they are known; one that stands alone, or has a
// bar or a batch in it, while the epoch goes on.
bool IsPrintedAtEnd(const std::string& rest) {
  static const RE2 values(R"re([:=]?\s*\d)re");
  static const RE2 within(R"re((?i)%\||it/s|s/it|\bstep|\bbatch|\biter|━|█|\d\s*/\s*\d)re");
  return RE2::PartialMatch(rest, values) && !RE2::PartialMatch(rest, within);
}

}  // namespace

void PrintedEpochs::Take(std::string_view line, double t) {
  if (doubtful_ || !MayTellEpochs(line)) return;
  const std::optional<PrintedEpoch> found = FindEpoch(WithoutColours(line));
  if (!found) return;
  const bool other = in_all_ != 0 && (found->in_all != in_all_ || found->epoch < last_);
  if (found->epoch == 0 || other) {
    doubtful_ = true;
    return;
  }
  if (in_all_ == 0) at_end_ = IsPrintedAtEnd(found->rest);
  in_all_ = found->in_all;
  last_ = found->epoch;
  so_far_.See(at_end_ ? found->epoch : found->epoch - 1, t);
}

std::optional<int> PrintedEpochs::in_all() const {
  if (doubtful_ || in_all_ == 0) return std::nullopt;
  return in_all_;
}

}  // namespace trena

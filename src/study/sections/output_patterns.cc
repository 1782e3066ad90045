// SPDX-License-Identifier: Apache-2.0
#include "study/sections/output_patterns.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "core/source.h"
#include "core/text/text.h"
#include "study/metrics.h"

namespace trena {
namespace {

constexpr int64_t kMostMemory = int64_t{8} << 20;  // of a compiled expression
constexpr size_t kLongestPattern = 10'000;

// "0.31", "3,1e-2" is none, "93.5%" is 0.935. Empty for nan, inf and whatever is no number.
std::optional<double> NumberIn(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = problem == std::errc() && end == text.data() + text.size() && !text.empty();
  if (!whole || !std::isfinite(number)) return std::nullopt;
  return percent ? number / 100 : number;
}

void Take(const std::string& purpose, std::string_view text, LineTold& told) {
  auto number = NumberIn(text);
  auto within = [&](double least, double most) {
    return number && *number >= least && *number <= most ? number : std::nullopt;
  };
  constexpr double kMost = 1e15;
  if (purpose == "epoch") told.epoch = within(0, 1e9);
  if (purpose == "loss") {
    told.loss = number;
    told.no_loss = !number;
  }
  if (purpose == "accuracy" && number && FindKnownMetric("accuracy")->bounds.Hold(*number)) {
    told.accuracy = number;
  }
  if (purpose == "seconds") told.seconds = within(0, kMost);
  if (purpose == "images") told.images = within(0, kMost);
}

PatternProblem CompileProblem(const re2::RE2& expression, const std::string& text) {
  PatternProblem problem;
  problem.message = "not a regular expression: " + expression.error();
  size_t at = text.find(expression.error_arg());
  if (at != std::string::npos && !expression.error_arg().empty()) {
    problem.offset = at;
    problem.length = expression.error_arg().size();
  }
  if (expression.error_code() == re2::RE2::ErrorBadPerlOp ||
      expression.error_code() == re2::RE2::ErrorBadEscape) {
    problem.suggestion = "look-around and back references are not known here (RE2's syntax)";
  }
  return problem;
}

PatternProblem UnknownGroup(const std::string& name, const std::string& text) {
  PatternProblem problem;
  problem.offset = std::min(text.find("<" + name + ">") + 1, text.size());
  problem.length = name.size();
  problem.message = fmt::format("a group named `{}` means nothing here", name);
  std::vector<std::string> known(OutputPatterns::Purposes().begin() + 1,
                                 OutputPatterns::Purposes().end());
  auto nearest = Nearest(name, known);
  problem.suggestion =
      nearest ? fmt::format("did you mean `{}`?", *nearest) : "known: " + Join(known, ", ");
  return problem;
}

// The line without the escape sequences by which programs colour and move.
std::string WithoutEscapes(std::string_view line) {
  std::string plain(line);
  static const re2::RE2 escapes("\x1b\\[[0-9;?]*[a-zA-Z]");
  re2::RE2::GlobalReplace(&plain, escapes, "");
  return plain;
}

}  // namespace

const std::vector<std::string>& OutputPatterns::Purposes() {
  static const std::vector<std::string> purposes = {"begin",    "epoch",   "loss",
                                                    "accuracy", "seconds", "images"};
  return purposes;
}

std::optional<PatternProblem> OutputPatterns::Add(const std::string& purpose,
                                                  const std::string& text) {
  if (text.empty()) return PatternProblem{0, 1, "an empty pattern matches every line", ""};
  if (text.size() > kLongestPattern) return PatternProblem{0, 1, "the pattern is too long", ""};
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(re2::RE2::Options::EncodingLatin1);  // any bytes can be matched
  options.set_max_mem(kMostMemory);
  auto expression = std::make_shared<re2::RE2>(text, options);
  if (!expression->ok()) return CompileProblem(*expression, text);
  Pattern pattern{purpose, expression, {}};
  const auto& names = Purposes();
  for (const auto& [name, group] : expression->NamedCapturingGroups()) {
    bool known = name != "begin" && std::find(names.begin(), names.end(), name) != names.end();
    if (!known) return UnknownGroup(name, text);
    pattern.groups.emplace_back(name, group);
  }
  bool is_value = purpose != "begin" && purpose != "epoch";
  if (is_value && pattern.groups.empty()) {
    if (expression->NumberOfCapturingGroups() == 0) {
      return PatternProblem{0, text.size(), "the pattern has no group around the value",
                            fmt::format("write it like `{}: ([0-9.eE+-]+)`", purpose)};
    }
    pattern.groups.emplace_back(purpose, 1);
  }
  patterns_.push_back(std::move(pattern));
  return std::nullopt;
}

std::optional<LineTold> OutputPatterns::Match(std::string_view line) const {
  std::string plain;
  if (line.find('\x1b') != std::string_view::npos) {
    plain = WithoutEscapes(line);
    line = plain;
  }
  LineTold told;
  bool any = false;
  std::vector<re2::StringPiece> groups;
  for (const Pattern& pattern : patterns_) {
    const re2::RE2& expression = *pattern.expression;
    groups.assign(static_cast<size_t>(expression.NumberOfCapturingGroups()) + 1, {});
    if (!expression.Match({line.data(), line.size()}, 0, line.size(), re2::RE2::UNANCHORED,
                          groups.data(), static_cast<int>(groups.size()))) {
      continue;
    }
    any = true;
    if (pattern.purpose == "begin") told.begins = true;
    if (pattern.purpose == "epoch") told.ends = true;
    for (const auto& [purpose, group] : pattern.groups) {
      const re2::StringPiece& piece = groups[static_cast<size_t>(group)];
      if (piece.data() != nullptr) Take(purpose, {piece.data(), piece.size()}, told);
    }
  }
  return any ? std::optional(told) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> OutputPatterns::Texts() const {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const Pattern& pattern : patterns_) {
    texts.emplace_back(pattern.purpose, pattern.expression->pattern());
  }
  return texts;
}

Result<OutputPatterns> ParseEpochPattern(const std::string& option, const std::string& text) {
  OutputPatterns patterns;
  auto problem = patterns.Add("epoch", text);
  if (!problem) return patterns;
  Source source(option, text);
  source.Add({1, static_cast<int>(problem->offset) + 1, static_cast<int>(problem->length)},
             problem->message, problem->suggestion);
  return source.ToError();
}

}  // namespace trena

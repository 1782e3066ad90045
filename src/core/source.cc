// SPDX-License-Identifier: Apache-2.0
#include "core/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostShown = 20;
constexpr size_t kLineWidth = 160;

}  // namespace

void Source::Add(Place place, std::string message, std::string suggestion) {
  diagnostics_.push_back({place, std::move(message), std::move(suggestion)});
}

std::string Source::Line(int line) const {
  size_t begin = 0;
  for (int i = 1; i < line; ++i) {
    begin = text_.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  std::string found = text_.substr(begin, text_.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') found.pop_back();
  return found;
}

std::string Source::RenderOne(const Diagnostic& diagnostic) const {
  const Place& place = diagnostic.place;
  std::string message = ForTerminal(diagnostic.message);
  if (place.line <= 0) {
    std::string hint = diagnostic.suggestion.empty()
                           ? ""
                           : fmt::format("\n       = {}", ForTerminal(diagnostic.suggestion));
    return fmt::format("{}: {}{}\n", ForTerminal(name_), message, hint);
  }
  std::string line = Line(place.line);
  size_t column = std::min(static_cast<size_t>(std::max(place.column, 1)) - 1, line.size());
  // A tab takes one column here, so that the caret stands under what it means.
  std::replace(line.begin(), line.end(), '\t', ' ');
  std::string before = ForTerminal(line.substr(0, column));
  std::string shown = Shorten(ForTerminal(line), kLineWidth);
  size_t indent = std::min(DisplayWidth(before), kLineWidth);
  size_t bytes = static_cast<size_t>(std::max(place.length, 1));
  size_t columns = DisplayWidth(ForTerminal(line.substr(column, bytes)));
  size_t length = std::max<size_t>(1, std::min(columns, kLineWidth - indent));
  std::string out =
      fmt::format("{}:{}:{}: {}\n", ForTerminal(name_), place.line, column + 1, message);
  out += fmt::format("{:5} | {}\n", place.line, shown);
  out += fmt::format("      | {}^{}\n", std::string(indent, ' '), std::string(length - 1, '~'));
  if (!diagnostic.suggestion.empty()) {
    out += fmt::format("      = {}\n", ForTerminal(diagnostic.suggestion));
  }
  return out;
}

std::string Source::Render() const {
  std::vector<Diagnostic> ordered = diagnostics_;
  std::stable_sort(ordered.begin(), ordered.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  std::string out;
  for (size_t i = 0; i < std::min(ordered.size(), kMostShown); ++i) out += RenderOne(ordered[i]);
  if (ordered.size() > kMostShown) {
    out += fmt::format("… and {} more\n", ordered.size() - kMostShown);
  }
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace trena

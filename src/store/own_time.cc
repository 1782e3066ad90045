// SPDX-License-Identifier: Apache-2.0
#include "store/own_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/files.h"

namespace trena {
namespace {

constexpr size_t kLargestTurns = size_t{64} << 20;

std::optional<FrozenSpan> SpanOf(std::string_view line) {
  FrozenSpan span;
  const auto [comma, error] = std::from_chars(line.begin(), line.end(), span.from);
  if (error != std::errc() || comma == line.end() || *comma != ',') return std::nullopt;
  const auto [end, second] = std::from_chars(comma + 1, line.end(), span.to);
  if (second != std::errc() || end != line.end()) return std::nullopt;
  if (!std::isfinite(span.from) || !std::isfinite(span.to)) return std::nullopt;
  return span;
}

}  // namespace

const char* const kTurnsHeader = "frozen,thawed\n";

std::string TurnsLine(const FrozenSpan& span) {
  return fmt::format("{:.9f},{:.9f}\n", span.from, span.to);
}

OwnTime::OwnTime(std::vector<FrozenSpan> spans) {
  for (const FrozenSpan& span : spans) Add(span);
}

void OwnTime::Add(const FrozenSpan& span) {
  if (span.to < span.from || (!spans_.empty() && span.from < spans_.back().to)) return;
  sums_.push_back(frozen() + span.to - span.from);
  spans_.push_back(span);
}

double OwnTime::At(double t) const {
  const auto after =
      std::upper_bound(spans_.begin(), spans_.end(), t,
                       [](double t, const FrozenSpan& span) { return t < span.from; });
  if (after == spans_.begin()) return t;
  const size_t last = static_cast<size_t>(after - spans_.begin()) - 1;
  // Within a span its clock stands where the span began.
  const double before = last == 0 ? 0 : sums_[last - 1];
  return t < spans_[last].to ? spans_[last].from - before : t - sums_[last];
}

OwnTime ReadOwnTime(const std::filesystem::path& folder) {
  OwnTime own;
  std::error_code ignored;
  if (!fs::exists(folder / "turns.csv", ignored)) return own;
  const Result<std::string> text = ReadOwnFile(folder / "turns.csv", kLargestTurns);
  if (!text.ok()) return own;
  for (size_t at = 0; at < text.value().size();) {
    const size_t end = text.value().find('\n', at);
    if (end == std::string::npos) break;  // half a line is none
    if (const auto span = SpanOf(std::string_view(text.value()).substr(at, end - at))) {
      own.Add(*span);
    }
    at = end + 1;
  }
  return own;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "core/text/text.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace trena {
namespace {

// Optimal string alignment distance, given up beyond `limit`.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t substitute = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, substitute});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// One character of UTF-8 text and the bytes it took; -1 for a byte that is not UTF-8.
std::pair<utf8proc_int32_t, size_t> NextCharacter(std::string_view text) {
  utf8proc_int32_t code = -1;
  auto bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto used = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (used <= 0) return {-1, 1};
  return {code, static_cast<size_t>(used)};
}

bool DrivesTerminal(utf8proc_int32_t code) {
  auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

// Printable ASCII, as nearly all text is: it shows as it is, a column for a byte.
bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::optional<std::string> Nearest(const std::string& word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > 256) return std::nullopt;
  size_t limit = std::max<size_t>(1, word.size() / 3);
  std::optional<std::string> best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 256 || candidate == word) continue;
    size_t distance = EditDistance(word, candidate, limit);
    if (distance > limit) continue;
    limit = distance == 0 ? 0 : distance - 1;
    best = candidate;
    if (limit == 0) break;
  }
  return best;
}

std::string DidYouMean(const std::string& word, const std::vector<std::string>& candidates) {
  auto nearest = Nearest(word, candidates);
  return nearest ? fmt::format(" (did you mean `{}`?)", *nearest) : "";
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view Trim(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

size_t DisplayWidth(std::string_view text) {
  if (IsPlain(text)) return text.size();
  size_t width = 0;
  while (!text.empty()) {
    auto [code, used] = NextCharacter(text);
    width += code < 0 ? 1 : static_cast<size_t>(std::max(0, utf8proc_charwidth(code)));
    text.remove_prefix(used);
  }
  return width;
}

std::string ForTerminal(std::string_view text) {
  if (IsPlain(text)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    auto [code, used] = NextCharacter(text);
    if (code < 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (DrivesTerminal(code)) {
      out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
    } else {
      out += text.substr(0, used);
    }
    text.remove_prefix(used);
  }
  return out;
}

std::string Shorten(std::string_view text, size_t width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  if (width == 0) return "";
  std::string out;
  size_t shown = 0;
  while (!text.empty()) {
    auto [code, used] = NextCharacter(text);
    size_t columns = code < 0 ? 1 : static_cast<size_t>(std::max(0, utf8proc_charwidth(code)));
    if (shown + columns + 1 > width) break;
    out += text.substr(0, used);
    shown += columns;
    text.remove_prefix(used);
  }
  return out + "…";
}

}  // namespace trena

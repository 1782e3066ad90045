// SPDX-License-Identifier: Apache-2.0
#include "core/terminal/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/text/text.h"

namespace trena {
namespace {

const char* Code(Style style) {
  switch (style) {
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kRed:
      return "\x1b[31m";
    case Style::kPlain:
      break;
  }
  return "";
}

bool ColourWanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  bool refused = no_colour != nullptr && *no_colour != '\0';
  bool plain = kind != nullptr && std::string(kind) == "dumb";
  return !refused && !plain;
}

std::string Padded(const std::string& text, size_t width, TextTable::Align align) {
  std::string space(width - std::min(width, DisplayWidth(text)), ' ');
  return align == TextTable::Align::kRight ? space + text : text + space;
}

}  // namespace

Terminal::Terminal(std::FILE* stream)
    : stream_(stream),
      interactive_(isatty(fileno(stream)) == 1),
      colour_(interactive_ && ColourWanted()) {}

size_t Terminal::width() const {
  winsize size{};
  bool known = interactive_ && ioctl(fileno(stream_), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 100;
}

std::string Terminal::Styled(Style style, const std::string& text) const {
  if (!colour_ || style == Style::kPlain) return text;
  return fmt::format("{}{}\x1b[0m", Code(style), text);
}

void Terminal::Write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream_);
  std::fflush(stream_);
}

void Terminal::Say(const std::string& line) {
  ClearProgress();
  Write(line + "\n");
}

void Terminal::Progress(const std::string& line) {
  if (!interactive_) return;
  Write("\r\x1b[K" + Shorten(line, width() - 1));
  progress_shown_ = true;
}

void Terminal::ClearProgress() {
  if (!progress_shown_) return;
  Write("\r\x1b[K");
  progress_shown_ = false;
}

std::string TextTable::Render(size_t indent) const {
  // A row with more cells than there are titles is shown whole: the columns beyond have none.
  std::vector<Column> columns = columns_;
  for (const auto& row : rows_) columns.resize(std::max(columns.size(), row.size()));
  std::vector<std::vector<std::string>> safe;
  std::vector<size_t> widths;
  for (const Column& column : columns) widths.push_back(DisplayWidth(column.title));
  for (const auto& row : rows_) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(ForTerminal(cell));
    for (size_t i = 0; i < cells.size(); ++i)
      widths[i] = std::max(widths[i], DisplayWidth(cells[i]));
    safe.push_back(std::move(cells));
  }
  auto line = [&](auto cell_of) {
    std::string text(indent, ' ');
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += "  ";
      text += Padded(cell_of(i), widths[i], columns[i].align);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string out = line([&](size_t i) { return columns[i].title; });
  for (const auto& row : safe) out += line([&](size_t i) { return i < row.size() ? row[i] : ""; });
  return out;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/text_page.h"

#include <algorithm>

#include "core/text.h"

namespace trena {
namespace {

constexpr size_t kLeastWidth = 100;

// Lines of at most `width` columns, broken between words, each after `indent` spaces.
std::string Wrapped(const std::string& text, size_t width, size_t indent) {
  std::string out;
  std::string line(indent, ' ');
  bool empty = true;
  for (const std::string& word : Split(text, ' ')) {
    if (!empty && DisplayWidth(line) + 1 + DisplayWidth(word) > width) {
      out += line + "\n";
      line = std::string(indent, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return out + line + "\n";
}

}  // namespace

TextPage::TextPage(const ReportContext& context)
    : words_(context.language),
      terminal_(context.terminal),
      width_(std::max(kLeastWidth, terminal_ ? terminal_->width() : 0)) {}

std::string TextPage::Styled(Style style, const std::string& text) const {
  return terminal_ ? terminal_->Styled(style, text) : text;
}

void TextPage::AddTitle(const std::string& title) {
  out_ += "\n" + Styled(Style::kBold, ForTerminal(title)) + "\n";
}

void TextPage::AddText(const std::string& text, size_t indent, Style style) {
  for (const std::string& line : Split(Wrapped(ForTerminal(text), width_, indent), '\n')) {
    if (!line.empty()) out_ += Styled(style, line) + "\n";
  }
}

}  // namespace trena

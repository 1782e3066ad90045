// SPDX-License-Identifier: Apache-2.0
#include "report/page/html.h"

#include "core/text/text.h"

namespace trena {
namespace {

// The replacement of each `from` at the front of `text`, if it is one.
struct Escape {
  std::string_view from;
  std::string_view to;
};

constexpr Escape kHtmlEscapes[] = {
    {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}};

constexpr Escape kScriptEscapes[] = {{"<", "\\u003c"},
                                     {">", "\\u003e"},
                                     {"&", "\\u0026"},
                                     {"\u2028", "\\u2028"},
                                     {"\u2029", "\\u2029"}};

constexpr Escape kNoBreaks[] = {{" ± ", "\u00a0±\u00a0"}, {"n = ", "n\u00a0=\u00a0"}};

// Nearly all characters stand for themselves: those in between are copied at once.
template <size_t size>
std::string Replaced(std::string_view text, const Escape (&escapes)[size]) {
  std::string first;
  for (const Escape& escape : escapes) first += escape.from[0];
  std::string out;
  out.reserve(text.size());
  while (true) {
    const size_t at = text.find_first_of(first);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at);
    const Escape* match = nullptr;
    for (const Escape& escape : escapes) {
      if (text.starts_with(escape.from)) match = &escape;
    }
    out += match ? match->to : text.substr(0, 1);
    text.remove_prefix(match ? match->from.size() : 1);
  }
}

bool InsideCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string HtmlEscaped(std::string_view text) { return Replaced(ForTerminal(text), kHtmlEscapes); }

std::string Cut(std::string_view text, size_t longest) {
  if (text.size() <= longest) return std::string(text);
  size_t head = longest * 3 / 4;
  size_t tail = text.size() - longest / 4;
  while (head > 0 && InsideCharacter(text[head])) --head;
  while (tail < text.size() && InsideCharacter(text[tail])) ++tail;
  return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

std::string JsonForScript(const Json& json) { return Replaced(Dump(json), kScriptEscapes); }

Html& Html::Open(std::string_view tag, Attributes attributes) {
  out_.append("<").append(tag);
  for (const auto& [name, value] : attributes) {
    out_.append(" ").append(name).append("=\"").append(HtmlEscaped(value)).append("\"");
  }
  out_ += ">";
  return *this;
}

Html& Html::Close(std::string_view tag) {
  out_.append("</").append(tag).append(">");
  return *this;
}

Html& Html::Text(std::string_view text) {
  out_ += HtmlEscaped(text);
  return *this;
}

Html& Html::Prose(std::string_view text) {
  std::vector<std::string> parts = Split(Replaced(text, kNoBreaks), '`');
  for (size_t i = 0; i < parts.size(); ++i) {
    bool closed = i + 1 < parts.size();
    if (i % 2 == 0) {
      Text(parts[i]);
    } else if (closed) {
      Element("code", parts[i]);
    } else {
      Text("`" + parts[i]);
    }
  }
  return *this;
}

Html& Html::Element(std::string_view tag, std::string_view text, Attributes attributes) {
  return Open(tag, attributes).Text(text).Close(tag);
}

Html& Html::Heading(const std::string& id, const std::string& title) {
  headings_.emplace_back(id, title);
  return Element("h2", title, {{"id", id}});
}

Html& Html::Trusted(std::string_view markup) {
  out_ += markup;
  return *this;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Writes HTML in which everything is escaped unless it is called trusted: text and attributes can
// come from anywhere.
//
//   Html html;
//   html.Open("p", {{"class", "note"}}).Text(anything).Close("p");
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"

namespace trena {

// For text and for attributes in quotes. Control characters and marks that turn the direction of
// writing become visible.
std::string HtmlEscaped(std::string_view text);

// A text that no one would read whole, without its middle: the end often tells two names apart.
// `longest` is in bytes.
std::string Cut(std::string_view text, size_t longest = 400);

// JSON that is safe within <script>: no <, >, & and no line separators of JavaScript.
std::string JsonForScript(const Json& json);

class Html {
 public:
  using Attribute = std::pair<std::string_view, std::string>;
  using Attributes = std::initializer_list<Attribute>;

  Html& Open(std::string_view tag, Attributes attributes = {});
  Html& Close(std::string_view tag);
  Html& Text(std::string_view text);
  // Text in which what stands between backticks is code, and a mean stays on a line with its
  // interval and its n.
  Html& Prose(std::string_view text);
  // <tag …>text</tag>
  Html& Element(std::string_view tag, std::string_view text, Attributes attributes = {});
  // Markup of ours.
  Html& Trusted(std::string_view markup);

  // A heading that a table of contents has: <h2 id=…>.
  Html& Heading(const std::string& id, const std::string& title);
  const std::vector<std::pair<std::string, std::string>>& headings() const { return headings_; }

  const std::string& text() const { return out_; }

 private:
  std::string out_;
  std::vector<std::pair<std::string, std::string>> headings_;  // ids and titles
};

}  // namespace trena

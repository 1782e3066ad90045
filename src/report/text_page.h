// SPDX-License-Identifier: Apache-2.0
// What pages for a terminal have in common: titles, and text broken between words.
#pragma once

#include <string>

#include "core/terminal.h"
#include "report/report_context.h"
#include "report/words.h"

namespace trena {

class TextPage {
 public:
  explicit TextPage(const ReportContext& context);

 protected:
  std::string Styled(Style style, const std::string& text) const;
  void AddTitle(const std::string& title);
  // Each line after `indent` spaces.
  void AddText(const std::string& text, size_t indent, Style style = Style::kPlain);

  Words words_;
  const Terminal* terminal_;
  size_t width_;
  std::string out_;
};

}  // namespace trena

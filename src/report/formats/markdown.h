// SPDX-License-Identifier: Apache-2.0
// Text and tables as Markdown, safe whatever they hold.
#pragma once

#include <string>

#include "report/tables/tables.h"

namespace trena::markdown {

// Text in which Markdown sees nothing but text.
std::string Escaped(const std::string& text);

// Under a heading of its own; nothing for a table without rows.
std::string MarkdownTable(const ReportTable& table);

}  // namespace trena::markdown

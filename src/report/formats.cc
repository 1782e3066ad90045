// SPDX-License-Identifier: Apache-2.0
#include "report/formats.h"

#include <algorithm>

#include "report/csv_report.h"
#include "report/json_report.h"
#include "report/markdown_report.h"
#include "report/page_report.h"
#include "report/terminal_report.h"

namespace trena {
namespace {

constexpr Format kFormats[] = {
    {"terminal", "txt", "the answer as it appears at the terminal", TerminalReport},
    {"html", "html", "a page with charts, complete in one file", PageReport},
    {"markdown", "md", "tables and answer, for a README or an issue", MarkdownReport},
    {"csv", "csv", "one row per run, for a spreadsheet, R or pandas", CsvReport},
    {"json", "json", "the whole record, for programs", JsonReport},
};

}  // namespace

std::span<const Format> Formats() { return kFormats; }

const Format* FindFormat(const std::string& name) {
  auto matches = [&](const Format& f) { return name == f.name || name == f.extension; };
  auto found = std::find_if(std::begin(kFormats), std::end(kFormats), matches);
  return found == std::end(kFormats) ? nullptr : &*found;
}

}  // namespace trena

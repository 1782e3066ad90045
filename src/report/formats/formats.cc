// SPDX-License-Identifier: Apache-2.0
#include "report/formats/formats.h"

#include <string_view>

#include "report/formats/csv_report.h"
#include "report/formats/json_report.h"
#include "report/formats/latex.h"
#include "report/formats/markdown_report.h"
#include "report/formats/terminal_report.h"
#include "report/page/page_report.h"

namespace trena {
namespace {

constexpr Format kFormats[] = {
    {"terminal", "txt", "the answer as it appears at the terminal", TerminalReport},
    {"html", "html", "a page with charts, complete in one file", PageReport},
    {"markdown", "md", "tables and answer, for a README or an issue", MarkdownReport},
    {"latex", "tex", "tables for a paper (booktabs), to be put in by \\input", LatexReport},
    {"json", "json", "the whole record, for programs", JsonReport},
    {"runs", "csv", "one row per run, for a spreadsheet, R or pandas", CsvReport},
    {"epochs", "epochs.csv", "one row per epoch of each run", EpochsCsv, {.epochs = true}},
    {"samples", "samples.csv", "one row per sample of each run", SamplesCsv, {.samples = true}},
    {"effects", "effects.csv", "one row per effect, of every response", EffectsCsv},
};

// Of "epochs.csv", "csv".
std::string_view LastPart(std::string_view extension) {
  const size_t point = extension.rfind('.');
  return point == std::string_view::npos ? extension : extension.substr(point + 1);
}

bool Matches(const Format& format, const std::string& name) {
  return name == format.name || name == LastPart(format.extension);
}

}  // namespace

std::span<const Format> Formats() { return kFormats; }

const Format* FindFormat(const std::string& name) {
  std::vector<const Format*> found = FindFormats(name);
  return found.empty() ? nullptr : found.front();
}

std::vector<const Format*> FindFormats(const std::string& name) {
  std::vector<const Format*> found;
  for (const Format& format : kFormats) {
    if (Matches(format, name)) found.push_back(&format);
  }
  return found;
}

}  // namespace trena

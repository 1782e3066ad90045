// SPDX-License-Identifier: Apache-2.0
// Charts drawn to SVG, PNG and PDF for papers, by vl-convert (the program that draws Vega-Lite
// without a browser, from PyPI as vl-convert-python): the same specifications as the page's, with a
// width of their own and black on white. It is started without a shell and fetches nothing.
//
//   TRENA_ASSIGN(auto figures, DrawFigures(charts, {"svg", "pdf"}, Language::kEnglish));
//   TRENA_CHECK(WriteFiles(figures, "figures"));
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

// A file of a folder, before it is written.
struct ReportFile {
  std::string name;  // below the folder; of a figure the chart's, which is ours: "time.svg"
  std::string bytes;
  bool readers = false;  // theirs once it is there: written where it is missing, then left alone
};

// Names of `--figure-format`.
std::span<const std::string_view> FigureFormats();

// Every chart in every format, in that order. Numbers on axes are in the reader's form. An
// InputError with the command that installs vl-convert where it is missing.
Result<std::vector<ReportFile>> DrawFigures(const std::vector<Chart>& charts,
                                            const std::vector<std::string>& formats,
                                            Language language);

// What stands below each figure, a line each, for whoever puts them into a text.
std::string FigureCaptions(const std::vector<Chart>& charts);

// Each file whole; folders are made where they are missing. Gives the paths that were written.
Result<std::vector<std::string>> WriteFiles(const std::vector<ReportFile>& files,
                                            const fs::path& folder);

}  // namespace trena

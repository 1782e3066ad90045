// SPDX-License-Identifier: Apache-2.0
// The forms in which a record can be drawn. Adding one is a file with a function of this shape and
// a row in the table of formats.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

struct Format {
  const char* name;       // of `trena report --format NAME`
  const char* extension;  // of its file: "md"; of the tables "epochs.csv" and so on
  const char* help;
  std::string (*render)(const Analysis& analysis, const ReportContext& context);
  RecordedParts needs = {};  // in the record, beside what every format draws
};

std::span<const Format> Formats();
// By name or extension, so that `md` is Markdown; nullptr when there is none.
const Format* FindFormat(const std::string& name);
// All of that name or extension: `csv` is every table. None: nothing.
std::vector<const Format*> FindFormats(const std::string& name);

}  // namespace trena

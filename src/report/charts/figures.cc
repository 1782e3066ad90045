// SPDX-License-Identifier: Apache-2.0
#include "report/charts/figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/process/process.h"
#include "core/scratch_folder.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr std::string_view kFigureFormats[] = {"svg", "png", "pdf"};
constexpr int kFigureWidth = 480;  // of the plot; a text's column on A4 or letter
constexpr int kMissing = 77;       // the script's exit code where vl-convert is not installed
constexpr const char* kPackage = "vl-convert-python==1.9.0.post1";

// Draws the charts of job.json in its folder into that folder.
constexpr const char* kScript = R"(import json, os, sys
try:
    import vl_convert
except ImportError:
    sys.exit(77)
with open(os.path.join(sys.argv[1], "job.json"), encoding="utf-8") as file:
    job = json.load(file)
options = {"config": job["config"], "format_locale": job["locale"], "allowed_base_urls": []}
draw = {
    "svg": lambda spec: vl_convert.vegalite_to_svg(spec, **options).encode(),
    "png": lambda spec: vl_convert.vegalite_to_png(spec, ppi=288, **options),
    "pdf": lambda spec: vl_convert.vegalite_to_pdf(spec, **options),
}
for chart in job["charts"]:
    for kind in job["formats"]:
        with open(os.path.join(sys.argv[1], chart["name"] + "." + kind), "wb") as file:
            file.write(draw[kind](chart["spec"]))
)";

// Black on white, as print is.
Json PrintConfig() {
  return {
      {"background", "white"},
      {"font", "Helvetica, Arial, Liberation Sans, sans-serif"},
      {"view", {{"stroke", nullptr}}},
      {"axis",
       {{"labelColor", "#333"},
        {"titleColor", "#000"},
        {"titleFontWeight", "normal"},
        {"titlePadding", 8},
        {"gridColor", "#ddd"},
        {"domainColor", "#888"},
        {"tickColor", "#888"}}},
      {"legend", {{"labelColor", "#000"}, {"titleColor", "#000"}, {"titleFontWeight", "normal"}}},
      {"rule", {{"color", "#555"}}},
      {"text", {{"color", "#000"}}}};
}

// On a page a chart is as wide as its place; a file has no place.
void SetWidth(Json& part) {
  if (!part.is_structured()) return;
  if (part.is_object() && part.contains("width") && part["width"] == "container") {
    part["width"] = kFigureWidth;
    part.erase("autosize");
  }
  for (Json& inner : part) SetWidth(inner);
}

Json JobOf(const std::vector<Chart>& charts, const std::vector<std::string>& formats,
           Language language) {
  Json job = {{"formats", formats},
              {"locale", language == Language::kPortuguese ? Json("pt-BR") : Json()},
              {"config", PrintConfig()},
              {"charts", Json::array()}};
  for (const Chart& chart : charts) {
    Json spec = chart.spec;
    SetWidth(spec);
    job["charts"].push_back({{"name", chart.name}, {"spec", std::move(spec)}});
  }
  return job;
}

fs::path OwnPython() { return CacheFolder() / "figures" / "bin" / "python3"; }

Error NotInstalled() {
  const std::string folder = (CacheFolder() / "figures").string();
  return InputError(
      fmt::format("figures are drawn by vl-convert, which is not here. Install it with: "
                  "python3 -m venv {0} && {0}/bin/pip install {1}",
                  folder, kPackage));
}

// By the first Python that has vl-convert: the one that is installed for this, then the user's.
// Isolated (-I): what stands in the working folder or in PYTHONPATH is not run.
Status RunDrawing(const fs::path& folder) {
  for (const std::string& python : {OwnPython().string(), std::string("python3")}) {
    ProcessOptions options;
    options.arguments = {python, "-I", "-c", kScript, folder.string()};
    Result<ProcessResult> ran = RunProcess(options);
    if (!ran.ok() || ran.value().exit_code == kMissing) continue;
    if (ran.value().exit_code == 0) return Done{};
    const std::vector<std::string> lines = Split(Trim(ran.value().errors), '\n');
    return Error(fmt::format("vl-convert cannot draw the figures (exit code {}): {}",
                             ran.value().exit_code, ForTerminal(lines.back())));
  }
  return NotInstalled();
}

Status CheckFormats(const std::vector<std::string>& formats) {
  std::vector<std::string> known(std::begin(kFigureFormats), std::end(kFigureFormats));
  for (const std::string& format : formats) {
    if (std::find(known.begin(), known.end(), format) != known.end()) continue;
    return InputError(fmt::format("there is no figure format `{}`{}; there are: {}", format,
                                  DidYouMean(format, known), Join(known, ", ")));
  }
  return Done{};
}

}  // namespace

std::span<const std::string_view> FigureFormats() { return kFigureFormats; }

Result<std::vector<ReportFile>> DrawFigures(const std::vector<Chart>& charts,
                                            const std::vector<std::string>& formats,
                                            Language language) {
  TRENA_CHECK(CheckFormats(formats));
  TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(fs::temp_directory_path(), "trena-figures-"));
  ScratchFolder scratch(folder);
  TRENA_CHECK(WriteFile(folder / "job.json", Dump(JobOf(charts, formats, language))));
  TRENA_CHECK(RunDrawing(folder));
  std::vector<ReportFile> figures;
  for (const Chart& chart : charts) {
    for (const std::string& format : formats) {
      const std::string file = chart.name + "." + format;
      TRENA_ASSIGN(std::string bytes, ReadFile(folder / file));
      figures.push_back({file, std::move(bytes)});
    }
  }
  return figures;
}

std::string FigureCaptions(const std::vector<Chart>& charts) {
  std::string out;
  for (const Chart& chart : charts) {
    out += fmt::format("{}: {}. {}\n", chart.name, ForTerminal(chart.title),
                       ForTerminal(chart.caption));
  }
  return out;
}

Result<std::vector<std::string>> WriteFiles(const std::vector<ReportFile>& files,
                                            const fs::path& folder) {
  std::vector<std::string> paths;
  for (const ReportFile& file : files) {
    const fs::path path = folder / file.name;
    if (file.readers && fs::exists(path)) continue;
    TRENA_CHECK(MakeFolder(path.parent_path()));
    TRENA_CHECK(WriteFileWhole(path, file.bytes));
    paths.push_back(path.string());
  }
  return paths;
}

}  // namespace trena

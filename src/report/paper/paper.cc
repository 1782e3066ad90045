// SPDX-License-Identifier: Apache-2.0
#include "report/paper/paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/answer/scenario_text.h"
#include "report/charts/charts.h"
#include "report/formats/latex.h"
#include "report/paper/paper_charts.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

std::string Section(const std::string& title) {
  return "\n\\section{" + LatexText(title) + "}\n\n";
}

std::string Paragraph(const std::vector<std::string>& sentences) {
  return sentences.empty() ? "" : LatexText(Join(sentences, " ")) + "\n\n";
}

std::string LatexAnswer(const Analysis& analysis, const Words& words) {
  const Answer answer = AnswerInWords(analysis, words);
  std::string out = Section(words.Say(label::kAnswer));
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.caveats}) {
    out += Paragraph(*sentences);
  }
  return out + "\\textbf{" + LatexText(answer.verdict) + "}\n";
}

std::string Figures(const std::vector<Chart>& charts) {
  std::string out;
  for (const Chart& chart : charts) {
    out += "\\begin{figure}[htbp]\n\\centering\n";
    out += "\\includegraphics[width=\\linewidth,height=0.85\\textheight,keepaspectratio]";
    out += "{figures/" + chart.name + ".pdf}\n";
    out += "\\caption{" + LatexText(chart.title) + ". " + LatexText(chart.caption) + "}";
    out += "\\label{fig:" + chart.name + "}\n\\end{figure}\n";
  }
  return out;
}

std::string Warnings(const Analysis& analysis, const Words& words) {
  if (analysis.warnings.empty()) return "";
  std::string out = Section(words.Say(label::kWarnings)) + "\\begin{itemize}\n";
  for (const Warning& warning : analysis.warnings) {
    const WarningText text = Explain(warning, words);
    out += "\\item " + LatexText(text.seen + " " + text.why) + "\n";
  }
  return out + "\\end{itemize}\n";
}

std::string Notes(const std::vector<std::string>& notes, const Words& words) {
  if (notes.empty()) return "";
  std::string out =
      Section(words.Say({"What this record cannot show", "O que este registro não pode mostrar"})) +
      "\\begin{itemize}\n";
  for (const std::string& note : notes) out += "\\item " + LatexText(note) + "\n";
  return out + "\\end{itemize}\n";
}

bool Varies(const Analysis& analysis, const char* factor) {
  const std::vector<std::string> varying = VaryingFactors(analysis);
  return std::find(varying.begin(), varying.end(), factor) != varying.end();
}

bool AnyOn(const Analysis& analysis, const char* device) {
  return std::any_of(analysis.runs.begin(), analysis.runs.end(),
                     [&](const RunRecord& run) { return run.device == device; });
}

bool AnyHas(const std::vector<Chart>& charts, const std::string& name) {
  return std::any_of(charts.begin(), charts.end(),
                     [&](const Chart& chart) { return chart.name.starts_with(name); });
}

// What a reader of the papers (docs/studies/methodology.md) looks for and does not find, each by
// what the study varies.
std::vector<std::string> NotesOn(const Analysis& analysis, const std::vector<Chart>& charts,
                                 const Words& words) {
  std::vector<std::string> notes;
  if (Varies(analysis, "batch") && !AnyHas(charts, "loss-iteration")) {
    notes.push_back(
        words.Say({"No run reported its losses: there is no loss against iteration.",
                   "Nenhuma execução informou suas perdas: não há perda em função da iteração."}));
  }
  if (Varies(analysis, "batch") && Varies(analysis, "framework")) {
    notes.push_back(words.Say(
        {"No run was profiled by kernel: the library study's table of SGEMM variants (tile, "
         "transposition, calls, seconds) has no counterpart here.",
         "Nenhuma execução foi perfilada por kernel: a tabela de variantes de SGEMM do estudo de "
         "bibliotecas (bloco, transposição, chamadas, segundos) não tem equivalente aqui."}));
  }
  if (AnyOn(analysis, "cuda") && !AnyHas(charts, "mean-gpu")) {
    notes.push_back(words.Say({"No reading of the GPU was had: its use is missing.",
                               "Não houve leitura da GPU: falta o seu uso."}));
  }
  if (AnyOn(analysis, "tpu")) {
    notes.push_back(words.Say(
        {"The accelerator study (Araújo et al. 2024) prints the means of ten trainings, 51.33 min "
         "on two T4 and 33.24 min on the TPU, and only the ratio of their deviations, 2: no "
         "interval of its means is possible, and none is drawn.",
         "O estudo de aceleradores (Araújo et al. 2024) publica as médias de dez treinamentos, "
         "51,33 min em duas T4 e 33,24 min na TPU, e só a razão entre os desvios, 2: nenhum "
         "intervalo de suas médias é possível, e nenhum é desenhado."}));
  }
  return notes;
}

std::string TitleOf(const Analysis& analysis) {
  return LatexText(analysis.question.empty() ? analysis.study : analysis.question);
}

std::string NamesOf(const Words& words) {
  std::string out;
  for (const auto& [command, name] : {std::pair("figurename", words.Say({"Figure", "Figura"})),
                                      std::pair("tablename", words.Say({"Table", "Tabela"}))}) {
    out += fmt::format("\\renewcommand{{\\{}}}{{{}}}\n", command, LatexText(name));
  }
  return out;
}

constexpr size_t kFewScenarios = 4;

using Times = std::vector<const MetricAnalysis*>;  // of each scenario; null: none

Times TimesOf(const Analysis& analysis) {
  Times times;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    auto found = scenario.metrics.find(analysis.time);
    times.push_back(found == scenario.metrics.end() ? nullptr : &found->second);
  }
  return times;
}

size_t MostTrainings(const Times& times) {
  size_t most = 0;
  for (const MetricAnalysis* of_one : times) {
    if (of_one != nullptr) most = std::max(most, of_one->values.size());
  }
  return most;
}

using CellText = std::function<std::string(const MetricAnalysis&)>;

void AddRow(const std::string& name, const Times& times, const CellText& text, ReportTable& table) {
  std::vector<TableCell> row = {{name, std::nullopt, false}};
  for (const MetricAnalysis* of_one : times) {
    row.push_back({of_one == nullptr ? "—" : text(*of_one), std::nullopt, true});
  }
  table.rows.push_back(std::move(row));
}

void AddSummaries(const Times& times, const MetricText& time, const std::string& interval,
                  const Words& words, ReportTable& table) {
  const auto number = [&](std::optional<double> value) {
    return value ? words.Significant(*value, 4) : "—";
  };
  AddRow("n", times, [](const MetricAnalysis& m) { return std::to_string(m.summary.n); }, table);
  AddRow(
      words.Say(label::kMean), times,
      [&](const MetricAnalysis& m) { return number(m.summary.mean); }, table);
  AddRow(
      words.Say({"standard deviation", "desvio-padrão"}), times,
      [&](const MetricAnalysis& m) { return number(m.summary.sd); }, table);
  AddRow(
      interval, times,
      [&](const MetricAnalysis& m) {
        const Summary& s = m.summary;
        return s.low && s.high ? time.Range(*s.low, *s.high) : words.Say(label::kNoneR1);
      },
      table);
}

}  // namespace

PaperParts PartsOfPaper(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  PaperParts parts;
  parts.seeds = PaperCharts(analysis, context);
  parts.more = StudyCharts(analysis, words);
  parts.tables = LatexTables(analysis, words);
  const ReportTable trainings = TrainingsTable(analysis, words);
  if (!trainings.rows.empty()) parts.tables.insert(parts.tables.begin(), {"trainings", trainings});
  parts.notes = NotesOn(analysis, parts.seeds, words);
  return parts;
}

std::string PaperMain(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  std::string out =
      "% Yours to edit: trena wrote it once and leaves it as it is. Compile with: latexmk -pdf "
      "main\n\\documentclass[10pt,a4paper]{article}\n";
  out += LatexPackages() + "\\usepackage{lmodern}\n\\usepackage{graphicx}\n";
  out += "\\usepackage[margin=22mm]{geometry}\n\\setlength{\\tabcolsep}{4pt}\n" + NamesOf(words);
  out += "\\title{" + TitleOf(analysis) + "}\n";
  out += "\\author{" + LatexText(words.Say(label::kStudyName, {{"name", analysis.study}})) + "}\n";
  return out + "\\date{}\n\n\\begin{document}\n\\maketitle\n\\input{content}\n\\end{document}\n";
}

std::string PaperContent(const Analysis& analysis, const PaperParts& parts, const Words& words) {
  std::string out = LatexAnswer(analysis, words) + Warnings(analysis, words);
  out += "\\clearpage\n" + Section(words.Say({"Figures", "Figuras"})) + Figures(parts.seeds);
  out += "\\clearpage\n";
  out += Figures(parts.more) + "\\clearpage\n" + Section(words.Say({"Tables", "Tabelas"}));
  for (const NamedTable& named : parts.tables) out += "\\input{tables/" + named.name + "}\n";
  return out + "\\clearpage\n" + Notes(parts.notes, words);
}

Result<std::vector<ReportFile>> MakePaper(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  const PaperParts parts = PartsOfPaper(analysis, context);
  std::vector<Chart> charts = parts.seeds;
  charts.insert(charts.end(), parts.more.begin(), parts.more.end());
  std::vector<ReportFile> files;
  if (!charts.empty()) {
    TRENA_ASSIGN(files, DrawFigures(charts, {"pdf"}, context.language));
  }
  for (ReportFile& file : files) file.name = "figures/" + file.name;
  for (const NamedTable& named : parts.tables) {
    files.push_back({"tables/" + named.name + ".tex", LatexTable(named.table, named.name, words)});
  }
  const std::string made = "% " + ForTerminal(context.trena_version + ", " + context.generated);
  files.push_back({"content.tex", made + "\n" + PaperContent(analysis, parts, words)});
  files.push_back({"main.tex", PaperMain(analysis, context), true});
  return files;
}

ReportTable TrainingsTable(const Analysis& analysis, const Words& words) {
  const MetricText time(words, analysis.time, "");
  ReportTable table{words.Say({"Every training: {metric}", "Todos os treinamentos: {metric}"},
                              {{"metric", time.Title()}}),
                    "",
                    {TableColumn::Key(words.Say(label::kTraining))},
                    {}};
  const Times times = TimesOf(analysis);
  const size_t most = MostTrainings(times);
  if (analysis.scenarios.size() > kFewScenarios || most < 2) return table;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    table.columns.push_back({NameOf(scenario, analysis), true});
  }
  for (size_t i = 0; i < most; ++i) {
    AddRow(
        std::to_string(i + 1), times,
        [&](const MetricAnalysis& m) {
          return i < m.values.size() ? words.Significant(m.values[i], 4) : "—";
        },
        table);
  }
  const std::string interval =
      words.Say(label::kConfidencePercentInterval,
                {{"confidence", words.Fixed(analysis.confidence * 100, 0)}});
  AddSummaries(times, time, interval, words, table);
  return table;
}

}  // namespace trena

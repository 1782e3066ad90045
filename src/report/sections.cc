// SPDX-License-Identifier: Apache-2.0
#include "report/sections.h"

#include <algorithm>
#include <string_view>

#include "report/answer/bottleneck_words.h"
#include "report/answer/check_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/scenario_text.h"
#include "report/answer/target_words.h"
#include "report/page/page_sections.h"
#include "report/tables/cost_tables.h"
#include "report/tables/model_tables.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

using enum NotShown;

constexpr Showing Yes = Showing::Yes();
consteval Showing Most(size_t rows) { return Showing::Yes(rows); }
consteval Showing No(NotShown why) { return Showing::No(why); }

// A table that is never cut.
template <auto kTable>
ReportTable Whole(const Analysis& analysis, const Words& words, size_t) {
  return kTable(analysis, words);
}

template <size_t kOrder>
ReportTable Effects(const Analysis& analysis, const Words& words, size_t) {
  return EffectTable(analysis, words, kOrder);
}

std::vector<ReportTable> OfModel(const Analysis& analysis, const Words& words, size_t most_pairs) {
  if (!analysis.main.stated) return {};
  return ModelTables(*analysis.main.stated, words, most_pairs);
}

// Of the main response, time and cost.
std::vector<ReportTable> OfBaseline(const Analysis& analysis, const Words& words, size_t) {
  std::vector<ReportTable> tables;
  const auto add = [&](const ResponseAnalysis& response) {
    if (!response.stated) return;
    const MetricText metric(words, response.metric, MoneyUnitOf(analysis));
    tables.push_back(BaselineTable(*response.stated, metric, words));
  };
  add(analysis.main);
  for (const ResponseAnalysis& response : analysis.others) add(response);
  return tables;
}

std::vector<ReportTable> OfScaling(const Analysis& analysis, const Words& words, size_t) {
  return ScalingTables(analysis, words);
}

SectionText WhyNoModel(const Analysis& analysis, const Words& words) {
  if (analysis.main.stated || analysis.main.why_not.empty()) return {};
  return {.sentences = {ExplainWhyNot(analysis.main, words)}};
}

SectionText Covariates(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated) return {};
  return {.sentences = CovarianceInWords(*analysis.main.stated, words), .of_tables_above = true};
}

SectionText Checks(const Analysis& analysis, const Words& words) {
  SectionText text{.title = words.Say(label::kWhetherToBelieveIt)};
  if (analysis.main.stated) text.sentences = ChecksInWords(*analysis.main.stated, words);
  return text;
}

bool HasModel(const Analysis& analysis) { return analysis.main.stated.has_value(); }
// Training alone is the cost of the answer; a screen does not repeat it.
bool BillHasMore(const Analysis& analysis) { return analysis.cost.bill.HasMore(); }

constexpr PageGroup kDrivers{"drivers", {"What drives it", "O que determina o resultado"}};

constexpr ReportSection kSections[] = {
    {.id = "answer",
     .kind = SectionKind::kAnswer,
     .draw = DrawFirstScreen,
     .terminal = Yes.After("failures"),  // what a person reads is what a screen ends with
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "warnings",
     .kind = SectionKind::kWarnings,
     .draw = DrawWarnings,
     .terminal = Yes.After("break-even"),
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "scenarios",
     .table = Whole<ScenarioTable>,
     .charts = ScenarioCharts,
     .draw = DrawScenarios,
     .terminal = Yes,
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "baseline",
     .tables = OfBaseline,
     .draw = DrawTableSections,
     .terminal = Yes,
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "no-model",
     .text = WhyNoModel,
     .draw = DrawParagraph,
     .group = &kDrivers,
     .terminal = Yes,
     .markdown = No(kInAnswer),
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "variation",
     .table = VariationTable,
     .charts = VariationCharts,
     .draw = DrawChartsAndTable,
     .group = &kDrivers,
     .terminal = Most(10),
     .markdown = Most(30),
     .latex = Most(40),
     .page = Yes},
    {.id = "effects",
     .table = Effects<1>,
     .charts = EffectCharts,
     .draw = DrawChartsAndTable,
     .group = &kDrivers,
     .terminal = Yes,
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "half-normal",
     .charts = HalfNormalCharts,
     .draw = DrawCharts,
     .group = &kDrivers,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "means",
     .charts = MeanCharts,
     .draw = DrawMeans,
     .group = &kDrivers,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "interactions",
     .table = Effects<2>,
     .draw = DrawDetails,
     .group = &kDrivers,
     .terminal = No(kTooLong),
     .markdown = No(kTooLong),
     .latex = Yes,
     .page = Yes},
    {.id = "speed-ups",
     .charts = SpeedUpCharts,
     .draw = DrawCharts,
     .group = &kDrivers,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "model",
     .tables = OfModel,
     .draw = DrawDetails,
     .group = &kDrivers,
     .terminal = Most(12),
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "covariates",
     .text = Covariates,
     .terminal = Yes,
     .markdown = No(kInAnswer),
     .latex = No(kNotForPaper),
     .page = No(kInAnswer)},
    {.id = "other-responses",
     .table = Whole<OtherResponsesTable>,
     .draw = DrawDetails,
     .group = &kDrivers,
     .terminal = No(kTooLong),
     .markdown = Yes.After("time-and-cost"),
     .latex = No(kNotForPaper),
     .page = Yes.Where(HasModel)},
    {.id = "checks",
     .text = Checks,
     .charts = ResidualCharts,
     .draw = DrawTextAndCharts,
     .terminal = Yes,
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "trade-offs",
     .title = Sentence{"What the time buys", "O que o tempo compra"},
     .charts = TradeOffCharts,
     .draw = DrawChartSection,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "batch-size",
     .title = Sentence{"Batch size", "Tamanho do lote"},
     .charts = BatchCharts,
     .draw = DrawChartSection,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "largest-batch",
     .table = Whole<LargestBatchTable>,
     .draw = DrawTableSections,
     .terminal = Yes,
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "time-and-cost",
     .table = Whole<TimeAndCostTable>,
     .draw = DrawTableSections,
     .terminal = Yes,
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "bill",
     .table = Whole<BillTable>,
     .draw = DrawTableSections,
     .terminal = Yes.After("scaling").Where(BillHasMore),
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "break-even",
     .table = Whole<BreakEvenTable>,
     .draw = DrawTableSections,
     .terminal = Yes.After("bill"),
     .markdown = Yes,
     .latex = Yes,
     .page = Yes},
    {.id = "target",
     .table = Whole<TargetTable>,
     .draw = DrawTableSections,
     .terminal = Yes,
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "scaling",
     .tables = OfScaling,
     .draw = DrawTableSections,
     .terminal = Yes,
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "limits",
     .table = Whole<BottleneckTable>,
     .draw = DrawTableSections,
     .terminal = No(kTooLong),
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "over-time",
     .charts = LearningCharts,
     .draw = DrawOverTime,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "verification",
     .table = Whole<VerificationTable>,
     .draw = DrawTableSections,
     .terminal = No(kTooLong),
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "machine-speed",
     .title = Sentence{"The machine's speed", "A velocidade da máquina"},
     .charts = MachineSpeedCharts,
     .draw = DrawChartSection,
     .terminal = No(kCharts),
     .markdown = No(kCharts),
     .latex = No(kCharts),
     .page = Yes},
    {.id = "failures",
     .table = Whole<FailureTable>,
     .draw = DrawFailures,
     .terminal = Yes,
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = Yes},
    {.id = "last-lines",
     .kind = SectionKind::kLastLines,
     .terminal = No(kTooLong),
     .markdown = Yes,
     .latex = No(kNotForPaper),
     .page = No(kInAnother)},  // below the failures
    {.id = "repeat",
     .draw = DrawHowToRepeat,
     .terminal = No(kTooLong),
     .markdown = No(kTooLong),
     .latex = No(kNotForPaper),
     .page = Yes},
};

bool Is(const ReportSection* section, std::string_view id) { return section->id == id; }

}  // namespace

const Showing& ReportSection::In(ReportForm form) const {
  switch (form) {
    case ReportForm::kTerminal:
      return terminal;
    case ReportForm::kMarkdown:
      return markdown;
    case ReportForm::kLatex:
      return latex;
    case ReportForm::kPage:
      break;
  }
  return page;
}

std::span<const ReportSection> ReportSections() { return kSections; }

std::vector<const ReportSection*> SectionsOf(ReportForm form) {
  std::vector<const ReportSection*> sections, moved;
  for (const ReportSection& section : kSections) {
    if (!section.In(form).shown()) continue;
    (section.In(form).after() == nullptr ? sections : moved).push_back(&section);
  }
  // One may stand below another that moved itself; a test sees that each finds its place.
  while (!moved.empty()) {
    const auto placed = std::erase_if(moved, [&](const ReportSection* section) {
      const auto above = std::find_if(
          sections.begin(), sections.end(),
          [&](const ReportSection* other) { return Is(other, section->In(form).after()); });
      if (above == sections.end()) return false;
      sections.insert(above + 1, section);
      return true;
    });
    if (placed == 0) break;
  }
  return sections;
}

std::vector<ReportTable> TablesOf(const ReportSection& section, ReportForm form,
                                  const Analysis& analysis, const Words& words) {
  const Showing& showing = section.In(form);
  if (!showing.shown() || !showing.HoldsFor(analysis)) return {};
  std::vector<ReportTable> tables;
  if (section.table != nullptr) tables = {section.table(analysis, words, showing.most())};
  if (section.tables != nullptr) tables = section.tables(analysis, words, showing.most());
  std::erase_if(tables, [](const ReportTable& table) { return table.rows.empty(); });
  return tables;
}

std::string TableName(const ReportSection& section, size_t index) {
  if (section.tables == nullptr) return section.id;
  return std::string(section.id) + "-" + std::to_string(index + 1);
}

SectionText TextOf(const ReportSection& section, const Analysis& analysis, const Words& words) {
  return section.text == nullptr ? SectionText{} : section.text(analysis, words);
}

}  // namespace trena
